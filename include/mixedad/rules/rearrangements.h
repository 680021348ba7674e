//===- rules/rearrangements.h - derivatives of functions that move elements ===//
//
// All are linear: the pushforward is the function itself, on tangents.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_RULES_REARRANGEMENTS_H
#define MIXEDAD_RULES_REARRANGEMENTS_H

#include "mixedad/rules/helpers.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

template <class T> MIXEDAD_INACTIVE Target target_reshaped(const Array<T> &a, const Shape &shape) {
  return {mixedad::reshape(a, shape).shape(), a.device().index};
}
template <class T> MIXEDAD_INACTIVE Target target_transposed(const Array<T> &a, const Axes &order) {
  return {mixedad::transpose(a, order).shape(), a.device().index};
}
template <class T> MIXEDAD_INACTIVE Axes inverse_order(const Array<T> &a, const Axes &order) { return detail::inverse_order(order, a.rank()); }
template <class T> MIXEDAD_INACTIVE Target target_sliced(const Array<T> &a, int axis, index_t begin, index_t end) {
  return {mixedad::slice(a, axis, begin, end).shape(), a.device().index};
}
template <class T> MIXEDAD_INACTIVE Target target_spread(const Array<T> &a, const Shape &shape) { return {shape, a.device().index}; }
template <class T, class I> MIXEDAD_INACTIVE Target target_gathered(const Array<T> &table, const Array<I> &indices) {
  Shape shape = indices.shape();
  for (int d = 1; d < table.rank(); ++d)
    shape.push_back(table.size(d));
  return {shape, table.device().index};
}
template <class T> MIXEDAD_INACTIVE Target target_joined(const Array<T> &a, const Array<T> &b, int axis) {
  Shape shape = a.shape();
  shape[axis < 0 ? axis + a.rank() : axis] += b.size(axis);
  return {shape, a.device().index};
}

} // namespace detail

template <class T> MIXEDAD_DERIVATIVE_OF(reshape)
Array<T> reshape_pushforward(const Array<T> &a, const Shape &shape, const Array<T> &d_a) {
  if (d_a.is_zero())
    return {};
  return mixedad::reshape(detail::shaped_like(d_a, a), shape);
}
template <class T> MIXEDAD_DERIVATIVE_OF(reshape)
void reshape_pullback(const Array<T> &a, const Shape &shape, const Array<T> &seed, Array<T> &d_a) {
  if (!seed.is_zero())
    detail::accumulate(d_a, mixedad::reshape(detail::shaped(seed, detail::target_reshaped(a, shape)), a.shape()));
}

template <class T> MIXEDAD_DERIVATIVE_OF(transpose)
Array<T> transpose_pushforward(const Array<T> &a, const Axes &order, const Array<T> &d_a) {
  if (d_a.is_zero())
    return {};
  return mixedad::transpose(detail::shaped_like(d_a, a), order);
}
template <class T> MIXEDAD_DERIVATIVE_OF(transpose)
void transpose_pullback(const Array<T> &a, const Axes &order, const Array<T> &seed, Array<T> &d_a) {
  if (!seed.is_zero())
    detail::accumulate(d_a, mixedad::transpose(detail::shaped(seed, detail::target_transposed(a, order)),
                                               detail::inverse_order(a, order)));
}
template <class T> MIXEDAD_DERIVATIVE_OF(transpose)
Array<T> transpose_pushforward(const Array<T> &a, const Array<T> &d_a) {
  return mixedad::transpose_pushforward(a, Axes(), d_a);
}
template <class T> MIXEDAD_DERIVATIVE_OF(transpose)
void transpose_pullback(const Array<T> &a, const Array<T> &seed, Array<T> &d_a) {
  mixedad::transpose_pullback(a, Axes(), seed, d_a);
}

template <class T> MIXEDAD_DERIVATIVE_OF(slice)
Array<T> slice_pushforward(const Array<T> &a, int axis, index_t begin, index_t end, const Array<T> &d_a) {
  if (d_a.is_zero())
    return {};
  return mixedad::slice(detail::shaped_like(d_a, a), axis, begin, end);
}
template <class T> MIXEDAD_DERIVATIVE_OF(slice)
void slice_pullback(const Array<T> &a, int axis, index_t begin, index_t end, const Array<T> &seed, Array<T> &d_a) {
  if (!seed.is_zero())
    detail::accumulate_widened(d_a, detail::shaped(seed, detail::target_sliced(a, axis, begin, end)), a, axis, begin);
}

template <class T> MIXEDAD_DERIVATIVE_OF(broadcast_to)
Array<T> broadcast_to_pushforward(const Array<T> &a, const Shape &shape, const Array<T> &d_a) {
  if (d_a.is_zero())
    return {};
  return mixedad::broadcast_to(detail::shaped_like(d_a, a), shape);
}
template <class T> MIXEDAD_DERIVATIVE_OF(broadcast_to)
void broadcast_to_pullback(const Array<T> &a, const Shape &shape, const Array<T> &seed, Array<T> &d_a) {
  if (!seed.is_zero())
    detail::accumulate(d_a, detail::summed_to(detail::shaped(seed, detail::target_spread(a, shape)), a));
}

template <class T> MIXEDAD_DERIVATIVE_OF(concatenate)
Array<T> concatenate_pushforward(const Array<T> &a, const Array<T> &b, int axis, const Array<T> &d_a,
                                 const Array<T> &d_b) {
  if (d_a.is_zero() && d_b.is_zero())
    return {};
  return mixedad::concatenate(detail::shaped_like(d_a, a), detail::shaped_like(d_b, b), axis);
}
template <class T> MIXEDAD_DERIVATIVE_OF(concatenate)
void concatenate_pullback(const Array<T> &a, const Array<T> &b, int axis, const Array<T> &seed, Array<T> &d_a,
                          Array<T> &d_b) {
  if (seed.is_zero())
    return;
  const Array<T> whole = detail::shaped(seed, detail::target_joined(a, b, axis));
  detail::accumulate(d_a, detail::narrowed(whole, a, axis, 0));
  detail::accumulate(d_b, detail::narrowed(whole, b, axis, a.size(axis)));
}
template <class T> MIXEDAD_DERIVATIVE_OF(concatenate)
Array<T> concatenate_pushforward(const std::vector<Array<T>> &parts, int axis, const std::vector<Array<T>> &d_parts) {
  std::vector<Array<T>> filled = d_parts;
  for (std::size_t k = 0; k < parts.size(); ++k)
    filled[k] = detail::shaped_like(d_parts[k], parts[k]);
  return mixedad::concatenate(filled, axis);
}
template <class T> MIXEDAD_DERIVATIVE_OF(concatenate)
void concatenate_pullback(const std::vector<Array<T>> &parts, int axis, const Array<T> &seed,
                          std::vector<Array<T>> &d_parts) {
  if (seed.is_zero())
    return;
  index_t begin = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    detail::accumulate(d_parts[k], detail::narrowed(seed, parts[k], axis, begin));
    begin += parts[k].size(axis);
  }
}

template <class T, class I> MIXEDAD_DERIVATIVE_OF(gather)
Array<T> gather_pushforward(const Array<T> &table, const Array<I> &indices, const Array<T> &d_table) {
  if (d_table.is_zero())
    return {};
  return mixedad::gather(detail::shaped_like(d_table, table), indices);
}
template <class T, class I> MIXEDAD_DERIVATIVE_OF(gather)
void gather_pullback(const Array<T> &table, const Array<I> &indices, const Array<T> &seed, Array<T> &d_table) {
  if (!seed.is_zero())
    detail::accumulate_scattered(d_table, table, indices,
                                 detail::shaped(seed, detail::target_gathered(table, indices)));
}
template <class T, class I> MIXEDAD_DERIVATIVE_OF(scatter_add)
Array<T> scatter_add_pushforward(const Array<T> &into, const Array<I> &indices, const Array<T> &values,
                                 const Array<T> &d_into, const Array<T> &d_values) {
  if (d_values.is_zero())
    return d_into;
  return mixedad::scatter_add(detail::shaped_like(d_into, into), indices, detail::shaped_like(d_values, values));
}
template <class T, class I> MIXEDAD_DERIVATIVE_OF(scatter_add)
void scatter_add_pullback(const Array<T> &into, const Array<I> &indices, const Array<T> &values, const Array<T> &seed,
                          Array<T> &d_into, Array<T> &d_values) {
  if (seed.is_zero())
    return;
  detail::accumulate(d_into, seed);
  detail::accumulate(d_values, mixedad::reshape(mixedad::gather(detail::shaped_like(seed, into), indices), values.shape()));
}

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
