//===- device_memory.h - what a program does with a device's memory -------===//
//
// For generated code: allocations, copies and clearings of memory that kernels use, with their rules. An allocation
// has a zeroed shadow in reverse mode. What the program frees between the sweeps is freed when the reverse sweep comes
// to its allocation, because kernels of the reverse sweep may read it again.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_DEVICE_MEMORY_H
#define MIXEDAD_DETAIL_DEVICE_MEMORY_H

#include "mixedad/detail/launch.h"
#include <vector>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

/// The allocations of a reverse sweep that are still to come, newest last.
struct device_block {
  void *primal, *shadow;
  bool freed;
};
struct device_blocks_of_thread {
  std::vector<device_block> blocks;
  void *last = nullptr; ///< what was allocated last
};
inline device_blocks_of_thread &device_allocations() {
  static thread_local device_blocks_of_thread all;
  return all;
}

template <class T> T *device_allocate(std::size_t bytes) {
  void *p = nullptr;
  check_cuda(cudaMalloc(&p, bytes), "cudaMalloc");
  device_allocations().last = p;
  return static_cast<T *>(p);
}
template <class T> T *device_zeros(std::size_t bytes) {
  void *p = nullptr;
  check_cuda(cudaMalloc(&p, bytes), "cudaMalloc for a derivative");
  check_cuda(cudaMemset(p, 0, bytes), "cudaMemset for a derivative");
  return static_cast<T *>(p);
}
/// The shadow of what was just allocated.
template <class T> T *device_shadow(std::size_t bytes) {
  T *shadow = device_zeros<T>(bytes);
  device_allocations().blocks.push_back({device_allocations().last, shadow, false});
  return shadow;
}
inline void device_free(const void *p) { check_cuda(cudaFree(const_cast<void *>(p)), "cudaFree"); }
inline void device_free_later(const void *p) {
  auto &blocks = device_allocations().blocks;
  for (std::size_t i = blocks.size(); i-- > 0;)
    if (blocks[i].primal == p && !blocks[i].freed) {
      blocks[i].freed = true;
      return;
    }
  device_free(p);
}
inline void device_release(const void *shadow) {
  auto &blocks = device_allocations().blocks;
  for (std::size_t i = blocks.size(); i-- > 0;)
    if (blocks[i].shadow == shadow) {
      const device_block found = blocks[i];
      blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(i));
      device_free(found.shadow);
      if (found.freed)
        device_free(found.primal);
      return;
    }
}

template <class T> struct add_and_clear {
  std::size_t count;
  MIXEDAD_HD void operator()(T *into, T *from) const {
    const std::size_t i = thread_number();
    if (i >= count)
      return;
    into[i] += from[i];
    from[i] = 0;
  }
};
/// into += from, from = 0, both on the device.
template <class T> void device_move(T *into, T *from, std::size_t count, cudaStream_t stream) {
  const unsigned block = 256;
  if (count != 0)
    run_threads(add_and_clear<T>{count}, launch_shape{dim3(unsigned((count + block - 1) / block)), dim3(block), 0, stream}, into, from);
}

/// cudaMemcpyDefault asks where the memory is.
inline bool is_host(const void *p) {
#ifdef MIXEDAD_HOST_THREADS
  return static_cast<void>(p), false;
#else
  cudaPointerAttributes a;
  check_cuda(cudaPointerGetAttributes(&a, p), "a derivative");
  return a.type == cudaMemoryTypeUnregistered || a.type == cudaMemoryTypeHost;
#endif
}
inline bool copies_from_host(cudaMemcpyKind kind, const void *from) {
  return kind == cudaMemcpyDefault ? from && is_host(from) : kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost;
}
inline bool copies_to_host(cudaMemcpyKind kind, const void *to) {
  return kind == cudaMemcpyDefault ? is_host(to) : kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost;
}

template <class T>
void device_copy(T *to, const T *from, std::size_t count, cudaMemcpyKind kind, cudaStream_t stream, bool waits) {
  check_cuda(waits ? cudaMemcpy(to, from, count * sizeof(T), kind) : cudaMemcpyAsync(to, from, count * sizeof(T), kind, stream),
             "cudaMemcpy");
}
template <class T>
void device_copy_pushforward(T *, const T *, std::size_t count, cudaMemcpyKind kind, cudaStream_t stream, bool waits,
                             T *d_to, const T *d_from) {
  if (d_to && d_from)
    device_copy(d_to, d_from, count, kind, stream, waits);
  else if (d_to && copies_to_host(kind, d_to))
    for (std::size_t i = 0; i < count; ++i)
      d_to[i] = 0;
  else if (d_to)
    check_cuda(cudaMemsetAsync(d_to, 0, count * sizeof(T), stream), "cudaMemset");
}
/// The cotangent of the copy belongs to the original.
template <class T>
void device_copy_pullback(const T *, const T *, std::size_t count, cudaMemcpyKind kind, cudaStream_t stream, bool, T *d_to,
                          T *d_from) {
  if (!d_to || count == 0)
    return;
  follow(stream);
  const std::size_t bytes = count * sizeof(T);
  const bool from_host = copies_from_host(kind, d_from), to_host = copies_to_host(kind, d_to);
  if (to_host && (from_host || !d_from)) {
    for (std::size_t i = 0; i < count; ++i) {
      if (d_from)
        d_from[i] += d_to[i];
      d_to[i] = 0;
    }
  } else if (to_host) {
    device_memory copy(bytes, stream);
    T *on_device = static_cast<T *>(copy.get());
    check_cuda(cudaMemcpyAsync(on_device, d_to, bytes, cudaMemcpyHostToDevice, stream), "a derivative");
    device_move(d_from, on_device, count, stream);
    check_cuda(cudaStreamSynchronize(stream), "a derivative"); // before d_to changes
    for (std::size_t i = 0; i < count; ++i)
      d_to[i] = 0;
  } else if (from_host && d_from) {
    std::vector<T> on_host(count);
    check_cuda(cudaMemcpyAsync(on_host.data(), d_to, bytes, cudaMemcpyDeviceToHost, stream), "a derivative");
    check_cuda(cudaMemsetAsync(d_to, 0, bytes, stream), "a derivative");
    check_cuda(cudaStreamSynchronize(stream), "a derivative");
    for (std::size_t i = 0; i < count; ++i)
      d_from[i] += on_host[i];
  } else if (d_from) {
    device_move(d_from, d_to, count, stream);
  } else {
    check_cuda(cudaMemsetAsync(d_to, 0, bytes, stream), "a derivative");
  }
}

template <class T> void device_clear(T *at, std::size_t count, cudaStream_t stream, bool waits) {
  check_cuda(waits ? cudaMemset(at, 0, count * sizeof(T)) : cudaMemsetAsync(at, 0, count * sizeof(T), stream), "cudaMemset");
}
template <class T>
void device_clear_pushforward(T *, std::size_t count, cudaStream_t stream, bool waits, T *d_at) {
  if (d_at)
    device_clear(d_at, count, stream, waits);
}
template <class T> void device_clear_pullback(const T *, std::size_t count, cudaStream_t stream, bool, T *d_at) {
  if (!d_at)
    return;
  follow(stream);
  device_clear(d_at, count, stream, false);
}

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
