//===- Lower.h - from a function's Clang AST to IR ------------------------===//
//
// The only place that understands C++. What it cannot express exactly it refuses, at the construct, with the way
// out; nothing is dropped.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_LOWER_LOWER_H
#define MIXEDAD_LOWER_LOWER_H

#include "ir/IR.h"
#include "lower/Census.h"
#include "lower/Types.h"
#include "clang/AST/Decl.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mixedad {

/// User-written derivatives of a function, found by [[mixedad::derivative_of]].
struct UserRules {
  std::string Pushforward; ///< qualified name, callable text
  std::string Pullback;
  const clang::FunctionDecl *PushforwardDecl = nullptr, *PullbackDecl = nullptr;
};

/// Whether objects of the class can be copied, by a constructor and by assignment.
bool canBeCopied(clang::Sema &S, const clang::CXXRecordDecl *RD);

/// What lowering needs from the rest of the plugin; one object per translation unit.
struct LowerContext {
  LowerContext(clang::Sema &S, std::function<std::string(clang::QualType)> Spell)
      : S(S), Ast(S.getASTContext()), Types(Ast, Spell), Targets(Ast), Spell(std::move(Spell)) {
    Types.CanBeCopied = [&S](const clang::CXXRecordDecl *RD) { return canBeCopied(S, RD); };
  }

  clang::Sema &S;
  clang::ASTContext &Ast;
  TypeTable Types;
  Census Targets;
  std::function<std::string(clang::QualType)> Spell;
  /// "::ns::f<double>", callable.
  std::function<std::string(const clang::FunctionDecl *)> SpellCallee;
  /// "&::ns::f<double>", with a cast where it is overloaded.
  std::function<std::string(const clang::FunctionDecl *)> SpellAddress;
  /// "fn_tag<...>"
  std::function<std::string(const clang::FunctionDecl *)> SpellTag;
  std::function<UserRules(const clang::FunctionDecl *)> RulesFor;
  /// Gives a capture of a closure a name that text can use, "cap_x".
  std::function<std::string(const clang::FieldDecl *)> FieldName;
  /// "::ns::v<double>", also for a static local variable.
  std::function<std::string(const clang::VarDecl *)> SpellVariable;
  /// The function asks for a derivative that is not generated yet.
  std::function<bool(const clang::FunctionDecl *)> Waits;
  /// [[mixedad::inactive]] on a variable, member, parameter or function.
  std::function<bool(const clang::Decl *)> IsInactive;
  /// Reports that a construct cannot be differentiated, and the way out.
  std::function<void(clang::SourceLocation, std::string What, std::string WayOut)> Refuse;

  ir::Callee *callee(const clang::FunctionDecl *FD);
  /// A function of the headers with rules name_pushforward and name_pullback, known by its qualified name only.
  ir::Callee *helper(llvm::StringRef Name);
  /// The lowered body; null (and reported) when it cannot be lowered. Cached.
  const ir::Function *body(ir::Callee *C);
  /// Lowers it again when it is asked for again, and reports what is refused.
  void forget(ir::Callee *C) { Bodies.erase(C); }
  ir::Loc loc(clang::SourceLocation L) const;

  /// What a kernel is given of an array that it reads by index: a pointer, with a shadow of the same type.
  const ir::Type *elementsType(const ir::Type *Element);

  /// What derivatives are asked for.
  llvm::SetVector<const clang::FunctionDecl *> Roots;
  /// What those call, all the way down, as far as was looked; and how many of them that was for.
  llvm::DenseSet<const clang::FunctionDecl *> Reached;
  size_t ReachedFrom = 0;

  /// Scalar functions of Broadcast operations.
  std::vector<std::unique_ptr<ir::Function>> Scalars;

private:
  void checkPlaces(const ir::Callee &C, const clang::FunctionDecl *FD, const UserRules &R);
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<ir::Callee>> Callees;
  llvm::StringMap<std::unique_ptr<ir::Callee>> Helpers;
  llvm::StringMap<std::unique_ptr<ir::Type>> ElementsTypes;
  llvm::DenseMap<ir::Callee *, std::unique_ptr<ir::Function>> Bodies;
  llvm::StringMap<unsigned> NamesUsed;
};

/// Lowers one function with a visible body. Null when something was refused.
std::unique_ptr<ir::Function> lowerFunction(LowerContext &Ctx, const clang::FunctionDecl *FD, ir::Callee *Self);

/// Removes what nobody uses: pure operations, results of If, carried values of loops. Keeps the text short.
void removeDeadCode(ir::Function &F);

/// Finds the shadows of memory that variables outside of functions already pointed at. After removeDeadCode.
void followGlobalPointers(ir::Function &F, LowerContext &Ctx);

/// Joins broadcasts whose result only one other broadcast uses. Scalars owns their scalar functions.
void fuseBroadcasts(ir::Function &F, std::vector<std::unique_ptr<ir::Function>> &Scalars);

} // namespace mixedad
#endif
