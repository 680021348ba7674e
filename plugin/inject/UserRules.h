//===- UserRules.h - derivatives that users wrote -------------------------===//
//
// Which function with [[mixedad::derivative_of(f)]] is the derivative of a given function. f may name an overload
// set or a template: the rule's own leading parameters say which member it means. Templates are compared by their
// patterns; a rule that is called through its name is then instantiated by overload resolution.
//
// A rule that returns void is a pullback, any other a pushforward. Of a function without a result the parameters tell:
// a pullback writes to all shadows, so a value or something const among them is a tangent. Where that leaves both, the
// rule is a pullback unless it is said otherwise, and one whose name says otherwise is an error rather than a guess.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_INJECT_USERRULES_H
#define MIXEDAD_INJECT_USERRULES_H

#include "inject/Attributes.h"
#include "inject/TypeNames.h"

namespace mixedad {

class RuleBook {
public:
  RuleBook(clang::Sema &S, TypeNames &Names) : S(S), Names(Names) {}

  /// Callable names, "" where there is none.
  struct Found {
    std::string Pushforward, Pullback;
    const clang::FunctionDecl *PushforwardDecl = nullptr, *PullbackDecl = nullptr;
  };
  Found find(const clang::FunctionDecl *F);

  /// Reports rules that fit none of the functions that they name. At the end of the unit.
  void verify();

private:
  bool fits(const UserRule &R, const clang::FunctionDecl *F);
  UserRule::Kind kind(const UserRule &R, const clang::FunctionDecl *F);

  clang::Sema &S;
  TypeNames &Names;
  llvm::DenseMap<const clang::FunctionDecl *, Found> Cache;
};

} // namespace mixedad
#endif
