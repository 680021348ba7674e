//===- PullModes.h - how a kernel gets a scalar function's partials -------===//
//
// The pullback of a broadcast function is one functor, and there are three ways to write it:
//
//   forward   dual numbers with one tangent for each active parameter: any control flow, cost grows with their number
//   chunks    the same for a few parameters at a time: fewer values at once, the primal computed again for each chunk
//   reverse   both sweeps in one functor, everything that is kept between them in registers: about four times the
//             primal however many parameters there are, for functions whose plan records nothing on a tape
//
// The cheapest by the cost model is taken unless the user forces one. -Rpass=mixedad tells which and why.
//
// Instead of computing the function again, the pullback may multiply partials that the forward kernel has stored. That
// pays where the function costs more than an array a partial does: in loops, mostly.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TRANSFORM_PULLMODES_H
#define MIXEDAD_TRANSFORM_PULLMODES_H

#include "transform/Session.h"

namespace mixedad::transform {

/// Mode::Pull.
Emitted emitPull(const ir::Function &F, const std::string &Mask, const Variant &V, Session &S);
/// Mode::Store.
Emitted emitStore(const ir::Function &F, const std::string &Mask, const Variant &V, Session &S);

} // namespace mixedad::transform
#endif
