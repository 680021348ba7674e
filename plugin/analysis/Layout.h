//===- Layout.h - where values live and in which order --------------------===//
//
// Positions in a function: a total order of its values and operations that is the order of execution within a
// region, the region in which each is defined, and the loop bodies round a region.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_ANALYSIS_LAYOUT_H
#define MIXEDAD_ANALYSIS_LAYOUT_H

#include "ir/IR.h"

#include <unordered_map>
#include <vector>

namespace mixedad::analysis {

class Layout {
public:
  explicit Layout(const ir::Function &F);

  unsigned position(const ir::Value *V) const { return Positions.at(V); }
  unsigned position(const ir::Op *O) const { return Positions.at(O); }
  const ir::Region *region(const ir::Value *V) const { return Homes.at(V); }
  const ir::Region *region(const ir::Op *O) const { return Homes.at(O); }

  /// The region round R; null for the function's body.
  const ir::Region *outer(const ir::Region *R) const { return R->Owner ? region(R->Owner) : nullptr; }
  /// The innermost loop body that is R or round R, or the function's body.
  const ir::Region *iteration(const ir::Region *R) const;
  bool inLoop(const ir::Region *R) const { return iteration(R) != Root; }
  bool isInside(const ir::Region *R, const ir::Region *Outer) const;

  /// The number of the operation of the function's body that is O or round it.
  size_t step(const ir::Op &O) const;

  /// Every loop body, inner before outer, then the function's body.
  const std::vector<const ir::Region *> &iterations() const { return Iterations; }

private:
  void number(const ir::Region &R);
  void place(const void *What, const ir::Region &R) {
    Positions.emplace(What, ++Next);
    Homes.emplace(What, &R);
  }
  const ir::Region *Root;
  std::unordered_map<const void *, unsigned> Positions;
  std::unordered_map<const void *, const ir::Region *> Homes;
  std::vector<const ir::Region *> Iterations;
  unsigned Next = 0;
};

} // namespace mixedad::analysis
#endif
