//===- Verifier.h - what every pass may rely on ---------------------------===//
#ifndef MIXEDAD_IR_VERIFIER_H
#define MIXEDAD_IR_VERIFIER_H

#include "ir/IR.h"

#include <string>
#include <vector>

namespace mixedad::ir {

/// The broken invariants, one line each; empty for a well-formed function. Checks definition before use, one
/// definition a value, the number and classes of yields and carried values, and what each kind of operation needs.
std::vector<std::string> verify(const Function &F);

} // namespace mixedad::ir
#endif
