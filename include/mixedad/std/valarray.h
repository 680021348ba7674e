//===- std/valarray.h - std::valarray as its own tangent -------------------===//
#ifndef MIXEDAD_STD_VALARRAY_H
#define MIXEDAD_STD_VALARRAY_H

#include "mixedad/detail/sequences.h"

#include <valarray>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

template <class T> struct tangent_space<std::valarray<T>> : zero_by_copy<std::valarray<T>> {
  using V = std::valarray<T>;
  static void set_zero(V &x) {
    for (std::size_t i = 0; i < x.size(); ++i)
      detail::set_zero(x[i]);
  }
  static void accumulate(V &into, const V &from) {
    if (from.size() == 0)
      return;
    if (into.size() != from.size())
      throw shadow_shape_error("std::valarray");
    for (std::size_t i = 0; i < from.size(); ++i)
      detail::accumulate(into[i], from[i]);
  }
  static bool same_shape(const V &a, const V &b) {
    if (a.size() != b.size())
      return false;
    if constexpr (!is_flat<T>)
      for (std::size_t i = 0; i < a.size(); ++i)
        if (!detail::same_shape(a[i], b[i]))
          return false;
    return true;
  }
  /// resize clears every element, so only a shadow that fits keeps its reals.
  static void reshape(V &to, const V &from) {
    if (!same_shape(to, from))
      to = detail::zero_like(from);
  }
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
