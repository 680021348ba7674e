//===- Induction.h - carried values that need no recording ----------------===//
//
// What a loop carries is often a function of the iteration's number: a counter, a pointer that walks, a value that is
// carried but never changed. The reverse sweep computes those from their start. A loop whose only exit compares such
// a counter with something that does not change has a trip count that need not be counted.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_ANALYSIS_INDUCTION_H
#define MIXEDAD_ANALYSIS_INDUCTION_H

#include "analysis/Layout.h"

#include <optional>
#include <string>

namespace mixedad::analysis {

/// In iteration k (from 0) the carried value is Init, or Init + k * Step, or Init - k * Step.
struct Induction {
  const ir::Value *Init = nullptr;
  const ir::Value *Step = nullptr; ///< defined outside the loop; null: Literal is the step
  std::string Literal;             ///< "1", or "" together with no Step when the value never changes
  bool Down = false;
  bool constant() const { return !Step && Literal.empty(); }
  bool unit() const { return Literal == "1"; }
};

/// How the loop argument A (of a loop's Body) evolves; nullopt when it is no induction.
std::optional<Induction> induction(const ir::Value *A, const Layout &L);

/// The trip count: Last - First, or 0 if `First Compare Last` does not hold (First - Last for a counter that goes
/// down). OrEqual: one more.
struct TripCount {
  const ir::Value *First = nullptr;
  const ir::Value *Last = nullptr;
  std::string Compare;
  std::vector<const ir::Op *> Bound; ///< operations of the condition that compute Last, from what does not change
  bool Down = false, OrEqual = false;
};

std::optional<TripCount> tripCount(const ir::Op &Loop, const Layout &L);
/// If Test, which the condition computes, were the condition.
std::optional<TripCount> tripCount(const ir::Value *Test, const ir::Op &Loop, const Layout &L);

} // namespace mixedad::analysis
#endif
