//===- internal.h - what the runtime's own files share --------------------===//
#ifndef MIXEDAD_RUNTIME_INTERNAL_H
#define MIXEDAD_RUNTIME_INTERNAL_H

#include "mixedad/detail/node.h"
#include "mixedad/detail/parallel.h"
#include "mixedad/device.h"
#include "mixedad/errors.h"

#include <atomic>
#include <cstddef>
#include <initializer_list>

namespace mixedad {
namespace detail {

/// Host memory, aligned for vectors; small change is kept for reuse. Throws memory_error.
void *host_allocate(std::size_t bytes);
void host_free(void *block) noexcept;
void host_trim() noexcept;

/// Memory of a device, ordered on the calling thread's stream. Throws memory_error.
void *device_allocate(std::size_t bytes, int device);
void device_free(void *block, std::size_t bytes, int device) noexcept;
void device_trim() noexcept;
enum class Direction { to_device, to_host, on_device };
/// Ordered on the stream; waits for it when the host is involved, since the host's memory may be gone afterwards.
void device_copy(void *to, const void *from, std::size_t bytes, Direction direction, int device);
/// A few bytes of the host's, whose memory may be gone at once.
void device_set(void *to, const void *value, std::size_t bytes, int device);
/// Elements of any layouts, both on the device.
void device_copy_strided(char *to, const Layout &to_layout, const char *from, const Layout &from_layout,
                         std::size_t element, int device);
/// Throws device_error when the runtime has no such device.
void require_device(int device);

struct Counters {
  std::atomic<std::uint64_t> kernels{0}, bytes_moved{0}, allocations{0}, system_allocations{0}, copies{0};
};
extern Counters counters;
inline void count(std::atomic<std::uint64_t> &counter, std::uint64_t by = 1) {
  counter.fetch_add(by, std::memory_order_relaxed);
}

/// For the statistics: one kernel that reads or writes each of these once.
void count_arrays(std::initializer_list<const Node *> arrays) noexcept;

/// "(2, 3)" into a buffer of at least 200 bytes; returns it.
const char *print(const Shape &shape, char *into);
template <class E> [[noreturn]] void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

} // namespace detail
} // namespace mixedad
#endif
