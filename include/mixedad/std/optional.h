//===- std/optional.h - std::optional as its own tangent -------------------===//
#ifndef MIXEDAD_STD_OPTIONAL_H
#define MIXEDAD_STD_OPTIONAL_H

#include "mixedad/detail/sequences.h"

#include <optional>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

template <class T> struct tangent_space<std::optional<T>> : zero_by_copy<std::optional<T>> {
  using O = std::optional<T>;
  static void set_zero(O &x) {
    if (x)
      detail::set_zero(*x);
  }
  static void accumulate(O &into, const O &from) {
    if (!from)
      return;
    if (!into)
      throw shadow_shape_error("std::optional");
    detail::accumulate(*into, *from);
  }
  static void detach(O &x) {
    if (x)
      detail::detach(*x);
  }
  static bool same_shape(const O &a, const O &b) {
    return a.has_value() == b.has_value() && (!a || detail::same_shape(*a, *b));
  }
  static void reshape(O &to, const O &from) {
    if (!from)
      to.reset();
    else if (to)
      detail::reshape_to(*to, *from);
    else
      to.emplace(detail::zero_like(*from));
  }
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
