//===- MathOutputs.cpp - math functions with results through pointers -----===//
//
// modf(x, &whole) is a value and a store: the rule table says which rows they are. Each row is a function of the
// values alone, so nothing here knows the mathematics, and a store of a flat row (a whole part, an exponent) is a store
// of an inactive value.
//
//===----------------------------------------------------------------------===//
#include "lower/Lowerer.h"
#include "rules/Rules.h"

using namespace clang;

namespace mixedad {

bool Lowerer::outputCall(const Expr *E, Callable &Call, CallResult &R) {
  const FunctionDecl *FD = Call.FD;
  if (isa<CXXMethodDecl>(FD) || !FD->getIdentifier() || !isMathLibrary(FD))
    return false;
  const rules::OutputRule *Rule = rules::outputsOf(FD->getQualifiedNameAsString(), Call.Args.size());
  if (!Rule)
    return false;
  SourceLocation L = E->getBeginLoc();
  QualType Real = FD->getReturnType()->isVoidType() ? FD->getParamDecl(0)->getType() : FD->getReturnType();
  llvm::SmallVector<ir::Value *, 2> Inputs;
  for (unsigned I = 0; I != Rule->Inputs; ++I) {
    if (!Call.Args[I]->getType()->isArithmeticType())
      return false;
    Inputs.push_back(rvalue(Call.Args[I]));
  }
  for (ir::Value *&V : Inputs) // std::frexp(int, int *) computes in double, std::remquo(float, double, int *) too
    V = convert(V, Real, L);
  auto Apply = [&](const rules::Row &Row, const ir::Type *T) {
    return Row.NonDifferentiable ? opaque(Row.Primal, Inputs, T, L) : prim(Row.Name, Inputs, T, L);
  };
  llvm::SmallVector<LValue, 2> Targets;
  for (const Expr *A : llvm::drop_begin(Call.Args, Rule->Inputs)) {
    const auto *Address = dyn_cast<UnaryOperator>(A->IgnoreParenImpCasts());
    if (Address && Address->getOpcode() == UO_AddrOf) {
      Targets.push_back(lvalue(Address->getSubExpr()));
    } else {
      Targets.emplace_back();
      Targets.back().P = pointee(A);
    }
  }
  R = finish(Rule->Result ? Apply(*Rule->Result, type(FD->getReturnType())) : nullptr);
  for (auto [Target, Row] : llvm::zip(Targets, Rule->Outputs))
    storeLV(Target, Apply(*Row, typeOf(Target)), L);
  return true;
}

} // namespace mixedad
