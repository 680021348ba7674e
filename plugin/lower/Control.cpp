//===- Control.cpp - branches, loops, switch: structured SSA --------------===//
//
// A branch or a loop body is lowered on a copy of the variable environment; what differs afterwards becomes a
// result of the If or a carried value of the Loop. break, continue and return become flags and nesting.
//
//===----------------------------------------------------------------------===//
#include "lower/Lowerer.h"
#include "ir/Walk.h"
#include "clang/AST/RecursiveASTVisitor.h"
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
  Body();
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

ir::Value *Lowerer::select(ir::Value *Cond, llvm::function_ref<ir::Value *()> Then,
                           llvm::function_ref<ir::Value *()> Else, const ir::Type *T, SourceLocation L) {
  if (const bool *K = knownBool(Cond))
    return *K ? Then() : Else();
  char Slot = 0; // a variable of its own, merged like any other
  VarTypes[&Slot] = T;
  Declared.insert(&Slot);
  lowerIf(Cond, [&] { Vars[&Slot] = Then(); }, [&] { Vars[&Slot] = Else(); }, L);
  ir::Value *V = Vars.lookup(&Slot);
  Vars.erase(&Slot);
  VarTypes.erase(&Slot);
  Declared.erase(&Slot);
  return V;
}

namespace {
/// Every variable that a statement mentions other than by reading it.
struct AssignedVisitor : RecursiveASTVisitor<AssignedVisitor> {
  std::function<void(const ValueDecl *)> Found;
  llvm::SmallPtrSet<const Expr *, 16> Reads;
  explicit AssignedVisitor(std::function<void(const ValueDecl *)> F) : Found(std::move(F)) {}
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) {
    if (E->getCastKind() == CK_LValueToRValue)
      Reads.insert(E->getSubExpr()->IgnoreParens());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (!Reads.count(E))
      Found(E->getDecl());
    return true;
  }
  bool TraverseLambdaExpr(LambdaExpr *E) {
    for (const LambdaCapture &C : E->captures())
      if (C.capturesVariable())
        Found(C.getCapturedVar());
    for (Expr *I : E->capture_inits())
      if (I)
        TraverseStmt(I);
    return true;
  }
};
} // namespace

void Lowerer::collectAssigned(const Stmt *S, llvm::SmallSetVector<Key, 8> &Out) {
  if (!S)
    return;
  llvm::SmallVector<const ValueDecl *, 8> Work;
  llvm::SmallPtrSet<const ValueDecl *, 16> Seen;
  AssignedVisitor V([&](const ValueDecl *D) { Work.push_back(D); });
  V.TraverseStmt(const_cast<Stmt *>(S));
  auto Add = [&](const LValue &LV) {
    if (LV.isVar() && (Vars.count(LV.Var) || Declared.count(LV.Var)))
      Out.insert(LV.Var);
  };
  while (!Work.empty()) {
    const ValueDecl *D = Work.pop_back_val();
    if (!Seen.insert(D).second)
      continue;
    if (Vars.count(D) || Declared.count(D))
      Out.insert(D);
    auto It = Bound.find(D);
    if (It != Bound.end())
      Add(It->second);
    auto Visit = [&](const Closure &C, auto &&Self) -> void {
      for (auto &[_, LV] : C.Captures)
        Add(LV);
      for (auto &[_, Inner] : C.ClosureCaptures)
        Self(*Inner, Self);
    };
    auto CIt = Closures.find(D);
    if (CIt != Closures.end())
      Visit(*CIt->second, Visit);
    for (Frame *Fp = Fr; Fp; Fp = Fp->Outer)
      if (Fp->Self) {
        auto Cap = Fp->Self->Captures.find(D);
        if (Cap != Fp->Self->Captures.end())
          Add(Cap->second);
        auto Inner = Fp->Self->ClosureCaptures.find(D);
        if (Inner != Fp->Self->ClosureCaptures.end())
          Visit(*Inner->second, Visit);
      }
  }
}

Exits Lowerer::exits(const Stmt *S) {
  Exits R;
  if (!S)
    return R;
  if (isa<ReturnStmt>(S)) {
    R.Return = R.Always = true;
    return R;
  }
  if (isa<BreakStmt>(S)) {
    R.Break = R.Always = true;
    return R;
  }
  if (isa<ContinueStmt>(S)) {
    R.Continue = R.Always = true;
    return R;
  }
  auto Merge = [&R](const Exits &E) {
    R.Return |= E.Return;
    R.Break |= E.Break;
    R.Continue |= E.Continue;
    R.Labels.insert(E.Labels.begin(), E.Labels.end());
  };
  if (const auto *G = dyn_cast<GotoStmt>(S)) {
    R.Labels.insert(G->getLabel());
    R.Always = true;
    return R;
  }
  if (const auto *C = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Sub : C->body()) {
      Exits E = exits(Sub);
      Merge(E);
      R.Always |= E.Always && !isa<LabelStmt>(Sub);
      // Behind a statement that always leaves only a label can be reached.
    }
    for (const Stmt *Sub : C->body()) // jumps to a label of this block stay inside it
      if (const auto *Lb = dyn_cast<LabelStmt>(Sub); Lb && R.Labels.erase(Lb->getDecl()))
        R.Always = exits(C->body_back()).Always;
    return R;
  }
  if (const auto *I = dyn_cast<IfStmt>(S)) {
    if (I->isConstexpr())
      if (auto Taken = I->getNondiscardedCase(Ctx.Ast))
        return exits(*Taken);
    Exits T = exits(I->getThen()), E = exits(I->getElse());
    Merge(T);
    Merge(E);
    R.Always = T.Always && I->getElse() && E.Always;
    return R;
  }
  if (const auto *Sw = dyn_cast<SwitchStmt>(S)) {
    // Every label is entered from above: statements behind a break count too.
    const auto *Body = dyn_cast<CompoundStmt>(Sw->getBody());
    for (const Stmt *Sub : Body ? llvm::ArrayRef<Stmt *>(const_cast<CompoundStmt *>(Body)->body_begin(), Body->size()) : llvm::ArrayRef<Stmt *>()) {
      Exits E = exits(Sub);
      R.Return |= E.Return;
      R.Continue |= E.Continue;
      R.Labels.insert(E.Labels.begin(), E.Labels.end());
    }
    return R;
  }
  if (isa<WhileStmt, DoStmt, ForStmt, CXXForRangeStmt>(S)) {
    const Stmt *Body = isa<WhileStmt>(S)  ? cast<WhileStmt>(S)->getBody()
                       : isa<DoStmt>(S)   ? cast<DoStmt>(S)->getBody()
                       : isa<ForStmt>(S)  ? cast<ForStmt>(S)->getBody()
                                          : cast<CXXForRangeStmt>(S)->getBody();
    Exits E = exits(Body);
    R.Return = E.Return;
    R.Labels = E.Labels;
    return R;
  }
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return exits(A->getSubStmt());
  if (const auto *L = dyn_cast<LabelStmt>(S))
    return exits(L->getSubStmt());
  if (const auto *C = dyn_cast<SwitchCase>(S))
    return exits(C->getSubStmt());
  if (const auto *T = dyn_cast<CXXTryStmt>(S))
    return exits(T->getTryBlock());
  return R;
}

ir::Value *Lowerer::leaving(const Exits &E) {
  ir::Value *Any = nullptr;
  auto Use = [&](Key K) {
    ir::Value *V = Vars.lookup(K);
    if (V)
      Any = Any ? either(Any, V) : V;
  };
  if (E.Return)
    Use(&Fr->Returned);
  for (const LabelDecl *L : E.Labels)
    Use(L);
  if (E.Break && Fr->Loops)
    Use(&Fr->Loops->Break);
  if (E.Continue)
    for (LoopFlags *L = Fr->Loops; L; L = L->Outer)
      if (!L->IsSwitch) {
        Use(&L->Continue);
        break;
      }
  return Any ? Any : boolean(false);
}

/// A call in a condition may change anything: it is lowered once to see. What it made is kept, because maps may name it.
bool Lowerer::conditionHasEffects(const LoopParts &P) {
  if (P.CondHasEffects || !P.Cond || !P.CondMayCall)
    return P.CondHasEffects;
  const unsigned Count = OpCount;
  Branch Trial = inRegion([&] { P.Cond(); });
  OpCount = Count;
  bool Changes = false;
  for (auto &[K, V] : Trial.After)
    Changes |= Vars.count(K) && Vars.lookup(K) != V;
  llvm::SmallPtrSet<const ir::Op *, 8> Own;
  ir::forEachOp(*Trial.R, [&](const ir::Op &O) {
    if (O.Kind == ir::OpKind::Var)
      Own.insert(&O);
    if (O.Kind == ir::OpKind::Store || O.Kind == ir::OpKind::CopyRecord)
      Changes |= !O.P.BaseVar || !Own.count(O.P.BaseVar);
    Changes |= O.Kind == ir::OpKind::Call || (O.Kind == ir::OpKind::Opaque && !O.Pure);
  });
  Trials.push_back(std::move(Trial.R));
  return Changes;
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

namespace {
struct EffectVisitor : RecursiveASTVisitor<EffectVisitor> {
  bool Found = false;
  bool VisitBinaryOperator(BinaryOperator *B) { return !(Found |= B->isAssignmentOp()); }
  bool VisitUnaryOperator(UnaryOperator *U) { return !(Found |= U->isIncrementDecrementOp()); }
  bool TraverseLambdaExpr(LambdaExpr *) { return true; }
};
} // namespace

bool Lowerer::hasEffects(const Expr *E) {
  EffectVisitor V;
  if (E)
    V.TraverseStmt(const_cast<Expr *>(E));
  return V.Found;
}

/// Whether code that is not in E itself runs: calls, constructors, conversions.
static bool mayCall(const Expr *E) {
  struct Visitor : RecursiveASTVisitor<Visitor> {
    bool Found = false;
    bool VisitCallExpr(CallExpr *) { return !(Found = true); }
    bool VisitCXXConstructExpr(CXXConstructExpr *) { return !(Found = true); }
  } V;
  if (E)
    V.TraverseStmt(const_cast<Expr *>(E));
  return V.Found;
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

void Lowerer::lowerFor(const ForStmt *S) {
  if (S->getInit())
    stmt(S->getInit());
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
  auto Body = [&] { stmts({S->getBody()}); };
  auto Step = [&] { effect(S->getInc()); };
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
    stmt(S->getInit());
  stmt(S->getRangeStmt());
  stmt(S->getBeginStmt());
  stmt(S->getEndStmt());
  LoopParts P;
  P.Whole = S;
  auto Cond = [&]() -> ir::Value * { return rvalue(S->getCond()); };
  auto Body = [&] { stmts({S->getLoopVarStmt(), S->getBody()}); };
  auto Step = [&] { effect(S->getInc()); };
  P.Cond = Cond;
  P.Body = Body;
  P.BodyStmt = S->getBody();
  P.Step = Step;
  P.StepIsHarmless = true;
  lowerLoop(P, S->getBeginLoc());
}

void Lowerer::lowerSwitch(const SwitchStmt *S) {
  if (S->getInit())
    stmt(S->getInit());
  if (S->getConditionVariableDeclStmt())
    stmt(S->getConditionVariableDeclStmt());
  ir::Value *V = rvalue(S->getCond());
  const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  if (!Body) {
    refuse(S->getBeginLoc(), "a switch without a block", "put its cases in braces");
    return;
  }
  // Segments: statements from one label to the next; control falls from each into the following one.
  struct Segment {
    ir::Value *Selected = nullptr;
    bool IsDefault = false;
    llvm::SmallVector<const Stmt *, 4> Body;
  };
  std::vector<Segment> Segs;
  const ir::Type *Bool = Ctx.Types.boolType();
  ir::Value *AnyCase = nullptr;
  for (const Stmt *Sub : Body->body()) {
    const Stmt *Inner = Sub;
    ir::Value *Match = nullptr;
    bool Default = false, Labelled = false;
    while (const auto *C = dyn_cast<SwitchCase>(Inner)) {
      Labelled = true;
      if (const auto *Case = dyn_cast<CaseStmt>(C)) {
        if (Case->getRHS())
          refuse(Case->getBeginLoc(), "a case range", "list the values");
        ir::Value *Is = opaque("$0 == $1", {V, rvalue(Case->getLHS())}, Bool, Case->getBeginLoc());
        Match = Match ? either(Match, Is) : Is;
        AnyCase = AnyCase ? either(AnyCase, Is) : Is;
      } else {
        Default = true;
      }
      Inner = C->getSubStmt();
    }
    if (Labelled) {
      Segs.emplace_back();
      Segs.back().Selected = Match;
      Segs.back().IsDefault = Default;
    }
    if (Segs.empty()) {
      if (isa<DeclStmt>(Inner)) {
        stmt(Inner);
        continue;
      }
      continue; // never reached
    }
    Segs.back().Body.push_back(Inner);
  }
  for (Segment &G : Segs)
    if (G.IsDefault) {
      ir::Value *None = AnyCase ? negate(AnyCase) : boolean(true);
      G.Selected = G.Selected ? either(G.Selected, None) : None;
    }
  LoopFlags Flags;
  Flags.Outer = Fr->Loops;
  Flags.IsSwitch = true;
  Fr->Loops = &Flags;
  VarTypes[&Flags.Break] = Bool;
  Declared.insert(&Flags.Break);
  Vars[&Flags.Break] = boolean(false);
  char Falls = 0; // whether control falls into the next segment
  VarTypes[&Falls] = Bool;
  Declared.insert(&Falls);
  Vars[&Falls] = boolean(false);
  auto Run = [&](size_t I, auto &&Self) -> void {
    if (I == Segs.size())
      return;
    Segment &G = Segs[I];
    Exits E;
    bool Ends = false;
    for (const Stmt *Sub : G.Body) {
      Exits X = exits(Sub);
      E.Return |= X.Return;
      E.Break |= X.Break;
      E.Continue |= X.Continue;
      E.Labels.insert(X.Labels.begin(), X.Labels.end());
      Ends |= X.Always;
    }
    ir::Value *Enter = either(G.Selected, Vars.lookup(&Falls));
    auto Then = [&] {
      stmts(G.Body);
      if (!Ends)
        Vars[&Falls] = E.any() ? negate(leaving(E)) : boolean(true);
    };
    if (Ends) { // nothing falls through: the rest is the other branch
      lowerIf(Enter, Then, [&] { Self(I + 1, Self); }, S->getBeginLoc());
      return;
    }
    lowerIf(Enter, Then, [&] { Vars[&Falls] = boolean(false); }, S->getBeginLoc());
    if (!E.any()) {
      Self(I + 1, Self);
      return;
    }
    lowerIf(leaving(E), [] {}, [&] { Self(I + 1, Self); }, S->getBeginLoc());
  };
  Run(0, Run);
  Fr->Loops = Flags.Outer;
  for (Key K : {Key(&Flags.Break), Key(&Falls)}) {
    Vars.erase(K);
    VarTypes.erase(K);
    Declared.erase(K);
  }
}

} // namespace mixedad
