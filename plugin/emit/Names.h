//===- Names.h - fresh names ----------------------------------------------===//
//
// One class owns the names of a generated function: a name that it hands out is no keyword, no name that
// generated code uses unqualified, and was not handed out before.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_EMIT_NAMES_H
#define MIXEDAD_EMIT_NAMES_H

#include "ir/IR.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace mixedad::emit {

/// An identifier made of Hint's characters.
std::string identifier(std::string_view Hint);

class Names {
public:
  /// Hint, or Hint_1, Hint_2, ...
  std::string fresh(std::string_view Hint);
  void reserve(std::string_view Name) { Used.insert(std::string(Name)); }

private:
  bool free(const std::string &Name) const;
  std::set<std::string> Used;
  std::map<std::string, unsigned> Next;
};

/// Names of the values and memory variables of one function and of their shadows. A value's "name" may be an
/// expression bound to it: "&x" for the address of a reference parameter, "fr.t3" for a kept value.
class Naming {
public:
  Names &names() { return All; }

  std::string of(const ir::Value &V);
  std::string of(const ir::Op &Var);
  void bind(const ir::Value &V, std::string Expr) { Values[&resolve(V)] = std::move(Expr); }
  void bind(const ir::Op &Var, std::string Expr) { Vars[&Var] = std::move(Expr); }
  bool bound(const ir::Value &V) const { return Values.count(&resolve(V)); }
  /// V shares Of's name and shadows: a loop's results and arguments are one variable.
  void alias(const ir::Value &V, const ir::Value &Of) { Aliases[&V] = &Of; }

  /// The shadow: adjoint, tangent or shadow pointer. Prefix is "d_", or "d0_" for one seed of several.
  std::string shadow(const ir::Value &V, std::string_view Prefix = "d_");
  std::string shadow(const ir::Op &Var, std::string_view Prefix = "d_");
  void bindShadow(const ir::Value &V, std::string Expr, std::string_view Prefix = "d_");
  void bindShadow(const ir::Op &Var, std::string Expr, std::string_view Prefix = "d_");

private:
  using Shadowed = std::pair<const void *, std::string>;
  const ir::Value &resolve(const ir::Value &V) const;
  Names All;
  std::map<const ir::Value *, const ir::Value *> Aliases;
  std::map<const ir::Value *, std::string> Values;
  std::map<const ir::Op *, std::string> Vars;
  std::map<Shadowed, std::string> Shadows;
};

} // namespace mixedad::emit
#endif
