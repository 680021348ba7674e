//===- cuda_on_host.h - kernels without a device --------------------------===//
//
// Stands in for CUDA's headers where a .cu file is compiled for the host alone: a launch runs the kernel's threads one
// after the other, so the derivatives of launches can be compared with differences before there is a GPU. Include it
// first. A kernel is written KERNEL(name, (parameters), { body }), because Clang compiles no kernel's body for the host.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TEST_SUPPORT_CUDA_ON_HOST_H
#define MIXEDAD_TEST_SUPPORT_CUDA_ON_HOST_H

#define __global__ __attribute__((global))
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define MIXEDAD_HOST_THREADS 1

#include <stdlib.h>
#include <limits>
#include <map> // and all else that <cmath> includes and that stays the host's
#pragma clang force_cuda_host_device begin
#include <cmath> // kernels call its functions
#pragma clang force_cuda_host_device end
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <utility>

#pragma clang force_cuda_host_device begin
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
template <class T> T atomicAdd(T *at, T value) {
  T old = *at;
  *at += value;
  return old;
}
#pragma clang force_cuda_host_device end
inline dim3 threadIdx, blockIdx, blockDim, gridDim;

enum cudaError_t { cudaSuccess, cudaErrorMemoryAllocation };
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
struct CUstream_st;
struct CUevent_st;
using cudaStream_t = CUstream_st *;
using cudaEvent_t = CUevent_st *;
constexpr unsigned cudaEventDisableTiming = 2;

/// Allocations that are still there: a test looks at the end.
inline std::map<void *, std::size_t> device_blocks;

inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline const char *cudaGetErrorString(cudaError_t) { return "no error"; }
inline cudaError_t cudaMalloc(void **p, std::size_t bytes) {
  *p = std::malloc(bytes);
  std::memset(*p, 0x5a, bytes); // nobody may take it for zero
  device_blocks[*p] = bytes;
  return cudaSuccess;
}
template <class T> cudaError_t cudaMalloc(T **p, std::size_t bytes) { return cudaMalloc(reinterpret_cast<void **>(p), bytes); }
inline cudaError_t cudaFree(void *p) {
  if (p && device_blocks.erase(p) != 1) {
    std::printf("FAIL memory is freed that was not allocated\n");
    std::exit(1);
  }
  std::free(p);
  return cudaSuccess;
}
inline cudaError_t cudaMallocAsync(void **p, std::size_t bytes, cudaStream_t) { return cudaMalloc(p, bytes); }
inline cudaError_t cudaFreeAsync(void *p, cudaStream_t) { return cudaFree(p); }
inline cudaError_t cudaMemset(void *p, int value, std::size_t bytes) { return std::memset(p, value, bytes), cudaSuccess; }
inline cudaError_t cudaMemsetAsync(void *p, int value, std::size_t bytes, cudaStream_t = nullptr) { return cudaMemset(p, value, bytes); }
inline cudaError_t cudaMemcpy(void *to, const void *from, std::size_t bytes, cudaMemcpyKind) {
  return std::memmove(to, from, bytes), cudaSuccess;
}
inline cudaError_t cudaMemcpyAsync(void *to, const void *from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t = nullptr) {
  return cudaMemcpy(to, from, bytes, kind);
}
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0) { return cudaSuccess; }
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned) { return *e = nullptr, cudaSuccess; }
inline cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = nullptr) { return cudaSuccess; }
inline cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }

/// The threads of a launch, blocks and threads from the last to the first: nothing may depend on their order.
template <class Thread> void mixedad_host_threads(dim3 grid, dim3 block, Thread thread) {
  gridDim = grid, blockDim = block;
  for (unsigned b = grid.x * grid.y * grid.z; b-- > 0;)
    for (unsigned t = block.x * block.y * block.z; t-- > 0;) {
      blockIdx = dim3(b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y);
      threadIdx = dim3(t % block.x, t / block.x % block.y, t / block.x / block.y);
      thread();
    }
}

//--- What Clang calls for `kernel<<<...>>>(...)` --------------------------------------------------------------------

struct host_kernels {
  struct configuration { dim3 grid, block; std::size_t shared; void *stream; };
  static inline configuration pushed;
  static inline std::map<const void *, std::function<void(void **)>> bodies;
  template <class... P, std::size_t... I> static void call(void (*body)(P...), void **args, std::index_sequence<I...>) {
    body(*static_cast<std::remove_reference_t<P> *>(args[I])...);
  }
  template <class... P> static bool know(void (*kernel)(P...), void (*body)(P...)) {
    bodies[reinterpret_cast<const void *>(kernel)] = [body](void **args) { call(body, args, std::index_sequence_for<P...>()); };
    return true;
  }
};
inline unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared = 0, void *stream = nullptr) {
  host_kernels::pushed = {grid, block, shared, stream};
  return 0;
}
extern "C" inline unsigned __cudaPopCallConfiguration(dim3 *grid, dim3 *block, std::size_t *shared, void **stream) {
  const auto &c = host_kernels::pushed;
  *grid = c.grid, *block = c.block, *shared = c.shared, *stream = c.stream;
  return 0;
}
extern "C" inline cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args, std::size_t, cudaStream_t) {
  auto body = host_kernels::bodies.find(kernel);
  if (body == host_kernels::bodies.end()) {
    std::printf("FAIL a kernel is launched that was not written with KERNEL\n");
    std::exit(1);
  }
  mixedad_host_threads(grid, block, [&] { body->second(args); });
  return cudaSuccess;
}

#define KERNEL(NAME, PARAMETERS, ...)                                                                              \
  inline void NAME##_on_host PARAMETERS __VA_ARGS__                                                                \
  __global__ void NAME PARAMETERS __VA_ARGS__                                                                      \
  static const bool NAME##_is_known = host_kernels::know(&NAME, &NAME##_on_host);

#endif
