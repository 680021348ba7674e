//===- rows.cu - softmax and its relatives, gather and scatter ------------===//
//
// A block works on one row: its largest element, the sum of the exponentials, then the result, in three passes over
// the row, which the caches hold.
//
//===----------------------------------------------------------------------===//
#include "common.h"

namespace mixedad {
namespace detail {
namespace device {
namespace {

struct Largest {
  template <class W> __device__ static W join(W a, W b) { return b > a || b != b ? b : a; }
};

/// Of one row, the same in every thread of its block.
template <class C> struct RowSum {
  C shift;
  double sum;
};

template <class T> using real_of = typename computed<T>::type;

template <class T> __device__ RowSum<real_of<T>> row_sum(const T *row, index_t n) {
  using C = real_of<T>;
  __shared__ C largest[threads];
  __shared__ double sums[threads];
  C top = C(-__builtin_inf());
  for (index_t i = threadIdx.x; i < n; i += threads)
    top = Largest::join(top, C(row[i]));
  top = block_join<Largest>(top, largest);
  const bool infinite = top - top != C(0) && top == top;
  const C shift = infinite ? (top > C(0) ? top : C(0)) : top;
  double sum = 0;
  for (index_t i = threadIdx.x; i < n; i += threads)
    sum += double(vec_exp(C(row[i]) - shift));
  return {shift, block_join<SumOp>(sum, sums)};
}

template <class T> __global__ void softmax_rows(const T *a, index_t n, T *out, bool log) {
  using C = real_of<T>;
  const T *row = a + blockIdx.x * n;
  T *to = out + blockIdx.x * n;
  const RowSum<C> s = row_sum(row, n);
  const C shift = C(double(s.shift) + ::log(s.sum)), scale = C(1 / s.sum);
  for (index_t i = threadIdx.x; i < n; i += threads)
    to[i] = T(log ? C(row[i]) - shift : vec_exp(C(row[i]) - s.shift) * scale);
}

template <class T> __global__ void logsumexp_rows(const T *a, index_t n, T *out) {
  const auto s = row_sum(a + blockIdx.x * n, n);
  if (threadIdx.x == 0)
    out[blockIdx.x] = T(double(s.shift) + ::log(s.sum));
}

/// The index at i, or 0 after a note of one that is out of range.
template <class I> __device__ index_t checked(const I *indices, index_t i, index_t limit, BadIndex *bad) {
  const index_t index = index_t(indices[i]);
  if (index >= 0 && index < limit)
    return index;
  bad->index = index;
  bad->limit = limit;
  bad->set = 1;
  return 0;
}

template <class T, class I>
__global__ void cross_entropy_rows(const T *a, const I *targets, index_t n, double *losses, BadIndex *bad) {
  const T *row = a + blockIdx.x * n;
  const auto s = row_sum(row, n);
  if (threadIdx.x == 0)
    losses[blockIdx.x] = double(s.shift) + ::log(s.sum) - double(row[checked(targets, blockIdx.x, n, bad)]);
}

template <class T, class I>
__global__ void cross_entropy_pull_rows(const T *a, const I *targets, index_t n, T *out, double each, BadIndex *bad) {
  using C = real_of<T>;
  const T *row = a + blockIdx.x * n;
  T *to = out + blockIdx.x * n;
  const RowSum<C> s = row_sum(row, n);
  const C scale = C(each / s.sum);
  const index_t target = checked(targets, blockIdx.x, n, bad);
  for (index_t i = threadIdx.x; i < n; i += threads)
    to[i] = T(vec_exp(C(row[i]) - s.shift) * scale - (i == target ? C(each) : C(0)));
}

/// The dimension last, densely packed; rows and their length.
struct Rows {
  Held packed;
  index_t count, length;
  Rows(const Node *a, int axis) {
    Axes order;
    for (int i = 0; i < a->layout.rank; ++i)
      if (i != axis)
        order.push_back(i);
    order.push_back(axis);
    Held moved(transpose(const_cast<Node *>(a), order));
    packed.reset(dense(moved.get()));
    length = a->layout.size[axis];
    count = length ? a->layout.count() / length : 0;
    if (count > 0x7fffffff)
      fail<shape_error>("mixedad: softmax over more than 2^31 rows on a device");
  }
  Node *back(Node *result, int axis) const {
    Axes order;
    for (int i = 0, rank = packed->layout.rank; i < rank; ++i)
      order.push_back(i < axis ? i : i == axis ? rank - 1 : i - 1);
    return transpose(result, order);
  }
};

bool wide_indices(const Node *n) { return n->element == sizeof(index_t); }

Node *device_indices(const Node *indices, int device, const char *what) {
  return densified(const_cast<Node *>(required(indices, what)), device);
}

void require_targets(const Node *logits, const Node *targets) {
  Shape expected;
  for (int d = 0; d + 1 < logits->layout.rank; ++d)
    expected.push_back(logits->layout.size[d]);
  if (logits->layout.rank == 0 || required(targets, "softmax_cross_entropy: the array of targets")->layout.shape() != expected)
    throw_shape("softmax_cross_entropy: the array of targets", expected, targets->layout.shape());
}

} // namespace

Node *softmax(const Node *a, int axis, DType type, bool log) {
  const Rows rows(a, axis);
  On on(a->device);
  Held out(make_node(rows.packed->layout.shape(), a->element, a->device));
  with_real(type, "softmax", [&](auto *t) {
    using T = std::remove_pointer_t<decltype(t)>;
    if (rows.count)
      softmax_rows<<<unsigned(rows.count), threads, 0, stream()>>>(reinterpret_cast<const T *>(rows.packed->data),
                                                                   rows.length, reinterpret_cast<T *>(out->data), log);
  });
  check_launch(__FILE__, __LINE__);
  count_arrays({rows.packed.get(), out.get()});
  return rows.back(out.get(), axis);
}

Node *logsumexp(const Node *a, int axis, DType type, bool keep) {
  Shape shape;
  for (int i = 0; i < a->layout.rank; ++i)
    if (i != axis || keep)
      shape.push_back(i == axis ? 1 : a->layout.size[i]);
  const Rows rows(a, axis);
  On on(a->device);
  Held out(make_node(shape, a->element, a->device));
  with_real(type, "logsumexp", [&](auto *t) {
    using T = std::remove_pointer_t<decltype(t)>;
    if (rows.count)
      logsumexp_rows<<<unsigned(rows.count), threads, 0, stream()>>>(reinterpret_cast<const T *>(rows.packed->data),
                                                                     rows.length, reinterpret_cast<T *>(out->data));
  });
  check_launch(__FILE__, __LINE__);
  count_arrays({rows.packed.get(), out.get()});
  return out.take();
}

void cross_entropy(const Node *logits, const Node *targets, DType type, void *loss) {
  require_targets(logits, targets);
  const Rows rows(logits, logits->layout.rank - 1);
  Held index(device_indices(targets, logits->device, "softmax_cross_entropy: the array of targets"));
  Held losses(make_node(Shape(rows.count), sizeof(double), logits->device));
  On on(logits->device);
  BadIndex *bad = bad_index_flag(logits->device);
  with_real(type, "softmax_cross_entropy", [&](auto *t) {
    using T = std::remove_pointer_t<decltype(t)>;
    const T *from = reinterpret_cast<const T *>(rows.packed->data);
    double *to = reinterpret_cast<double *>(losses->data);
    if (rows.count && wide_indices(index.get()))
      cross_entropy_rows<<<unsigned(rows.count), threads, 0, stream()>>>(
          from, reinterpret_cast<const index_t *>(index->data), rows.length, to, bad);
    else if (rows.count)
      cross_entropy_rows<<<unsigned(rows.count), threads, 0, stream()>>>(
          from, reinterpret_cast<const int *>(index->data), rows.length, to, bad);
    check_launch(__FILE__, __LINE__);
    count_arrays({rows.packed.get(), index.get(), losses.get()});
    double total = 0;
    reduce_all(losses.get(), Reduction::sum, DType::f64, &total);
    *static_cast<T *>(loss) = static_cast<T>(total / double(rows.count));
  });
}

Node *cross_entropy_pullback(const Node *logits, const Node *targets, DType type, double seed) {
  require_targets(logits, targets);
  const Rows rows(logits, logits->layout.rank - 1);
  Held index(device_indices(targets, logits->device, "softmax_cross_entropy: the array of targets"));
  Held out(make_node(logits->layout.shape(), logits->element, logits->device));
  On on(logits->device);
  BadIndex *bad = bad_index_flag(logits->device);
  const double each = seed / double(rows.count);
  with_real(type, "softmax_cross_entropy", [&](auto *t) {
    using T = std::remove_pointer_t<decltype(t)>;
    const T *from = reinterpret_cast<const T *>(rows.packed->data);
    T *to = reinterpret_cast<T *>(out->data);
    if (rows.count && wide_indices(index.get()))
      cross_entropy_pull_rows<<<unsigned(rows.count), threads, 0, stream()>>>(
          from, reinterpret_cast<const index_t *>(index->data), rows.length, to, each, bad);
    else if (rows.count)
      cross_entropy_pull_rows<<<unsigned(rows.count), threads, 0, stream()>>>(
          from, reinterpret_cast<const int *>(index->data), rows.length, to, each, bad);
  });
  check_launch(__FILE__, __LINE__);
  count_arrays({rows.packed.get(), index.get(), out.get()});
  return out.take();
}

//--- Rows by number ------------------------------------------------------------------------------------------------

namespace {

template <class E, class I>
__global__ void gather_rows(const E *table, const I *indices, index_t rows, index_t width, index_t total, E *out,
                            BadIndex *bad) {
  for (index_t e = index_t(blockIdx.x) * blockDim.x + threadIdx.x; e < total; e += index_t(gridDim.x) * blockDim.x) {
    const index_t i = e / width;
    out[e] = table[checked(indices, i, rows, bad) * width + (e - i * width)];
  }
}

/// The first position that names a row adds all that name it, in order: no atomics, always the same sum.
template <class T, class I>
__global__ void scatter_rows(T *into, const I *indices, index_t count, index_t rows, index_t width, index_t stride,
                             Loop row_loop, Access row_access, const T *values, BadIndex *bad) {
  const index_t mine = blockIdx.x;
  const index_t row = checked(indices, mine, rows, bad);
  __shared__ int taken;
  if (threadIdx.x == 0)
    taken = 0;
  __syncthreads();
  for (index_t j = threadIdx.x; j < mine; j += threads)
    if (indices[j] == indices[mine])
      taken = 1;
  __syncthreads();
  if (taken || index_t(indices[mine]) != row)
    return;
  for (index_t k = threadIdx.x; k < width; k += threads) {
    T &to = into[row * stride + (row_access.direct ? k : row_loop.offset(row_access.stride, k))];
    wide_t<T> sum = static_cast<wide_t<T>>(to);
    for (index_t j = mine; j < count; ++j)
      if (indices[j] == indices[mine])
        sum += static_cast<wide_t<T>>(values[j * width + k]);
    to = static_cast<T>(sum);
  }
}

struct Bytes16 {
  std::uint64_t a, b;
};

template <class E> void launch_gather(const Node *table, const Node *index, index_t width, Node *out) {
  const index_t total = out->layout.count(), rows = table->layout.size[0];
  const E *from = reinterpret_cast<const E *>(table->data);
  E *to = reinterpret_cast<E *>(out->data);
  BadIndex *bad = bad_index_flag(table->device);
  const auto launch = [&](auto *indices) {
    const auto kernel = &gather_rows<E, std::remove_const_t<std::remove_pointer_t<decltype(indices)>>>;
    const unsigned blocks = blocks_for(total, table->device, reinterpret_cast<const void *>(kernel));
    kernel<<<blocks, threads, 0, stream()>>>(from, indices, rows, width, total, to, bad);
  };
  if (wide_indices(index))
    launch(reinterpret_cast<const index_t *>(index->data));
  else
    launch(reinterpret_cast<const int *>(index->data));
}

} // namespace

Node *gather(const Node *table, const Node *indices, const Shape &shape) {
  Held source(dense(table)), index(device_indices(indices, table->device, "gather: the array of indices"));
  Held out(make_node(shape, table->element, table->device));
  const index_t rows = table->layout.size[0], width = rows ? table->layout.count() / rows : 0;
  if (rows == 0 && index->layout.count() != 0)
    throw_empty("gather: a row of a table without rows");
  if (out->layout.count() == 0)
    return out.take();
  On on(table->device);
  switch (table->element) {
  case 1:
    launch_gather<std::uint8_t>(source.get(), index.get(), width, out.get());
    break;
  case 2:
    launch_gather<std::uint16_t>(source.get(), index.get(), width, out.get());
    break;
  case 4:
    launch_gather<std::uint32_t>(source.get(), index.get(), width, out.get());
    break;
  case 8:
    launch_gather<std::uint64_t>(source.get(), index.get(), width, out.get());
    break;
  case 16:
    launch_gather<Bytes16>(source.get(), index.get(), width, out.get());
    break;
  default:
    fail<argument_error>("mixedad: gather on a device of elements of %u bytes is not there", table->element);
  }
  check_launch(__FILE__, __LINE__);
  count_arrays({index.get(), out.get(), out.get()});
  return out.take();
}

void scatter_add(Node *into, const Node *indices, const Node *values, DType type) {
  Held source(dense(values)), index(device_indices(indices, into->device, "scatter_add: the array of indices"));
  const index_t n = index->layout.count(), rows = into->layout.size[0];
  const index_t width = rows ? into->layout.count() / rows : 0;
  if (n == 0 || width == 0)
    return;
  Layout row = into->layout;
  for (int d = 1; d < row.rank; ++d) {
    row.size[d - 1] = row.size[d];
    row.stride[d - 1] = row.stride[d];
  }
  --row.rank;
  Loop loop;
  Access access(nullptr, row, 1);
  plan_loop(loop, row.shape(), &access, 1);
  On on(into->device);
  BadIndex *bad = bad_index_flag(into->device);
  with_type(type, "scatter_add", [&](auto *t) {
    using T = std::remove_pointer_t<decltype(t)>;
    T *to = reinterpret_cast<T *>(into->data);
    const T *from = reinterpret_cast<const T *>(source->data);
    if (wide_indices(index.get()))
      scatter_rows<<<unsigned(n), threads, 0, stream()>>>(to, reinterpret_cast<const index_t *>(index->data), n, rows,
                                                          width, into->layout.stride[0], loop, access, from, bad);
    else
      scatter_rows<<<unsigned(n), threads, 0, stream()>>>(to, reinterpret_cast<const int *>(index->data), n, rows, width,
                                                          into->layout.stride[0], loop, access, from, bad);
  });
  check_launch(__FILE__, __LINE__);
  count_arrays({index.get(), source.get(), source.get(), source.get()});
}

} // namespace device
} // namespace detail
} // namespace mixedad
