//===- shape.h - the extents of an array ----------------------------------===//
#ifndef MIXEDAD_SHAPE_H
#define MIXEDAD_SHAPE_H

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "mixedad/detail/names_begin.h"

namespace mixedad {

using index_t = std::int64_t;

/// Arrays have at most this many dimensions.
inline constexpr int max_rank = 8;

namespace detail {

/// A short list of whole numbers, written {2, 3} or 4.
template <class Tag> class IndexList {
public:
  IndexList() = default;
  template <class... I, class = std::enable_if_t<(sizeof...(I) > 0) && (std::is_integral<I>::value && ...)>>
  IndexList(I... values) : count_(sizeof...(I)), values_{static_cast<index_t>(values)...} {
    static_assert(sizeof...(I) <= max_rank, "mixedad: arrays have at most 8 dimensions");
  }
  /// From an array of numbers; count must not exceed max_rank.
  static IndexList from(const index_t *values, int count) {
    IndexList list;
    for (list.count_ = 0; list.count_ < count && list.count_ < max_rank; ++list.count_)
      list.values_[list.count_] = values[list.count_];
    return list;
  }

  int count() const { return count_; }
  index_t operator[](int i) const { return values_[i]; }
  index_t &operator[](int i) { return values_[i]; }
  const index_t *begin() const { return values_; }
  const index_t *end() const { return values_ + count_; }
  void push_back(index_t value) { values_[count_++] = value; }

  friend bool operator==(const IndexList &a, const IndexList &b) {
    if (a.count_ != b.count_)
      return false;
    for (int i = 0; i < a.count_; ++i)
      if (a.values_[i] != b.values_[i])
        return false;
    return true;
  }
  friend bool operator!=(const IndexList &a, const IndexList &b) { return !(a == b); }

private:
  int count_ = 0;
  index_t values_[max_rank] = {};
};

} // namespace detail

/// The extents of an array, outermost first. {} is the shape of a single number.
class Shape : public detail::IndexList<class ShapeTag> {
public:
  using IndexList::IndexList;
  Shape() = default;
  Shape(const IndexList &list) : IndexList(list) {}
  int rank() const { return count(); }
  /// Number of elements.
  index_t size() const {
    index_t n = 1;
    for (index_t extent : *this)
      n *= extent;
    return n;
  }
};

/// Distances between neighbours along each dimension, counted in elements.
using Strides = Shape;

/// Dimensions by number; negative ones count from the last: -1 is the innermost.
class Axes : public detail::IndexList<class AxesTag> {
public:
  using IndexList::IndexList;
  Axes() = default;
};

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
