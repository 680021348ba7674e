//===- sorting.h - sorting that asks for each comparison ------------------===//
//
// Generated code sorts indices, and then moves the values: `while (s.next()) s.answer(less(s.second(), s.first()));`.
// The comparison is the program's own code between two calls, so it needs no function object here. Merge sort from
// the bottom up: n log n comparisons, and elements that are equal keep their order.
//
// Where the standard leaves the order open, it is the library's: library_sorter also asks which neighbours are equal, and
// lets the library's own algorithm rearrange numbers that compare as the elements do.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_SORTING_H
#define MIXEDAD_DETAIL_SORTING_H

#include <algorithm>
#include <cstddef>
#include <vector>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

class merge_sorter {
public:
  explicit merge_sorter(std::size_t n) : order_(n), merged_(n) {
    for (std::size_t i = 0; i < n; ++i)
      order_[i] = i;
    begin_runs();
  }
  /// Whether there is another pair to compare.
  bool next() {
    while (width_ < order_.size()) {
      if (left_ < middle_ && right_ < end_)
        return true;
      finish_runs();
    }
    return false;
  }
  /// The pair of elements: which of them is less is not known.
  std::size_t first() const { return order_[left_]; }
  std::size_t second() const { return order_[right_]; }
  /// Whether the second one is less than the first.
  void answer(bool second_is_less) { merged_[out_++] = second_is_less ? order_[right_++] : order_[left_++]; }
  /// The element that comes at place i.
  std::size_t operator[](std::size_t i) const { return order_[i]; }

private:
  void begin_runs() {
    left_ = out_ = start_;
    right_ = middle_ = clip(start_ + width_);
    end_ = clip(start_ + 2 * width_);
  }
  void finish_runs() {
    while (left_ < middle_)
      merged_[out_++] = order_[left_++];
    while (right_ < end_)
      merged_[out_++] = order_[right_++];
    start_ += 2 * width_;
    if (start_ >= order_.size()) {
      order_.swap(merged_);
      start_ = 0;
      width_ *= 2;
    }
    begin_runs();
  }
  std::size_t clip(std::size_t i) const { return i < order_.size() ? i : order_.size(); }

  std::vector<std::size_t> order_, merged_;
  std::size_t width_ = 1, start_ = 0, left_ = 0, middle_ = 0, right_ = 0, end_ = 0, out_ = 0;
};

class library_sorter {
public:
  explicit library_sorter(std::size_t n) : merge_(n), rank_(n), order_(n) {
    for (std::size_t i = 0; i < n; ++i)
      order_[i] = i;
  }
  bool next() { return merge_.next() || ranked_ < order_.size(); }
  std::size_t first() { return merge_.next() ? merge_.first() : merge_[ranked_]; }
  std::size_t second() { return merge_.next() ? merge_.second() : merge_[ranked_ - 1]; }
  /// Whether the second one is less than the first.
  void answer(bool second_is_less) {
    if (merge_.next())
      return merge_.answer(second_is_less);
    rank_[merge_[ranked_]] = rank_[merge_[ranked_ - 1]] + (second_is_less ? 1 : 0);
    ++ranked_;
  }
  void sort() { std::sort(order_.begin(), order_.end(), by_rank()); }
  void partial_sort(std::size_t middle) { std::partial_sort(order_.begin(), at(middle), order_.end(), by_rank()); }
  void nth_element(std::size_t nth) { std::nth_element(order_.begin(), at(nth), order_.end(), by_rank()); }
  std::size_t operator[](std::size_t i) const { return order_[i]; }

private:
  struct less_rank {
    const std::size_t *rank;
    bool operator()(std::size_t a, std::size_t b) const { return rank[a] < rank[b]; }
  };
  less_rank by_rank() const { return {rank_.data()}; }
  std::vector<std::size_t>::iterator at(std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); }

  merge_sorter merge_;
  std::vector<std::size_t> rank_, order_;
  std::size_t ranked_ = 1;
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
