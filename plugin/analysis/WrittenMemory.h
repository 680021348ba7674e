//===- WrittenMemory.h - which memory may change between the sweeps -------===//
//
// A load can be repeated in the reverse sweep when what it reads is still there and still the same. That is decided
// per scalar type for everything that is reached through pointers (two pointers to different scalar types do not
// alias), over all functions that run as part of the derivative; and per variable for variables whose address is
// never taken. Objects that die before the reverse sweep count as written.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_ANALYSIS_WRITTENMEMORY_H
#define MIXEDAD_ANALYSIS_WRITTENMEMORY_H

#include "ir/IR.h"

#include <functional>
#include <set>
#include <string>

namespace mixedad::analysis {

class WrittenMemory {
public:
  /// Body gives a callee's body, or null when it has none that can be seen.
  using Bodies = std::function<const ir::Function *(ir::Callee &)>;

  /// What F and all functions that it reaches may write.
  void addReachable(const ir::Function &F, const Bodies &Body);

  /// All memory that others can reach.
  void addUnknown() { Anything = true; }

  /// Whether a scalar of this type, in memory that is not a variable of the function alone, may change.
  bool mayChange(const ir::Type &Scalar) const;
  /// Whether the variable, which must not have its address taken, is written after its initialization.
  bool written(const ir::Op *Var) const { return Vars.count(Var) != 0; }

private:
  void add(const ir::Function &F, const Bodies &Body);
  void addOp(const ir::Op &O, const Bodies &Body);
  void addCall(const ir::Op &O, const Bodies &Body);
  void addPlace(const ir::Place &P);
  void addObject(const ir::Type &T);

  bool Anything = false;
  std::set<std::string> Scalars;
  std::set<const ir::Op *> Vars;            // looked up, never iterated
  std::set<const ir::Function *> Seen;      // looked up, never iterated
};

} // namespace mixedad::analysis
#endif
