//===- std/memory.h - owning pointers as their own tangents ----------------===//
//
// The shadow of an owner owns a shadow of what the owner owns. A unique owner is a value: zero, sum and shape are those
// of its object. A shared one is a pointer: copies of a shadow share, and only a shadow made for a primal is new.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_STD_MEMORY_H
#define MIXEDAD_STD_MEMORY_H

#include "mixedad/detail/sequences.h"

#include <memory>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

/// What an owner can make a shadow of: one object whose class is known exactly.
template <class T> inline constexpr bool is_exact_class = !std::is_polymorphic_v<T> || std::is_final_v<T>;

template <class T, class D> struct tangent_space<std::unique_ptr<T, D>> {
  using P = std::unique_ptr<T, D>;
  static P zero_like(const P &x) {
    static_assert(!std::is_array_v<T> && is_exact_class<T>,
                  "mixedad: no shadow can be made of a unique_ptr to an array or a base class; pass the object itself");
    if constexpr (!std::is_array_v<T> && is_exact_class<T>)
      return x ? P(new T(detail::zero_like(*x))) : P();
  }
  static void set_zero(P &x) {
    if constexpr (!std::is_array_v<T> && is_exact_class<T>)
      if (x)
        detail::set_zero(*x);
  }
  static void accumulate(P &into, const P &from) {
    if constexpr (!std::is_array_v<T> && is_exact_class<T>) {
      if (!from)
        return;
      if (!into)
        throw shadow_shape_error("std::unique_ptr");
      detail::accumulate(*into, *from);
    }
  }
};

template <class T> struct tangent_space<std::shared_ptr<T>> {
  using P = std::shared_ptr<T>;
  static P zero_like(const P &x) {
    static_assert(!std::is_array_v<T> && is_exact_class<T>,
                  "mixedad: no shadow can be made of a shared_ptr to an array or a base class; pass the object itself");
    if constexpr (!std::is_array_v<T> && is_exact_class<T>)
      return x ? std::make_shared<T>(detail::zero_like(*x)) : P();
  }
  static void set_zero(P &) {}
  static void accumulate(P &into, const P &from) {
    if constexpr (!std::is_array_v<T> && is_exact_class<T>) {
      if (!from || into == from)
        return;
      if (!into)
        throw shadow_shape_error("std::shared_ptr");
      detail::accumulate(*into, *from);
    }
  }
  static void detach(P &x) { x = zero_like(x); }
  static bool same_shape(const P &a, const P &b) { return a == b; }
  static void reshape(P &to, const P &from) { to = from; }
};

template <class T> struct tangent_space<std::weak_ptr<T>> : view_space<std::weak_ptr<T>> {};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
