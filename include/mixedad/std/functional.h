//===- std/functional.h - std::function as its own tangent -----------------===//
//
// The shadow of a std::function holds a shadow of what the std::function holds: a closure of the same class, whose
// captures are shadows. Which class that is does not show in the type, so whoever puts a target into a shadow says how
// targets of that class are vectors.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_STD_FUNCTIONAL_H
#define MIXEDAD_STD_FUNCTIONAL_H

#include "mixedad/detail/sequences.h"
#include "mixedad/detail/sweeps.h"

#include <atomic>
#include <functional>
#include <typeinfo>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {
namespace functions {

/// The target of f, which is a T.
template <class T, class F> inline T &target(const F &f) { return *const_cast<T *>(f.template target<T>()); }
template <class T, class F> inline bool holds(const F &f) { return f.template target<T>() != nullptr; }

/// What can be done to targets of one class, in functions of type F.
template <class F> struct target_space {
  const std::type_info *type;
  void (*set_zero)(F &);
  void (*accumulate)(F &, const F &);
  const target_space *next;

  static inline std::atomic<const target_space *> first{nullptr};
  static const target_space *find(const F &f) {
    for (const target_space *s = first; s; s = s->next)
      if (*s->type == f.target_type())
        return s;
    return nullptr; // a function pointer, which holds no numbers
  }
};
/// Enters T into the list for F, once.
template <class T, class F> inline void know() {
  static target_space<F> space{&typeid(T), [](F &f) { detail::set_zero(functions::target<T>(f)); },
                               [](F &into, const F &from) { detail::accumulate(functions::target<T>(into), functions::target<T>(from)); },
                               nullptr};
  static const bool entered = [] {
    space.next = target_space<F>::first.load();
    while (!target_space<F>::first.compare_exchange_weak(space.next, &space)) {
    }
    return true;
  }();
  (void)entered;
}

/// The shadow of f gets a shadow of a T, whose captures refer to what those of `like` refer to.
template <class T, class F> inline void hold(Tape &tape, F &f, const T &like) {
  functions::know<T, F>();
  tape.emplace<F>(std::move(f));
  f = like;
  detail::set_zero(functions::target<T>(f));
}
template <class T, class F> inline void undo_hold(Tape &tape, F &f, T &like) {
  detail::accumulate(like, functions::target<T>(f));
  f = std::move(tape.top<F>());
  tape.drop<F>();
}
/// The same for a function or nothing.
template <class F, class P> inline void point(Tape &tape, F &f, P to) {
  tape.emplace<F>(std::move(f));
  f = to;
}
template <class F> inline void undo_point(Tape &tape, F &f) {
  f = std::move(tape.top<F>());
  tape.drop<F>();
}
/// A tangent.
template <class T, class F> inline void hold(F &f, const T &tangent) {
  functions::know<T, F>();
  f = tangent;
}

} // namespace functions

template <class R, class... A> struct tangent_space<std::function<R(A...)>> : zero_by_copy<std::function<R(A...)>> {
  using F = std::function<R(A...)>;
  static void set_zero(F &x) {
    if (const auto *s = functions::target_space<F>::find(x))
      s->set_zero(x);
  }
  static void accumulate(F &into, const F &from) {
    if (into.target_type() != from.target_type())
      throw shadow_shape_error("std::function");
    if (const auto *s = functions::target_space<F>::find(into))
      s->accumulate(into, from);
  }
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
