//===- WrittenMemory.h - which memory may change between the sweeps -------===//
//
// A load can be repeated in the reverse sweep when what it reads is still there and still the same: when nothing that
// runs with it or after it may write there. That is decided per scalar type for everything that is reached through
// pointers (two pointers to different scalar types do not alias), with all functions that are called; and per
// variable for variables whose address is never taken. "After" goes by the operations of the function's own body: a
// loop as a whole, a branch as a whole. Objects that die before the reverse sweep count as written.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_ANALYSIS_WRITTENMEMORY_H
#define MIXEDAD_ANALYSIS_WRITTENMEMORY_H

#include "ir/IR.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace mixedad::analysis {

class WrittenMemory {
public:
  /// Body gives a callee's body, or null when it has none that can be seen.
  using Bodies = std::function<const ir::Function *(ir::Callee &)>;

  /// What F and all functions that it reaches may write. F's own variables live until the reverse sweep ends.
  void addReachable(const ir::Function &F, const Bodies &Body);
  /// All memory that others can reach.
  void addUnknown() { Always.Anything = true; }

  /// Whether a scalar of this type, in memory that is not a variable of the function alone, may change from
  /// operation From of the function's body on.
  bool mayChange(const ir::Type &Scalar, size_t From) const;
  /// Whether the variable, which must not have its address taken, is written from there on.
  bool written(const ir::Op *Var, size_t From) const;

private:
  struct Effects {
    bool Anything = false;
    std::set<std::string> Scalars;
    std::set<const ir::Op *> Vars; // looked up, never iterated
    bool mayChange(const std::string &Key) const;
  };
  struct Collector;

  Effects Always;             ///< whenever
  std::vector<Effects> Steps; ///< of each operation of the function's body
};

} // namespace mixedad::analysis
#endif
