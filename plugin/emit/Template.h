//===- Template.h - C++ text with holes -----------------------------------===//
//
// `fill("$0 + $1", holes)` puts expressions into holes and parenthesizes an expression exactly where C++'s
// precedence asks for it, so neither the templates nor the code that makes expressions writes parentheses "to be
// safe". An unbound hole is an error that names it: text with a hole left in it never reaches the compiler.
//
//   $0 $12   operand N                     $&0   place operand N (an lvalue)
//   $* $*2   all operands, from N on       $b    base of a place       $n   a declared name
//   $T       result type's spelling        $r    the result value      $$   a dollar sign
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_EMIT_TEMPLATE_H
#define MIXEDAD_EMIT_TEMPLATE_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mixedad::emit {

/// How tightly an expression's text binds, tightest first.
enum class Prec { Atom, Unary, Mul, Add, Other };

/// Of a whole expression: "a[i].x" Atom, "-a" Unary, "a * b" Mul. Text it cannot read is Other.
Prec precedence(std::string_view Expr);

/// Expr, in parentheses if it binds less tightly than Needed.
std::string paren(std::string_view Expr, Prec Needed);

struct Holes {
  std::vector<std::string> Operands;
  std::vector<std::string> Places;
  std::optional<std::string> Base, Name, Type, Result;
};

/// Text, or what is wrong with the template.
struct Filled {
  std::string Text, Error;
  explicit operator bool() const { return Error.empty(); }
};

Filled fill(std::string_view Template, const Holes &H);

/// Some `$N` occurs twice: its expression should be a name.
bool repeatsOperand(std::string_view Template);

/// "a, b, c"
std::string join(const std::vector<std::string> &Parts, std::string_view Separator = ", ");

/// Whether Name occurs in Text as a whole identifier.
bool mentions(std::string_view Text, std::string_view Name);

/// Text with the identifier From replaced by To.
std::string renamed(std::string_view Text, std::string_view From, std::string_view To);

/// The declarator of Name with a type's spelling: "double x", "double x[3]", "double (*x)[3]", "T &x".
std::string declarator(std::string_view Spelling, std::string_view Name);

/// "T &" for "T &&": generated functions pass on named objects.
std::string lvalueSpelling(std::string_view Spelling);

/// Whether a type's spelling is an array: it is copied element by element.
bool isArraySpelling(std::string_view Spelling);

} // namespace mixedad::emit
#endif
