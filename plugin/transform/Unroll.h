//===- Unroll.h - loops with few iterations as straight-line code ---------===//
#ifndef MIXEDAD_TRANSFORM_UNROLL_H
#define MIXEDAD_TRANSFORM_UNROLL_H

#include "ir/IR.h"

#include <memory>

namespace mixedad::transform {

/// A copy of F in which loops with a constant trip count, or a small constant that it cannot exceed, are written out,
/// iteration by iteration, when the copy stays below MostOperations; else null, and when there is no such loop. An
/// iteration that may not happen is a branch in the one before. Reverse mode keeps the values of straight-line
/// code in registers, those of loops on a tape.
std::unique_ptr<ir::Function> unrolled(const ir::Function &F, unsigned MostOperations = 800);

} // namespace mixedad::transform
#endif
