//===- gemm.h - products of matrices on the host --------------------------===//
//
// A BLAS copies both matrices into an order of its own first, which pays for large ones only, and one that is older
// than the processor takes it for a simpler one. Here rows are read where they are, and the instruction set is chosen
// when the program runs. What comes out does not depend on the number of threads.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_RUNTIME_FUNCTIONS_GEMM_H
#define MIXEDAD_RUNTIME_FUNCTIONS_GEMM_H

#include "mixedad/shape.h"

namespace mixedad {
namespace detail {

/// A matrix of which element (i, j) is at data[i * row + j * column].
template <class T> struct Strided {
  const T *data;
  index_t row, column;
};

/// c = a b, or c += a b, for a of m x k and b of k x n elements, one of whose strides is 1; c is dense. T: float or double.
template <class T> void gemm(const Strided<T> &a, const Strided<T> &b, T *c, index_t m, index_t n, index_t k, bool add);

/// So many multiplications are worth waking a thread for.
constexpr index_t worth_a_thread = index_t(1) << 21;

} // namespace detail
} // namespace mixedad
#endif
