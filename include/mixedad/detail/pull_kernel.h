//===- pull_kernel.h - the pullback of a broadcast on the host ------------===//
#ifndef MIXEDAD_DETAIL_PULL_KERNEL_H
#define MIXEDAD_DETAIL_PULL_KERNEL_H

#include "mixedad/detail/shadows.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed" // a loop that does not vectorize is not wrong
#endif

namespace mixedad {
namespace detail {

/// d = the cotangents of every active operand.
template <class Pull, class S, class... In, class... D, std::size_t... I, std::size_t... K>
MIXEDAD_INLINE void pull_run(index_t n, const Pull &pull, S seed, Pack<In...> in, Pack<D *...> out,
                             std::index_sequence<I...> is, std::index_sequence<K...> ks) {
  MIXEDAD_VECTORIZE
  for (index_t i = 0; i < n; ++i) {
    auto d = make_pack(detail::zeroed<D>()...);
    pull_element(pull, seed[i], make_pack(at<I>(in)[i]...), d, is, ks);
    ((at<K>(out)[i] = at<K>(d)), ...);
  }
}

/// One tile, chunk by chunk.
template <class Pull, class S, class... In, class... D, std::size_t... I, std::size_t... K>
MIXEDAD_KERNEL inline void pull_elements(index_t n, Traffic traffic, Pull pull, S seed, Pack<In...> in, Pack<D *...> out,
                                         std::index_sequence<I...> is, std::index_sequence<K...> ks) {
  Pack<ChunkBuffer<D>...> buffers;
  const bool past = traffic.past && (is_line(at<K>(out)) && ...);
  index_t i = 0;
  for (; i + chunk_elements <= n; i += chunk_elements) {
    if (traffic.ahead) {
      prefetch_chunk(advanced(seed, i));
      (prefetch_chunk(advanced(at<I>(in), i)), ...);
    }
    pull_run(chunk_elements, pull, advanced(seed, i), make_pack(advanced(at<I>(in), i)...),
             make_pack((past ? at<K>(buffers).elements() : at<K>(out) + i)...), is, ks);
    if (past)
      (stream_chunk(at<K>(out) + i, at<K>(buffers)), ...);
  }
  pull_run(n - i, pull, advanced(seed, i), make_pack(advanced(at<I>(in), i)...), make_pack((at<K>(out) + i)...), is, ks);
}

template <class Acts, class Pull, class Seed, class OpIndices, class ShadowIndices, class... Ops> struct PullKernel;

template <class Acts, class Pull, class Seed, std::size_t... I, std::size_t... K, class... Ops>
struct PullKernel<Acts, Pull, Seed, std::index_sequence<I...>, std::index_sequence<K...>, Ops...> {
  template <std::size_t J> using Op = std::decay_t<decltype(at<operand_at<Acts, J>::value>(
      std::declval<const Operands<Ops...> &>()))>;
  static constexpr int operand_count = sizeof...(Ops), shadow_count = sizeof...(K);
  static constexpr int first_shadow = 1 + operand_count; ///< accesses: the seed's, the operands', the shadows'

  Pull pull;
  const Seed &seed;
  const Operands<Ops...> &operands;
  Access accesses[1 + operand_count + shadow_count];
  Source sources[1 + operand_count];
  Pack<Shadow<Op<K>>...> shadows;
  Loop loop;
  Traffic traffic;
  Blocks blocks;

  PullKernel(Pull p, const Seed &s, const Operands<Ops...> &o) : pull(p), seed(s), operands(o) {}

  template <class... D> void run(const Shape &shape, D &...d) {
    accesses[0] = sources[0].open(seed);
    ((accesses[1 + I] = sources[1 + I].open(at<I>(operands))), ...);
    const auto given = Pack<D &...>{{{d}...}};
    (at<K>(shadows).prepare(at<operand_at<Acts, K>::value>(operands), at<K>(given), shape.size(),
                            accesses[first_shadow + K]),
     ...);
    plan_loop(loop, shape, accesses, 1 + operand_count + shadow_count);
    if (loop.total != 0) {
      ((loop.direct &= !at<K>(shadows).needs_tiles(accesses[first_shadow + K])), ...);
      count_kernel(loop, accesses, 1 + operand_count + shadow_count);
      traffic = plan_traffic(loop, accesses, 1 + operand_count + shadow_count);
      const bool in_place = !(at<K>(shadows).needs_tiles(accesses[first_shadow + K]) || ...);
      traffic.past &= in_place;
      loop.whole_rows = in_place && has_rows_in_place(loop, accesses, 1 + operand_count + shadow_count);
      blocks = cut_into_blocks(loop.size[0], loop.total / loop.size[0]);
      (at<K>(shadows).start(loop, accesses[first_shadow + K], blocks.count), ...);
      parallel_blocks(blocks.count, [](void *self, index_t b) { static_cast<PullKernel *>(self)->run_block(b); }, this);
      (at<K>(shadows).finish(at<K>(given)), ...);
    }
  }

  void run_block(index_t block) const {
    const index_t row = loop.total / loop.size[0];
    index_t from = block * blocks.rows_each * row, end = from + blocks.rows_each * row;
    end = end < loop.total ? end : loop.total;
    Access mine[1 + operand_count];
    for (int k = 0; k <= operand_count; ++k)
      mine[k] = accesses[k];
    tile_of<Seed> seed_tile;
    Pack<tile_of<Ops>...> tiles;
    Pack<Tile<typename Shadow<Op<K>>::element>...> out_tiles;
    while (from < end) {
      const index_t n = loop.tile_length(from, end);
      const auto out = make_pack(at<K>(shadows).target(accesses[first_shadow + K], from, at<K>(out_tiles))...);
      pull_elements(n, traffic, pull, load<Seed>(seed, loop, mine[0], from, n, seed_tile),
                    make_pack(load<Ops>(at<I>(operands), loop, mine[1 + I], from, n, at<I>(tiles))...), out,
                    std::index_sequence<I...>(), std::index_sequence<K...>());
      (at<K>(shadows).add_tile(loop, accesses[first_shadow + K], block, from, n, at<K>(out)), ...);
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
