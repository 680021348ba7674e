//===- cpu_kernels.h - loops over arrays on the host ----------------------===//
//
// One contiguous inner loop per functor, for the compiler to vectorize: operands are pointers to dense elements (in
// place or in a tile) or scalars, see loop.h. Blocks of the loop run on the pool's threads.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_CPU_KERNELS_H
#define MIXEDAD_DETAIL_CPU_KERNELS_H

#include "mixedad/array.h"
#include "mixedad/detail/chunks.h"
#include "mixedad/detail/pack.h"
#include "mixedad/detail/parallel.h"
#include "mixedad/detail/sums.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed" // a loop that does not vectorize is not wrong
#endif

namespace mixedad {
namespace detail {

template <class X> struct operand_traits { ///< a scalar
  using element = X;
  using stream = Splat<X>;
  static constexpr bool is_array = false;
  static Node *node(const X &) { return nullptr; }
};
template <class T> struct operand_traits<Array<T>> {
  using element = T;
  using stream = const T *;
  static constexpr bool is_array = true;
  static Node *node(const Array<T> &a) { return a.node(); }
};

/// An operand's memory during a loop; holds a packed copy where that is faster.
class Source {
public:
  Source() = default;
  Source(const Source &) = delete;
  Source &operator=(const Source &) = delete;
  ~Source() { release(node_); }
  /// A scalar's access takes no part in planning.
  template <class Op> Access open(const Op &operand) {
    if (Node *node = operand_traits<Op>::node(operand))
      return Access(node_ = packed_if_scattered(node));
    return Access();
  }

private:
  Node *node_ = nullptr;
};

template <class Op> using element_of = typename operand_traits<Op>::element;

/// Memory for a tile of each access; dead storage for operands that are read in place.
template <class T> struct Tile {
  alignas(64) unsigned char bytes[tile_elements * sizeof(T)];
};
template <> struct Tile<void> {};
template <class Op>
using tile_of = Tile<std::conditional_t<operand_traits<Op>::is_array, element_of<Op>, void>>;

/// The stream of one operand for the tile [at, at + n).
template <class Op> auto load(const Op &operand, const Loop &loop, Access &access, index_t at, index_t n, tile_of<Op> &tile) {
  if constexpr (operand_traits<Op>::is_array)
    return static_cast<const element_of<Op> *>(gather_tile(loop, access, at, n, tile.bytes));
  else
    return Splat<Op>{operand};
}

template <class R, class Fn, class... S>
MIXEDAD_INLINE void map_run(R *__restrict out, index_t n, const Fn &fn, S... in) {
  MIXEDAD_VECTORIZE
  for (index_t i = 0; i < n; ++i)
    out[i] = static_cast<R>(fn(in[i]...));
}

/// One tile, chunk by chunk.
template <class R, class Fn, class... S>
MIXEDAD_KERNEL inline void map_elements(R *out, index_t n, Traffic traffic, Fn fn, S... in) {
  ChunkBuffer<R> buffer;
  const bool past = traffic.past && is_line(out);
  index_t at = 0;
  for (; at + chunk_elements <= n; at += chunk_elements) {
    if (traffic.ahead)
      (prefetch_chunk(advanced(in, at)), ...);
    map_run(past ? buffer.elements() : out + at, chunk_elements, fn, advanced(in, at)...);
    if (past)
      stream_chunk(out + at, buffer);
  }
  map_run(out + at, n - at, fn, advanced(in, at)...);
}

/// out = fn(operands...), elementwise.
template <class R, class Fn, class Indices, class... Ops> struct MapKernel;
template <class R, class Fn, std::size_t... I, class... Ops>
struct MapKernel<R, Fn, std::index_sequence<I...>, Ops...> {
  Fn fn;
  Operands<Ops...> operands;
  Access accesses[1 + sizeof...(Ops)] = {}; ///< the result's, then the operands'
  Source sources[1 + sizeof...(Ops)] = {};
  Loop loop = {};
  Traffic traffic = {};
  Blocks blocks = {};

  void run(const Node *out) {
    accesses[0] = Access(out);
    ((accesses[1 + I] = sources[1 + I].open(at<I>(operands))), ...);
    plan_loop(loop, out->layout.shape(), accesses, 1 + sizeof...(Ops));
    if (loop.total == 0)
      return;
    count_kernel(loop, accesses, 1 + sizeof...(Ops));
    traffic = plan_traffic(loop, accesses, 1 + sizeof...(Ops));
    traffic.past &= accesses[0].direct;
    loop.whole_rows = accesses[0].direct && has_rows_in_place(loop, accesses, 1 + sizeof...(Ops));
    blocks = cut_into_blocks(loop.size[0], loop.total / loop.size[0]);
    parallel_blocks(blocks.count, [](void *self, index_t block) { static_cast<MapKernel *>(self)->run_block(block); },
                    this);
  }

  void run_block(index_t block) const {
    const index_t row = loop.total / loop.size[0];
    index_t from = block * blocks.rows_each * row, end = from + blocks.rows_each * row;
    end = end < loop.total ? end : loop.total;
    Access mine[1 + sizeof...(Ops)];
    ((mine[1 + I] = accesses[1 + I]), ...);
    Pack<tile_of<Ops>...> tiles;
    Tile<R> result;
    while (from < end) {
      const index_t n = loop.tile_length(from, end);
      R *out = accesses[0].direct ? reinterpret_cast<R *>(accesses[0].base) + from : reinterpret_cast<R *>(result.bytes);
      map_elements(out, n, traffic, fn, load<Ops>(at<I>(operands), loop, mine[1 + I], from, n, at<I>(tiles))...);
      if (!accesses[0].direct)
        scatter_tile(loop, accesses[0], from, n, out);
      from += n;
    }
    if (traffic.past)
      stream_fence();
  }
};

} // namespace detail
} // namespace mixedad

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
#endif
