//===- std/utility.h - std::pair as its own tangent ------------------------===//
#ifndef MIXEDAD_STD_UTILITY_H
#define MIXEDAD_STD_UTILITY_H

#include "mixedad/detail/reshape.h"

#include <utility>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

/// A member that is a reference or const belongs to the shape.
template <class T> inline constexpr bool is_owned = !std::is_reference_v<T> && !std::is_const_v<T>;

template <class A, class B> struct tangent_space<std::pair<A, B>> : zero_by_copy<std::pair<A, B>> {
  using P = std::pair<A, B>;
  MIXEDAD_HD static void set_zero(P &x) {
    if constexpr (is_owned<A>)
      detail::set_zero(x.first);
    if constexpr (is_owned<B>)
      detail::set_zero(x.second);
  }
  MIXEDAD_HD static void accumulate(P &into, const P &from) {
    if constexpr (is_owned<A>)
      detail::accumulate(into.first, from.first);
    if constexpr (is_owned<B>)
      detail::accumulate(into.second, from.second);
  }
  static void detach(P &x) {
    if constexpr (is_owned<A>)
      detail::detach(x.first);
    if constexpr (is_owned<B>)
      detail::detach(x.second);
  }
  MIXEDAD_HD static bool same_shape(const P &a, const P &b) {
    return detail::same_shape(a.first, b.first) && detail::same_shape(a.second, b.second);
  }
  MIXEDAD_HD static void reshape(P &to, const P &from) {
    if constexpr (is_owned<A>)
      detail::reshape_to(to.first, from.first);
    if constexpr (is_owned<B>)
      detail::reshape_to(to.second, from.second);
  }
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
