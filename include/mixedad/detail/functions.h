//===- functions.h - the runtime's side of mixedad/functions.h ------------===//
#ifndef MIXEDAD_DETAIL_FUNCTIONS_H
#define MIXEDAD_DETAIL_FUNCTIONS_H

#include "mixedad/detail/reduce_loop.h"
#include "mixedad/ops.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

enum class Reduction { sum, max, min };

/// Every function here takes nodes that it does not own (null is an error that it throws) and returns one reference.
void reduce_all(const Node *a, Reduction op, DType type, void *result);
Node *reduce(const Node *a, const Axes &axes, bool keep, Reduction op, DType type);
/// Elements that meet in one element of a reduction over these axes.
index_t terms_of(const Node *a, const Axes &axes);
/// The shape of the reduction with the reduced dimensions kept, for broadcasting back.
Shape kept_shape(const Node *a, const Axes &axes);
Shape reduced_shape(const Node *a, const Axes &axes, bool keep);
Node *argmax(const Node *a, int axis, DType type);
Node *matmul(const Node *a, const Node *b, DType type);
/// Adds the product to the elements of a node that may be written and is dense. False when that is not possible: on a
/// device, of half numbers, or where stacks of the product would be summed.
bool matmul_add(Node *into, const Node *a, const Node *b, DType type);
int &widest_gemm_vector(); ///< bytes of a vector that products on the host may use; tests change it
Node *reshape(Node *a, const Shape &shape);
Node *transpose(Node *a, const Axes &order);
Axes inverse_order(const Axes &order, int rank);
Node *slice(Node *a, int axis, index_t begin, index_t end);
/// A zero array of the shape of `like` with `part` in [begin, ...) along one dimension: the transpose of slice.
Node *padded(const Node *part, const Shape &like, int axis, index_t begin);
Node *broadcast_to(Node *a, const Shape &shape);
Node *concatenate(Node *const *parts, std::size_t count, int axis);
Node *gather(const Node *table, const Node *indices);
Node *scatter_add(Node *into, const Node *indices, const Node *values, DType type);
/// In place: into must be a node that may be written, see detached().
void scatter_add_into(Node *into, const Node *indices, const Node *values, DType type);
Node *softmax(const Node *a, int axis, DType type, bool log);
Node *logsumexp(const Node *a, int axis, DType type, bool keep);
void softmax_cross_entropy(const Node *logits, const Node *targets, DType type, void *loss);
/// seed * (softmax(logits) - one_hot(targets)) / rows.
Node *softmax_cross_entropy_pullback(const Node *logits, const Node *targets, DType type, double seed);
/// `axis` made non-negative; throws when there is no such dimension.
int checked_axis(const Node *a, int axis);

/// What only ordered numbers have.
template <class T> constexpr void require_numbers() {
  static_assert(is_number<T>, "mixedad: this function takes arrays of numbers, not of complex numbers or other objects; "
                              "take their real and imaginary parts, or their members, with a broadcast");
}

template <class T> constexpr void require_division() {
  static_assert(is_number<T> || is_complex<T>, "mixedad: a mean of numbers or complex numbers; of other objects, divide "
                                               "the members of their sum");
}

template <class T> Array<T> reduced(const Array<T> &a, const Axes &axes, bool keep, Reduction op) {
  return Array<T>(adopt{}, reduce(a.node(), axes, keep, op, dtype_of<T>));
}
template <class T> Array<T> scaled(const Array<T> &a, T factor) { return a * factor; }

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
