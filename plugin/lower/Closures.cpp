//===- Closures.cpp - lambdas, known at compile time ----------------------===//
//
// A closure is not an object here but its captures: aliases of what was captured by reference, copies of what was
// captured by value. Its call operator is inlined with them bound, wherever the closure was passed.
//
//===----------------------------------------------------------------------===//
#include "lower/Lowerer.h"

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

/// A class that is made of closures, for its overloaded call operators.
static bool joinsClosures(const CXXRecordDecl *RD) {
  return RD->hasDefinition() && RD->getNumBases() && RD->field_empty() && RD->isAggregate() &&
         llvm::all_of(RD->bases(), [](const CXXBaseSpecifier &B) {
           const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
           return Base && Base->isLambda();
         });
}

bool Lowerer::isClosureType(QualType T) {
  T = T.getNonReferenceType();
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  return (RD && (RD->isLambda() || joinsClosures(RD))) || TypeTable::isTypeErased(T) || Lowerer::isWrapper(RD);
}

std::shared_ptr<Closure> Closure::partOf(const CXXRecordDecl *RD) {
  for (const std::shared_ptr<Closure> &Part : Parts)
    if (RD && Part->Class && Part->Class->getCanonicalDecl() == RD->getCanonicalDecl())
      return Part;
  return shared_from_this();
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
      C->Captures[F] = namedReference(I->getInit(), F->getName());
    else
      C->Captures[F] = temporary(rvalue(I->getInit()), type(F->getType()));
  }
  return C;
}

std::shared_ptr<Closure> Lowerer::closureOfParts(const InitListExpr *E) {
  auto C = std::make_shared<Closure>();
  C->Class = E->getType()->getAsCXXRecordDecl();
  for (const Expr *Part : E->inits()) {
    C->Parts.push_back(closure(Part));
    if (!C->Parts.back())
      return nullptr;
  }
  return C;
}

/// What a std::function is made of when it is no lambda: a function, or an object with one call operator.
std::shared_ptr<Closure> Lowerer::targetOf(const Expr *X) {
  if (const auto *U = dyn_cast<UnaryOperator>(X); U && U->getOpcode() == UO_AddrOf)
    X = U->getSubExpr()->IgnoreParenImpCasts();
  auto C = std::make_shared<Closure>();
  if (const auto *R = dyn_cast<DeclRefExpr>(X))
    if (const auto *FD = dyn_cast<FunctionDecl>(R->getDecl())) {
      C->Function = FD;
      return C;
    }
  const CXXRecordDecl *RD = X->getType()->getAsCXXRecordDecl();
  if (!RD || RD->isInStdNamespace() || !RD->hasDefinition() || isClosureType(X->getType()))
    return nullptr;
  for (const CXXMethodDecl *M : RD->methods())
    if (M->getOverloadedOperator() == OO_Call) {
      if (C->Function)
        return nullptr; // which one is overload resolution's to say
      C->Function = M;
    }
  if (!C->Function)
    return nullptr;
  C->Object = X->isGLValue() ? placeOf(recordVariable(X, X->getType().getUnqualifiedType(), "target", X->getBeginLoc()))
                             : materialize(X, "target").P;
  return C;
}

/// Objects that hold closures and functions (members, std::function variables) are known by their place: what was
/// stored there last, in the block in which the object lives.
std::shared_ptr<Closure> Lowerer::storedClosure(const ir::Place &P) const {
  auto It = P.BaseVar && P.Operands.empty() ? StoredClosures.find({P.BaseVar, P.Text}) : StoredClosures.end();
  return It == StoredClosures.end() ? nullptr : It->second;
}

/// A local std::function, or a member of a local object, into which nothing was stored.
bool Lowerer::isEmptyFunction(const ir::Place &P) const {
  return isStorage(P) && P.BaseVar->Init == ir::InitKind::Zero && !storedClosure(P);
}

void Lowerer::storeClosure(const ir::Place &P, std::shared_ptr<Closure> C, SourceLocation L) {
  if (!isStorage(P)) {
    refuse(L, "a lambda or function that is stored here", "store it in a local object where that is declared, or make it a class with operator()");
    return;
  }
  StoredClosures[{P.BaseVar, P.Text}] = std::move(C);
}

bool Lowerer::holdsClosures(const ir::Place &P) const {
  for (const auto &[At, C] : StoredClosures)
    if (P.BaseVar && At.first == P.BaseVar && At.second.find(P.Text) != std::string::npos)
      return true;
  return false;
}

void Lowerer::copyClosures(const ir::Place &To, const ir::Place &From, SourceLocation L) {
  if (!From.BaseVar || !From.Operands.empty())
    return;
  std::vector<std::pair<std::string, std::shared_ptr<Closure>>> Found;
  for (const auto &[At, C] : StoredClosures)
    if (At.first == From.BaseVar && At.second.find(From.Text) != std::string::npos)
      Found.push_back({At.second, C});
  for (auto &[Text, C] : Found) {
    ir::Place P = To;
    P.Text = Text.replace(Text.find(From.Text), From.Text.size(), To.Text);
    storeClosure(P, C, L);
  }
}

/// Calls, assignments and tests of a std::function.
bool Lowerer::erasedCall(const Expr *E, Callable &Call, CallResult &R) {
  const auto *M = dyn_cast<CXXMethodDecl>(Call.FD);
  if (!M || !Call.Object || Call.Arrow || !TypeTable::isTypeErased(compat::tagType(Ctx.Ast, M->getParent())))
    return false;
  SourceLocation L = E->getBeginLoc();
  SawClosure = true;
  if (Objects && isClassNamed(compat::tagType(Ctx.Ast, M->getParent()), "std", "function"))
    return functionCall(E, Call, R);
  R = finish(static_cast<ir::Value *>(nullptr));
  auto Unknown = [&] {
    refuse(L, "a 'std::function' whose target is not known here", "give it a lambda or a function where it is declared, or make it a template parameter");
    if (!E->getType()->isVoidType())
      R = finish(constant("$T()", type(E->getType())));
    return true;
  };
  if (M->getOverloadedOperator() == OO_Equal && Call.Args.size() == 1) {
    LValue To = object(Call);
    auto C = closure(Call.Args[0]);
    if (!C)
      return Unknown();
    storeClosure(To.P, C, L);
    R = finish(To);
    return true;
  }
  auto C = Call.C ? Call.C : closure(Call.Object);
  if (isa<CXXConversionDecl>(M)) {
    if (C) {
      R = finish(boolean(true));
      return true;
    }
    LValue LV = object(Call);
    if (isEmptyFunction(LV.P)) {
      R = finish(boolean(false)); // nothing was stored yet
      return true;
    }
    return Unknown();
  }
  if (M->getOverloadedOperator() != OO_Call || !C)
    return Unknown();
  Callable Target = Call;
  Target.Object = nullptr;
  Target.C = C->Function ? nullptr : C;
  Target.FD = C->Function;
  if (!Target.FD) {
    llvm::SmallVector<QualType, 4> Types;
    for (const ParmVarDecl *P : M->parameters())
      Types.push_back(P->getType());
    Target.FD = callOperatorFor(compat::tagType(Ctx.Ast, C->Class), Types);
  }
  if (!Target.FD || Target.FD->getNumParams() != Call.Args.size())
    return Unknown();
  for (unsigned I = 0; I < Call.Args.size(); ++I)
    if (!Ctx.Ast.hasSameUnqualifiedType(Target.FD->getParamDecl(I)->getType().getNonReferenceType(), M->getParamDecl(I)->getType().getNonReferenceType())) {
      refuse(L, "a 'std::function' whose target has parameters of other types", "give both the same signature");
      return true;
    }
  R = C->Object.valid() ? inlineOn(E, Target, C->Object) : dispatch(E, Target, nullptr);
  QualType RT = M->getReturnType();
  if (RT->isArithmeticType() && !Failed)
    R = finish(convert(R.IsLV ? loadLV(R.LV, L) : R.V, RT, L));
  else if (!RT->isVoidType() && !Failed && !Ctx.Ast.hasSameUnqualifiedType(RT.getNonReferenceType(), Target.FD->getReturnType().getNonReferenceType()))
    refuse(L, "a 'std::function' whose target returns another type", "give both the same signature");
  return true;
}

/// The closure, or the library's wrapper, whose member is named.
std::shared_ptr<Closure> Lowerer::closureAround(const MemberExpr *M) {
  const Expr *Base = M->getBase()->IgnoreParenImpCasts();
  if (isa<CXXThisExpr>(Base))
    return Fr->Self;
  return isa<DeclRefExpr>(Base) && !M->isArrow() && isWrapper(Base->getType()->getAsCXXRecordDecl()) ? closure(Base) : nullptr;
}

std::shared_ptr<Closure> Lowerer::closure(const Expr *E) {
  auto C = closureObject(E);
  return C ? C->partOf(E->getType().getNonReferenceType()->getAsCXXRecordDecl()) : C;
}

std::shared_ptr<Closure> Lowerer::closureObject(const Expr *E) {
  if (!E || E->isTypeDependent())
    return nullptr;
  const Expr *X = bareClosure(E);
  if (!isClosureType(E->getType()) && !isClosureType(X->getType()))
    return nullptr;
  SawClosure = true;
  auto Wrapper = [](QualType T) { return isWrapper(T.getNonReferenceType()->getAsCXXRecordDecl()); };
  if (Objects && !Wrapper(E->getType()) && !Wrapper(X->getType()))
    return nullptr;
  if (const auto *L = dyn_cast<LambdaExpr>(X))
    return closureOfLambda(L);
  if (const auto *I = dyn_cast<InitListExpr>(X); I && joinsClosures(I->getType()->getAsCXXRecordDecl()))
    return closureOfParts(I);
  if (const auto *W = dyn_cast<CXXConstructExpr>(X); W && isWrapper(W->getConstructor()->getParent()))
    return closureOfWrapper(W);
  if (const auto *M = dyn_cast<MemberExpr>(X))
    if (auto Holder = closureAround(M)) {
      auto It = Holder->ClosureCaptures.find(M->getMemberDecl());
      if (It != Holder->ClosureCaptures.end())
        return It->second;
    }
  if (const auto *M = dyn_cast<MemberExpr>(X); M && isa<FieldDecl>(M->getMemberDecl()) && !hasEffects(M))
    return StoredClosures.empty() ? nullptr : storedClosure(lvalue(M).P);
  if (TypeTable::isTypeErased(E->getType()))
    if (auto C = targetOf(X))
      return C;
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
    if (Fr->Self) {
      auto Captured = Fr->Self->Captures.find(D);
      if (Captured != Fr->Self->Captures.end())
        return storedClosure(Captured->second.P);
    }
    if (auto Local = Bound.find(D); Local != Bound.end())
      if (auto C = storedClosure(Local->second.P))
        return C;
    // A constant closure outside: its captures, if any, are out of reach.
    if (const auto *VD = dyn_cast<VarDecl>(D); VD && VD->hasGlobalStorage() && VD->getInit() &&
                                               (VD->getType().isConstQualified() || !TypeTable::isTypeErased(VD->getType())))
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

/// The variable of an init-capture: each closure that the expression makes has one of its own.
LValue Lowerer::ownCapture(const VarDecl *VD, SourceLocation L) {
  LValue LV = variableRef(VD, L);
  if (!LV.isVar() || VD->getType()->isReferenceType())
    return LV;
  const LValue Own = temporary(loadLV(LV, L), typeOf(LV));
  VarNames[Own.Var] = VarNames.lookup(LV.Var);
  return Own;
}

/// A copy of a closure shares its captures here, which is right only while calls do not change them.
bool Lowerer::refusesCopy(const Expr *E, const Closure &C) {
  const auto *Copy = dyn_cast<CXXConstructExpr>(E->IgnoreImplicit());
  const CXXRecordDecl *Class = C.Class;
  const CXXMethodDecl *Call = Class && Class->isLambda() ? Class->getLambdaCallOperator() : nullptr;
  if (!Copy || !Copy->getConstructor()->isCopyConstructor() || !Call || Call->isConst() || Call->isStatic() ||
      C.Captures.empty() || Ctx.Ast.getSourceManager().isInSystemHeader(E->getBeginLoc()))
    return false;
  bool ByValue = false;
  for (const LambdaCapture &Cap : Class->captures())
    ByValue |= Cap.getCaptureKind() == LCK_ByCopy || Cap.getCaptureKind() == LCK_StarThis;
  if (ByValue)
    refuse(E->getBeginLoc(), "a copy of a mutable lambda, whose state would be shared", "capture a variable by reference, or use a class");
  return ByValue;
}

std::shared_ptr<Closure> Lowerer::closureOfLambda(const LambdaExpr *E) {
  auto C = std::make_shared<Closure>();
  C->Class = E->getLambdaClass();
  for (const LambdaCapture &Cap : E->captures()) {
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
        C->Captures[D] = ownCapture(VD, E->getBeginLoc());
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
    if (TypeTable::isTypeErased(D->getType().getNonReferenceType()) && !Bound.count(D) && !(Fr->Self && Fr->Self->Captures.count(D))) {
      refuse(E->getBeginLoc(), "a lambda that calls itself", "make it a function");
      return C;
    }
    LValue LV = variableRef(D, E->getBeginLoc());
    if (Cap.getCaptureKind() == LCK_ByRef) {
      C->Captures[D] = LV;
      continue;
    }
    QualType T = D->getType().getNonReferenceType();
    bool Record = (T->isRecordType() || T->isArrayType() || T->isAnyComplexType()) &&
                  type(T)->Class != ir::TypeClass::Vector && !TypeTable::isLazyClass(T);
    if (Record && needsStorage(T)) {
      ir::Op *O = storageVariable(D->getName(), T.getUnqualifiedType(), E->getBeginLoc());
      copyConstruct(placeOf(O), LV, T.getUnqualifiedType(), E->getBeginLoc());
      C->Captures[D].P = placeOf(O);
      continue;
    }
    if (Record) {
      ir::Op *O = variable(D->getName(), type(T), ir::InitKind::Copy, E->getBeginLoc());
      O->Src = LV.P;
      C->Captures[D].P = placeOf(O);
      copyClosures(placeOf(O), LV.P, E->getBeginLoc());
      continue;
    }
    ir::Value *V = loadLV(LV, E->getBeginLoc());
    C->Captures[D] = temporary(V, V->Ty);
    VarNames[C->Captures[D].Var] = D->getNameAsString();
  }
  return C;
}

} // namespace mixedad
