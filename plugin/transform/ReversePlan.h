//===- ReversePlan.h - what reverse mode keeps, for people ----------------===//
#ifndef MIXEDAD_TRANSFORM_REVERSEPLAN_H
#define MIXEDAD_TRANSFORM_REVERSEPLAN_H

#include "transform/ReverseContext.h"

namespace mixedad::transform {

/// Settles C's plan from a draft of the reverse sweep.
void makePlan(ReverseContext &C);

/// Of a function with both sweeps; keeps as little as possible: what is read again, with stores undone where that is
/// cheaper.
std::unique_ptr<ReverseContext> bestPlan(const ir::Function &F, const std::string &Mask, const Variant &V, Session &S);

/// One line a region: what is saved and what is recomputed. Sweeps: for f_fwd and f_rev rather than f_grad.
std::string describePlan(const ir::Function &F, const std::string &Mask, bool Sweeps, Session &S);

/// Names that generated reverse code uses for itself.
void reserveReverseNames(emit::Names &N);

} // namespace mixedad::transform
#endif
