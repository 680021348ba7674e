//===- softmax.cpp - exponentials along a dimension, without overflow -----===//
//
// Rows are made contiguous first; the largest element of a row is subtracted before anything is exponentiated.
//
//===----------------------------------------------------------------------===//
#include "common.h"

#include <cmath>
#include <memory>

namespace mixedad {
namespace detail {
namespace {

/// In which type a row is computed.
template <class T> using real_of = typename computed<T>::type;

/// e = exp(e - shift), in the vectors that this machine has.
#define MIXEDAD_SHIFTED_EXP(name, target)                                                                             \
  template <class C> target void name(C *e, index_t n, C shift) {                                                     \
    for (index_t i = 0; i < n; ++i)                                                                                   \
      e[i] = vec_exp(e[i] - shift);                                                                                   \
  }
MIXEDAD_SHIFTED_EXP(shifted_exp_common, )
#if defined(__x86_64__)
MIXEDAD_SHIFTED_EXP(shifted_exp_avx2, __attribute__((target("avx2,fma"))))
MIXEDAD_SHIFTED_EXP(shifted_exp_avx512, __attribute__((target("avx512f,avx512dq"))))
#endif
#undef MIXEDAD_SHIFTED_EXP
template <class C> void shifted_exp(C *e, index_t n, C shift) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    return shifted_exp_avx512(e, n, shift);
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return shifted_exp_avx2(e, n, shift);
#endif
  shifted_exp_common(e, n, shift);
}

/// A row's largest element and the sum of exp(element - largest); e receives the exponentials.
template <class T> struct RowSum {
  real_of<T> largest;
  double sum;
};
template <class T> RowSum<T> exponentials(const T *row, index_t n, real_of<T> *e) {
  using C = real_of<T>;
  C largest = -INFINITY;
  for (index_t i = 0; i < n; ++i)
    largest = C(row[i]) > largest || row[i] != row[i] ? C(row[i]) : largest;
  const C shift = std::isinf(largest) ? C(largest > 0 ? largest : 0) : largest;
  for (index_t i = 0; i < n; ++i)
    e[i] = C(row[i]);
  shifted_exp(e, n, shift);
  return {shift, static_cast<double>(sum_run(e, n))};
}

/// The array with the given dimension last, densely packed.
Node *rows_last(const Node *a, int d) {
  if (d == a->layout.rank - 1)
    return dense(a);
  Axes order;
  for (int i = 0; i < a->layout.rank; ++i)
    if (i != d)
      order.push_back(i);
  order.push_back(d);
  Held moved(transpose(const_cast<Node *>(a), order));
  return dense(moved.get());
}

/// The reverse, for a result.
Node *moved_back(Node *packed, int d) {
  if (d == packed->layout.rank - 1) {
    retain(packed);
    return packed;
  }
  Axes order;
  for (int i = 0; i < packed->layout.rank - 1; ++i) {
    if (i == d)
      order.push_back(packed->layout.rank - 1);
    order.push_back(i);
  }
  return transpose(packed, order);
}

/// Calls body(row number, row, scratch for a row) for every row.
template <class T, class Body> void for_rows(const Node *packed, Body body) {
  const index_t n = packed->layout.size[packed->layout.rank - 1];
  if (n == 0)
    return;
  const index_t rows = packed->layout.count() / n;
  const Blocks blocks = cut_into_blocks(rows, n);
  for_blocks(blocks.count, [&](index_t block) {
    std::unique_ptr<real_of<T>[]> scratch(new real_of<T>[static_cast<std::size_t>(n)]);
    const index_t end = (block + 1) * blocks.rows_each < rows ? (block + 1) * blocks.rows_each : rows;
    for (index_t r = block * blocks.rows_each; r < end; ++r)
      body(r, reinterpret_cast<const T *>(packed->data) + r * n, scratch.get());
  });
}

/// Targets as numbers, one for every row of the logits.
class Targets {
public:
  Targets(const Node *logits, const Node *targets) : node_(on_host(required(targets, "the array of targets"))) {
    Shape rows = logits->layout.shape(), expected;
    for (int d = 0; d + 1 < rows.rank(); ++d)
      expected.push_back(rows[d]);
    if (rows.rank() == 0 || node_->layout.shape() != expected)
      throw_shape("softmax_cross_entropy: the array of targets", expected, node_->layout.shape());
    classes_ = rows[rows.rank() - 1];
  }
  index_t operator[](index_t row) const {
    const index_t t = node_->element == sizeof(index_t) ? reinterpret_cast<const index_t *>(node_->data)[row]
                                                       : reinterpret_cast<const int *>(node_->data)[row];
    if (t < 0 || t >= classes_)
      fail<argument_error>("mixedad: softmax_cross_entropy: the target %lld is out of range for %lld classes",
                           static_cast<long long>(t), static_cast<long long>(classes_));
    return t;
  }
  index_t size() const { return node_->layout.count(); }
  const Node *node() const { return node_.get(); }

private:
  Held node_;
  index_t classes_;
};

} // namespace

Node *softmax(const Node *a, int axis, DType type, bool log) {
  const int d = checked_axis(a, axis);
  if (a->device >= 0)
    return device_softmax(a, d, type, log);
  Held packed(rows_last(a, d)), out(make_node(packed->layout.shape(), a->element, -1));
  with_real(type, "softmax", [&](auto *t) {
    using T = std::remove_pointer_t<decltype(t)>;
    using C = real_of<T>;
    const index_t n = packed->layout.size[packed->layout.rank - 1];
    for_rows<T>(packed.get(), [&](index_t r, const T *row, C *e) {
      const RowSum<T> s = exponentials(row, n, e);
      T *to = reinterpret_cast<T *>(out->data) + r * n;
      if (log) {
        const C shift = static_cast<C>(static_cast<double>(s.largest) + std::log(s.sum));
        for (index_t i = 0; i < n; ++i)
          to[i] = static_cast<T>(C(row[i]) - shift);
      } else {
        const C scale = static_cast<C>(1 / s.sum);
        for (index_t i = 0; i < n; ++i)
          to[i] = static_cast<T>(e[i] * scale);
      }
    });
  });
  count_arrays({packed.get(), out.get()});
  return moved_back(out.get(), d);
}

Node *logsumexp(const Node *a, int axis, DType type, bool keep) {
  const int d = checked_axis(a, axis);
  if (a->device >= 0)
    return device_logsumexp(a, d, type, keep);
  Shape shape;
  for (int i = 0; i < a->layout.rank; ++i)
    if (i != d || keep)
      shape.push_back(i == d ? 1 : a->layout.size[i]);
  Held packed(rows_last(a, d)), out(make_node(shape, a->element, -1));
  with_real(type, "logsumexp", [&](auto *t) {
    using T = std::remove_pointer_t<decltype(t)>;
    using C = real_of<T>;
    for_rows<T>(packed.get(), [&](index_t r, const T *row, C *e) {
      const RowSum<T> s = exponentials(row, packed->layout.size[packed->layout.rank - 1], e);
      reinterpret_cast<T *>(out->data)[r] = static_cast<T>(static_cast<double>(s.largest) + std::log(s.sum));
    });
  });
  count_arrays({packed.get(), out.get()});
  return out.take();
}

void softmax_cross_entropy(const Node *logits, const Node *targets, DType type, void *loss) {
  required(logits, "softmax_cross_entropy: the array of logits");
  if (logits->device >= 0) {
    device_cross_entropy(logits, targets, type, loss);
    return;
  }
  const Targets target(logits, targets);
  Held packed(dense(logits));
  count_arrays({packed.get(), target.node()});
  std::unique_ptr<double[]> losses(new double[static_cast<std::size_t>(target.size()) + 1]);
  with_real(type, "softmax_cross_entropy", [&](auto *t) {
    using T = std::remove_pointer_t<decltype(t)>;
    const index_t n = packed->layout.size[packed->layout.rank - 1];
    for_rows<T>(packed.get(), [&](index_t r, const T *row, real_of<T> *e) {
      const RowSum<T> s = exponentials(row, n, e);
      losses[r] = static_cast<double>(s.largest) + std::log(s.sum) - static_cast<double>(row[target[r]]);
    });
    *static_cast<T *>(loss) = static_cast<T>(sum_run(losses.get(), target.size()) / static_cast<double>(target.size()));
  });
}

Node *softmax_cross_entropy_pullback(const Node *logits, const Node *targets, DType type, double seed) {
  if (required(logits, "softmax_cross_entropy: the array of logits")->device >= 0)
    return device_cross_entropy_pullback(logits, targets, type, seed);
  const Targets target(logits, targets);
  Held packed(dense(logits)), out(make_node(logits->layout.shape(), logits->element, -1));
  const double each = seed / static_cast<double>(target.size());
  count_arrays({packed.get(), target.node(), out.get()});
  with_real(type, "softmax_cross_entropy", [&](auto *t) {
    using T = std::remove_pointer_t<decltype(t)>;
    using C = real_of<T>;
    const index_t n = packed->layout.size[packed->layout.rank - 1];
    for_rows<T>(packed.get(), [&](index_t r, const T *row, C *e) {
      const RowSum<T> s = exponentials(row, n, e);
      const C scale = static_cast<C>(each / s.sum);
      T *to = reinterpret_cast<T *>(out->data) + r * n;
      for (index_t i = 0; i < n; ++i)
        to[i] = static_cast<T>(e[i] * scale);
      to[target[r]] = static_cast<T>(C(to[target[r]]) - static_cast<C>(each));
    });
  });
  return out.take();
}

} // namespace detail
} // namespace mixedad
