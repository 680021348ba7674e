//===- sweeps.h - assigning objects in reverse mode -----------------------===//
//
// When the primal assigns one object to another, the shadow of the target takes the source's shape and shadow
// pointers in the forward sweep, and gets its own back in the reverse sweep. Its reals are the reverse sweep's alone:
// the forward sweep keeps what the caller seeded.
//
// A shadow whose shape fits is left where it is, so addresses into it stay valid; one that does not is moved to the
// tape as a whole, which leaves its elements in place.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_SWEEPS_H
#define MIXEDAD_DETAIL_SWEEPS_H

#include "mixedad/detail/reshape.h"
#include "mixedad/tape.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

/// The adjoint of an object goes to what the object was copied from; they may be the same.
template <class T> inline void move_adjoint(T &into, T &from) {
  if constexpr (std::is_array_v<T>) {
    for (std::size_t i = 0; i < std::extent_v<T>; ++i)
      detail::move_adjoint(into[i], from[i]);
  } else if (&into != &from) {
    detail::accumulate(into, from);
    detail::set_zero(from);
  }
}

/// Holds an object of any type on the tape.
template <class T> struct kept_object {
  T object;
};

/// A shadow that the reverse sweep releases, or the tape if there is none.
struct kept_shadow {
  void *shadow;
  void (*release)(void *);
  kept_shadow(void *shadow, void (*release)(void *)) : shadow(shadow), release(release) {}
  kept_shadow(const kept_shadow &) = delete;
  kept_shadow &operator=(const kept_shadow &) = delete;
  ~kept_shadow() {
    if (shadow)
      release(shadow);
  }
};
inline void keep_shadow(Tape &tape, const void *shadow, void (*release)(void *)) {
  tape.emplace<kept_shadow>(const_cast<void *>(shadow), release);
}
inline void forget_shadow(Tape &tape) {
  tape.top<kept_shadow>().shadow = nullptr;
  tape.drop<kept_shadow>();
}
/// An owner that releases it itself takes the shadow.
inline void adopt_shadow(Tape &tape, const void *shadow) {
  if (kept_shadow *kept = tape.newest<kept_shadow>([&](const kept_shadow &k) { return k.shadow == shadow; }))
    kept->shadow = nullptr;
}

/// The newest entry of another tape leaves it, and comes back with its shape: a tape differentiated again.
template <class T> inline void put_aside(Tape &tape, Tape &from) {
  tape.emplace<kept_object<T>>(kept_object<T>{static_cast<T &&>(from.top<T>())});
  from.drop<T>();
}
template <class T> inline void bring_back(Tape &tape, Tape &into) {
  T &back = into.emplace<T>(static_cast<T &&>(tape.top<kept_object<T>>().object));
  tape.drop<kept_object<T>>();
  detail::set_zero(back);
}

/// Gives `shadow` the shape of `like`. Reals that both shapes have stay, as they may be seeds.
template <class T> inline void reshape(Tape &tape, T &shadow, const T &like) {
  if constexpr (std::is_array_v<T>) {
    for (std::size_t i = 0; i < std::extent_v<T>; ++i)
      detail::reshape(tape, shadow[i], like[i]);
  } else {
    const bool fits = &shadow == &like || detail::same_shape(shadow, like);
    if (!fits) {
      const T &old = tape.emplace<kept_object<T>>(kept_object<T>{static_cast<T &&>(shadow)}).object;
      shadow = old;
      detail::reshape_to(shadow, like);
    }
    tape.push<bool>(fits);
  }
}

/// Undoes the last reshape of `shadow`, whose reals have been handed on.
template <class T> inline void restore_shape(Tape &tape, T &shadow) {
  if constexpr (std::is_array_v<T>) {
    for (std::size_t i = std::extent_v<T>; i-- > 0;)
      detail::restore_shape(tape, shadow[i]);
  } else if (!tape.pop<bool>()) {
    shadow = static_cast<T &&>(tape.top<kept_object<T>>().object);
    tape.drop<kept_object<T>>();
    detail::set_zero(shadow);
  }
}

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
