//===- stacks.h - how two arrays of matrices meet in a product ------------===//
#ifndef MIXEDAD_RUNTIME_FUNCTIONS_STACKS_H
#define MIXEDAD_RUNTIME_FUNCTIONS_STACKS_H

#include "common.h"

#include <memory>

namespace mixedad {
namespace detail {

/// A matrix within an array, as BLAS sees it: row-major, or the transpose of a row-major one.
template <class T> struct MatrixOf {
  const T *data;
  index_t leading;
  bool transposed;

  /// A matrix of rows x columns in the last two dimensions of a node that is_matrix_layout() accepted.
  MatrixOf(const Node *node, index_t offset, index_t rows, index_t columns)
      : data(reinterpret_cast<const T *>(node->data) + offset) {
    const Layout &l = node->layout;
    index_t row = l.stride[l.rank - 2], column = l.stride[l.rank - 1];
    transposed = columns > 1 && column != 1;
    leading = transposed ? (columns > 1 ? column : rows) : (rows > 1 ? row : columns);
    const index_t least = transposed ? rows : columns;
    leading = leading < least ? least : leading;
    leading = leading < 1 ? 1 : leading;
  }
  MatrixOf(const T *dense, index_t, index_t columns) : data(dense), leading(columns < 1 ? 1 : columns), transposed(false) {}
  T at(index_t i, index_t j) const { return transposed ? data[j * leading + i] : data[i * leading + j]; }
};

/// The last two dimensions can be read as MatrixOf without a copy.
inline bool is_matrix_layout(const Layout &l) {
  const index_t rows = l.size[l.rank - 2], columns = l.size[l.rank - 1];
  const index_t row = l.stride[l.rank - 2], column = l.stride[l.rank - 1];
  if (columns <= 1 || column == 1)
    return rows <= 1 || row >= columns;
  return (rows <= 1 || row == 1) && column >= rows;
}

/// The matrices of both arrays, stack by stack. `left` and `right` receive the arrays in a layout that BLAS reads.
struct Stacks {
  index_t m, n, k, count;
  Shape shape; ///< of the result

  Stacks(const Node *a, const Node *b, Held &left, Held &right) {
    const bool row = a->layout.rank == 1, column = b->layout.rank == 1;
    Node *const la = with_matrix(a, true), *const lb = with_matrix(b, false);
    Held hold_a(la), hold_b(lb);
    const Layout &x = la->layout, &y = lb->layout;
    m = x.size[x.rank - 2];
    k = x.size[x.rank - 1];
    n = y.size[y.rank - 1];
    if (y.size[y.rank - 2] != k)
      throw_shape("matmul: the right array", Shape(k, n), b->layout.shape());
    if (a->device != b->device)
      fail<device_error>("mixedad: matmul of arrays on different devices (%d and %d, -1 is the host)", a->device, b->device);
    stack_dimensions(x, y, b);
    if (!row)
      shape.push_back(m);
    if (!column)
      shape.push_back(n);
    readable(hold_a, left);
    readable(hold_b, right);
    fold_stacks(left.get(), y);
    offsets_.plan(stacks_, left->layout, right->layout);
  }

  index_t offset_a(index_t i) const { return offsets_.a(i); }
  index_t offset_b(index_t i) const { return offsets_.b(i); }

private:
  struct Offsets {
    Loop loop;
    Access accesses[2];
    Layout outer[2];
    void plan(const Shape &stacks, const Layout &x, const Layout &y) {
      const Layout *const layouts[2] = {&x, &y};
      for (int k = 0; k < 2; ++k) {
        outer[k] = *layouts[k];
        outer[k].rank = stacks.rank() == 0 ? 0 : outer[k].rank - 2;
        accesses[k] = Access(nullptr, outer[k], 1);
      }
      plan_loop(loop, stacks, accesses, 2);
    }
    index_t a(index_t i) const { return loop.offset(accesses[0], i); }
    index_t b(index_t i) const { return loop.offset(accesses[1], i); }
  } offsets_;
  Shape stacks_;

  static Node *with_matrix(const Node *node, bool left) {
    Node *n = const_cast<Node *>(node);
    if (node->layout.rank == 0)
      throw_shape("matmul: an array", Shape(1), Shape());
    if (node->layout.rank > 1) {
      retain(n);
      return n;
    }
    Layout l = node->layout; // a row on the left, a column on the right
    l.rank = 2;
    l.size[1] = left ? l.size[0] : 1;
    l.stride[1] = left ? l.stride[0] : 1;
    l.size[0] = left ? 1 : l.size[0];
    l.stride[0] = left ? 0 : l.stride[0];
    return make_alias(n, l, 0);
  }

  void stack_dimensions(const Layout &x, const Layout &y, const Node *b) {
    const int rank = (x.rank > y.rank ? x.rank : y.rank) - 2;
    count = 1;
    for (int d = 0; d < rank; ++d) {
      const int dx = d - (rank - (x.rank - 2)), dy = d - (rank - (y.rank - 2));
      const index_t ex = dx < 0 ? 1 : x.size[dx], ey = dy < 0 ? 1 : y.size[dy];
      if (ex != ey && ex != 1 && ey != 1)
        throw_shape("matmul: the right array", x.shape(), b->layout.shape());
      stacks_.push_back(ex == 1 ? ey : ex);
      count *= ex == 1 ? ey : ex;
      shape.push_back(ex == 1 ? ey : ex);
    }
  }

  static void readable(Held &from, Held &to) {
    to.reset(is_matrix_layout(from->layout) ? from.take() : dense(from.get()));
  }

  /// Many stacks on the left times one matrix are one tall product.
  void fold_stacks(const Node *left, const Layout &y) {
    if (y.rank != 2 || count <= 1 || !left->layout.contiguous() || left->layout.count() != count * m * k)
      return;
    m *= count;
    count = 1;
    stacks_ = Shape();
  }
};

} // namespace detail
} // namespace mixedad
#endif
