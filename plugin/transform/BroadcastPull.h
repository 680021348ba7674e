//===- BroadcastPull.h - pullbacks of scalar functions for kernels --------===//
#ifndef MIXEDAD_TRANSFORM_BROADCASTPULL_H
#define MIXEDAD_TRANSFORM_BROADCASTPULL_H

#include "analysis/CostModel.h"
#include "transform/Session.h"

namespace mixedad::transform {

/// A functor `void operator()(seed, params..., T &d_param...) const` that adds seed times every active parameter's
/// partial to its d_param; WithValue: it returns the value too. Dual numbers with one seed a parameter: no tape, no
/// memory, any control flow. Without the value, only those primal values are computed that tangents need.
Emitted emitPullFunctor(const ir::Function &F, const std::string &Mask, const std::string &Name, Session &S,
                        bool WithValue);

/// Whether dual numbers can: active parameters and the result are real numbers, or objects of a few numbers.
bool takesDuals(const ir::Function &F, const std::string &Mask);

/// What that functor costs without the value.
analysis::KernelCost forwardCost(const ir::Function &F, const std::string &Mask, Session &S);

} // namespace mixedad::transform
#endif
