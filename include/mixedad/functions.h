//===- functions.h - functions of whole arrays ----------------------------===//
//
// Sums, products of matrices, and rearrangements. Their work is done in the runtime library (BLAS and cuBLAS for
// matmul); their derivatives are ordinary user rules in mixedad/rules/. Dimensions are counted from 0, or from the
// last with negative numbers. Arguments may be lazy.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_FUNCTIONS_H
#define MIXEDAD_FUNCTIONS_H

#include "mixedad/detail/functions.h"

#include <initializer_list>

#include "mixedad/detail/names_begin.h"

namespace mixedad {

//--- Reductions ----------------------------------------------------------------------------------------------------

/// The sum of all elements, read on the host. Deterministic, and accurate for millions of terms.
template <class T> T sum(const Array<T> &a) {
  if constexpr (detail::is_number<T>) {
    T total;
    detail::reduce_all(a.node(), detail::Reduction::sum, detail::dtype_of<T>, &total);
    return total;
  } else {
    return Array<T>(detail::adopt{}, detail::sum_to<T>(a.node(), Shape())).item();
  }
}
/// Along some dimensions; `keep` leaves them in the shape, with extent 1.
template <class T> Array<T> sum(const Array<T> &a, const Axes &axes, bool keep = false) {
  if constexpr (detail::is_number<T>) {
    return detail::reduced<T>(a, axes, keep, detail::Reduction::sum);
  } else {
    const Array<T> kept(detail::adopt{}, detail::sum_to<T>(a.node(), detail::kept_shape(a.node(), axes)));
    return Array<T>(detail::adopt{}, detail::reshape(kept.node(), detail::reduced_shape(a.node(), axes, keep)));
  }
}

template <class T> T mean(const Array<T> &a) {
  detail::require_division<T>();
  return static_cast<T>(mixedad::sum(a) / static_cast<T>(a.size()));
}
template <class T> Array<T> mean(const Array<T> &a, const Axes &axes, bool keep = false) {
  detail::require_division<T>();
  const T terms = static_cast<T>(detail::terms_of(a.node(), axes));
  return detail::scaled(mixedad::sum(a, axes, keep), T(1) / terms);
}

/// The largest element. The derivative goes to the first one where several are.
template <class T> T max(const Array<T> &a) {
  detail::require_numbers<T>();
  T value;
  detail::reduce_all(a.node(), detail::Reduction::max, detail::dtype_of<T>, &value);
  return value;
}
template <class T> Array<T> max(const Array<T> &a, const Axes &axes, bool keep = false) {
  detail::require_numbers<T>();
  return detail::reduced<T>(a, axes, keep, detail::Reduction::max);
}
template <class T> T min(const Array<T> &a) {
  detail::require_numbers<T>();
  T value;
  detail::reduce_all(a.node(), detail::Reduction::min, detail::dtype_of<T>, &value);
  return value;
}
template <class T> Array<T> min(const Array<T> &a, const Axes &axes, bool keep = false) {
  detail::require_numbers<T>();
  return detail::reduced<T>(a, axes, keep, detail::Reduction::min);
}

/// Along one dimension, the index of the largest element.
template <class T> Array<int> argmax(const Array<T> &a, int axis = -1) {
  detail::require_numbers<T>();
  return Array<int>(detail::adopt{}, detail::argmax(a.node(), axis, detail::dtype_of<T>));
}

//--- Products ------------------------------------------------------------------------------------------------------

/// Of matrices, or stacks of matrices in the last two dimensions (the others broadcast); a vector on the left is a
/// row, on the right a column. Transposed operands are read in place.
template <class T> Array<T> matmul(const Array<T> &a, const Array<T> &b) {
  detail::require_numbers<T>();
  return Array<T>(detail::adopt{}, detail::matmul(a.node(), b.node(), detail::dtype_of<T>));
}

//--- Rearrangements: views where that is possible -------------------------------------------------------------------

/// One extent may be -1: what is left.
template <class T> Array<T> reshape(const Array<T> &a, const Shape &shape) {
  return Array<T>(detail::adopt{}, detail::reshape(a.node(), shape));
}
/// Dimensions in another order; without axes, in reverse order.
template <class T> Array<T> transpose(const Array<T> &a, const Axes &order) {
  return Array<T>(detail::adopt{}, detail::transpose(a.node(), order));
}
template <class T> Array<T> transpose(const Array<T> &a) { return mixedad::transpose(a, Axes()); }
/// Indices [begin, end) of one dimension; negative ones count from its end.
template <class T> Array<T> slice(const Array<T> &a, int axis, index_t begin, index_t end) {
  return Array<T>(detail::adopt{}, detail::slice(a.node(), axis, begin, end));
}
/// Repeated along dimensions of extent 1, and new ones in front, without a copy.
template <class T> Array<T> broadcast_to(const Array<T> &a, const Shape &shape) {
  return Array<T>(detail::adopt{}, detail::broadcast_to(a.node(), shape));
}
/// One after the other along a dimension.
template <class T> Array<T> concatenate(const Array<T> &a, const Array<T> &b, int axis = 0) {
  detail::Node *const parts[] = {a.node(), b.node()};
  return Array<T>(detail::adopt{}, detail::concatenate(parts, 2, axis));
}
template <class T> Array<T> concatenate(const std::vector<Array<T>> &parts, int axis = 0) {
  std::vector<detail::Node *> nodes;
  for (const Array<T> &part : parts)
    nodes.push_back(part.node());
  return Array<T>(detail::adopt{}, detail::concatenate(nodes.data(), nodes.size(), axis));
}

/// Rows of a table: result[i..., :] = table[indices[i...], :].
template <class T, class I> Array<T> gather(const Array<T> &table, const Array<I> &indices) {
  static_assert(std::is_same<I, int>::value || std::is_same<I, index_t>::value, "mixedad: indices are int or int64");
  return Array<T>(detail::adopt{}, detail::gather(table.node(), indices.node()));
}
/// into with values[i..., :] added to its row indices[i...]; rows may repeat.
template <class T, class I> Array<T> scatter_add(const Array<T> &into, const Array<I> &indices, const Array<T> &values) {
  detail::require_numbers<T>();
  static_assert(std::is_same<I, int>::value || std::is_same<I, index_t>::value, "mixedad: indices are int or int64");
  return Array<T>(detail::adopt{},
                  detail::scatter_add(into.node(), indices.node(), values.node(), detail::dtype_of<T>));
}

//--- Exponentials that add up ---------------------------------------------------------------------------------------

/// Along one dimension: exp(a) / sum(exp(a)), log of it, and log(sum(exp(a))); none of them overflows.
template <class T> Array<T> softmax(const Array<T> &a, int axis = -1) {
  detail::require_numbers<T>();
  return Array<T>(detail::adopt{}, detail::softmax(a.node(), axis, detail::dtype_of<T>, false));
}
template <class T> Array<T> log_softmax(const Array<T> &a, int axis = -1) {
  detail::require_numbers<T>();
  return Array<T>(detail::adopt{}, detail::softmax(a.node(), axis, detail::dtype_of<T>, true));
}
template <class T> Array<T> logsumexp(const Array<T> &a, int axis = -1, bool keep = false) {
  return Array<T>(detail::adopt{}, detail::logsumexp(a.node(), axis, detail::dtype_of<T>, keep));
}
/// Mean over all rows of -log_softmax(logits)[target of the row]. Targets are indices into the last dimension.
template <class T, class I> T softmax_cross_entropy(const Array<T> &logits, const Array<I> &targets) {
  T loss;
  detail::softmax_cross_entropy(logits.node(), targets.node(), detail::dtype_of<T>, &loss);
  return loss;
}

} // namespace mixedad

#include "mixedad/detail/names_end.h"

// In this order: a rule names the functions that are declared before it, and those of lazy arguments have none.
#include "mixedad/rules/functions.h"
#include "mixedad/lazy_functions.h"

#endif
