//===- Attributes.h - the attributes of namespace mixedad -----------------===//
//
// They are stored as SuppressAttr, whose strings begin with "mixedad::": of all of Clang's attributes with free
// strings it is the only one that changes nothing else (AnnotateAttr would put every annotated function in
// llvm.global.annotations and so keep it in the object file). Templates instantiate it with the rest. These
// functions are the only readers; they look at all redeclarations and at the template.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_INJECT_ATTRIBUTES_H
#define MIXEDAD_INJECT_ATTRIBUTES_H

#include "ir/IR.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include <string>
#include <vector>

namespace clang {
class Sema;
}

namespace mixedad {

bool isBroadcast(const clang::FunctionDecl *F);
bool isDifferentiable(const clang::FunctionDecl *F);
/// [[mixedad::inactive]] on a function, parameter, variable, member or class.
bool isInactive(const clang::Decl *D);
/// What the user forced: [[mixedad::broadcast(forward)]] and so on.
ir::KernelChoice broadcastChoice(const clang::FunctionDecl *F);

/// The argument of [[mixedad::checkpoint(n)]] in front of this loop: -1 without argument, 0 without attribute.
int checkpointOf(const clang::Stmt *Loop);

/// A function with [[mixedad::derivative_of(target)]], or derivative_of(target, "pushforward").
struct UserRule {
  enum class Kind { Open, Pushforward, Pullback };
  Kind Said = Kind::Open;
  const clang::FunctionDecl *Rule = nullptr;
  std::vector<const clang::NamedDecl *> Targets; ///< functions, function templates, or a class (its constructors)
};

/// "pushforward", "pullback"; Open for anything else.
UserRule::Kind ruleKind(llvm::StringRef Text);

/// What the attributes of this translation unit registered, in source order.
struct Registered {
  std::vector<UserRule> Rules;
  std::vector<const clang::FunctionDecl *> Differentiable;
};
Registered &registered();

/// Adds what a precompiled header or modules registered when they were made.
void registerImported(clang::Sema &S);

} // namespace mixedad
#endif
