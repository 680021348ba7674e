//===- rules/functions.h - pullbacks of the functions of arrays -----------===//
//
// Ordinary user rules: the primal's arguments, the cotangent of its result, then a shadow for every argument that has
// a derivative, which is added to. Nothing is done for a cotangent that is known to be zero.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_RULES_FUNCTIONS_H
#define MIXEDAD_RULES_FUNCTIONS_H

#include "mixedad/functions.h"

#if defined(__MIXEDAD__)
#define MIXEDAD_DERIVATIVE_OF(function) [[mixedad::derivative_of(function)]]
#else
#define MIXEDAD_DERIVATIVE_OF(function)
#endif

namespace mixedad {
namespace detail {

template <class T> void add_cotangent(Array<T> &shadow, Node *node) {
  accumulate(shadow, Array<T>(adopt{}, node));
}
/// The cotangent of a reduction, spread over what was reduced; no element is stored twice.
template <class T> Array<T> spread(const Array<T> &seed, const Array<T> &a, const Axes &axes) {
  return mixedad::broadcast_to(mixedad::reshape(seed, kept_shape(a.node(), axes)), a.shape());
}
/// The cotangent of max or min goes to the first element that equals the result.
Node *first_equal(const Node *a, const Node *result, const Node *seed, const Axes &axes, DType type);

template <class T>
void extreme_pullback(const Array<T> &a, const Axes &axes, const Array<T> &result, const Array<T> &seed, Array<T> &d_a) {
  add_cotangent(d_a, first_equal(a.node(), result.node(), seed.node(), axes, dtype_of<T>));
}
Axes all_axes(int rank);

} // namespace detail

template <class T> MIXEDAD_DERIVATIVE_OF(sum)
void sum_pullback(const Array<T> &a, T seed, Array<T> &d_a) {
  detail::accumulate(d_a, Array<T>::full(a.shape(), seed, a.device()));
}
template <class T> MIXEDAD_DERIVATIVE_OF(sum)
void sum_pullback(const Array<T> &a, const Axes &axes, bool, const Array<T> &seed, Array<T> &d_a) {
  if (!seed.is_zero())
    detail::accumulate(d_a, detail::spread(seed, a, axes));
}

template <class T> MIXEDAD_DERIVATIVE_OF(mean)
void mean_pullback(const Array<T> &a, T seed, Array<T> &d_a) {
  detail::accumulate(d_a, Array<T>::full(a.shape(), seed / static_cast<T>(a.size()), a.device()));
}
template <class T> MIXEDAD_DERIVATIVE_OF(mean)
void mean_pullback(const Array<T> &a, const Axes &axes, bool, const Array<T> &seed, Array<T> &d_a) {
  if (!seed.is_zero())
    detail::accumulate(d_a,
                       detail::spread(detail::scaled(seed, T(1) / T(detail::terms_of(a.node(), axes))), a, axes));
}

template <class T> MIXEDAD_DERIVATIVE_OF(max)
void max_pullback(const Array<T> &a, T seed, Array<T> &d_a) {
  detail::extreme_pullback(a, detail::all_axes(a.rank()), Array<T>::full({}, mixedad::max(a), a.device()),
                           Array<T>::full({}, seed, a.device()), d_a);
}
template <class T> MIXEDAD_DERIVATIVE_OF(max)
void max_pullback(const Array<T> &a, const Axes &axes, bool, const Array<T> &seed, Array<T> &d_a) {
  if (!seed.is_zero())
    detail::extreme_pullback(a, axes, mixedad::max(a, axes), seed, d_a);
}
template <class T> MIXEDAD_DERIVATIVE_OF(min)
void min_pullback(const Array<T> &a, T seed, Array<T> &d_a) {
  detail::extreme_pullback(a, detail::all_axes(a.rank()), Array<T>::full({}, mixedad::min(a), a.device()),
                           Array<T>::full({}, seed, a.device()), d_a);
}
template <class T> MIXEDAD_DERIVATIVE_OF(min)
void min_pullback(const Array<T> &a, const Axes &axes, bool, const Array<T> &seed, Array<T> &d_a) {
  if (!seed.is_zero())
    detail::extreme_pullback(a, axes, mixedad::min(a, axes), seed, d_a);
}

namespace detail {
/// The last two dimensions exchanged.
template <class T> Array<T> adjoint(const Array<T> &a) {
  Axes order;
  for (int d = 0; d < a.rank(); ++d)
    order.push_back(d < a.rank() - 2 ? d : 2 * a.rank() - 3 - d);
  return mixedad::transpose(a, order);
}
/// a as a matrix: a vector becomes a row on the left, a column on the right.
template <class T> Array<T> as_matrix(const Array<T> &a, bool left) {
  return a.rank() > 1 ? a : mixedad::reshape(a, left ? Shape(1, a.size()) : Shape(a.size(), 1));
}
} // namespace detail

/// c = a b: d_a = d_c b', d_b = a' d_c, summed over the stacks that were broadcast.
template <class T> MIXEDAD_DERIVATIVE_OF(matmul)
void matmul_pullback(const Array<T> &a, const Array<T> &b, const Array<T> &seed, Array<T> &d_a, Array<T> &d_b) {
  if (seed.is_zero())
    return;
  const Array<T> left = detail::as_matrix(a, true), right = detail::as_matrix(b, false);
  Shape shape = seed.shape();
  if (a.rank() == 1 || b.rank() == 1) { // put the dimensions back that a vector has not
    Shape full;
    const int stacks = shape.rank() - (a.rank() > 1) - (b.rank() > 1);
    for (int d = 0; d < stacks; ++d)
      full.push_back(shape[d]);
    full.push_back(left.size(-2));
    full.push_back(right.size(-1));
    shape = full;
  }
  const Array<T> d_c = mixedad::reshape(seed, shape);
  const Array<T> to_a = mixedad::matmul(d_c, detail::adjoint(right)), to_b = mixedad::matmul(detail::adjoint(left), d_c);
  const Array<T> sum_a(detail::adopt{}, detail::sum_to(to_a.node(), left.shape(), detail::dtype_of<T>));
  const Array<T> sum_b(detail::adopt{}, detail::sum_to(to_b.node(), right.shape(), detail::dtype_of<T>));
  detail::accumulate(d_a, mixedad::reshape(sum_a, a.shape()));
  detail::accumulate(d_b, mixedad::reshape(sum_b, b.shape()));
}

template <class T> MIXEDAD_DERIVATIVE_OF(reshape)
void reshape_pullback(const Array<T> &a, const Shape &, const Array<T> &seed, Array<T> &d_a) {
  if (!seed.is_zero())
    detail::accumulate(d_a, mixedad::reshape(seed, a.shape()));
}
template <class T> MIXEDAD_DERIVATIVE_OF(transpose)
void transpose_pullback(const Array<T> &a, const Axes &order, const Array<T> &seed, Array<T> &d_a) {
  if (!seed.is_zero())
    detail::accumulate(d_a, mixedad::transpose(seed, detail::inverse_order(order, a.rank())));
}
template <class T> MIXEDAD_DERIVATIVE_OF(transpose)
void transpose_pullback(const Array<T> &a, const Array<T> &seed, Array<T> &d_a) {
  mixedad::transpose_pullback(a, Axes(), seed, d_a);
}
template <class T> MIXEDAD_DERIVATIVE_OF(slice)
void slice_pullback(const Array<T> &a, int axis, index_t begin, index_t, const Array<T> &seed, Array<T> &d_a) {
  if (seed.is_zero())
    return;
  if (d_a.is_zero() || !detail::unique_dense(d_a.node())) {
    detail::add_cotangent(d_a, detail::padded(seed.node(), a.shape(), axis, begin));
    return;
  }
  // Many slices of one array are common: only the part that the slice saw is touched.
  const int d = detail::checked_axis(a.node(), axis);
  const index_t from = begin < 0 ? begin + a.size(d) : begin;
  Array<T> part = mixedad::slice(d_a, d, from, from + seed.size(d));
  detail::launch_map<T>(detail::Sum(), part.node(), part, seed);
}
template <class T> MIXEDAD_DERIVATIVE_OF(broadcast_to)
void broadcast_to_pullback(const Array<T> &a, const Shape &, const Array<T> &seed, Array<T> &d_a) {
  if (!seed.is_zero())
    detail::add_cotangent(d_a, detail::sum_to(seed.node(), a.shape(), detail::dtype_of<T>));
}
template <class T> MIXEDAD_DERIVATIVE_OF(concatenate)
void concatenate_pullback(const Array<T> &a, const Array<T> &b, int axis, const Array<T> &seed, Array<T> &d_a,
                          Array<T> &d_b) {
  if (seed.is_zero())
    return;
  const index_t middle = a.size(axis), end = middle + b.size(axis);
  detail::accumulate(d_a, mixedad::slice(seed, axis, 0, middle));
  detail::accumulate(d_b, mixedad::slice(seed, axis, middle, end));
}
template <class T> MIXEDAD_DERIVATIVE_OF(concatenate)
void concatenate_pullback(const std::vector<Array<T>> &parts, int axis, const Array<T> &seed,
                          std::vector<Array<T>> &d_parts) {
  if (seed.is_zero())
    return;
  index_t begin = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const index_t end = begin + parts[k].size(axis);
    detail::accumulate(d_parts[k], mixedad::slice(seed, axis, begin, end));
    begin = end;
  }
}

template <class T, class I> MIXEDAD_DERIVATIVE_OF(gather)
void gather_pullback(const Array<T> &table, const Array<I> &indices, const Array<T> &seed, Array<T> &d_table) {
  if (seed.is_zero())
    return;
  if (d_table.empty())
    d_table = Array<T>::zeros(table.shape(), table.device());
  d_table.node() = detail::detached(d_table.node(), true);
  detail::scatter_add_into(d_table.node(), indices.node(), seed.node(), detail::dtype_of<T>);
}
template <class T, class I> MIXEDAD_DERIVATIVE_OF(scatter_add)
void scatter_add_pullback(const Array<T> &, const Array<I> &indices, const Array<T> &values, const Array<T> &seed,
                          Array<T> &d_into, Array<T> &d_values) {
  if (seed.is_zero())
    return;
  detail::accumulate(d_into, seed);
  detail::accumulate(d_values, mixedad::reshape(mixedad::gather(seed, indices), values.shape()));
}

/// s = softmax(a): d_a = s (d_s - sum(s d_s)).
template <class T> MIXEDAD_DERIVATIVE_OF(softmax)
void softmax_pullback(const Array<T> &a, int axis, const Array<T> &seed, Array<T> &d_a) {
  if (seed.is_zero())
    return;
  const Array<T> s = mixedad::softmax(a, axis);
  const Array<T> along = mixedad::sum(Array<T>(s * seed), Axes(axis), true);
  detail::accumulate(d_a, Array<T>(s * (seed - along)));
}
/// l = log_softmax(a): d_a = d_l - softmax(a) sum(d_l).
template <class T> MIXEDAD_DERIVATIVE_OF(log_softmax)
void log_softmax_pullback(const Array<T> &a, int axis, const Array<T> &seed, Array<T> &d_a) {
  if (seed.is_zero())
    return;
  detail::accumulate(d_a, Array<T>(seed - mixedad::softmax(a, axis) * mixedad::sum(seed, Axes(axis), true)));
}
template <class T> MIXEDAD_DERIVATIVE_OF(logsumexp)
void logsumexp_pullback(const Array<T> &a, int axis, bool, const Array<T> &seed, Array<T> &d_a) {
  if (seed.is_zero())
    return;
  detail::accumulate(d_a, Array<T>(mixedad::softmax(a, axis) * detail::spread(seed, a, Axes(axis))));
}
template <class T, class I> MIXEDAD_DERIVATIVE_OF(softmax_cross_entropy)
void softmax_cross_entropy_pullback(const Array<T> &logits, const Array<I> &targets, T seed, Array<T> &d_logits) {
  detail::add_cotangent(d_logits, detail::softmax_cross_entropy_pullback(logits.node(), targets.node(),
                                                                         detail::dtype_of<T>, double(seed)));
}

} // namespace mixedad
#endif
