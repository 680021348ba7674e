//===- Rules.h - derivatives of scalar primitives -------------------------===//
//
// One row per function, its partials written once; pushforward and pullback both come from it. Rows live in
// MathRules.def. In templates `$0..$n` are the operands, `$r` the result, `$T` the result's type spelling.
//
// Invariants of a row that load checks (see validate): a partial exists for every operand, holes name operands that
// exist, a refused operand has the partial that does not compile. A partial that is the literal "1" or "-1" means exactly
// that, so that a transform can leave the multiplication out; "" means zero, so that nothing flows.
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
  std::vector<bool> Refused;         ///< one per operand: there is no closed form of the partial (the real order of
                                     ///< a Bessel function), and an active operand is an error. The partial is then
                                     ///< text that does not compile: whoever overlooks this gets no zero
  bool Cheap = false;                ///< recomputing costs no more than a load: never worth recording
  bool NonDifferentiable = false;    ///< floor, isnan, ...: the result is inactive, on purpose
};

/// A function that writes some of its results through pointers, in terms of rows: called with Inputs values and then
/// one pointer per entry of Outputs, it returns row Result (null: void) of the values and stores row Outputs[i] of
/// the values through pointer i. A null pointer is not allowed by any of these functions.
struct OutputRule {
  unsigned Inputs = 1;
  const Row *Result = nullptr;
  std::vector<const Row *> Outputs;
};

/// The row called Name, or null.
const Row *find(std::string_view Name);

/// The row that differentiates the function with this qualified name ("sin", "std::sin", "sinf", "__sinf", ...)
/// called with NumArgs arguments, or null. This goes by the name alone: the caller makes sure that the declaration is
/// the library's (a builtin or from a system header) and that the arguments are arithmetic (std::abs of a complex
/// number is another function), because a program may have its own ::beta or ::rsqrt.
const Row *forCallee(std::string_view QualifiedName, unsigned NumArgs);

/// As forCallee, for functions with output pointers (modf, frexp, remquo, sincos, ...); NumArgs counts the pointers.
const OutputRule *outputsOf(std::string_view QualifiedName, unsigned NumArgs);

/// All rows, in file order.
const std::vector<Row> &all();

/// Which names a partial uses: bit i for `$i`, bit 31 for `$r`.
unsigned uses(const std::string &Template);

/// What is wrong with the row, in the row's own words, or "".
std::string validate(const Row &R);

/// What to say when refused operand I of the row is active: "why; way out", to follow "cannot differentiate:".
std::string refusal(const Row &R, unsigned I);

} // namespace mixedad::rules
#endif
