//===- Names.cpp - fresh names --------------------------------------------===//

#include "Names.h"

#include <cctype>

namespace mixedad::emit {

/// Keywords, macros of the standard headers, and what generated code calls without qualification.
static const std::set<std::string, std::less<>> &reservedNames() {
  static const std::set<std::string, std::less<>> Set = {
      "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch",
      "char", "char8_t", "char16_t", "char32_t", "class", "compl", "concept", "const", "consteval", "constexpr",
      "constinit", "const_cast", "continue", "co_await", "co_return", "co_yield", "decltype", "default", "delete",
      "do", "double", "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for",
      "friend", "goto", "if", "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq",
      "nullptr", "operator", "or", "or_eq", "private", "protected", "public", "register", "reinterpret_cast",
      "requires", "return", "short", "signed", "sizeof", "static", "static_assert", "static_cast", "struct",
      "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename",
      "union", "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq", "typeof",
      "NULL", "EOF", "errno", "assert", "stdin", "stdout", "stderr", "NAN", "INFINITY", "HUGE_VAL", "I", "linux",
      "unix", "std", "mixedad", "detail", "Tape", "acts", "fn_tag", "type_tag", "dual_result", "zero_like", "shadow_like",
      "set_zero", "accumulate", "copy_object", "broadcast_run", "shaped_like", "whole", "unwanted", "broadcast_pull", "broadcast_pull_over", "accumulate_folded", "operands", "blockIdx", "blockDim",
      "threadIdx", "gridDim", "warpSize"};
  return Set;
}

std::string identifier(std::string_view Hint) {
  std::string Out;
  for (char C : Hint) {
    bool Good = std::isalnum(static_cast<unsigned char>(C)) || C == '_';
    if (Good && !(C == '_' && !Out.empty() && Out.back() == '_')) // `__` is reserved
      Out += C;
  }
  while (!Out.empty() && Out.front() == '_')
    Out.erase(0, 1);
  if (Out.empty() || std::isdigit(static_cast<unsigned char>(Out[0])))
    Out.insert(Out.begin(), 't');
  return Out;
}

bool Names::free(const std::string &Name) const { return !Used.count(Name) && !reservedNames().count(Name); }

std::string Names::fresh(std::string_view Hint) {
  std::string Base = identifier(Hint), Name = Base;
  unsigned &N = Next[Base];
  while (!free(Name))
    Name = Base + "_" + std::to_string(++N);
  Used.insert(Name);
  return Name;
}

const ir::Value &Naming::resolve(const ir::Value &V) const {
  auto It = Aliases.find(&V);
  return It == Aliases.end() ? V : resolve(*It->second);
}

std::string Naming::of(const ir::Value &Any) {
  const ir::Value &V = resolve(Any);
  std::string &Name = Values[&V];
  if (Name.empty())
    Name = All.fresh(V.Name.empty() ? "t" + std::to_string(V.Id) : V.Name);
  return Name;
}

std::string Naming::of(const ir::Op &Var) {
  std::string &Name = Vars[&Var];
  if (Name.empty())
    Name = All.fresh(Var.Name.empty() ? "obj" : Var.Name);
  return Name;
}

/// "&x" has the shadow "&d_x", "fr.t3" has "d_t3".
static std::string shadowHint(const std::string &Primal, std::string_view Prefix) {
  size_t Dot = Primal.rfind('.');
  return std::string(Prefix) + identifier(Dot == std::string::npos ? Primal : Primal.substr(Dot + 1));
}

std::string Naming::shadow(const ir::Value &Any, std::string_view Prefix) {
  const ir::Value &V = resolve(Any);
  std::string &Name = Shadows[{&V, std::string(Prefix)}];
  if (Name.empty())
    Name = All.fresh(shadowHint(of(V), Prefix));
  return Name;
}

std::string Naming::shadow(const ir::Op &Var, std::string_view Prefix) {
  std::string &Name = Shadows[{&Var, std::string(Prefix)}];
  if (Name.empty())
    Name = All.fresh(shadowHint(of(Var), Prefix));
  return Name;
}

void Naming::bindShadow(const ir::Value &V, std::string Expr, std::string_view Prefix) {
  Shadows[{&resolve(V), std::string(Prefix)}] = std::move(Expr);
}
void Naming::bindShadow(const ir::Op &Var, std::string Expr, std::string_view Prefix) {
  Shadows[{&Var, std::string(Prefix)}] = std::move(Expr);
}

} // namespace mixedad::emit
