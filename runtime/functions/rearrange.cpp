//===- rearrange.cpp - the same elements in another shape or order --------===//
#include "common.h"

namespace mixedad {
namespace detail {

Node *reshape(Node *a, const Shape &asked) {
  required(a, "the array that is reshaped");
  Shape shape = asked;
  const index_t count = a->layout.count();
  index_t known = 1;
  int open = -1;
  for (int d = 0; d < shape.rank(); ++d) {
    if (shape[d] >= 0)
      known *= shape[d];
    else if (open < 0)
      open = d;
    else
      throw_shape("reshape", a->layout.shape(), asked);
  }
  if (open >= 0 && known > 0)
    shape[open] = count / known;
  if (shape.size() != count)
    throw_shape("reshape", a->layout.shape(), asked);
  if (shape == a->layout.shape()) {
    retain(a);
    return a;
  }
  if (a->flags & node_zero)
    return make_zeros(shape, a->element, a->device);
  Held packed(dense(a));
  return make_alias(packed.get(), dense_layout(shape), 0);
}

static Axes checked_order(const Axes &order, const Node *a) {
  const int rank = a->layout.rank;
  Axes full;
  if (order.count() == 0) {
    for (int d = rank; d-- > 0;)
      full.push_back(d);
    return full;
  }
  bool seen[max_rank] = {};
  for (index_t axis : order) {
    const int d = checked_axis(a, static_cast<int>(axis));
    if (seen[d])
      fail<shape_error>("mixedad: transpose names the dimension %d twice", d);
    seen[d] = true;
    full.push_back(d);
  }
  if (full.count() != rank)
    fail<shape_error>("mixedad: transpose of an array of rank %d with %d dimensions", rank, full.count());
  return full;
}

Node *transpose(Node *a, const Axes &order) {
  required(a, "the array that is transposed");
  const Axes full = checked_order(order, a);
  Layout layout;
  layout.rank = a->layout.rank;
  for (int d = 0; d < layout.rank; ++d) {
    layout.size[d] = a->layout.size[full[d]];
    layout.stride[d] = a->layout.stride[full[d]];
  }
  return make_alias(a, layout, 0);
}

Axes inverse_order(const Axes &order, int rank) {
  Axes inverse;
  for (int d = 0; d < rank; ++d)
    inverse.push_back(rank - 1 - d);
  for (int d = 0; d < order.count(); ++d)
    inverse[static_cast<int>(order[d] < 0 ? order[d] + rank : order[d])] = d;
  return inverse;
}

static void checked_range(const Node *a, int d, index_t &begin, index_t &end) {
  const index_t extent = a->layout.size[d], b = begin, e = end;
  begin += begin < 0 ? extent : 0;
  end += end < 0 ? extent : 0;
  if (begin < 0 || end > extent || begin > end) {
    char shape[200];
    fail<shape_error>("mixedad: the slice [%lld, %lld) of dimension %d is not within the shape %s",
                      static_cast<long long>(b), static_cast<long long>(e), d, print(a->layout.shape(), shape));
  }
}

Node *slice(Node *a, int axis, index_t begin, index_t end) {
  const int d = checked_axis(a, axis);
  checked_range(a, d, begin, end);
  Layout layout = a->layout;
  layout.size[d] = end - begin;
  return make_alias(a, layout, begin * layout.stride[d]);
}

Node *padded(const Node *part, const Shape &like, int axis, index_t begin) {
  Held out(make_node(like, part->element, part->device));
  const int d = checked_axis(out.get(), axis);
  begin += begin < 0 ? like[d] : 0;
  const index_t end = begin + part->layout.size[d];
  for (auto [from, to] : {std::pair<index_t, index_t>(0, begin), {end, like[d]}}) {
    Held gap(slice(out.get(), d, from, to));
    Held zero(make_zeros(gap->layout.shape(), part->element, part->device));
    copy_elements(gap.get(), zero.get());
  }
  Held middle(slice(out.get(), d, begin, end));
  copy_elements(middle.get(), part);
  return out.take();
}

Node *broadcast_to(Node *a, const Shape &shape) {
  required(a, "the array that is broadcast");
  Layout layout = dense_layout(shape);
  const int added = shape.rank() - a->layout.rank;
  if (added < 0)
    throw_shape("broadcast_to", shape, a->layout.shape());
  for (int d = 0; d < shape.rank(); ++d) {
    const index_t extent = d < added ? 1 : a->layout.size[d - added];
    if (extent != shape[d] && extent != 1)
      throw_shape("broadcast_to", shape, a->layout.shape());
    layout.stride[d] = extent == 1 ? 0 : a->layout.stride[d - added];
  }
  return make_alias(a, layout, 0);
}

Node *concatenate(Node *const *parts, std::size_t count, int axis) {
  if (count == 0)
    fail<argument_error>("mixedad: concatenate of no arrays");
  const int d = checked_axis(parts[0], axis);
  Shape shape = parts[0]->layout.shape();
  for (std::size_t k = 1; k < count; ++k) {
    Shape same = required(parts[k], "an array that is concatenated")->layout.shape();
    if (same.rank() == shape.rank()) {
      shape[d] += same[d];
      same[d] = shape[d];
    }
    if (same != shape)
      throw_shape("an array that is concatenated", parts[0]->layout.shape(), parts[k]->layout.shape());
  }
  Held out(make_node(shape, parts[0]->element, parts[0]->device));
  index_t begin = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const index_t end = begin + parts[k]->layout.size[d];
    Held place(slice(out.get(), d, begin, end));
    copy_elements(place.get(), parts[k]);
    begin = end;
  }
  return out.take();
}

} // namespace detail
} // namespace mixedad
