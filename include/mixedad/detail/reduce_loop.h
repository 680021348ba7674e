//===- reduce_loop.h - reductions on the host -----------------------------===//
//
// A reduction is the transpose of a broadcast: the loop runs over the input, and the result is an array that the loop
// steps through with stride 0 along the reduced dimensions. Blocks reduce into rows of their own that are combined
// pairwise, so the result depends on the shape alone.
//
// The runtime has these loops for numbers. Sums of objects are compiled in the program, which knows how they add up.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_REDUCE_LOOP_H
#define MIXEDAD_DETAIL_REDUCE_LOOP_H

#include "mixedad/detail/cpu_kernels.h"
#include "mixedad/detail/dtype.h"
#include "mixedad/detail/shadows.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

struct SumOp {
  template <class W> static W start() { return detail::zeroed<W>(); }
  template <class W> static void join(W &a, const W &b) { add_to(a, b); }
  template <class T>
  static void tile(const Loop &loop, const index_t *stride, index_t at, index_t n, const T *values, wide_t<T> *into) {
    reduce_tile(loop, stride, at, n, values, into);
  }
};

/// Reduces into `kept`, a dense layout that broadcasts to a's shape.
template <class T, class Op> void reduce_loop(const Node *a, const Layout &kept, T *out) {
  using W = wide_t<T>;
  Access accesses[2] = {Access(a), Access(nullptr, kept, sizeof(W))};
  Loop loop;
  plan_loop(loop, a->layout.shape(), accesses, 2);
  loop.direct = false;
  const index_t results = kept.count();
  if (loop.total == 0) {
    for (index_t i = 0; i < results; ++i)
      out[i] = static_cast<T>(Op::template start<W>());
    return;
  }
  count_kernel(loop, accesses, 2);
  const index_t row = loop.total / loop.size[0];
  const Blocks blocks = cut_into_blocks(loop.size[0], row);
  const index_t parts = accesses[1].stride[0] == 0 ? blocks.count : 1;
  const Scratch memory(static_cast<std::size_t>(parts * results) * sizeof(W));
  W *const partial = static_cast<W *>(memory.data);
  for (index_t i = 0; i < parts * results; ++i)
    partial[i] = Op::template start<W>();
  for_blocks(blocks.count, [&](index_t block) {
    index_t from = block * blocks.rows_each * row, end = from + blocks.rows_each * row;
    end = end < loop.total ? end : loop.total;
    Access mine = accesses[0];
    Tile<T> tile;
    while (from < end) {
      const index_t n = loop.tile_length(from, end);
      Op::template tile<T>(loop, accesses[1].stride, from, n, static_cast<const T *>(gather_tile(loop, mine, from, n, tile.bytes)),
                           partial + (parts == 1 ? 0 : block * results));
      from += n;
    }
  });
  for (index_t step = 1; step < parts; step *= 2)
    for (index_t p = 0; p + step < parts; p += 2 * step)
      for (index_t i = 0; i < results; ++i)
        Op::join(partial[p * results + i], partial[(p + step) * results + i]);
  for (index_t i = 0; i < results; ++i)
    out[i] = static_cast<T>(partial[i]);
}

//--- Sums of any elements -------------------------------------------------------------------------------------------

[[noreturn]] void throw_objects_on_device();

/// The sums of objects on a device, as sums of the numbers that they are.
template <class T> Node *sum_parts(Node *a, const Shape &shape) {
  using Parts = parts_of<T>;
  if constexpr (Parts::count == 0) {
    throw_objects_on_device();
  } else {
    Node *const numbers = make_parts(a, Parts::count);
    Shape longer = shape;
    longer.push_back(Parts::count);
    Node *const sums = sum_to(numbers, longer, dtype_of<typename Parts::type>);
    release(numbers);
    Node *const objects = make_whole(sums, Parts::count);
    release(sums);
    return objects;
  }
}

/// Sums over the dimensions along which an array of this shape was broadcast: the transpose of broadcast_to.
template <class T> Node *sum_to(Node *a, const Shape &shape) {
  if constexpr (dtype_of<T> != DType::other) {
    return sum_to(a, shape, dtype_of<T>);
  } else {
    if (!a)
      throw_empty("the array that is summed");
    if (a->layout.shape() == shape) {
      retain(a);
      return a;
    }
    if (a->device >= 0)
      return sum_parts<T>(a, shape);
    Array<T> out = Array<T>::uninitialized(shape);
    reduce_loop<T, SumOp>(a, out.node()->layout, reinterpret_cast<T *>(out.node()->data));
    retain(out.node());
    return out.node();
  }
}

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
