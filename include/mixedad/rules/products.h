//===- rules/products.h - derivatives of matmul ---------------------------===//
#ifndef MIXEDAD_RULES_PRODUCTS_H
#define MIXEDAD_RULES_PRODUCTS_H

#include "mixedad/rules/helpers.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

/// 0, 1, ..., rank - 3, rank - 1, rank - 2
MIXEDAD_INACTIVE inline Axes last_two_exchanged(int rank) {
  Axes order;
  for (int d = 0; d < rank; ++d)
    order.push_back(d < rank - 2 ? d : 2 * rank - 3 - d);
  return order;
}
template <class T> Array<T> adjoint(const Array<T> &a) {
  return mixedad::transpose(a, detail::last_two_exchanged(a.rank()));
}
/// a as a matrix: a vector becomes a row on the left, a column on the right.
template <class T> MIXEDAD_INACTIVE Shape matrix_shape(const Array<T> &a, bool left) {
  return a.rank() > 1 ? a.shape() : left ? Shape(1, a.size()) : Shape(a.size(), 1);
}
template <class T> Array<T> as_matrix(const Array<T> &a, bool left) {
  return mixedad::reshape(a, detail::matrix_shape(a, left));
}
/// Of the product; `as_matrices`: with the dimensions that a vector has not.
template <class T> MIXEDAD_INACTIVE Target target_of_product(const Array<T> &a, const Array<T> &b, bool as_matrices) {
  const Shape left = detail::matrix_shape(a, true), right = detail::matrix_shape(b, false);
  const int stacks = (left.rank() > right.rank() ? left.rank() : right.rank()) - 2;
  Shape shape;
  for (int d = 0; d < stacks; ++d) {
    const int l = d - (stacks + 2 - left.rank()), r = d - (stacks + 2 - right.rank());
    shape.push_back(l >= 0 && left[l] != 1 ? left[l] : r >= 0 ? right[r] : 1);
  }
  if (as_matrices || a.rank() > 1)
    shape.push_back(left[left.rank() - 2]);
  if (as_matrices || b.rank() > 1)
    shape.push_back(right[right.rank() - 1]);
  return {shape, a.device().index};
}
template <class T> MIXEDAD_INACTIVE Shape product_as_matrices(const Array<T> &a, const Array<T> &b) {
  return detail::target_of_product(a, b, true).shape;
}

} // namespace detail

/// d_c = d_a b + a d_b
template <class T> MIXEDAD_DERIVATIVE_OF(matmul)
Array<T> matmul_pushforward(const Array<T> &a, const Array<T> &b, const Array<T> &d_a, const Array<T> &d_b) {
  Array<T> d_c;
  if (!d_a.is_zero())
    d_c = mixedad::matmul(detail::shaped_like(d_a, a), b);
  if (!d_b.is_zero())
    detail::accumulate(d_c, mixedad::matmul(a, detail::shaped_like(d_b, b)));
  return d_c;
}
/// c = a b: d_a = d_c b', d_b = a' d_c, summed over the stacks that were broadcast.
template <class T, class DA, class DB> MIXEDAD_DERIVATIVE_OF(matmul)
void matmul_pullback(const Array<T> &a, const Array<T> &b, const Array<T> &seed, DA &d_a, DB &d_b) {
  if (seed.is_zero())
    return;
  const Array<T> left = detail::as_matrix(a, true), right = detail::as_matrix(b, false);
  const Array<T> d_c = mixedad::reshape(detail::shaped(seed, detail::target_of_product(a, b, false)),
                                        detail::product_as_matrices(a, b));
  if constexpr (!detail::is_unwanted<DA>)
    detail::accumulate(
        d_a, mixedad::reshape(detail::summed_to(mixedad::matmul(d_c, detail::adjoint(right)), left), a.shape()));
  if constexpr (!detail::is_unwanted<DB>)
    detail::accumulate(
        d_b, mixedad::reshape(detail::summed_to(mixedad::matmul(detail::adjoint(left), d_c), right), b.shape()));
}

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
