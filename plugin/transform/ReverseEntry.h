//===- ReverseEntry.h - reverse mode as the public API calls it -----------===//
#ifndef MIXEDAD_TRANSFORM_REVERSEENTRY_H
#define MIXEDAD_TRANSFORM_REVERSEENTRY_H

#include "transform/Session.h"

namespace mixedad::transform {

/// `R reverse(Tag, acts<...>, Tape &, [seed], params..., shadows of active params...)`, a call of f_grad. HasSeed: the
/// call passes a cotangent, whether or not the result is active. Linkage is "static inline ", or "" for a function
/// that other units call.
std::string reverseEntry(const ir::Function &F, const std::string &Mask, const std::string &Tag, bool HasSeed,
                         const std::string &Linkage, Session &S);

/// The two sweeps apart, the frame on the tape:
/// `R forward_sweep(Tag, acts<...>, Tape &, params..., shadows of active memory params...)`, which returns what f_fwd
/// returns, and `void reverse_sweep(Tag, acts<...>, Tape &, [seed], shadows of active params...)`.
std::string sweepEntries(const ir::Function &F, const std::string &Mask, const std::string &Tag, bool HasSeed,
                         const std::string &Linkage, Session &S);

} // namespace mixedad::transform
#endif
