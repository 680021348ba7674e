//===- dtype.h - element types that the runtime's functions know ----------===//
#ifndef MIXEDAD_DETAIL_DTYPE_H
#define MIXEDAD_DETAIL_DTYPE_H

#include "mixedad/detail/node.h"
#include "mixedad/detail/support.h"
#include "mixedad/half.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

/// Element types that the runtime's functions are compiled for.
enum class DType { f32, f64, f16, bf16, i32, i64, other };
template <class T> inline constexpr DType dtype_of = DType::other;
template <> inline constexpr DType dtype_of<float> = DType::f32;
template <> inline constexpr DType dtype_of<double> = DType::f64;
template <> inline constexpr DType dtype_of<int> = DType::i32;
template <> inline constexpr DType dtype_of<index_t> = DType::i64;
#ifdef __FLT16_MAX__
template <> inline constexpr DType dtype_of<_Float16> = DType::f16;
#endif
#ifdef MIXEDAD_HAS_BF16
template <> inline constexpr DType dtype_of<__bf16> = DType::bf16;
#endif

/// Sums over the dimensions along which an array of this shape was broadcast: the transpose of broadcast_to.
Node *sum_to(Node *a, const Shape &shape, DType type);

/// The same memory as an array of the numbers in its elements, `count` each, along one more dimension; and back, for a
/// dense array.
Node *make_parts(Node *a, int count);
Node *make_whole(Node *numbers, int count);

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
