//===- node.h - what an Array's handle points to --------------------------===//
//
// One reference-counted block holds an array's layout and, for arrays on the host that own their elements, the
// elements too, so that making an array is one allocation and copying one is one increment. Everything here is
// independent of the element type and lives in the runtime library; headers stay light.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_NODE_H
#define MIXEDAD_DETAIL_NODE_H

#include "mixedad/shape.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

/// Extents and strides, outermost first, strides in elements.
struct Layout {
  int rank = 0;
  index_t size[max_rank];
  index_t stride[max_rank];
  index_t count() const {
    index_t n = 1;
    for (int i = 0; i < rank; ++i)
      n *= size[i];
    return n;
  }
  Shape shape() const { return Shape::from(size, rank); }
  bool same_shape(const Layout &other) const;
  bool contiguous() const;
};
Layout dense_layout(const Shape &shape);

enum NodeFlags : unsigned {
  node_zero = 1,     ///< every element is 0 and none has memory of its own: the cheap zero of a given shape
  node_writable = 2, ///< a window on memory of the user's that writes go through to
  node_window = 4,   ///< looks at memory that it does not own and that no other node owns
};

struct Node {
  int refs = 1;
  int device = -1;          ///< -1: host
  unsigned flags = 0;
  unsigned element = 0;     ///< bytes
  Node *owner = nullptr;    ///< keeps the memory alive when it is another node's
  char *data = nullptr;     ///< of element (0, ..., 0)
  std::size_t capacity = 0; ///< bytes of the block at data, when it is a device's
  Layout layout;
};

/// Dense and not initialized.
Node *make_node(const Shape &shape, std::size_t element, int device);
/// All zero, no memory.
Node *make_zeros(const Shape &shape, std::size_t element, int device);
/// Every element is a copy of the one at `value`, which is stored once.
Node *make_constant(const Shape &shape, std::size_t element, int device, const void *value);
/// Another look at a node's memory.
Node *make_alias(Node *of, const Layout &layout, index_t offset);
/// The user's memory. Throws argument_error when data is null and the shape is not empty.
Node *make_window(void *data, const Layout &layout, std::size_t element, int device, bool writable);
void destroy(Node *node) noexcept;

inline void retain(Node *node) noexcept {
  if (node)
    __atomic_fetch_add(&node->refs, 1, __ATOMIC_RELAXED);
}
inline void release(Node *node) noexcept {
  if (node && __atomic_fetch_sub(&node->refs, 1, __ATOMIC_ACQ_REL) == 1)
    destroy(node);
}

/// No handle but the caller's, and `besides` others that do not matter, refers to the node.
inline bool sole_handle(const Node *node, int besides = 0) noexcept {
  return __atomic_load_n(&node->refs, __ATOMIC_ACQUIRE) == 1 + besides;
}
/// Dense memory of the node's own, or of the user's that may be written.
bool writable_dense(const Node *node) noexcept;
/// No other handle sees this node's memory, and it is dense: its elements may be changed in place.
inline bool unique_dense(const Node *node) noexcept { return sole_handle(node) && writable_dense(node); }
/// A dense node with the same elements on the given device: the node itself, retained, when it is one.
Node *densified(Node *node, int device);
/// For a loop in row-major order: packed first when its neighbours lie far apart in memory, else the node itself.
Node *packed_if_scattered(Node *node);
/// The node through which elements may be written, dense or a writable window, keeping the elements or not.
/// Takes over the caller's reference. Other handles keep what they saw.
Node *detached(Node *node, bool keep_elements);
/// Elements from `from` to `to`, of one shape; any layouts, any devices.
void copy_elements(Node *to, const Node *from);
/// All elements in order, to or from dense host memory.
void read_elements(const Node *from, void *to);
void write_elements(Node *to, const void *from);
/// The element at the given indices, on the host. Throws when an index is out of range.
void read_element(const Node *from, const index_t *indices, int count, void *to);
void write_element(Node *to, const index_t *indices, int count, const void *from);
/// The only element. Throws shape_error when there is not exactly one.
void read_scalar(const Node *from, void *to);

[[noreturn]] void throw_empty(const char *what);
/// There is no dimension `axis`, counted from the last when negative.
[[noreturn]] void throw_axis(const char *what, int axis, const Shape &shape);
/// A view of someone else's memory whose elements are not in one piece.
[[noreturn]] void throw_strided(const char *what);
[[noreturn]] void throw_shape(const char *what, const Shape &expected, const Shape &got);

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
