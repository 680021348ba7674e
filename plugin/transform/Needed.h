//===- Needed.h - primal values that tangents need ------------------------===//
//
// A pullback functor computes tangents; a primal value is computed in it only if a partial, a condition or memory
// needs it. (sin has the partial cos: a kernel for it must not evaluate sin, which the compiler may not drop, because
// library functions set errno.)
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TRANSFORM_NEEDED_H
#define MIXEDAD_TRANSFORM_NEEDED_H

#include "ir/IR.h"

#include <functional>
#include <set>

namespace mixedad::transform {

class NeededValues {
public:
  using HasTangent = std::function<bool(const ir::Value &)>;
  /// Everything is needed.
  NeededValues() = default;
  /// Only what the tangents of the values with HasTangent need.
  NeededValues(const ir::Function &F, HasTangent Tangents);

  bool contains(const ir::Value &V) const { return Everything || Needed.count(&V); }

private:
  void need(const ir::Value &V);
  void region(const ir::Region &R);
  void op(const ir::Op &O);
  void prim(const ir::Op &O);
  void loop(const ir::Op &O);

  bool Everything = true, Changed = false;
  HasTangent Tangents;
  std::set<const ir::Value *> Needed; // membership only
};

} // namespace mixedad::transform
#endif
