//===- Closures.cpp - lambdas, known at compile time ----------------------===//
//
// A closure is not an object here but its captures: aliases of what was captured by reference, copies of what was
// captured by value. Its call operator is inlined with them bound, wherever the closure was passed.
//
//===----------------------------------------------------------------------===//
#include "lower/Lowerer.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace mixedad {

static const Expr *bareClosure(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const Expr *Held = belowTemporary(E))
      E = Held;
    else if (const auto *X = dyn_cast<CXXFunctionalCastExpr>(E))
      E = X->getSubExpr();
    else if (const auto *X = dyn_cast<CXXConstructExpr>(E);
             X && X->getNumArgs() == 1 && (X->getConstructor()->isCopyOrMoveConstructor() ||
                                           TypeTable::isTypeErased(X->getType())))
      E = X->getArg(0);
    else if (const auto *X = dyn_cast<CXXConstructExpr>(E);
             X && X->getNumArgs() > 1 && TypeTable::isTypeErased(X->getType()) && isa<CXXDefaultArgExpr>(X->getArg(1)))
      E = X->getArg(0);
    else
      return E;
  }
}

/// The library's wrappers of predicates and comparisons, which hold closures and references.
bool Lowerer::isWrapper(const CXXRecordDecl *RD) {
  const auto *NS = RD ? dyn_cast<NamespaceDecl>(RD->getDeclContext()) : nullptr;
  return NS && RD->hasDefinition() && !RD->isEmpty() &&
         (NS->getName() == "__ops" || (NS->getName() == "__detail" && RD->getIdentifier() && RD->getName() == "_Adaptor"));
}

static bool isClosureType(QualType T) {
  T = T.getNonReferenceType();
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  return (RD && RD->isLambda()) || TypeTable::isTypeErased(T) || Lowerer::isWrapper(RD);
}

/// A wrapper is like a lambda: its members are its captures.
std::shared_ptr<Closure> Lowerer::closureOfWrapper(const CXXConstructExpr *E) {
  const auto *CD = cast_or_null<CXXConstructorDecl>(definition(E->getConstructor()));
  if (!CD)
    return nullptr;
  auto C = std::make_shared<Closure>();
  C->Class = CD->getParent();
  scan(CD);
  bindParameters(CD, llvm::SmallVector<const Expr *, 2>(E->arguments()));
  for (const CXXCtorInitializer *I : CD->inits()) {
    const FieldDecl *F = I->getMember();
    if (!F)
      return nullptr;
    if (auto Inner = closure(I->getInit()))
      C->ClosureCaptures[F] = Inner;
    else if (F->getType()->isReferenceType() || F->getType()->isRecordType())
      C->Captures[F] = bindReference(I->getInit(), F->getName());
    else
      C->Captures[F] = temporary(rvalue(I->getInit()), type(F->getType()));
  }
  return C;
}

std::shared_ptr<Closure> Lowerer::closure(const Expr *E) {
  if (!E || E->isTypeDependent())
    return nullptr;
  const Expr *X = bareClosure(E);
  if (!isClosureType(E->getType()) && !isClosureType(X->getType()))
    return nullptr;
  if (const auto *L = dyn_cast<LambdaExpr>(X))
    return closureOfLambda(L);
  if (const auto *W = dyn_cast<CXXConstructExpr>(X); W && isWrapper(W->getConstructor()->getParent()))
    return closureOfWrapper(W);
  if (const auto *M = dyn_cast<MemberExpr>(X); M && Fr->Self && isa<CXXThisExpr>(M->getBase()->IgnoreImpCasts())) {
    auto It = Fr->Self->ClosureCaptures.find(M->getMemberDecl());
    return It == Fr->Self->ClosureCaptures.end() ? nullptr : It->second;
  }
  if (const auto *R = dyn_cast<DeclRefExpr>(X)) {
    const ValueDecl *D = R->getDecl();
    if (Fr->Self) {
      auto It = Fr->Self->ClosureCaptures.find(D);
      if (It != Fr->Self->ClosureCaptures.end())
        return It->second;
    }
    auto It = Closures.find(D);
    if (It != Closures.end())
      return It->second;
    // A constant closure outside: its captures, if any, are out of reach.
    if (const auto *VD = dyn_cast<VarDecl>(D); VD && VD->hasGlobalStorage() && VD->getInit())
      if (const auto *L = dyn_cast<LambdaExpr>(bareClosure(VD->getInit())); L && L->capture_size() == 0)
        return closureOfLambda(L);
    return nullptr;
  }
  if (const auto *C = dyn_cast<CallExpr>(X)) {
    Callable Call;
    if (!callable(C, Call))
      return nullptr;
    if (Call.FD->isInStdNamespace() && Call.FD->getIdentifier() && Call.Args.size() == 1 &&
        (Call.FD->getName() == "move" || Call.FD->getName() == "forward" || Call.FD->getName() == "ref" ||
         Call.FD->getName() == "cref" || Call.FD->getName() == "as_const"))
      return closure(Call.Args[0]);
    if (!shouldInline(Call.FD))
      return nullptr;
    if (Call.Object && Call.FD->getOverloadedOperator() == OO_Call)
      Call.C = closure(Call.Object);
    return inlineCall(X, Call, nullptr).C;
  }
  return nullptr;
}

std::shared_ptr<Closure> Lowerer::closureOfLambda(const LambdaExpr *E) {
  auto C = std::make_shared<Closure>();
  C->Class = E->getLambdaClass();
  auto Init = E->capture_init_begin();
  for (const LambdaCapture &Cap : E->captures()) {
    const Expr *I = *Init++;
    if (Cap.capturesThis()) {
      C->HasThis = true;
      C->This.P = thisPlace(E->getBeginLoc());
      if (Cap.getCaptureKind() == LCK_StarThis) {
        ir::Op *O = variable("self", C->This.P.Ty, ir::InitKind::Copy, E->getBeginLoc());
        O->Src = C->This.P;
        C->This.P = placeOf(O);
      }
      continue;
    }
    if (!Cap.capturesVariable())
      continue;
    const ValueDecl *D = Cap.getCapturedVar();
    if (const auto *VD = dyn_cast<VarDecl>(D); VD && VD->isInitCapture()) {
      varDecl(VD);
      auto It = Closures.find(VD);
      if (It != Closures.end())
        C->ClosureCaptures[D] = It->second;
      else
        C->Captures[D] = variableRef(D, E->getBeginLoc());
      continue;
    }
    if (auto Inner = [&]() -> std::shared_ptr<Closure> {
          if (Fr->Self && Fr->Self->ClosureCaptures.count(D))
            return Fr->Self->ClosureCaptures[D];
          auto It = Closures.find(D);
          return It == Closures.end() ? nullptr : It->second;
        }()) {
      C->ClosureCaptures[D] = Inner;
      continue;
    }
    LValue LV = variableRef(D, E->getBeginLoc());
    if (Cap.getCaptureKind() == LCK_ByRef) {
      C->Captures[D] = LV;
      continue;
    }
    QualType T = D->getType().getNonReferenceType();
    bool Record = (T->isRecordType() || T->isArrayType() || T->isAnyComplexType()) &&
                  type(T)->Class != ir::TypeClass::Vector && !TypeTable::isLazyClass(T);
    if (Record) {
      ir::Op *O = variable(D->getName(), type(T), ir::InitKind::Copy, E->getBeginLoc());
      O->Src = LV.P;
      C->Captures[D].P = placeOf(O);
      continue;
    }
    ir::Value *V = loadLV(LV, E->getBeginLoc());
    Slots.push_back(0);
    LValue Own;
    Own.Var = &Slots.back();
    VarTypes[Own.Var] = V->Ty;
    VarNames[Own.Var] = D->getNameAsString();
    Declared.insert(Own.Var);
    Vars[Own.Var] = V;
    C->Captures[D] = Own;
    (void)I;
  }
  return C;
}

} // namespace mixedad
