//===- shadows.h - where what a kernel computes goes ----------------------===//
//
// Results have an array. Cotangents of operands have a shadow:
// An operand of the result's full extent gets its cotangents where they are computed: into a new array when the
// shadow is zero, added to the shadow otherwise. One that was broadcast, or a scalar, gets sums: blocks of the loop
// sum into rows of their own (or into one, when blocks reach disjoint parts), and the rows are combined pairwise.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_SHADOWS_H
#define MIXEDAD_DETAIL_SHADOWS_H

#include "mixedad/detail/pull_types.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

/// Uninitialized host memory.
void *scratch_allocate(std::size_t bytes);
void scratch_free(void *block) noexcept;

struct Scratch {
  void *const data;
  explicit Scratch(std::size_t bytes) : data(scratch_allocate(bytes)) {}
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;
  ~Scratch() { scratch_free(data); }
};

/// Memory that the blocks of a loop sum into.
template <class T> class PartialSums {
public:
  using W = wide_t<T>;
  PartialSums() = default;
  PartialSums(const PartialSums &) = delete;
  PartialSums &operator=(const PartialSums &) = delete;
  ~PartialSums() { scratch_free(sums_); }

  void allocate(index_t sums, index_t rows) {
    size_ = sums;
    rows_ = rows;
    sums_ = static_cast<W *>(scratch_allocate(static_cast<std::size_t>(sums * rows) * sizeof(W)));
    for (index_t i = 0; i < sums * rows; ++i)
      sums_[i] = detail::zeroed<W>();
  }
  W *row(index_t block) const { return sums_ + (rows_ == 1 ? 0 : block * size_); }
  const W *total() {
    combine(sums_, rows_, size_);
    return sums_;
  }

private:
  W *sums_ = nullptr;
  index_t size_ = 0, rows_ = 0;
};

/// Not a sum: every element has a place of its own in an array that exists.
template <class T> class Result {
public:
  using element = T;
  explicit Result(const Node *out) : out_(out) {}
  Access access() const { return Access(out_); }
  void start(const Access &, index_t) {}
  bool needs_tiles(const Access &access) const { return !access.direct; }
  T *target(const Access &access, index_t at, Tile<T> &tile) const {
    return access.direct ? reinterpret_cast<T *>(access.base) + at : reinterpret_cast<T *>(tile.bytes);
  }
  void add_tile(const Loop &loop, const Access &access, index_t, index_t at, index_t n, const T *values) const {
    if (!access.direct)
      scatter_tile(loop, access, at, n, values);
  }

private:
  const Node *out_;
};

/// Shadow of an operand of type Op: an Array's, or a scalar's.
template <class Op> class Shadow;

template <class T> class Shadow<Array<T>> {
public:
  using element = T;

  /// Decides where cotangents go. Throws when an existing shadow has another shape than its operand.
  void prepare(const Array<T> &operand, const Array<T> &shadow, index_t total) {
    const Shape shape = operand.shape();
    if (!shadow.empty() && shadow.shape() != shape)
      throw_shape("a broadcast operand's shadow", shape, shadow.shape());
    summed_ = operand.size() != total;
    adds_ = !summed_ && !shadow.is_zero() && unique_dense(shadow.node());
    if (adds_)
      to_ = shadow;
    else
      to_ = Array<T>::uninitialized(shape);
    layout_ = to_.node()->layout;
  }
  Access access() const { return Access(to_.node()->data, layout_, sizeof(T)); }
  void start(const Access &access, index_t blocks) {
    if (summed_)
      sums_.allocate(layout_.count(), access.stride[0] == 0 ? blocks : 1);
  }
  bool needs_tiles(const Access &access) const { return summed_ || adds_ || !access.direct; }
  T *target(const Access &access, index_t at, Tile<T> &tile) const {
    return needs_tiles(access) ? reinterpret_cast<T *>(tile.bytes) : reinterpret_cast<T *>(access.base) + at;
  }
  void add_tile(const Loop &loop, const Access &access, index_t block, index_t at, index_t n, const T *values) const {
    if (summed_)
      reduce_tile(loop, access.stride, at, n, values, sums_.row(block));
    else if (adds_)
      add_run(reinterpret_cast<T *>(access.base) + at, values, n);
    else if (!access.direct)
      scatter_tile(loop, access, at, n, values);
  }
  void finish(Array<T> &shadow) {
    if (summed_) {
      T *out = reinterpret_cast<T *>(to_.node()->data);
      const wide_t<T> *sums = sums_.total();
      for (index_t i = 0, n = to_.size(); i < n; ++i)
        out[i] = static_cast<T>(sums[i]);
    }
    if (adds_)
      return;
    accumulate(shadow, to_);
  }

private:
  Array<T> to_;
  Layout layout_;
  PartialSums<T> sums_;
  bool summed_ = false, adds_ = false;
};

template <class T> class Shadow {
public:
  using element = T;
  void prepare(const T &, const T &, index_t) {}
  Access access() const { return Access(); }
  void start(const Access &, index_t blocks) { sums_.allocate(1, blocks); }
  bool needs_tiles(const Access &) const { return true; }
  T *target(const Access &, index_t, Tile<T> &tile) const { return reinterpret_cast<T *>(tile.bytes); }
  void add_tile(const Loop &, const Access &, index_t block, index_t, index_t n, const T *values) const {
    add_to(*sums_.row(block), sum_run(values, n));
  }
  void finish(T &shadow) { add_to(shadow, *sums_.total()); }

private:
  PartialSums<T> sums_;
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
