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

#include "mixedad/detail/support.h"
#include "mixedad/tape.h"

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

/// A sequence of numbers: it has a length and points at nothing else.
template <class T, class = void> inline constexpr bool is_number_sequence = false;
template <class T>
inline constexpr bool is_number_sequence<
    T, std::enable_if_t<std::is_arithmetic_v<typename T::value_type> && !std::is_trivially_copyable_v<T> &&
                        (sizeof(decltype(std::declval<const T &>().size())) > 0)>> = true;

template <class T> inline void reshape(Tape &tape, T &shadow, const T &like) {
  if constexpr (std::is_pointer_v<T>) {
    tape.push<T>(shadow);
    shadow = like;
  } else if constexpr (is_number_sequence<T>) {
    const bool fits = shadow.size() == like.size();
    if (!fits) {
      tape.emplace<T>(static_cast<T &&>(shadow));
      shadow = detail::zero_like(like);
    }
    tape.push<bool>(fits);
  } else {
    T &old = tape.emplace<T>(static_cast<T &&>(shadow));
    shadow = detail::zero_like(like);
    detail::accumulate(shadow, old);
    detail::set_zero(old);
  }
}

template <class T> inline void restore_shape(Tape &tape, T &shadow) {
  if constexpr (is_number_sequence<T>) {
    if (tape.pop<bool>())
      return;
  }
  shadow = tape.pop<T>();
}

} // namespace detail
} // namespace mixedad

#endif
