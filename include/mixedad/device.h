//===- device.h - where arrays live, and how the runtime is asked about it -===//
#ifndef MIXEDAD_DEVICE_H
#define MIXEDAD_DEVICE_H

#include <cstdint>

#include "mixedad/detail/names_begin.h"

namespace mixedad {

/// The host, or a CUDA device by number.
struct Device {
  int index = -1;
  Device() = default;
  /// By number, -1 for the host. Not from a braced number, which would look like a shape.
  static constexpr Device at(int index) { return Device(index, nullptr); }
  bool is_host() const { return index < 0; }
  friend bool operator==(Device a, Device b) { return a.index == b.index; }
  friend bool operator!=(Device a, Device b) { return a.index != b.index; }

private:
  constexpr Device(int number, decltype(nullptr)) : index(number) {}
};

inline constexpr Device host = Device::at(-1);
constexpr Device cuda(int index = 0) { return Device::at(index); }

/// CUDA devices that can be used; 0 also when the runtime was built without CUDA.
int cuda_device_count() noexcept;

/// The first CUDA device if there is one, else the host.
Device default_device() noexcept;

/// One line for a person: the device's name and memory, or "no CUDA device: running on the host".
const char *describe_device() noexcept;

/// Work of the calling thread is queued on this stream (a cudaStream_t; null is the default stream).
void set_stream(void *stream) noexcept;
void *current_stream() noexcept;

/// Waits until the calling thread's work on the device is done, and throws what went wrong there.
void synchronize();

/// What the runtime has done since the program started, or since reset_stats().
struct Stats {
  std::uint64_t kernels = 0;          ///< loops over arrays, on the host or a device
  std::uint64_t bytes_moved = 0;      ///< elements that those read and wrote, in bytes
  std::uint64_t allocations = 0;      ///< buffers that were handed out
  std::uint64_t system_allocations = 0; ///< of these, the ones that the pool could not serve
  std::uint64_t copies = 0;           ///< between host and device
};
Stats stats() noexcept;
void reset_stats() noexcept;

/// Gives memory that the pools keep for reuse back to the system.
void trim_pools() noexcept;

/// Threads that work on a large array, the calling one included. MIXEDAD_NUM_THREADS, or OMP_NUM_THREADS, or
/// the number of cores that the process may use.
int thread_count() noexcept;
void set_thread_count(int threads);

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
