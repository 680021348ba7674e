//===- checkpoint.h - states of a loop, kept now and then -----------------===//
//
// The forward sweep of a checkpointed loop keeps the loop's state before some iterations and records nothing else.
// The reverse sweep runs from the last kept state to the end again, this time recording, reverses those iterations,
// and goes on with the state before it.
//
// How long the loop will run is not known when it starts. States are kept every `stride` iterations; when there are
// more than fit, every other one is dropped and the stride doubles. With a limit there are at most that many states;
// without, about as many as one stretch has iterations, so memory grows with the square root of the trip count.
//
// Under a memory budget (mixedad/budget.h) states take half of it, and what a stretch records the other half. A stretch
// that would record more is split: its iterations run once more without recording, and states are kept in places that
// have become free, as often as it takes. This is multilevel checkpointing (Griewank and Walther, Evaluating
// Derivatives, 2nd ed., section 12.2), where every level costs one more run of the primal. How much an iteration records is
// measured, so the first stretch is a short one.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_CHECKPOINT_H
#define MIXEDAD_DETAIL_CHECKPOINT_H

#include "mixedad/budget.h"

#include <cstddef>
#include <vector>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

template <class State> class checkpoints {
public:
  /// Before the loop. A limit below 1 means none.
  void start(int limit) {
    const std::size_t budget = memory_budget();
    half_budget_ = budget == no_budget ? no_budget : budget / 2;
    affordable_ = budget == no_budget ? no_budget : at_least(4, half_budget_ / sizeof(Kept));
    limit_ = limit < 1 ? 0 : static_cast<std::size_t>(limit);
    longest_ = budget == no_budget ? no_budget : trial;
    kept_.clear();
    stride_ = 1;
    next_ = end_ = 0;
  }

  /// Before every iteration.
  void step(const State &state) {
    if (end_ == next_)
      take(state);
    ++end_;
  }

  bool empty() const { return kept_.empty(); }
  /// The last stretch: iterations [first, end) start from state.
  std::size_t first() const { return kept_.back().at; }
  std::size_t end() const { return end_; }
  State state() const { return kept_.back().state; }
  /// The last stretch has been reversed.
  void drop() {
    end_ = first();
    kept_.pop_back();
  }

  /// The last stretch must run again without recording, calling split() before every iteration.
  bool splits() {
    const std::size_t length = end_ - first(), free = places() > kept_.size() ? places() - kept_.size() : 0;
    if (length <= longest_ || free == 0)
      return false;
    split_stride_ = at_least(longest_, length / (free + 1) + 1);
    split_first_ = first();
    return true;
  }
  void split(std::size_t iteration, const State &state) {
    if (iteration != split_first_ && (iteration - split_first_) % split_stride_ == 0)
      kept_.push_back({state, iteration});
  }
  /// What recording the last stretch took.
  void recorded(std::size_t bytes) {
    if (half_budget_ == no_budget || bytes == 0)
      return;
    const std::size_t each = bytes / (end_ - first()) + 1;
    longest_ = at_least(1, half_budget_ / each);
  }

private:
  struct Kept {
    State state;
    std::size_t at; ///< before this iteration
  };
  static constexpr std::size_t trial = 64; ///< iterations of the first stretch under a budget

  static std::size_t at_least(std::size_t a, std::size_t b) { return a > b ? a : b; }
  static std::size_t at_most(std::size_t a, std::size_t b) { return a < b ? a : b; }

  /// States that may be kept in all.
  std::size_t places() const { return limit_ ? at_most(limit_, affordable_) : affordable_; }
  /// States that the forward sweep may keep: under a budget it leaves places for splitting.
  std::size_t room() const {
    if (affordable_ == no_budget)
      return limit_ ? limit_ : 2 * stride_;
    return at_least(1, at_most(limit_ ? limit_ : 2 * stride_, places()) / 2);
  }

  void take(const State &state) {
    while (kept_.size() >= room() && stride_ <= end_)
      thin();
    if (end_ % stride_ == 0)
      kept_.push_back({state, end_});
    next_ = (end_ / stride_ + 1) * stride_;
  }

  void thin() {
    for (std::size_t i = 1; 2 * i < kept_.size(); ++i)
      kept_[i] = static_cast<Kept &&>(kept_[2 * i]);
    kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>((kept_.size() + 1) / 2), kept_.end());
    stride_ *= 2;
  }

  std::vector<Kept> kept_; ///< in order; in the forward sweep before iterations 0, stride, 2 * stride, ...
  std::size_t limit_ = 0, affordable_ = no_budget, half_budget_ = no_budget;
  std::size_t stride_ = 1, next_ = 0, end_ = 0;
  std::size_t longest_ = no_budget; ///< stretch that may be recorded
  std::size_t split_stride_ = 0, split_first_ = 0;
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
