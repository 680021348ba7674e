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
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_CHECKPOINT_H
#define MIXEDAD_DETAIL_CHECKPOINT_H

#include <cstddef>
#include <vector>

namespace mixedad {
namespace detail {

template <class State> class checkpoints {
public:
  /// Before the loop. A limit below 1 means none.
  void start(int limit) {
    limit_ = limit < 1 ? 0 : static_cast<std::size_t>(limit);
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
  std::size_t first() const { return (kept_.size() - 1) * stride_; }
  std::size_t end() const { return end_; }
  const State &state() const { return kept_.back(); }
  /// The last stretch has been reversed.
  void drop() {
    end_ = first();
    kept_.pop_back();
  }

private:
  std::size_t room() const { return limit_ ? limit_ : 2 * stride_; }

  void take(const State &state) {
    while (kept_.size() >= room() && stride_ <= end_)
      thin();
    if (end_ % stride_ == 0)
      kept_.push_back(state);
    next_ = (end_ / stride_ + 1) * stride_;
  }

  void thin() {
    for (std::size_t i = 1; 2 * i < kept_.size(); ++i)
      kept_[i] = static_cast<State &&>(kept_[2 * i]);
    kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>((kept_.size() + 1) / 2), kept_.end());
    stride_ *= 2;
  }

  std::vector<State> kept_; ///< before iterations 0, stride, 2 * stride, ...
  std::size_t limit_ = 0, stride_ = 1, next_ = 0, end_ = 0;
};

} // namespace detail
} // namespace mixedad

#endif
