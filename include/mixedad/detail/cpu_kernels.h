//===- cpu_kernels.h - a kernel's inputs on the host ----------------------===//
//
// Operands are pointers to dense elements, in place or in a tile, or scalars; see loop.h.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_CPU_KERNELS_H
#define MIXEDAD_DETAIL_CPU_KERNELS_H

#include "mixedad/array.h"
#include "mixedad/detail/chunks.h"
#include "mixedad/detail/pack.h"
#include "mixedad/detail/parallel.h"
#include "mixedad/detail/sums.h"

#include "mixedad/detail/names_begin.h"

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

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
