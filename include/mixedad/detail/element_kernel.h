//===- element_kernel.h - loops over arrays on the host -------------------===//
//
// One contiguous inner loop for each body, for the compiler to vectorize: inputs are pointers to dense elements (in
// place or in a tile) or scalars, see loop.h; outputs go through sinks, which are arrays or sums, see shadows.h. Blocks
// of the loop run on the pool's threads.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_ELEMENT_KERNEL_H
#define MIXEDAD_DETAIL_ELEMENT_KERNEL_H

#include "mixedad/detail/bodies.h"
#include "mixedad/detail/shadows.h"

#include "mixedad/detail/names_begin.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed" // a loop that does not vectorize is not wrong
#endif

namespace mixedad {
namespace detail {

template <class Body, class... In, class... Out, std::size_t... I, std::size_t... K>
MIXEDAD_INLINE void run_elements(index_t n, const Body &body, Pack<In...> in, Pack<Out *...> out,
                                 std::index_sequence<I...>, std::index_sequence<K...>) {
  MIXEDAD_VECTORIZE
  for (index_t i = 0; i < n; ++i) {
    auto results = make_pack(detail::zeroed<Out>()...);
    body(make_pack(at<I>(in)[i]...), results);
    ((at<K>(out)[i] = at<K>(results)), ...);
  }
}

/// One tile, chunk by chunk.
template <class Body, class... In, class... Out, std::size_t... I, std::size_t... K>
MIXEDAD_KERNEL inline void run_tile(index_t n, Traffic traffic, Body body, Pack<In...> in, Pack<Out *...> out,
                                    std::index_sequence<I...> is, std::index_sequence<K...> ks) {
  Pack<ChunkBuffer<Out>...> buffers;
  const bool past = traffic.past && (is_line(at<K>(out)) && ...);
  index_t i = 0;
  for (; i + chunk_elements <= n; i += chunk_elements) {
    if (traffic.ahead)
      (prefetch_chunk(advanced(at<I>(in), i)), ...);
    run_elements(chunk_elements, body, make_pack(advanced(at<I>(in), i)...),
                 make_pack((past ? at<K>(buffers).elements() : at<K>(out) + i)...), is, ks);
    if (past)
      (stream_chunk(at<K>(out) + i, at<K>(buffers)), ...);
  }
  run_elements(n - i, body, make_pack(advanced(at<I>(in), i)...), make_pack((at<K>(out) + i)...), is, ks);
}

template <class Body, class Sinks, class InIndices, class OutIndices, class... Ops> struct ElementKernel;

template <class Body, class... Sinks, std::size_t... I, std::size_t... K, class... Ops>
struct ElementKernel<Body, Pack<Sinks...>, std::index_sequence<I...>, std::index_sequence<K...>, Ops...> {
  static constexpr int ins = sizeof...(Ops), outs = sizeof...(Sinks);

  Body body;
  const Operands<Ops...> &operands;
  const Pack<Sinks &...> sinks;
  Access accesses[ins + outs] = {}; ///< the inputs', then the outputs'
  Source sources[ins + 1] = {};
  Loop loop = {};
  Traffic traffic = {};
  Blocks blocks = {};

  /// False when there was nothing to do.
  bool run(const Shape &shape) {
    ((accesses[I] = sources[I].open(at<I>(operands))), ...);
    ((accesses[ins + K] = at<K>(sinks).access()), ...);
    plan_loop(loop, shape, accesses, ins + outs);
    if (loop.total == 0)
      return false;
    const bool in_place = !(at<K>(sinks).needs_tiles(accesses[ins + K]) || ...);
    loop.direct &= in_place;
    count_kernel(loop, accesses, ins + outs);
    traffic = plan_traffic(loop, accesses, ins + outs);
    traffic.past &= in_place;
    loop.whole_rows = in_place && has_rows_in_place(loop, accesses, ins + outs);
    blocks = cut_into_blocks(loop.size[0], loop.total / loop.size[0]);
    (at<K>(sinks).start(accesses[ins + K], blocks.count), ...);
    for_blocks(blocks.count, [this](index_t block) { run_block(block); });
    return true;
  }

  void run_block(index_t block) const {
    const index_t row = loop.total / loop.size[0];
    index_t from = block * blocks.rows_each * row, end = from + blocks.rows_each * row;
    end = end < loop.total ? end : loop.total;
    Access mine[ins + 1];
    ((mine[I] = accesses[I]), ...);
    Pack<tile_of<Ops>...> tiles;
    Pack<Tile<typename Sinks::element>...> out_tiles;
    while (from < end) {
      const index_t n = loop.tile_length(from, end);
      const auto out = make_pack(at<K>(sinks).target(accesses[ins + K], from, at<K>(out_tiles))...);
      run_tile(n, traffic, body, make_pack(load<Ops>(at<I>(operands), loop, mine[I], from, n, at<I>(tiles))...), out,
               std::index_sequence<I...>(), std::index_sequence<K...>());
      (at<K>(sinks).add_tile(loop, accesses[ins + K], block, from, n, at<K>(out)), ...);
      from += n;
    }
    if (traffic.past)
      stream_fence();
  }
};

/// Runs the body over the shape that the operands broadcast to.
template <class Body, class... Ops, class... Sinks>
bool run_kernel(const Body &body, const Shape &shape, const Operands<Ops...> &operands, Sinks &...sinks) {
  return ElementKernel<Body, Pack<Sinks...>, std::index_sequence_for<Ops...>, std::index_sequence_for<Sinks...>, Ops...>{
      body, operands, Pack<Sinks &...>{{{sinks}...}}}
      .run(shape);
}

template <class Body, class Operands, class... T, std::size_t... K>
void run_results(const Body &body, const Shape &shape, const Operands &operands, Pack<Result<T>...> &results,
                 std::index_sequence<K...>) {
  run_kernel(body, shape, operands, at<K>(results)...);
}

} // namespace detail
} // namespace mixedad

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#include "mixedad/detail/names_end.h"

#endif
