//===- std/array.h - std::array as its own tangent -------------------------===//
#ifndef MIXEDAD_STD_ARRAY_H
#define MIXEDAD_STD_ARRAY_H

#include "mixedad/detail/reshape.h"

#include <array>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

template <class T, std::size_t N> struct tangent_space<std::array<T, N>> : zero_by_copy<std::array<T, N>> {
  using A = std::array<T, N>;
  MIXEDAD_HD static void set_zero(A &x) {
    for (std::size_t i = 0; i < N; ++i)
      detail::set_zero(x[i]);
  }
  MIXEDAD_HD static void accumulate(A &into, const A &from) {
    for (std::size_t i = 0; i < N; ++i)
      detail::accumulate(into[i], from[i]);
  }
  static void detach(A &x) {
    for (std::size_t i = 0; i < N; ++i)
      detail::detach(x[i]);
  }
  MIXEDAD_HD static bool same_shape(const A &a, const A &b) {
    for (std::size_t i = 0; i < N; ++i)
      if (!detail::same_shape(a[i], b[i]))
        return false;
    return true;
  }
  MIXEDAD_HD static void reshape(A &to, const A &from) {
    for (std::size_t i = 0; i < N; ++i)
      detail::reshape_to(to[i], from[i]);
  }
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
