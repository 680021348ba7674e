//===- loop.h - how a loop over arrays is laid out ------------------------===//
//
// The indices of the result are numbered 0..total in row-major order. Neighbouring dimensions that every array
// steps through alike are merged, so that most loops have one dimension. On the host a loop runs tile by tile: an
// array whose elements lie in the loop's own order is read where it is, any other is first copied into a tile that
// stays in the L1 cache; so there is one inner loop, it is always contiguous, and it vectorizes whatever the shapes.
// On a device each element finds its place by Loop::offset. Nothing here depends on element types.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_LOOP_H
#define MIXEDAD_DETAIL_LOOP_H

#include "mixedad/detail/node.h"
#include "mixedad/half.h"
#include "mixedad/detail/support.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

/// Elements in a tile: large enough to hide the cost of a tile, small enough that a dozen fit into L1.
inline constexpr index_t tile_elements = 512;

/// One array of a loop.
struct Access {
  char *base = nullptr;
  const Layout *layout = nullptr; ///< as given, until plan_loop()
  unsigned element = 0;
  bool direct = false;             ///< element i of the loop is element i in memory
  index_t stride[max_rank];        ///< after plan_loop(): per merged dimension, in elements, 0 where broadcast
  const void *splat = nullptr;     ///< what a tile was filled with last, when it is the same element throughout
  index_t splat_length = 0;

  Access() = default;
  Access(char *data, const Layout &l, unsigned element_bytes) : base(data), layout(&l), element(element_bytes) {}
  explicit Access(const Node *node) : Access(node->data, node->layout, node->element) {}
};

struct Loop {
  int rank = 0;
  index_t size[max_rank]; ///< merged dimensions, outermost first
  index_t total = 0;
  bool direct = false;    ///< every array is
  bool whole_rows = false; ///< tiles are rows, read and written where they are: nothing is copied to a tile

  /// Where element `at` of the loop is in an array, in elements. Divides in 32 bits where that is enough: that is
  /// several times faster, on the device most of all.
  MIXEDAD_HD index_t offset(const index_t *stride, index_t at) const {
    return total <= 0x7fffffff ? offset_in(stride, static_cast<std::uint32_t>(at))
                               : offset_in(stride, static_cast<std::uint64_t>(at));
  }
  template <class I> MIXEDAD_HD index_t offset_in(const index_t *stride, I at) const {
    index_t where = 0;
    for (int d = rank - 1; d > 0; --d) {
      const I outer = at / static_cast<I>(size[d]);
      where += static_cast<index_t>(at - outer * static_cast<I>(size[d])) * stride[d];
      at = outer;
    }
    return where + static_cast<index_t>(at) * stride[0];
  }
  index_t offset(const Access &a, index_t at) const { return offset(a.stride, at); }

  /// Length of the tile that starts at `at`; it stays within one row where rows are long.
  index_t tile_length(index_t at, index_t end) const {
    index_t n = end - at;
    if (direct)
      return n;
    if (whole_rows) {
      const index_t left = size[rank - 1] - at % size[rank - 1];
      return n < left ? n : left;
    }
    if (n > tile_elements)
      n = tile_elements;
    const index_t row = size[rank - 1];
    if (row >= tile_elements / 4) {
      const index_t left = row - at % row;
      if (n > left)
        n = left;
    }
    return n;
  }
};

/// Whether every array lies in place along the innermost dimension, and that is longer than a tile.
bool has_rows_in_place(const Loop &loop, const Access *accesses, int count);
/// Fills in the loop over `shape` and the accesses' strides. Every layout must broadcast to the shape; an access
/// without one is a scalar's and is left alone.
void plan_loop(Loop &loop, const Shape &shape, Access *accesses, int count);

/// The n elements from `at` on, densely: where they are, or copied to `tile`, which belongs to this access alone.
const void *gather_tile(const Loop &loop, Access &access, index_t at, index_t n, void *tile);
/// The reverse.
void scatter_tile(const Loop &loop, const Access &access, index_t at, index_t n, const void *values);

/// The common shape and device of a broadcast's operands; null nodes are scalars. Throws shape_error and
/// device_error that name the operand, argument_error for an empty array.
struct Target {
  Shape shape;
  int device = -1;
};
Target broadcast_target(Node *const *operands, const bool *is_scalar, int count);

/// For the statistics: one loop over these arrays.
void count_kernel(const Loop &loop, const Access *accesses, int count);
void count_bytes(std::uint64_t bytes);

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
