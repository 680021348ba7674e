//===- node.cpp - arrays, independent of their element type ---------------===//
#include "internal.h"
#include "mixedad/detail/dtype.h"
#include "mixedad/detail/loop.h"
#include "mixedad/view.h"

#include <cstring>
#include <new>

namespace mixedad {
namespace detail {

bool Layout::same_shape(const Layout &other) const {
  if (rank != other.rank)
    return false;
  for (int i = 0; i < rank; ++i)
    if (size[i] != other.size[i])
      return false;
  return true;
}

bool Layout::contiguous() const {
  index_t step = 1;
  for (int i = rank; i-- > 0;) {
    if (size[i] == 0)
      return true;
    if (size[i] != 1 && stride[i] != step)
      return false;
    step *= size[i];
  }
  return true;
}

Layout dense_layout(const Shape &shape) {
  Layout l;
  l.rank = shape.rank();
  index_t step = 1;
  for (int i = l.rank; i-- > 0;) {
    if (shape[i] < 0 || (shape[i] > 0 && step > (index_t(1) << 46) / shape[i]))
      throw_shape("a new array", Shape(), shape);
    l.size[i] = shape[i];
    l.stride[i] = step;
    step *= shape[i];
  }
  return l;
}

Layout strided_layout(const Shape &shape, const Strides &strides) {
  if (shape.rank() != strides.rank())
    throw_shape("the strides", shape, strides);
  Layout l = dense_layout(shape);
  for (int i = 0; i < l.rank; ++i)
    l.stride[i] = strides[i];
  return l;
}

namespace {

constexpr std::size_t node_room = (sizeof(Node) + 63) / 64 * 64;

Node *bare_node(std::size_t bytes_behind) {
  return ::new (host_allocate(node_room + bytes_behind)) Node;
}

char *behind(Node *node) { return reinterpret_cast<char *>(node) + node_room; }

void stride_zero(Layout &l) {
  for (int i = 0; i < l.rank; ++i)
    l.stride[i] = 0;
}

const char *offset(const Node *node, const index_t *indices, int count) {
  const Layout &l = node->layout;
  if (count != l.rank)
    fail<shape_error>("mixedad: an element of an array of rank %d was asked for with %d indices", l.rank, count);
  index_t at = 0;
  for (int i = 0; i < count; ++i) {
    if (indices[i] < 0 || indices[i] >= l.size[i]) {
      char shape[200];
      fail<shape_error>("mixedad: index %lld of dimension %d is out of range for the shape %s",
                        static_cast<long long>(indices[i]), i, print(l.shape(), shape));
    }
    at += indices[i] * l.stride[i];
  }
  return node->data + at * static_cast<index_t>(node->element);
}

} // namespace

Node *make_node(const Shape &shape, std::size_t element, int device) {
  const Layout layout = dense_layout(shape);
  const std::size_t bytes = static_cast<std::size_t>(layout.count()) * element;
  if (device >= 0)
    require_device(device);
  Node *node = bare_node(device < 0 ? bytes : 0);
  node->element = static_cast<unsigned>(element);
  node->layout = layout;
  node->data = behind(node);
  if (device >= 0) {
    try {
      node->data = static_cast<char *>(device_allocate(bytes, device));
    } catch (...) {
      host_free(node);
      throw;
    }
    node->device = device;
    node->capacity = bytes;
  }
  return node;
}

Node *make_constant(const Shape &shape, std::size_t element, int device, const void *value) {
  const Layout layout = dense_layout(shape);
  Node *node = make_node(Shape(1), element, device);
  if (device < 0)
    std::memcpy(node->data, value, element);
  else
    device_set(node->data, value, element, device);
  node->layout = layout;
  stride_zero(node->layout);
  return node;
}

Node *make_zeros(const Shape &shape, std::size_t element, int device) {
  const char zero[64] = {};
  if (element > sizeof(zero))
    fail<argument_error>("mixedad: an element of %zu bytes; arrays hold elements of up to %zu", element, sizeof(zero));
  Node *node = make_constant(shape, element, device, zero);
  node->flags = node_zero;
  return node;
}

Node *make_alias(Node *of, const Layout &layout, index_t first) {
  Node *owner = of->owner ? of->owner : of;
  Node *node = bare_node(0);
  node->device = of->device;
  node->element = of->element;
  node->flags = of->flags & node_zero;
  if ((of->flags & node_window) && !of->owner)
    node->flags |= node_window; // memory of the user's: nothing to keep alive
  else
    retain(node->owner = owner);
  node->data = of->data + first * static_cast<index_t>(of->element);
  node->layout = layout;
  return node;
}

Node *make_parts(Node *a, int count) {
  Layout layout = a->layout;
  if (layout.rank == max_rank)
    fail<shape_error>("mixedad: arrays of objects on a device have at most %d dimensions here", max_rank - 1);
  for (int d = 0; d < layout.rank; ++d)
    layout.stride[d] *= count;
  layout.size[layout.rank] = count;
  layout.stride[layout.rank++] = 1;
  Node *numbers = make_alias(a, layout, 0);
  numbers->element = a->element / static_cast<unsigned>(count);
  return numbers;
}

Node *make_whole(Node *numbers, int count) {
  Layout layout = numbers->layout;
  --layout.rank;
  for (int d = 0; d < layout.rank; ++d)
    layout.stride[d] /= count;
  Node *objects = make_alias(numbers, layout, 0);
  objects->element = numbers->element * static_cast<unsigned>(count);
  return objects;
}

Node *make_window(void *data, const Layout &layout, std::size_t element, int device, bool writable) {
  if (!data && layout.count() != 0)
    throw_empty("view: the pointer");
  if (device >= 0)
    require_device(device);
  Node *node = bare_node(0);
  node->device = device;
  node->element = static_cast<unsigned>(element);
  node->flags = node_window | (writable ? node_writable : 0u);
  node->data = static_cast<char *>(data);
  node->layout = layout;
  return node;
}

void destroy(Node *node) noexcept {
  if (node->owner)
    release(node->owner);
  else if (node->device >= 0 && !(node->flags & node_window))
    device_free(node->data, node->capacity, node->device);
  host_free(node);
}

bool writable_dense(const Node *node) noexcept {
  return !node->owner && !(node->flags & node_zero) && (!(node->flags & node_window) || (node->flags & node_writable)) && node->layout.contiguous();
}

Node *densified(Node *node, int device) {
  if (node->device == device && node->layout.contiguous()) {
    retain(node);
    return node;
  }
  Node *dense;
  if (node->flags & node_zero && node->device != device)
    return make_zeros(node->layout.shape(), node->element, device);
  dense = make_node(node->layout.shape(), node->element, device);
  try {
    copy_elements(dense, node);
  } catch (...) {
    release(dense);
    throw;
  }
  return dense;
}

Node *packed_if_scattered(Node *node) {
  const Layout &l = node->layout;
  const int last = l.rank - 1;
  constexpr index_t worth_it = 4096;
  if (l.rank < 2 || node->device >= 0 || (node->flags & node_zero) || l.stride[last] == 0 || l.stride[last] == 1 ||
      l.stride[last] == -1 || l.size[last] < 8 || l.count() < worth_it) {
    retain(node);
    return node;
  }
  return densified(node, node->device);
}

Node *detached(Node *node, bool keep_elements) {
  if (!node)
    throw_empty("the array that is written to");
  if (unique_dense(node))
    return node;
  if (node->flags & node_writable) {
    if (sole_handle(node))
      return node;
    // The writer keeps the user's memory; the other handles' node gets elements of its own.
    Node *window = make_window(node->data, node->layout, node->element, node->device, true);
    Node *copy;
    try {
      copy = make_node(node->layout.shape(), node->element, node->device);
    } catch (...) {
      release(window);
      throw;
    }
    copy_elements(copy, window);
    node->owner = copy;
    node->data = copy->data;
    node->layout = copy->layout;
    node->flags = 0;
    release(node);
    return window;
  }
  Node *mine = make_node(node->layout.shape(), node->element, node->device);
  if (keep_elements)
    copy_elements(mine, node);
  release(node);
  return mine;
}

namespace {

void copy_on_host(char *to, const Layout &to_layout, const char *from, const Layout &from_layout, unsigned element) {
  Access accesses[2] = {Access(to, to_layout, element), Access(const_cast<char *>(from), from_layout, element)};
  Loop loop;
  plan_loop(loop, to_layout.shape(), accesses, 2);
  if (loop.total == 0)
    return;
  if (accesses[0].direct && accesses[1].direct) {
    std::memcpy(to, from, static_cast<std::size_t>(loop.total) * element);
    return;
  }
  alignas(64) char tile[tile_elements * 16];
  const index_t step = element <= 16 ? tile_elements : 0;
  if (!step) { // large records, one by one
    for (index_t i = 0; i < loop.total; ++i)
      std::memcpy(to + loop.offset(accesses[0], i) * element, from + loop.offset(accesses[1], i) * element, element);
    return;
  }
  for (index_t at = 0; at < loop.total;) {
    const index_t n = loop.tile_length(at, loop.total);
    const void *values = gather_tile(loop, accesses[1], at, n, tile);
    scatter_tile(loop, accesses[0], at, n, values);
    at += n;
  }
}

/// A transposed copy, square by square: column by column every element would cost a cache line.
template <class E> void transpose_squares(E *to, const E *from, index_t rows, index_t columns, index_t row_stride,
                                          index_t column_stride) {
  constexpr index_t side = 32;
  for (index_t i0 = 0; i0 < rows; i0 += side)
    for (index_t j0 = 0; j0 < columns; j0 += side) {
      const index_t i1 = i0 + side < rows ? i0 + side : rows, j1 = j0 + side < columns ? j0 + side : columns;
      for (index_t i = i0; i < i1; ++i)
        for (index_t j = j0; j < j1; ++j)
          to[i * columns + j] = from[i * row_stride + j * column_stride];
    }
}

/// Packs a layout whose last dimension is strided and another one is not. Returns false when it is none of those.
bool pack_transposed(char *to, const char *from, const Layout &l, unsigned element) {
  const int last = l.rank - 1;
  if (l.rank < 2 || l.stride[last] == 0 || l.stride[last] == 1 || l.stride[last] == -1 || (element != 4 && element != 8))
    return false;
  int d = last - 1;
  if (l.stride[d] != 1 || l.size[d] < 8 || l.size[last] < 8)
    return false;
  Layout outer = l;
  outer.rank = l.rank - 2;
  Loop loop;
  Access access(nullptr, outer, 1);
  plan_loop(loop, outer.shape(), &access, 1);
  const index_t each = l.size[d] * l.size[last];
  const index_t squares = (l.size[d] + 31) / 32;
  struct Work {
    char *to;
    const char *from;
    const Layout &l;
    const Loop &loop;
    const Access &access;
    index_t each, squares;
    unsigned element;
    int d, last;
  } work{to, from, l, loop, access, each, squares, element, d, last};
  parallel_blocks(
      loop.total * squares,
      [](void *context, index_t block) {
        const Work &w = *static_cast<Work *>(context);
        const index_t matrix = block / w.squares, row = block % w.squares * 32;
        const index_t rows = w.l.size[w.d] - row < 32 ? w.l.size[w.d] - row : 32;
        const index_t target = matrix * w.each + row * w.l.size[w.last];
        const index_t source = w.loop.offset(w.access, matrix) + row * w.l.stride[w.d];
        if (w.element == 4)
          transpose_squares(reinterpret_cast<std::uint32_t *>(w.to) + target,
                            reinterpret_cast<const std::uint32_t *>(w.from) + source, rows, w.l.size[w.last],
                            w.l.stride[w.d], w.l.stride[w.last]);
        else
          transpose_squares(reinterpret_cast<std::uint64_t *>(w.to) + target,
                            reinterpret_cast<const std::uint64_t *>(w.from) + source, rows, w.l.size[w.last],
                            w.l.stride[w.d], w.l.stride[w.last]);
      },
      &work);
  return true;
}

Direction direction(const Node *to, const Node *from) {
  return to->device < 0 ? Direction::to_host : from->device < 0 ? Direction::to_device : Direction::on_device;
}

} // namespace

void copy_elements(Node *to, const Node *from) {
  if (!to->layout.same_shape(from->layout))
    throw_shape("the array that is copied", to->layout.shape(), from->layout.shape());
  if (to->device < 0 && from->device < 0) {
    count_arrays({to, from});
    if (!to->layout.contiguous() || !pack_transposed(to->data, from->data, from->layout, to->element))
      copy_on_host(to->data, to->layout, from->data, from->layout, to->element);
    return;
  }
  const int device = to->device >= 0 ? to->device : from->device;
  if (to->device == from->device) {
    count_arrays({to, from});
    device_copy_strided(to->data, to->layout, from->data, from->layout, to->element, device);
    return;
  }
  // Between host and device both sides are packed first.
  count(counters.copies);
  Node *packed = densified(const_cast<Node *>(from), from->device);
  Node *target = to->layout.contiguous() ? (retain(to), to) : make_node(to->layout.shape(), to->element, to->device);
  device_copy(target->data, packed->data, static_cast<std::size_t>(to->layout.count()) * to->element,
              direction(to, from), device);
  if (target != to)
    copy_elements(to, target);
  release(target);
  release(packed);
}

void read_elements(const Node *from, void *to) {
  if (from->layout.count() == 0)
    return;
  Node *host_side = make_window(to, dense_layout(from->layout.shape()), from->element, -1, true);
  copy_elements(host_side, from);
  release(host_side);
}

void write_elements(Node *to, const void *from) {
  if (to->layout.count() == 0)
    return;
  Node *host_side = make_window(const_cast<void *>(from), dense_layout(to->layout.shape()), to->element, -1, false);
  copy_elements(to, host_side);
  release(host_side);
}

void read_element(const Node *from, const index_t *indices, int count, void *to) {
  if (!from)
    throw_empty("the array that is read");
  const char *at = offset(from, indices, count);
  if (from->device < 0)
    std::memcpy(to, at, from->element);
  else
    device_copy(to, at, from->element, Direction::to_host, from->device);
}

void write_element(Node *to, const index_t *indices, int count, const void *from) {
  char *at = const_cast<char *>(offset(to, indices, count));
  if (to->device < 0)
    std::memcpy(at, from, to->element);
  else
    device_copy(at, from, to->element, Direction::to_device, to->device);
}

void read_scalar(const Node *from, void *to) {
  if (!from)
    throw_empty("the array that is converted to a number");
  if (from->layout.count() != 1)
    throw_shape("the array that is converted to a number", Shape(), from->layout.shape());
  const index_t first[max_rank] = {};
  read_element(from, first, from->layout.rank, to);
}

} // namespace detail
} // namespace mixedad
