//===- Primal.h - IR back to the function it came from --------------------===//
#ifndef MIXEDAD_TRANSFORM_PRIMAL_H
#define MIXEDAD_TRANSFORM_PRIMAL_H

#include "transform/Session.h"

namespace mixedad::transform {

/// The function itself as a functor: what a fused broadcast runs.
Emitted emitPrimalFunctor(const ir::Function &F, const std::string &Name, Session &S);

} // namespace mixedad::transform
#endif
