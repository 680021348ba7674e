//===- Addends.h - operands that a broadcast only adds --------------------===//
#ifndef MIXEDAD_ANALYSIS_ADDENDS_H
#define MIXEDAD_ANALYSIS_ADDENDS_H

#include "ir/IR.h"

#include <vector>

namespace mixedad::analysis {

/// By parameter of a scalar function: the result is this one plus what does not depend on it. So its partial is one, and
/// a pullback needs neither its value nor a kernel: its cotangent is the result's.
std::vector<bool> addends(const ir::Function &F);

} // namespace mixedad::analysis
#endif
