//===- reduce.cu - sums and extremes on a device --------------------------===//
//
// A reduction of K results of M terms each. Terms are cut into chunks by the shape alone; a first kernel reduces each
// chunk into a row of partial results, a second one the rows, in order. Where neighbouring elements belong to
// different results a thread owns a result; where they belong to the same one a block does.
//
//===----------------------------------------------------------------------===//
#include "common.h"

#include <limits>

namespace mixedad {
namespace detail {
namespace device {

template <class W> __host__ __device__ W MaxOp::start() {
  if constexpr (std::is_integral<W>::value)
    return W(~((~std::uint64_t(0)) >> (65 - 8 * sizeof(W))));
  else
    return W(-__builtin_inf());
}
template <class W> __host__ __device__ W MinOp::start() {
  if constexpr (std::is_integral<W>::value)
    return W((~std::uint64_t(0)) >> (65 - 8 * sizeof(W)));
  else
    return W(__builtin_inf());
}

namespace {

/// The dimensions of the input, kept ones and reduced ones apart: element = kept.offset(k) + reduced.offset(m).
struct Split {
  Loop kept, reduced;
  index_t kept_stride[max_rank], reduced_stride[max_rank];
  bool rows; ///< neighbours belong to one result
};

Split split(const Layout &a, const Layout &kept) {
  Split s;
  Shape kept_shape, reduced_shape;
  Layout kept_layout, reduced_layout;
  const int added = a.rank - kept.rank;
  s.rows = true;
  index_t nearest = std::numeric_limits<index_t>::max();
  for (int d = 0; d < a.rank; ++d) {
    const bool reduces = d < added || (kept.size[d - added] == 1 && a.size[d] != 1);
    Layout &l = reduces ? reduced_layout : kept_layout;
    (reduces ? reduced_shape : kept_shape).push_back(a.size[d]);
    l.size[l.rank] = a.size[d];
    l.stride[l.rank++] = a.stride[d];
    const index_t distance = a.stride[d] < 0 ? -a.stride[d] : a.stride[d];
    if (a.size[d] > 1 && distance != 0 && distance <= nearest) {
      nearest = distance;
      s.rows = reduces;
    }
  }
  Access k(nullptr, kept_layout, 1), r(nullptr, reduced_layout, 1);
  plan_loop(s.kept, kept_shape, &k, 1);
  plan_loop(s.reduced, reduced_shape, &r, 1);
  for (int d = 0; d < max_rank; ++d) {
    s.kept_stride[d] = d < s.kept.rank ? k.stride[d] : 0;
    s.reduced_stride[d] = d < s.reduced.rank ? r.stride[d] : 0;
  }
  return s;
}

/// A block for every result and chunk.
template <class Op, class T, class W> __global__ void reduce_rows(const T *a, Split s, index_t chunk, W *partial) {
  __shared__ W shared[threads];
  const index_t k = blockIdx.x, from = blockIdx.y * chunk;
  const index_t end = from + chunk < s.reduced.total ? from + chunk : s.reduced.total;
  const T *base = a + s.kept.offset(s.kept_stride, k);
  W value = Op::template start<W>();
  for (index_t m = from + threadIdx.x; m < end; m += threads)
    value = Op::join(value, static_cast<W>(base[s.reduced.offset(s.reduced_stride, m)]));
  value = block_join<Op>(value, shared);
  if (threadIdx.x == 0)
    partial[blockIdx.y * s.kept.total + k] = value;
}

/// A thread for every result and chunk.
template <class Op, class T, class W> __global__ void reduce_columns(const T *a, Split s, index_t chunk, W *partial) {
  const index_t k = index_t(blockIdx.x) * threads + threadIdx.x;
  if (k >= s.kept.total)
    return;
  const index_t from = blockIdx.y * chunk;
  const index_t end = from + chunk < s.reduced.total ? from + chunk : s.reduced.total;
  const T *base = a + s.kept.offset(s.kept_stride, k);
  W value = Op::template start<W>();
  for (index_t m = from; m < end; ++m)
    value = Op::join(value, static_cast<W>(base[s.reduced.offset(s.reduced_stride, m)]));
  partial[blockIdx.y * s.kept.total + k] = value;
}

template <class Op, class T, class W>
__global__ void reduce_partials(const W *partial, index_t results, index_t rows, T *out) {
  const index_t k = index_t(blockIdx.x) * threads + threadIdx.x;
  if (k >= results)
    return;
  W value = Op::template start<W>();
  for (index_t r = 0; r < rows; ++r)
    value = Op::join(value, partial[r * results + k]);
  out[k] = static_cast<T>(value);
}

template <class T, class Op> void reduce_typed(const Node *a, const Layout &kept, Node *out) {
  using W = wide_t<T>;
  const Split s = split(a->layout, kept);
  if (s.kept.total == 0)
    return;
  const index_t wanted = s.rows ? (s.reduced.total + 4095) / 4096 : (s.reduced.total + 255) / 256;
  const index_t most = 1 + 65535 / (1 + s.kept.total / (s.rows ? 1 : threads));
  index_t chunks = wanted < most ? wanted : most;
  chunks = chunks < 1 ? 1 : chunks > 1024 ? 1024 : chunks;
  const index_t chunk = (s.reduced.total + chunks - 1) / chunks;
  const int device = a->device;
  Held partial(make_node(Shape(chunks * s.kept.total), sizeof(W), device));
  const T *from = reinterpret_cast<const T *>(a->data);
  W *to = reinterpret_cast<W *>(partial->data);
  On on(device);
  const unsigned groups = unsigned((s.kept.total + threads - 1) / threads);
  if (s.rows)
    reduce_rows<Op><<<dim3(unsigned(s.kept.total), unsigned(chunks)), threads, 0, stream()>>>(from, s, chunk, to);
  else
    reduce_columns<Op><<<dim3(groups, unsigned(chunks)), threads, 0, stream()>>>(from, s, chunk, to);
  check_launch(__FILE__, __LINE__);
  reduce_partials<Op><<<groups, threads, 0, stream()>>>(to, s.kept.total, chunks, reinterpret_cast<T *>(out->data));
  check_launch(__FILE__, __LINE__);
  count_arrays({a, partial.get()});
  count_arrays({partial.get(), out});
}

} // namespace

void reduce(const Node *a, const Layout &kept, Reduction op, DType type, Node *out) {
  with_type(type, "a reduction", [&](auto *t) {
    using T = std::remove_pointer_t<decltype(t)>;
    switch (op) {
    case Reduction::sum:
      return reduce_typed<T, SumOp>(a, kept, out);
    case Reduction::max:
      return reduce_typed<T, MaxOp>(a, kept, out);
    case Reduction::min:
      return reduce_typed<T, MinOp>(a, kept, out);
    }
  });
}

} // namespace device
} // namespace detail
} // namespace mixedad
