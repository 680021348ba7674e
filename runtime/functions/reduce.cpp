//===- reduce.cpp - sums, extremes and their positions --------------------===//
//
// The loop is in reduce_loop.h.
//
//===----------------------------------------------------------------------===//
#include "common.h"
#include "mixedad/detail/reduce_loop.h"

#include <limits>
#include <memory>

namespace mixedad {
namespace detail {
namespace {

template <class Op, class W, class T> W pick_run(const T *values, index_t n) {
  constexpr int lanes = 8;
  W lane[lanes];
  for (W &l : lane)
    l = Op::template start<W>();
  index_t i = 0;
  for (; i + lanes <= n; i += lanes)
    for (int l = 0; l < lanes; ++l)
      lane[l] = Op::pick(lane[l], static_cast<W>(values[i + l]));
  for (; i < n; ++i)
    lane[0] = Op::pick(lane[0], static_cast<W>(values[i]));
  for (int l = 1; l < lanes; ++l)
    lane[0] = Op::pick(lane[0], lane[l]);
  return lane[0];
}

template <class Op, class T, class W>
void pick_tile(const Loop &loop, const index_t *stride, index_t at, index_t n, const T *tile, W *result) {
  const int inner = loop.rank - 1;
  const index_t row = loop.size[inner], step = stride[inner];
  while (n > 0) {
    W *into = result + loop.offset(stride, at);
    const index_t left = row - at % row, run = left < n ? left : n;
    if (step == 0)
      *into = Op::pick(*into, pick_run<Op, W>(tile, run));
    else
      for (index_t i = 0; i < run; ++i)
        into[i * step] = Op::pick(into[i * step], static_cast<W>(tile[i]));
    tile += run;
    at += run;
    n -= run;
  }
}

template <class Own> struct ExtremeOp {
  template <class W> static void join(W &a, const W &b) { a = Own::pick(a, b); }
  template <class T>
  static void tile(const Loop &loop, const index_t *stride, index_t at, index_t n, const T *values, wide_t<T> *into) {
    pick_tile<Own>(loop, stride, at, n, values, into);
  }
};
/// A NaN stays.
struct MaxOp : ExtremeOp<MaxOp> {
  template <class W> static W start() {
    return std::numeric_limits<W>::has_infinity ? -std::numeric_limits<W>::infinity() : std::numeric_limits<W>::lowest();
  }
  template <class W> static W pick(W a, W b) { return b > a || b != b ? b : a; }
};
struct MinOp : ExtremeOp<MinOp> {
  template <class W> static W start() {
    return std::numeric_limits<W>::has_infinity ? std::numeric_limits<W>::infinity() : std::numeric_limits<W>::max();
  }
  template <class W> static W pick(W a, W b) { return b < a || b != b ? b : a; }
};

void reduce_any(const Node *a, const Layout &kept, Reduction op, DType type, void *out) {
  with_type(type, "a reduction", [&](auto *t) {
    using T = std::remove_pointer_t<decltype(t)>;
    T *to = static_cast<T *>(out);
    switch (op) {
    case Reduction::sum:
      return reduce_loop<T, SumOp>(a, kept, to);
    case Reduction::max:
      return reduce_loop<T, MaxOp>(a, kept, to);
    case Reduction::min:
      return reduce_loop<T, MinOp>(a, kept, to);
    }
  });
}

/// Which dimensions are reduced. No axes: all of them.
void axis_mask(const Node *a, const Axes &axes, bool (&mask)[max_rank]) {
  for (int d = 0; d < max_rank; ++d)
    mask[d] = axes.count() == 0;
  for (index_t axis : axes)
    mask[checked_axis(a, static_cast<int>(axis))] = true;
}

} // namespace

int checked_axis(const Node *a, int axis) {
  required(a, "the array");
  const int rank = a->layout.rank, d = axis < 0 ? axis + rank : axis;
  if (d < 0 || d >= rank) {
    char shape[200];
    fail<shape_error>("mixedad: there is no dimension %d in the shape %s", axis, print(a->layout.shape(), shape));
  }
  return d;
}

Axes all_axes(int rank) {
  Axes axes;
  for (int d = 0; d < rank; ++d)
    axes.push_back(d);
  return axes;
}

Shape kept_shape(const Node *a, const Axes &axes) {
  bool mask[max_rank];
  axis_mask(required(a, "the array"), axes, mask);
  Shape kept;
  for (int d = 0; d < a->layout.rank; ++d)
    kept.push_back(mask[d] ? 1 : a->layout.size[d]);
  return kept;
}

Shape reduced_shape(const Node *a, const Axes &axes, bool keep) {
  bool mask[max_rank];
  axis_mask(required(a, "the array"), axes, mask);
  Shape shape;
  for (int d = 0; d < a->layout.rank; ++d)
    if (!mask[d] || keep)
      shape.push_back(mask[d] ? 1 : a->layout.size[d]);
  return shape;
}

index_t terms_of(const Node *a, const Axes &axes) {
  const index_t results = kept_shape(a, axes).size();
  return results ? a->layout.count() / results : 0;
}

static void require_elements(const Node *a, Reduction op) {
  if (op != Reduction::sum && a->layout.count() == 0)
    fail<argument_error>("mixedad: the extreme of an array without elements");
}

void reduce_all(const Node *a, Reduction op, DType type, void *result) {
  require_elements(required(a, "the array that is reduced"), op);
  if (a->device >= 0) {
    Held reduced(reduce(a, Axes(), false, op, type));
    read_scalar(reduced.get(), result);
    return;
  }
  reduce_any(a, dense_layout(Shape()), op, type, result);
}

Node *reduce(const Node *a, const Axes &axes, bool keep, Reduction op, DType type) {
  require_elements(required(a, "the array that is reduced"), op);
  const Layout kept = dense_layout(kept_shape(a, axes));
  Held out(make_node(reduced_shape(a, axes, keep), a->element, a->device));
  if (a->device >= 0)
    device_reduce(a, kept, op, type, out.get());
  else
    reduce_any(a, kept, op, type, out->data);
  return out.take();
}

Node *sum_to(Node *a, const Shape &shape, DType type) {
  required(a, "the array that is summed");
  if (a->layout.shape() == shape) {
    retain(a);
    return a;
  }
  Held out(make_node(shape, a->element, a->device));
  if (a->device >= 0)
    device_reduce(a, dense_layout(shape), Reduction::sum, type, out.get());
  else
    reduce_any(a, dense_layout(shape), Reduction::sum, type, out->data);
  return out.take();
}

namespace {

/// Calls visit(element of the input, its index in the result) in order.
template <class Visit> void walk(const Layout &layout, const Layout &kept, Visit visit) {
  Access accesses[2] = {Access(nullptr, layout, 1), Access(nullptr, kept, 1)};
  Loop loop;
  plan_loop(loop, layout.shape(), accesses, 2);
  for (index_t i = 0; i < loop.total; ++i)
    visit(loop.offset(accesses[0], i), loop.offset(accesses[1], i), i);
}

} // namespace

Node *argmax(const Node *a, int axis, DType type) {
  const int d = checked_axis(a, axis);
  require_elements(a, Reduction::max);
  const Axes axes(d);
  const Layout kept = dense_layout(kept_shape(a, axes));
  Shape shape;
  for (int i = 0; i < a->layout.rank; ++i)
    if (i != d)
      shape.push_back(a->layout.size[i]);
  Held source(on_host(a)), out(make_node(shape, sizeof(int), -1));
  index_t inner = 1;
  for (int i = d + 1; i < a->layout.rank; ++i)
    inner *= a->layout.size[i];
  with_type(type, "argmax", [&](auto *t) {
    using T = std::remove_pointer_t<decltype(t)>;
    const T *values = reinterpret_cast<const T *>(source->data);
    int *best = reinterpret_cast<int *>(out->data);
    const index_t n = a->layout.size[d];
    for (index_t i = 0; i < kept.count(); ++i) {
      const T *at = values + (i / inner) * n * inner + i % inner;
      int where = 0;
      for (index_t k = 1; k < n; ++k)
        if (at[k * inner] > at[where * inner] || (at[k * inner] != at[k * inner] && at[where * inner] == at[where * inner]))
          where = static_cast<int>(k);
      best[i] = where;
    }
  });
  count_arrays({source.get(), out.get()});
  return densified(out.get(), a->device);
}

Node *first_equal(const Node *a, const Node *result, const Node *seed, const Axes &axes, DType type) {
  const Layout kept = dense_layout(kept_shape(a, axes));
  Held source(on_host(a)), extremes(on_host(result)), cotangents(on_host(seed));
  Held out(make_node(a->layout.shape(), a->element, -1));
  std::unique_ptr<bool[]> taken(new bool[static_cast<std::size_t>(kept.count())]());
  with_real(type, "the derivative of max or min", [&](auto *t) {
    using T = std::remove_pointer_t<decltype(t)>;
    const T *values = reinterpret_cast<const T *>(source->data), *best = reinterpret_cast<const T *>(extremes->data);
    const T *d = reinterpret_cast<const T *>(cotangents->data);
    T *to = reinterpret_cast<T *>(out->data);
    walk(source->layout, kept, [&](index_t from, index_t group, index_t i) {
      const bool equal = values[from] == best[group] || (values[from] != values[from] && best[group] != best[group]);
      to[i] = equal && !taken[group] ? d[group] : T(0);
      taken[group] = taken[group] || equal;
    });
  });
  count_arrays({source.get(), extremes.get(), cotangents.get(), out.get()});
  return densified(out.get(), a->device);
}

} // namespace detail
} // namespace mixedad
