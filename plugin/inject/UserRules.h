//===- UserRules.h - derivatives that users wrote -------------------------===//
//
// Which function with [[mixedad::derivative_of(f)]] is the derivative of a given function. f may name an overload
// set or a template: the rule's own leading parameters say which member it means. Templates are compared by their
// patterns; a rule that is called through its name is then instantiated by overload resolution.
//
// A rule that returns void is a pullback, any other a pushforward; of a function without a result, where the two
// look alike, a pushforward has "push", "jvp" or "forward" in its name.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_INJECT_USERRULES_H
#define MIXEDAD_INJECT_USERRULES_H

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
  bool fits(const clang::FunctionDecl *Rule, const clang::FunctionDecl *F);
  static bool isPushforward(const clang::FunctionDecl *Rule, const clang::FunctionDecl *F);

  clang::Sema &S;
  TypeNames &Names;
  llvm::DenseMap<const clang::FunctionDecl *, Found> Cache;
};

} // namespace mixedad
#endif
