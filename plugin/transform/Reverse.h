//===- Reverse.h - reverse mode -------------------------------------------===//
#ifndef MIXEDAD_TRANSFORM_REVERSE_H
#define MIXEDAD_TRANSFORM_REVERSE_H

#include "transform/Session.h"

namespace mixedad::transform {

/// f_grad: both sweeps in one function,
/// `R name(Tape &tape, params..., [seed], shadows of active params...)`; returns the primal's result.
Emitted emitGrad(const ir::Function &F, const std::string &Mask, const Variant &V, Session &S);

/// f_fwd and f_rev, with the frame that carries values from the one to the other:
/// `R fwd(frame &fr, Tape &tape, params..., shadows of active memory params...)`, where R is dual_result<R> when the
/// result holds pointers and is active, and `void rev(frame &fr, Tape &tape, [seed], shadows of active params...)`.
Emitted emitSweeps(const ir::Function &F, const std::string &Mask, const Variant &V, Session &S);

} // namespace mixedad::transform
#endif
