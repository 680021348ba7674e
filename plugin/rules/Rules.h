//===- Rules.h - derivatives of scalar primitives -------------------------===//
//
// One row per function, its partials written once; pushforward and pullback both come from it. Rows live in
// MathRules.def. In templates `$0..$n` are the operands, `$r` the result, `$T` the result's type spelling.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_RULES_RULES_H
#define MIXEDAD_RULES_RULES_H

#include <string>
#include <string_view>
#include <vector>

namespace mixedad::rules {

struct Row {
  std::string Name;                  ///< "sin"; operators: "add", "sub", "mul", "div", "neg", "cast"
  unsigned Arity = 1;
  std::string Primal;                ///< "::std::sin($0)", "$0 * $1"
  std::vector<std::string> Partials; ///< one per operand; "" when it is zero everywhere (or not differentiable
                                     ///< in that operand, an integer order, say)
  bool Cheap = false;                ///< recomputing costs no more than a load: never worth recording
  bool NonDifferentiable = false;    ///< floor, isnan, ...: the result is inactive, on purpose
};

/// The row called Name, or null.
const Row *find(std::string_view Name);

/// The row that differentiates the function with this qualified name ("sin", "std::sin", "sinf", "__sinf", ...)
/// called with NumArgs arguments, or null.
const Row *forCallee(std::string_view QualifiedName, unsigned NumArgs);

/// All rows, in file order.
const std::vector<Row> &all();

/// Which names a partial uses: bit i for `$i`, bit 31 for `$r`.
unsigned uses(const std::string &Template);

} // namespace mixedad::rules
#endif
