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


/// The product of matrices, or of stacks of them, in the shape of `like`: summed over the stacks that it has not. As a
/// matrix, `like` is on the `left` or on the right of its own product.
template <class T> Array<T> product_like(const Array<T> &x, const Array<T> &y, const Array<T> &like, bool left) {
  return mixedad::reshape(detail::summed_to(mixedad::matmul(x, y), detail::as_matrix(like, left)), like.shape());
}
template <class T>
void accumulate_product_like(Array<T> &into, const Array<T> &x, const Array<T> &y, const Array<T> &like, bool left) {
  if (into.is_zero() || !detail::unique_dense(into.node()) || !detail::matmul_add(into.node(), x.node(), y.node(), dtype_of<T>))
    detail::array_accumulate(into, detail::product_like(x, y, like, left));
}
template <class T> MIXEDAD_DERIVATIVE_OF(product_like)
Array<T> product_like_pushforward(const Array<T> &x, const Array<T> &y, const Array<T> &like, bool left,
                                  const Array<T> &d_x, const Array<T> &d_y, const Array<T> &) {
  Array<T> d;
  if (!d_x.is_zero())
    d = detail::product_like(detail::shaped_like(d_x, x), y, like, left);
  if (!d_y.is_zero())
    detail::accumulate(d, detail::product_like(x, detail::shaped_like(d_y, y), like, left));
  return d;
}
/// Of z = x y: d_x = d_z y', d_y = x' d_z, where d_z is the seed, repeated for the stacks.
template <class T> MIXEDAD_DERIVATIVE_OF(product_like)
void product_like_pullback(const Array<T> &x, const Array<T> &y, const Array<T> &like, bool left, const Array<T> &seed,
                           Array<T> &d_x, Array<T> &d_y, Array<T> &) {
  if (seed.is_zero())
    return;
  const Array<T> d_z = mixedad::broadcast_to(mixedad::reshape(detail::shaped_like(seed, like), detail::matrix_shape(like, left)),
                                             detail::product_as_matrices(x, y));
  detail::accumulate_product_like(d_x, d_z, detail::adjoint(y), x, true);
  detail::accumulate_product_like(d_y, detail::adjoint(x), d_z, y, false);
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
    detail::accumulate_product_like(d_a, d_c, detail::adjoint(right), a, true);
  if constexpr (!detail::is_unwanted<DB>)
    detail::accumulate_product_like(d_b, detail::adjoint(left), d_c, b, false);
}

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
