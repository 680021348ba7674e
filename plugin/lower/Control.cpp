//===- Control.cpp - branches and loops: structured SSA -------------------===//
//
// A branch or a loop body is lowered on a copy of the variable environment; what differs afterwards becomes a
// result of the If or a carried value of the Loop. break, continue and return become flags and nesting.
//
//===----------------------------------------------------------------------===//
#include "lower/Library.h"
#include "lower/Lowerer.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace mixedad {

Lowerer::Branch Lowerer::inRegion(llvm::function_ref<void()> Body) {
  Branch B;
  B.R = std::make_unique<ir::Region>();
  Env Saved = Vars;
  auto SavedDeclared = Declared; // what a branch declares is out of scope behind it
  ir::Region *Outer = Cur;
  Cur = B.R.get();
  const size_t Mark = Cleanups.size();
  const bool OfExpression = InExpression;
  Body();
  for (size_t I = Mark; I < Cleanups.size() && OfExpression; ++I) // it would live to the end of the whole expression
    if (const Cleanup &C = Cleanups[I]; C.Var && C.Var->Init != ir::InitKind::Text && ownsResources(C.T))
      refuse(SourceLocation::getFromRawEncoding(C.Var->Where.Raw), "a temporary object with a destructor in a branch of an expression",
             "name it with a variable, in an if statement");
  endLifetimes(Mark, nullptr, {});
  Cur = Outer;
  Declared = std::move(SavedDeclared);
  B.After = std::move(Vars);
  Vars = std::move(Saved);
  return B;
}

void Lowerer::lowerIf(ir::Value *Cond, llvm::function_ref<void()> Then, llvm::function_ref<void()> Else,
                      SourceLocation L) {
  if (const bool *K = knownBool(Cond)) {
    if (*K)
      Then();
    else if (Else)
      Else();
    return;
  }
  Branch T = inRegion(Then), E = inRegion([&] {
    if (Else)
      Else();
  });
  join(Cond, T, E, L);
}

/// The conditional of two regions, and what variables are behind it.
void Lowerer::join(ir::Value *Cond, Branch &T, Branch &E, SourceLocation L) {
  ir::Op *O = add(ir::OpKind::If, L);
  O->Operands.push_back(Cond);
  O->Then = std::move(T.R);
  O->Else = std::move(E.R);
  O->Then->Owner = O->Else->Owner = O;
  // Variables born inside a branch are out of scope: only what was there before can be merged, and flags and
  // variables declared before but written for the first time in a branch.
  llvm::SmallSetVector<Key, 16> Keys;
  for (auto &[K, V] : T.After)
    Keys.insert(K);
  for (auto &[K, V] : E.After)
    Keys.insert(K);
  for (Key K : Keys) {
    ir::Value *A = T.After.lookup(K), *B = E.After.lookup(K), *Old = Vars.lookup(K);
    if (!Old && !Declared.count(K))
      continue;
    if (A == B) { // both branches leave the same value, one from before them
      if (A)
        Vars[K] = A;
      continue;
    }
    auto Missing = [&](ir::Region &R) {
      ir::Region *Outer = Cur;
      Cur = &R;
      ir::Value *V = constant("$T()", VarTypes.lookup(K));
      Cur = Outer;
      return V;
    };
    if (!A)
      A = Old ? Old : Missing(*O->Then);
    if (!B)
      B = Old ? Old : Missing(*O->Else);
    O->Then->Yields.push_back(A);
    O->Else->Yields.push_back(B);
    Vars[K] = result(O, VarTypes.lookup(K), VarNames.lookup(K));
  }
}

/// The branches of an expression: the whole expression is where their temporaries would end.
void Lowerer::choose(ir::Value *Cond, llvm::function_ref<void()> Then, llvm::function_ref<void()> Else, SourceLocation L) {
  llvm::SaveAndRestore<bool> Branches(InExpression, true);
  lowerIf(Cond, Then, Else, L);
}

ir::Value *Lowerer::select(ir::Value *Cond, llvm::function_ref<ir::Value *()> Then,
                           llvm::function_ref<ir::Value *()> Else, const ir::Type *T, SourceLocation L) {
  if (const bool *K = knownBool(Cond))
    return *K ? Then() : Else();
  char Slot = 0; // a variable of its own, merged like any other
  VarTypes[&Slot] = T;
  Declared.insert(&Slot);
  choose(Cond, [&] { Vars[&Slot] = Then(); }, [&] { Vars[&Slot] = Else(); }, L);
  ir::Value *V = Vars.lookup(&Slot);
  Vars.erase(&Slot);
  VarTypes.erase(&Slot);
  Declared.erase(&Slot);
  return V;
}

void Lowerer::lowerLoop(const LoopParts &P, SourceLocation L) {
  const bool CondHasEffects = conditionHasEffects(P);
  LoopFlags Flags;
  Flags.Outer = Fr->Loops;
  Exits E = exits(P.BodyStmt);
  if (P.OwnLabel)
    E.Labels.erase(P.OwnLabel);
  llvm::SmallSetVector<Key, 8> Carried;
  // A condition with effects runs before the loop and at the end of the body; a flag carries its outcome.
  char Go = 0;
  if (CondHasEffects) {
    VarTypes[&Go] = Ctx.Types.boolType();
    Declared.insert(&Go);
    Vars[&Go] = P.BodyFirst ? boolean(true) : P.Cond();
    Carried.insert(&Go);
  }
  for (Key K : P.Carried)
    if (VarTypes.count(K))
      Carried.insert(K);
  collectAssigned(P.Whole, Carried);
  auto Flag = [&](Key K) {
    VarTypes[K] = Ctx.Types.boolType();
    Declared.insert(K);
    Carried.insert(K);
    if (!Vars.count(K))
      Vars[K] = boolean(false);
  };
  if (E.Break)
    Flag(&Flags.Break);
  for (const LabelDecl *L : E.Labels)
    Flag(L);
  if (E.Return) {
    Flag(&Fr->Returned);
    if (VarTypes.count(&Fr->Value))
      Carried.insert(&Fr->Value);
  }
  VarTypes[&Flags.Continue] = Ctx.Types.boolType();
  Declared.insert(&Flags.Continue);

  // What the loop starts with, before its operation exists.
  llvm::SmallVector<ir::Value *, 8> Init;
  for (Key K : Carried) {
    ir::Value *V = Vars.lookup(K);
    Init.push_back(V ? V : constant("$T()", VarTypes.lookup(K)));
  }
  bool Leaves = E.Break || E.Return || !E.Labels.empty();
  Exits Out;
  Out.Labels = E.Labels;
  Out.Break = E.Break;
  Out.Return = E.Return;
  LoopFlags *Saved = Fr->Loops;
  Fr->Loops = &Flags;
  auto Enter = [&](ir::Region &R) {
    for (Key K : Carried) {
      ir::Value *A = newValue(VarTypes.lookup(K), VarNames.lookup(K));
      A->Parent = &R;
      R.Args.push_back(A);
      Vars[K] = A;
    }
  };
  Branch C = inRegion([&] {
    Enter(*Cur);
    ir::Value *V;
    if (CondHasEffects)
      V = Vars.lookup(&Go);
    else if (Leaves)
      V = select(leaving(Out), [&] { return boolean(false); },
                 [&] { return P.Cond ? P.Cond() : boolean(true); }, Ctx.Types.boolType(), L);
    else
      V = P.Cond ? P.Cond() : boolean(true);
    Cur->Yields.push_back(V);
  });
  Branch B = inRegion([&] {
    Enter(*Cur);
    if (E.Continue)
      Vars[&Flags.Continue] = boolean(false);
    P.Body();
    if (P.Step) {
      if (Leaves && !P.StepIsHarmless)
        lowerIf(leaving(Out), [] {}, [&] { P.Step(); }, L);
      else
        P.Step();
    }
    if (CondHasEffects)
      Vars[&Go] = select(leaving(Out), [&] { return boolean(false); }, P.Cond, Ctx.Types.boolType(), L);
    for (Key K : Carried)
      Cur->Yields.push_back(Vars.lookup(K));
  });
  Fr->Loops = Saved;
  ir::Op *O = add(ir::OpKind::Loop, L);
  O->Operands.assign(Init.begin(), Init.end());
  O->BodyFirst = P.BodyFirst && !CondHasEffects;
  O->Checkpoint = P.Whole ? checkpoint(P.Whole) : 0;
  O->Cond = std::move(C.R);
  O->Body = std::move(B.R);
  O->Cond->Owner = O->Body->Owner = O;
  for (Key K : Carried)
    Vars[K] = result(O, VarTypes.lookup(K), VarNames.lookup(K));
  for (Key K : {Key(&Flags.Break), Key(&Flags.Continue), Key(&Go)}) {
    Vars.erase(K);
    VarTypes.erase(K);
    Declared.erase(K);
  }
}

void Lowerer::lowerWhile(const WhileStmt *S) {
  LoopParts P;
  P.Whole = S;
  auto Cond = [&]() -> ir::Value * {
    if (S->getConditionVariableDeclStmt())
      stmt(S->getConditionVariableDeclStmt());
    return rvalue(S->getCond());
  };
  auto Body = [&] { stmts({S->getBody()}); };
  P.Cond = Cond;
  P.CondHasEffects = S->getConditionVariableDeclStmt() || hasEffects(S->getCond());
  P.CondMayCall = mayCall(S->getCond());
  if (S->getConditionVariable())
    P.Carried.push_back(S->getConditionVariable());
  P.Body = Body;
  P.BodyStmt = S->getBody();
  lowerLoop(P, S->getBeginLoc());
}

void Lowerer::lowerDo(const DoStmt *S) {
  LoopParts P;
  P.Whole = S;
  auto Cond = [&]() -> ir::Value * { return rvalue(S->getCond()); };
  auto Body = [&] { stmts({S->getBody()}); };
  P.Cond = Cond;
  P.CondHasEffects = hasEffects(S->getCond());
  P.CondMayCall = mayCall(S->getCond());
  P.Body = Body;
  P.BodyStmt = S->getBody();
  P.BodyFirst = true;
  lowerLoop(P, S->getBeginLoc());
}

/// E is arithmetic of literals, of a thread's numbers and of Variables: it can be evaluated at any time.
static bool isArithmetic(const Expr *E, llvm::SmallVectorImpl<const VarDecl *> &Variables) {
  E = E->IgnoreParens();
  if (isa<IntegerLiteral>(E) || !threadIndexText(E).empty())
    return true;
  if (const auto *C = dyn_cast<CastExpr>(E))
    return C->getType()->isIntegerType() && isArithmetic(C->getSubExpr(), Variables);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return (B->isAdditiveOp() || B->getOpcode() == BO_Mul) && isArithmetic(B->getLHS(), Variables) &&
           isArithmetic(B->getRHS(), Variables);
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  if (!V || !V->getType()->isIntegerType() || V->getType().isVolatileQualified())
    return false;
  Variables.push_back(V);
  return true;
}

/// The step of `i += e` where e is the same in every iteration: it is evaluated before the loop, and i is a counter.
/// Adding in i's own type is the same as what the language says, up to what signed overflow would do.
ir::Value *Lowerer::steadyStep(const ForStmt *S, LValue &Counter) {
  const auto *A = S->getInc() ? dyn_cast<CompoundAssignOperator>(S->getInc()->IgnoreParens()) : nullptr;
  llvm::SmallVector<const VarDecl *, 4> Variables;
  if (!A || A->getOpcode() != BO_AddAssign || !A->getType()->isIntegerType() || isa<IntegerLiteral>(A->getRHS()->IgnoreParenImpCasts()) ||
      !isArithmetic(A->getRHS(), Variables))
    return nullptr;
  const auto *R = dyn_cast<DeclRefExpr>(A->getLHS()->IgnoreParens());
  if (!R || !isa<VarDecl>(R->getDecl()))
    return nullptr;
  llvm::SmallSetVector<Key, 8> Assigned;
  collectAssigned(S, Assigned);
  for (const VarDecl *V : Variables)
    if (LValue LV = variableRef(V, A->getBeginLoc()); !LV.isVar() || Assigned.count(LV.Var))
      return nullptr;
  Counter = variableRef(R->getDecl(), A->getBeginLoc());
  return Counter.isVar() ? convert(rvalue(A->getRHS()), A->getType(), A->getBeginLoc()) : nullptr;
}

/// The first part of a statement's head. What it declares lives as long as the statement; a destructor would have to run
/// there.
void Lowerer::initStatement(const Stmt *Init) {
  const size_t Mark = Cleanups.size();
  stmt(Init);
  if (Cleanups.size() > Mark)
    refuse(Init->getBeginLoc(), "an object with a destructor in the head of a statement", "declare it before, in a block of both");
}

void Lowerer::lowerFor(const ForStmt *S) {
  if (S->getInit())
    initStatement(S->getInit());
  LValue Counter;
  ir::Value *By = steadyStep(S, Counter);
  // A counter that only the loop can see may be stepped once more after a break.
  bool Harmless = false;
  if (const auto *D = dyn_cast_or_null<DeclStmt>(S->getInit()); D && D->isSingleDecl())
    if (const auto *U = dyn_cast_or_null<UnaryOperator>(S->getInc()))
      if (const auto *R = dyn_cast<DeclRefExpr>(U->getSubExpr()->IgnoreParens()))
        Harmless = R->getDecl() == D->getSingleDecl() && R->getType()->isIntegerType();
  LoopParts P;
  P.Whole = S; // includes the initializer: its variable is assigned in any case
  auto Cond = [&]() -> ir::Value * {
    if (S->getConditionVariableDeclStmt())
      stmt(S->getConditionVariableDeclStmt());
    return rvalue(S->getCond());
  };
  auto Body = [&] { iteration(S, {S->getBody()}); };
  auto Step = [&] {
    if (By)
      storeLV(Counter, opaque("$0 + $1", {loadLV(Counter, S->getBeginLoc()), By}, By->Ty, S->getBeginLoc()), S->getBeginLoc());
    else
      effect(S->getInc());
  };
  P.CondHasEffects = S->getConditionVariableDeclStmt() || hasEffects(S->getCond());
  P.CondMayCall = mayCall(S->getCond());
  if (S->getConditionVariable())
    P.Carried.push_back(S->getConditionVariable());
  if (S->getCond())
    P.Cond = Cond;
  P.Body = Body;
  P.BodyStmt = S->getBody();
  if (S->getInc())
    P.Step = Step;
  P.StepIsHarmless = Harmless;
  lowerLoop(P, S->getBeginLoc());
}

void Lowerer::lowerRangeFor(const CXXForRangeStmt *S) {
  if (S->getInit())
    initStatement(S->getInit());
  stmt(S->getRangeStmt());
  stmt(S->getBeginStmt());
  stmt(S->getEndStmt());
  LoopParts P;
  P.Whole = S;
  auto Cond = [&]() -> ir::Value * { return rvalue(S->getCond()); };
  auto Body = [&] { iteration(S, {S->getLoopVarStmt(), S->getBody()}); };
  auto Step = [&] { effect(S->getInc()); };
  P.Cond = Cond;
  P.Body = Body;
  P.BodyStmt = S->getBody();
  P.Step = Step;
  // Stepping a pointer once more after a break is harmless, stepping a generator is not.
  const QualType Iterator = cast<VarDecl>(S->getBeginStmt()->getSingleDecl())->getType();
  const CXXRecordDecl *Class = Iterator->getAsCXXRecordDecl();
  P.StepIsHarmless = Iterator->isPointerType() ||
                     (Class && Ctx.Ast.getSourceManager().isInSystemHeader(Class->getLocation()));
  lowerLoop(P, S->getBeginLoc());
}

} // namespace mixedad
