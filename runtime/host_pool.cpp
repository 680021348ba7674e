//===- host_pool.cpp - host memory that is handed out again ---------------===//
//
// Blocks come in size classes, four to a doubling, and a freed block waits in its class's list. Without this every
// large array would be mapped, faulted in page by page and unmapped again. What waits is bounded.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace mixedad {
namespace detail {

Counters counters;

namespace {

constexpr std::size_t header = 64; // keeps the block behind it aligned for vectors
constexpr int classes = 4 * 40;
constexpr std::size_t smallest = 256;
constexpr std::size_t largest_total_waiting = std::size_t(4) << 30;

struct Block {
  std::size_t bytes; // of the whole, header included
  int size_class;
  Block *next;
  void *memory; // what to free
};

/// Memory for a block. Large ones come from huge pages where the system has them, and begin at different places within
/// a page: a kernel walks a dozen arrays in step, and equal offsets would compete for the same lines of the L1 cache.
Block *system_allocate(std::size_t bytes) {
  constexpr std::size_t large = std::size_t(64) << 10, huge_page = std::size_t(2) << 20, stagger = 128, places = 32;
  static std::atomic<unsigned> turn{0};
  const bool is_large = bytes >= large, is_huge = bytes >= 2 * huge_page;
  const std::size_t skip = is_large ? turn++ % places * stagger : 0, alignment = is_huge ? huge_page : 64;
  const std::size_t rounded = (bytes + skip + alignment - 1) / alignment * alignment;
  char *memory = static_cast<char *>(std::aligned_alloc(alignment, rounded));
  if (!memory)
    return nullptr;
#ifdef MADV_HUGEPAGE
  if (is_huge)
    madvise(memory, rounded, MADV_HUGEPAGE); // a hint
#endif
  return ::new (memory + skip) Block{bytes, 0, nullptr, memory};
}

struct Pool {
  std::mutex mutex;
  Block *waiting[classes] = {};
  std::size_t total_waiting = 0;
};

/// Never destroyed: arrays with static lifetime may be freed after any destructor that we could write.
Pool &pool() {
  static Pool *p = new Pool;
  return *p;
}

/// The class that holds `bytes`, and rounds it up to the class's size.
int size_class(std::size_t &bytes) {
  if (bytes < smallest)
    bytes = smallest;
  const int log = 63 - __builtin_clzll(bytes - 1); // bytes is in (2^log, 2^(log+1)]
  const std::size_t step = std::size_t(1) << (log >= 2 ? log - 2 : 0);
  bytes = (bytes + step - 1) / step * step;
  const int quarter = static_cast<int>((bytes - (std::size_t(1) << log)) / step) - 1; // 0..3
  return (log - 7) * 4 + quarter;
}

} // namespace

void *host_allocate(std::size_t asked) {
  std::size_t bytes = asked + header;
  count(counters.allocations);
  if (bytes < asked || bytes > (std::size_t(1) << 46))
    fail<memory_error>("mixedad: no host memory for an array of %zu bytes", asked);
  const int c = size_class(bytes);
  {
    Pool &p = pool();
    std::lock_guard<std::mutex> lock(p.mutex);
    if (Block *b = p.waiting[c]) {
      p.waiting[c] = b->next;
      p.total_waiting -= b->bytes;
      return reinterpret_cast<char *>(b) + header;
    }
  }
  count(counters.system_allocations);
  Block *b = system_allocate(bytes);
  if (!b) {
    host_trim();
    b = system_allocate(bytes);
  }
  if (!b)
    fail<memory_error>("mixedad: no host memory for an array of %zu bytes", asked);
  b->size_class = c;
  return reinterpret_cast<char *>(b) + header;
}

void host_free(void *block) noexcept {
  if (!block)
    return;
  Block *b = reinterpret_cast<Block *>(static_cast<char *>(block) - header);
  {
    Pool &p = pool();
    std::lock_guard<std::mutex> lock(p.mutex);
    if (p.total_waiting + b->bytes <= largest_total_waiting) {
      b->next = p.waiting[b->size_class];
      p.waiting[b->size_class] = b;
      p.total_waiting += b->bytes;
      return;
    }
  }
  std::free(b->memory);
}

void host_trim() noexcept {
  Pool &p = pool();
  std::lock_guard<std::mutex> lock(p.mutex);
  for (Block *&list : p.waiting)
    while (Block *b = list) {
      list = b->next;
      std::free(b->memory);
    }
  p.total_waiting = 0;
}

} // namespace detail

void trim_pools() noexcept {
  detail::host_trim();
  detail::device_trim();
}

Stats stats() noexcept {
  using detail::counters;
  return {counters.kernels, counters.bytes_moved, counters.allocations, counters.system_allocations, counters.copies};
}

void reset_stats() noexcept {
  using detail::counters;
  for (auto *c : {&counters.kernels, &counters.bytes_moved, &counters.allocations, &counters.system_allocations,
                  &counters.copies})
    *c = 0;
}

} // namespace mixedad
