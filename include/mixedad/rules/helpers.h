//===- rules/helpers.h - what the rules of array functions are made of ----===//
//
// A rule is a function like any other and is differentiated like one for second derivatives. Three conventions make
// that work. `is_zero()` is a hint that may be answered with false, so what it guards must be right for zeros too.
// A tangent or cotangent that may be empty, the zero of any shape, gets its shape by shaped_like() before it meets a function
// of arrays. What is added to a shadow is added by accumulate(), or by accumulate_f(shadow, ...), which stands for
// accumulate(shadow, f(...)) and does less.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_RULES_HELPERS_H
#define MIXEDAD_RULES_HELPERS_H

#include "mixedad/functions.h"

#include "mixedad/detail/names_begin.h"

#if defined(__MIXEDAD__)
#define MIXEDAD_DERIVATIVE_OF(function) [[mixedad::derivative_of(function)]]
#else
#define MIXEDAD_DERIVATIVE_OF(function)
#endif

namespace mixedad {
namespace detail {

//--- Zeros get a shape ----------------------------------------------------------------------------------------------

template <class T> MIXEDAD_DERIVATIVE_OF(shaped)
Array<T> shaped_pushforward(const Array<T> &, const Target &, const Array<T> &d_x) { return d_x; }
template <class T> MIXEDAD_DERIVATIVE_OF(shaped)
void shaped_pullback(const Array<T> &, const Target &, const Array<T> &seed, Array<T> &d_x) {
  detail::accumulate(d_x, seed);
}

template <class T> MIXEDAD_INACTIVE Target target_of_shape(const Shape &shape, const Array<T> &beside) { return {shape, beside.device().index}; }

//--- Sums -----------------------------------------------------------------------------------------------------------

/// a + b, where empty is zero.
template <class T> Array<T> summed(const Array<T> &a, const Array<T> &b) {
  Array<T> total = a;
  detail::array_accumulate(total, b);
  return total;
}
template <class T> MIXEDAD_DERIVATIVE_OF(summed)
Array<T> summed_pushforward(const Array<T> &, const Array<T> &, const Array<T> &d_a, const Array<T> &d_b) {
  return detail::summed(d_a, d_b);
}
template <class T> MIXEDAD_DERIVATIVE_OF(summed)
void summed_pullback(const Array<T> &, const Array<T> &, const Array<T> &seed, Array<T> &d_a, Array<T> &d_b) {
  detail::accumulate(d_a, seed);
  detail::accumulate(d_b, seed);
}

/// The cotangent of an operand from that of the broadcast: summed over what it was repeated along.
template <class T, class U> Array<U> summed_to(const Array<T> &x, const Array<U> &operand) {
  static_assert(std::is_same<T, U>::value, "mixedad: second derivatives of a broadcast whose operand is of another "
                                           "type than the cotangent; convert it before");
  return Array<T>(adopt{}, detail::sum_to<T>(x.node(), operand.shape()));
}
template <class T> MIXEDAD_DERIVATIVE_OF(summed_to)
Array<T> summed_to_pushforward(const Array<T> &x, const Array<T> &operand, const Array<T> &d_x, const Array<T> &) {
  if (d_x.is_zero())
    return {};
  return detail::summed_to(detail::shaped_like(d_x, x), operand);
}
template <class T> MIXEDAD_DERIVATIVE_OF(summed_to)
void summed_to_pullback(const Array<T> &x, const Array<T> &operand, const Array<T> &seed, Array<T> &d_x, Array<T> &) {
  if (!seed.is_zero())
    detail::accumulate(d_x, mixedad::broadcast_to(detail::shaped_like(seed, operand), x.shape()));
}

/// The cotangent of an array of shape `own` that was repeated to the shape `whole`, and then added to others: the sum's.
template <class T> Array<T> folded(const Array<T> &seed, const Shape &own, const Shape &whole) {
  if (seed.is_zero())
    return {};
  if (seed.shape() != whole)
    detail::throw_shape("the cotangent of a broadcast", whole, seed.shape());
  return own == whole ? seed : Array<T>(adopt{}, detail::sum_to<T>(seed.node(), own));
}
template <class T> void accumulate_folded(Array<T> &into, const Array<T> &seed, const Shape &own, const Shape &whole) {
  detail::array_accumulate(into, detail::folded(seed, own, whole));
}
template <class T> MIXEDAD_DERIVATIVE_OF(folded)
Array<T> folded_pushforward(const Array<T> &, const Shape &own, const Shape &whole, const Array<T> &d_seed) {
  return detail::folded(d_seed, own, whole);
}
template <class T> MIXEDAD_DERIVATIVE_OF(folded)
void folded_pullback(const Array<T> &like, const Shape &own, const Shape &whole, const Array<T> &seed, Array<T> &d_like) {
  if (!seed.is_zero())
    detail::accumulate(d_like, mixedad::broadcast_to(detail::shaped(seed, detail::target_of_shape(own, like)), whole));
}

/// Every element is the value; it is stored once.
template <class T> Array<T> filled(const Array<T> &like, T value) { return Array<T>::full(like.shape(), value, like.device()); }
template <class T> MIXEDAD_DERIVATIVE_OF(filled)
Array<T> filled_pushforward(const Array<T> &like, T, const Array<T> &, T d_value) { return detail::filled(like, d_value); }
template <class T> MIXEDAD_DERIVATIVE_OF(filled)
void filled_pullback(const Array<T> &like, T, const Array<T> &seed, Array<T> &, T &d_value) {
  if (!seed.is_zero())
    d_value += mixedad::sum(detail::shaped_like(seed, like));
}

//--- Parts ----------------------------------------------------------------------------------------------------------

/// Zero but for `part`, which begins at `begin` along one dimension: the transpose of slice.
template <class T> Array<T> widened(const Array<T> &part, const Array<T> &whole, int axis, index_t begin) {
  return Array<T>(adopt{}, detail::padded(part.node(), whole.shape(), axis, begin));
}
/// Where a slice begins, counted from the front.
template <class T> MIXEDAD_INACTIVE index_t from_front(const Array<T> &whole, int axis, index_t begin) {
  return begin < 0 ? begin + whole.size(axis) : begin;
}
template <class T> Array<T> narrowed(const Array<T> &whole, const Array<T> &part, int axis, index_t begin) {
  return mixedad::slice(whole, axis, detail::from_front(whole, axis, begin),
                        detail::from_front(whole, axis, begin) + part.size(axis));
}
template <class T> MIXEDAD_DERIVATIVE_OF(widened)
Array<T> widened_pushforward(const Array<T> &part, const Array<T> &whole, int axis, index_t begin,
                             const Array<T> &d_part, const Array<T> &) {
  if (d_part.is_zero())
    return {};
  return detail::widened(detail::shaped_like(d_part, part), whole, axis, begin);
}
template <class T> MIXEDAD_DERIVATIVE_OF(widened)
void widened_pullback(const Array<T> &part, const Array<T> &whole, int axis, index_t begin, const Array<T> &seed,
                      Array<T> &d_part, Array<T> &) {
  if (!seed.is_zero())
    detail::accumulate(d_part, detail::narrowed(detail::shaped_like(seed, whole), part, axis, begin));
}
/// Many slices of one array are common: only the part that the slice saw is touched.
template <class T>
void accumulate_widened(Array<T> &d_whole, const Array<T> &part, const Array<T> &whole, int axis, index_t begin) {
  if (d_whole.is_zero() || !detail::unique_dense(d_whole.node())) {
    detail::array_accumulate(d_whole, detail::widened(part, whole, axis, begin));
    return;
  }
  Array<T> seen = detail::narrowed(d_whole, part, axis, begin);
  detail::launch_map<T>(detail::Sum(), seen.node(), seen, part);
}

/// Zero but for the rows of `values`, added up at their indices: the transpose of gather.
template <class T, class I>
Array<T> scattered(const Array<T> &table, const Array<I> &indices, const Array<T> &values) {
  return mixedad::scatter_add(Array<T>::zeros(table.shape(), table.device()), indices, values);
}
template <class T, class I> MIXEDAD_DERIVATIVE_OF(scattered)
Array<T> scattered_pushforward(const Array<T> &table, const Array<I> &indices, const Array<T> &values,
                               const Array<T> &, const Array<T> &d_values) {
  if (d_values.is_zero())
    return {};
  return detail::scattered(table, indices, detail::shaped_like(d_values, values));
}
template <class T, class I> MIXEDAD_DERIVATIVE_OF(scattered)
void scattered_pullback(const Array<T> &table, const Array<I> &indices, const Array<T> &values, const Array<T> &seed,
                        Array<T> &, Array<T> &d_values) {
  if (!seed.is_zero())
    detail::accumulate(d_values, mixedad::reshape(mixedad::gather(detail::shaped_like(seed, table), indices), values.shape()));
}
template <class T, class I>
void accumulate_scattered(Array<T> &d_table, const Array<T> &table, const Array<I> &indices, const Array<T> &values) {
  if (d_table.empty())
    d_table = Array<T>::zeros(table.shape(), table.device());
  d_table.node() = detail::detached(d_table.node(), true);
  detail::scatter_add_into(d_table.node(), indices.node(), values.node(), detail::dtype_of<T>);
}

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
