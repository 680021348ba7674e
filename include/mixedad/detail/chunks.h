//===- chunks.h - the inner loop and memory, on the host ------------------===//
//
// The inner loop of a kernel runs in chunks of 64 elements. A kernel with a dozen arrays is more than the hardware's
// prefetchers follow while it computes, so each chunk asks for what comes a few chunks later; and outputs that are too
// large for the cache go past it, through a chunk of buffers, which saves reading the lines that they overwrite.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_CHUNKS_H
#define MIXEDAD_DETAIL_CHUNKS_H

#include "mixedad/detail/loop.h"
#include "mixedad/detail/pack.h"

#include <cstring>

#include "mixedad/detail/names_begin.h"

#if defined(__clang__)
#define MIXEDAD_VECTORIZE _Pragma("clang loop vectorize(assume_safety) interleave(enable)")
#else
#define MIXEDAD_VECTORIZE _Pragma("GCC ivdep")
#endif
#define MIXEDAD_KERNEL __attribute__((flatten))

namespace mixedad {
namespace detail {

inline constexpr index_t chunk_elements = 64, prefetch_elements = 512;

/// An operand of a kernel as the inner loop sees it: dense elements, or one value for all.
template <class T> struct Splat {
  T value;
  MIXEDAD_HD T operator[](index_t) const { return value; }
};
template <class T> MIXEDAD_INLINE const T *advanced(const T *stream, index_t by) { return stream + by; }
template <class T> MIXEDAD_INLINE Splat<T> advanced(const Splat<T> &stream, index_t) { return stream; }

/// Asks for the chunk that follows in prefetch_elements; beyond an array's end that does nothing.
template <class T> MIXEDAD_INLINE void prefetch_chunk(const T *stream) {
  const char *line = reinterpret_cast<const char *>(stream + prefetch_elements);
  for (std::size_t b = 0; b < chunk_elements * sizeof(T); b += 64)
    __builtin_prefetch(line + b);
}
template <class T> MIXEDAD_INLINE void prefetch_chunk(const Splat<T> &) {}

/// How a kernel's loop treats memory.
struct Traffic {
  bool ahead = false; ///< prefetches
  bool past = false;  ///< writes past the cache, where all outputs allow it
};
/// Loops over more bytes than this prefetch, and stream.
struct CacheSizes {
  index_t own = index_t(512) << 10, last_level = index_t(32) << 20;
};
CacheSizes &cache_sizes(); ///< of this machine; tests change them
/// From all arrays of a loop.
Traffic plan_traffic(const Loop &loop, const Access *accesses, int count);

/// Where a chunk is computed before it goes past the cache. Not initialized.
template <class T> struct ChunkBuffer {
  alignas(64) unsigned char bytes[chunk_elements * sizeof(T)];
  MIXEDAD_INLINE T *elements() { return reinterpret_cast<T *>(bytes); }
};
inline bool is_line(const void *p) { return (reinterpret_cast<std::uintptr_t>(p) & 63) == 0; }

/// A chunk from its buffer to a whole number of cache lines.
template <class T> MIXEDAD_INLINE void stream_chunk(T *to, const ChunkBuffer<T> &from) {
#if defined(__clang__)
  typedef long long Line __attribute__((vector_size(64)));
  for (std::size_t b = 0; b < sizeof(from.bytes); b += 64) {
    Line line;
    std::memcpy(&line, from.bytes + b, 64);
    __builtin_nontemporal_store(line, reinterpret_cast<Line *>(reinterpret_cast<char *>(to) + b));
  }
#else
  std::memcpy(to, from.bytes, sizeof(from.bytes));
#endif
}
/// After streaming, before another thread may read.
inline void stream_fence() {
#if defined(__x86_64__) && !defined(__CUDA_ARCH__)
  __builtin_ia32_sfence();
#endif
}

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
