//===- budget.h - how much memory a reverse sweep may take ----------------===//
//
//   MIXEDAD_MEMORY_BUDGET=64M ./program          bytes, with K, M or G
//   mixedad::set_memory_budget(64 << 20);        from here on; 0 is no limit
//
// The budget is each thread's, for its tape and the states of its checkpointed loops. A tape that would outgrow it
// throws tape_error; loops marked [[mixedad::checkpoint]] keep to it by running more of their iterations again.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_BUDGET_H
#define MIXEDAD_BUDGET_H

#include <cstddef>
#include <cstdlib>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

inline constexpr std::size_t no_budget = static_cast<std::size_t>(-1);

/// "64M" in bytes; no_budget for what is no number.
inline std::size_t parse_bytes(const char *text) noexcept {
  char *end = nullptr;
  const unsigned long long number = text ? std::strtoull(text, &end, 10) : 0;
  if (number == 0)
    return no_budget;
  const int shift = *end == 'K' || *end == 'k' ? 10 : *end == 'M' || *end == 'm' ? 20 : *end == 'G' || *end == 'g' ? 30 : 0;
  return number > (no_budget >> shift) ? no_budget : static_cast<std::size_t>(number) << shift;
}

inline std::size_t &budget_bytes() noexcept {
  static std::size_t bytes = parse_bytes(std::getenv("MIXEDAD_MEMORY_BUDGET"));
  return bytes;
}

} // namespace detail

/// Bytes that one thread's reverse sweep may hold; the largest std::size_t when there is no limit.
inline std::size_t memory_budget() noexcept { return __atomic_load_n(&detail::budget_bytes(), __ATOMIC_RELAXED); }

/// 0 takes the limit away.
inline void set_memory_budget(std::size_t bytes) noexcept {
  __atomic_store_n(&detail::budget_bytes(), bytes ? bytes : detail::no_budget, __ATOMIC_RELAXED);
}

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
