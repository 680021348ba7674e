//===- whole.h - arrays that a broadcast's function reads by index --------===//
//
// A lambda that captures an array reads any of its elements, so the kernel gets the whole array and the pullback adds
// to any element of its cotangent. On the host each block of the loop adds to elements of its own, in order, and the
// blocks' sums are combined pairwise: the same result at every run, on any number of threads. On a device the
// additions are atomic, in the order in which they happen.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_WHOLE_H
#define MIXEDAD_DETAIL_WHOLE_H

#include "mixedad/detail/pull_types.h"
#include "mixedad/detail/reduce_loop.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

[[noreturn]] void throw_element(int rank, int count);
[[noreturn]] void throw_element_index(index_t index, index_t extent);
[[noreturn]] void throw_other_device(int captured, int kernel);

#if defined(__CUDA_ARCH__)
template <class T> struct AtomicElement {
  T *at;
  __device__ operator T() const { return *at; }
  __device__ void operator+=(T value) const { atomicAdd(at, value); }
  __device__ void operator-=(T value) const { atomicAdd(at, -value); }
};
#endif

/// Dense elements, or their cotangents; what kernels are given, by value.
template <class T> struct Elements {
  T *data = nullptr;
  int dimensions = 0, device = -1;
  index_t extent[max_rank] = {};

  template <class... I> MIXEDAD_HD index_t offset(I... indices) const {
    const index_t at[] = {static_cast<index_t>(indices)...};
    index_t where = 0;
    bool inside = dimensions == static_cast<int>(sizeof...(I));
    for (int d = 0; d < static_cast<int>(sizeof...(I)) && inside; ++d) {
      inside = at[d] >= 0 && at[d] < extent[d];
      where = where * extent[d] + at[d];
    }
    if (!inside)
      outside(at, static_cast<int>(sizeof...(I)));
    return where;
  }
  MIXEDAD_HD index_t size() const {
    index_t n = 1;
    for (int d = 0; d < dimensions; ++d)
      n *= extent[d];
    return n;
  }
  MIXEDAD_HD index_t size(int axis) const { return extent[axis < 0 ? axis + dimensions : axis]; }
  MIXEDAD_HD int rank() const { return dimensions; }
#if defined(__CUDA_ARCH__)
  __device__ AtomicElement<T> operator[](index_t at) const { return {data + at}; }
#else
  MIXEDAD_HD T &operator[](index_t at) const { return data[at]; }
#endif

private:
  MIXEDAD_HD void outside(const index_t *at, int count) const {
#if defined(__CUDA_ARCH__)
    __trap();
#else
    if (count != dimensions)
      throw_element(dimensions, count);
    for (int d = 0; d < count; ++d)
      if (at[d] < 0 || at[d] >= extent[d])
        throw_element_index(at[d], extent[d]);
#endif
  }
};

template <class X> inline constexpr bool is_whole = false;
template <class T> inline constexpr bool is_whole<Elements<T>> = true;

/// An operand that is not stepped through. The array outlives the call.
template <class T> Elements<T> whole(const Array<T> &a) {
  if (a.empty())
    throw_empty("an array that a broadcast function captures");
  Elements<T> e;
  e.data = const_cast<T *>(a.data());
  e.dimensions = a.rank();
  e.device = a.device().index;
  for (int d = 0; d < e.dimensions; ++d)
    e.extent[d] = a.size(d);
  return e;
}
template <class T> Shape shape_of(const Elements<T> &e) { return Shape::from(e.extent, e.dimensions); }

//--- The pullback on the host -----------------------------------------------------------------------------------

/// Cotangents of one operand, an element at a time: stored in the loop's order and summed afterwards.
template <class Op> class IndexedShadow {
public:
  using T = element_of<Op>;
  void prepare(const Op &operand, const Shape &shape, index_t) {
    if constexpr (operand_traits<Op>::is_array)
      own_ = operand.shape();
    all_ = Array<T>::uninitialized(shape);
    data_ = reinterpret_cast<T *>(all_.node()->data);
  }
  static constexpr bool fits(const Op &, index_t) { return true; }
  T start(index_t) const { return detail::zeroed<T>(); }
  void put(index_t at, const T &d) const { data_[at] = d; }
  template <class D> void finish(D &shadow) const {
    const Array<T> total(adopt{}, sum_to<T>(all_.node(), own_));
    if constexpr (operand_traits<Op>::is_array)
      accumulate(shadow, total);
    else
      add_to(shadow, total.item());
  }

private:
  Array<T> all_;
  Shape own_;
  T *data_ = nullptr;
};

template <class T> class IndexedShadow<Elements<T>> {
public:
  /// Larger than this the blocks take turns instead of each having elements of its own.
  static constexpr index_t most_elements = index_t(1) << 22;
  void prepare(const Elements<T> &operand, const Shape &, index_t rows) {
    size_ = operand.size();
    rows_ = rows;
    view_ = operand;
    sums_ = Array<T>::zeros(Shape(rows * size_));
    view_.data = sums_.mutable_data();
  }
  static bool fits(const Elements<T> &operand, index_t rows) { return operand.size() <= most_elements / rows; }
  Elements<T> start(index_t block) const {
    Elements<T> mine = view_;
    mine.data += rows_ == 1 ? 0 : block * size_;
    return mine;
  }
  void put(index_t, const Elements<T> &) const {}
  void finish(Array<T> &shadow) {
    combine(view_.data, rows_, size_);
    accumulate(shadow, Array<T>::from(view_.data, shape_of(view_)));
  }

private:
  Array<T> sums_;
  Elements<T> view_;
  index_t size_ = 0, rows_ = 1;
};

template <class Op> element_of<Op> element_at(const Op &operand, const Access &access, const Loop &loop, index_t at) {
  if constexpr (operand_traits<Op>::is_array)
    return reinterpret_cast<const element_of<Op> *>(access.base)[loop.offset(access, at)];
  else
    return operand;
}

template <class Acts, class Pull, class Seed, class OpIndices, class ShadowIndices, class... Ops> struct IndexedPull;

template <class Acts, class Pull, class Seed, std::size_t... I, std::size_t... K, class... Ops>
struct IndexedPull<Acts, Pull, Seed, std::index_sequence<I...>, std::index_sequence<K...>, Ops...> {
  template <std::size_t J> using Op = std::decay_t<decltype(at<operand_at<Acts, J>::value>(
      std::declval<const Operands<Ops...> &>()))>;

  Pull pull;
  const Seed &seed;
  const Operands<Ops...> &operands;
  Access accesses[1 + sizeof...(Ops)];
  Source sources[1 + sizeof...(Ops)];
  Pack<IndexedShadow<Op<K>>...> shadows;
  Loop loop;
  Blocks blocks;

  IndexedPull(Pull p, const Seed &s, const Operands<Ops...> &o) : pull(p), seed(s), operands(o) {}

  template <class... D> void run(const Shape &shape, D &...d) {
    accesses[0] = sources[0].open(seed);
    ((accesses[1 + I] = sources[1 + I].open(at<I>(operands))), ...);
    plan_loop(loop, shape, accesses, 1 + sizeof...(Ops));
    if (loop.total == 0)
      return;
    count_kernel(loop, accesses, 1 + sizeof...(Ops));
    blocks = cut_into_blocks(loop.size[0], loop.total / loop.size[0]);
    const bool together = (IndexedShadow<Op<K>>::fits(at<operand_at<Acts, K>::value>(operands), blocks.count) && ...);
    (at<K>(shadows).prepare(at<operand_at<Acts, K>::value>(operands), shape, together ? blocks.count : 1), ...);
    if (together)
      parallel_blocks(blocks.count, [](void *self, index_t b) { static_cast<IndexedPull *>(self)->run_block(b); }, this);
    else
      for (index_t b = 0; b < blocks.count; ++b)
        run_block(b);
    const auto given = Pack<D &...>{{{d}...}};
    (at<K>(shadows).finish(at<K>(given)), ...);
  }

  void run_block(index_t block) const {
    const index_t row = loop.total / loop.size[0];
    const index_t from = block * blocks.rows_each * row, end = from + blocks.rows_each * row;
    for (index_t i = from; i < end && i < loop.total; ++i) {
      auto d = make_pack(at<K>(shadows).start(block)...);
      pull_element(pull, element_at(seed, accesses[0], loop, i),
                   make_pack(element_at(at<I>(operands), accesses[1 + I], loop, i)...), d, std::index_sequence<I...>(),
                   std::index_sequence<K...>());
      (at<K>(shadows).put(i, at<K>(d)), ...);
    }
  }
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
