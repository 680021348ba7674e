//===- launch.h - kernels that a program launches, and their derivatives --===//
//
// For generated code. The derivative of a launch is a launch of the same shape: one thread of a generated functor for
// each thread of the program's kernel. What a thread keeps for its reverse is its frame, one of an array on the device.
//
// The reverse sweep visits streams in another order than the program's events and synchronizations say, so each launch
// of it waits for the one before it.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_LAUNCH_H
#define MIXEDAD_DETAIL_LAUNCH_H

#include "mixedad/detail/support.h"
#ifndef MIXEDAD_HOST_THREADS // tests run the threads on the host
#include <cuda_runtime_api.h>
#endif
#include <cstddef>
#include <stdexcept>
#include <string>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

inline void check_cuda(cudaError_t status, const char *what) {
  if (status == cudaSuccess)
    return;
  static_cast<void>(cudaGetLastError()); // the error has been told
  throw std::runtime_error(std::string("mixedad: ") + what + ": " + cudaGetErrorString(status));
}

struct launch_shape {
  dim3 grid, block;
  std::size_t shared = 0;
  cudaStream_t stream = nullptr;
  std::size_t threads() const {
    return std::size_t(grid.x) * grid.y * grid.z * block.x * block.y * block.z;
  }
  /// Threads differ in x alone: `blockIdx.x * blockDim.x + threadIdx.x` is one thread's.
  MIXEDAD_HD bool line() const { return (grid.y | grid.z | block.y | block.z) == 1; }
};

/// The program's own kernel.
template <class... P, class... A> void launch_kernel(void (*kernel)(P...), const launch_shape &shape, A... args) {
  kernel<<<shape.grid, shape.block, shape.shared, shape.stream>>>(static_cast<P>(args)...);
}

template <class Body, class... A> __global__ void run_thread(Body body, A... args) { body(args...); }

/// Runs body(args...) in every thread of the shape.
template <class Body, class... A> void run_threads(Body body, const launch_shape &shape, A... args) {
#ifdef MIXEDAD_HOST_THREADS
  ::mixedad_host_threads(shape.grid, shape.block, [&] { body(args...); });
#else
  if (shape.threads() == 0)
    return;
  run_thread<<<shape.grid, shape.block, 0, shape.stream>>>(body, args...);
  check_cuda(cudaGetLastError(), "the launch of a derivative's kernel");
#endif
}

/// The number of the thread among all of its launch.
MIXEDAD_HD inline std::size_t thread_number() {
  const std::size_t block = (std::size_t(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  return ((block * blockDim.z + threadIdx.z) * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

/// Adds to memory that other threads may add to.
template <class T> MIXEDAD_HD void add_shared(T &at, T value) { atomicAdd(&at, value); }
/// Adds to memory that no other thread touches, if the launch is a line.
template <class T> MIXEDAD_HD void add_own(const launch_shape &shape, T &at, T value) {
  if (shape.line())
    at += value;
  else
    atomicAdd(&at, value);
}

/// The program's atomicAdd, of which it does not use the result.
template <class T> MIXEDAD_HD void atomic_add(T *at, T value) { atomicAdd(at, value); }
template <class T> MIXEDAD_HD void atomic_add_pushforward(T *, T, T *d_at, T d_value) {
  if (d_at)
    atomicAdd(d_at, d_value);
}
template <class T> MIXEDAD_HD void atomic_add_pullback(const T *, T, const T *d_at, T &d_value) {
  if (d_at)
    d_value += *d_at;
}

/// Memory on the device, in the order of a stream.
class device_memory {
public:
  device_memory() = default;
  device_memory(std::size_t bytes, cudaStream_t stream) : stream(stream) {
    if (bytes != 0)
      check_cuda(cudaMallocAsync(&data, bytes, stream), "memory for a derivative");
  }
  device_memory(device_memory &&o) noexcept : data(o.data), stream(o.stream) { o.data = nullptr; }
  device_memory &operator=(device_memory &&o) noexcept {
    void *mine = data;
    cudaStream_t of = stream;
    data = o.data, stream = o.stream;
    o.data = mine, o.stream = of;
    return *this;
  }
  ~device_memory() {
    if (data)
      static_cast<void>(cudaFreeAsync(data, stream));
  }
  void *get() const { return data; }

private:
  void *data = nullptr;
  cudaStream_t stream = nullptr;
};

template <class Frame> class thread_frames {
public:
  thread_frames() = default;
  explicit thread_frames(const launch_shape &shape) : memory(shape.threads() * sizeof(Frame), shape.stream) {}
  Frame *get() const { return static_cast<Frame *>(memory.get()); }

private:
  device_memory memory;
};

/// The cotangent of an argument that all threads share: a sum on the device.
template <class T> class shared_sum {
public:
  explicit shared_sum(const launch_shape &shape) : memory(sizeof(T), shape.stream), stream(shape.stream) {
    check_cuda(cudaMemsetAsync(memory.get(), 0, sizeof(T), stream), "a sum for a derivative");
  }
  T *get() const { return static_cast<T *>(memory.get()); }
  /// Waits for the launch.
  void add_to(T &cotangent) const {
    T sum;
    check_cuda(cudaMemcpyAsync(&sum, memory.get(), sizeof(T), cudaMemcpyDeviceToHost, stream), "a derivative");
    check_cuda(cudaStreamSynchronize(stream), "a derivative");
    cotangent += sum;
  }

private:
  device_memory memory;
  cudaStream_t stream;
};

/// The stream that the reverse sweep of this thread was on last.
inline cudaStream_t &reverse_stream() {
  static thread_local cudaStream_t last = nullptr;
  return last;
}
/// What is queued on the stream next waits for what the reverse sweep queued before.
inline void follow(cudaStream_t stream) {
  cudaStream_t &last = reverse_stream();
  if (last == stream)
    return;
  cudaEvent_t event;
  check_cuda(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "an event for a derivative");
  check_cuda(cudaEventRecord(event, last), "an event for a derivative");
  check_cuda(cudaStreamWaitEvent(stream, event, 0), "an event for a derivative");
  check_cuda(cudaEventDestroy(event), "an event for a derivative");
  last = stream;
}

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
