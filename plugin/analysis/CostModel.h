//===- CostModel.h - what one element of a kernel costs -------------------===//
//
// Estimates for choosing how a broadcast function is differentiated inside its kernel. Nothing but speed depends on
// them. The unit is one addition of numbers that are in registers; a division is taken as 4 and a mathematical function
// as 12, which is what they are in a vectorized loop and, within a factor of two, on a GPU. Both sides of a branch
// count, since both run in such a loop; a loop counts with its trip count where that is a constant, else with ten.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_ANALYSIS_COSTMODEL_H
#define MIXEDAD_ANALYSIS_COSTMODEL_H

#include "analysis/Layout.h"

#include <functional>
#include <map>
#include <string>

namespace mixedad::analysis {

struct KernelCost {
  double Operations = 0;
  unsigned Live = 0; ///< values that are alive at once, at most
  /// Values beyond the registers are stored and loaded again.
  double total() const;
};

/// The trip count of a loop over a counter with constant bounds; 0 when it is not known.
unsigned constantTrips(const ir::Op &Loop, const Layout &L);
/// What the trip count cannot exceed: of a loop like that which may end early; 0 when nothing is known.
unsigned mostTrips(const ir::Op &Loop, const Layout &L);

/// An array that a kernel writes and another one reads, an element: what is computed in the time of the traffic.
constexpr double StoredArray = 64;

/// Larger kernels run out of registers before fusing them saves memory traffic.
constexpr size_t MaxKernelOperands = 12, MaxKernelOperations = 120;
size_t operationCount(const ir::Function &F);

class CostModel {
public:
  using Count = std::function<unsigned(const ir::Value &)>;
  explicit CostModel(const ir::Function &F);

  /// The function itself.
  double primal() const;
  /// Dual numbers. Needed is 1 for a value whose primal is computed; Tangents counts its tangents.
  KernelCost forward(const Count &Needed, const Count &Tangents) const;
  /// Both sweeps, of which the second needs Kept values of the first. Adjoints is 1 for a value with an adjoint.
  KernelCost reverse(const Count &Adjoints, unsigned Kept) const;

private:
  using Price = std::function<double(const ir::Op &)>;
  double sum(const ir::Region &R, const Price &Of) const;
  unsigned live(const Count &Weight) const;
  void number(const ir::Region &R);
  void use(const ir::Value &V, unsigned At);

  const ir::Function &F;
  Layout L;
  struct Life {
    unsigned From = 0, To = 0;
  };
  std::map<const ir::Value *, Life> Lives; // looked up, or iterated for a maximum
  unsigned Next = 0;
};

} // namespace mixedad::analysis
#endif
