//===- common.h - what the runtime's CUDA files share ---------------------===//
#ifndef MIXEDAD_RUNTIME_CUDA_COMMON_H
#define MIXEDAD_RUNTIME_CUDA_COMMON_H

#include "../device_table.h"
#include "mixedad/detail/device_runtime.h"

#include <cuda_runtime.h>

namespace mixedad {
namespace detail {
namespace device {

/// Throws device_error with the call's place, and clears the error where that is possible.
void check(cudaError_t status, const char *what, const char *file, int line);
#define MIXEDAD_CUDA(call) ::mixedad::detail::device::check((call), #call, __FILE__, __LINE__)

inline cudaStream_t stream() { return static_cast<cudaStream_t>(current_stream()); }

/// Makes an array's device current, for the length of a function.
class On {
public:
  explicit On(int device) {
    MIXEDAD_CUDA(cudaGetDevice(&before_));
    if (before_ != device)
      MIXEDAD_CUDA(cudaSetDevice(device));
  }
  On(const On &) = delete;
  On &operator=(const On &) = delete;
  ~On() { cudaSetDevice(before_); }

private:
  int before_ = 0;
};

/// Where kernels report an index that is out of range; looked at whenever the host waits for the device.
struct BadIndex {
  int set;
  index_t index, limit;
};
BadIndex *bad_index_flag(int device);
void throw_bad_index(int device);

inline constexpr int threads = 256;

#if defined(__CUDACC__) || defined(__CUDA__)
struct SumOp {
  template <class W> __host__ __device__ static W start() { return W(0); }
  template <class W> __host__ __device__ static W join(W a, W b) { return a + b; }
};
/// A NaN stays.
struct MaxOp {
  template <class W> __host__ __device__ static W start();
  template <class W> __host__ __device__ static W join(W a, W b) { return b > a || b != b ? b : a; }
};
struct MinOp {
  template <class W> __host__ __device__ static W start();
  template <class W> __host__ __device__ static W join(W a, W b) { return b < a || b != b ? b : a; }
};

/// Joins the values of a block's threads in a fixed order; every thread gets the result.
template <class Op, class W> __device__ W block_join(W value, W *shared) {
  __syncthreads();
  shared[threadIdx.x] = value;
  __syncthreads();
  for (int half = threads / 2; half > 0; half /= 2) {
    if (static_cast<int>(threadIdx.x) < half)
      shared[threadIdx.x] = Op::join(shared[threadIdx.x], shared[threadIdx.x + half]);
    __syncthreads();
  }
  return shared[0];
}
#endif

int device_count();
void require(int device);
const char *describe();
void synchronize();
void trim();
void set(void *to, const void *value, std::size_t bytes, int device);
void *allocate(std::size_t bytes, int device);
void free(void *block, std::size_t bytes, int device);
void copy(void *to, const void *from, std::size_t bytes, Direction direction, int device);
void copy_strided(char *to, const Layout &to_layout, const char *from, const Layout &from_layout, std::size_t element,
                  int device);
void reduce(const Node *a, const Layout &kept, Reduction op, DType type, Node *out);
void matmul(const Stacks &stacks, const Node *a, const Node *b, DType type, Node *out);
Node *gather(const Node *table, const Node *indices, const Shape &shape);
void scatter_add(Node *into, const Node *indices, const Node *values, DType type);
Node *softmax(const Node *a, int axis, DType type, bool log);
Node *logsumexp(const Node *a, int axis, DType type, bool keep);
void cross_entropy(const Node *logits, const Node *targets, DType type, void *loss);
Node *cross_entropy_pullback(const Node *logits, const Node *targets, DType type, double seed);

} // namespace device
} // namespace detail
} // namespace mixedad
#endif
