//===- Effects.cpp - what a statement may change --------------------------===//
//
// A loop carries every variable that its statements may assign; a condition that changes something runs at the end
// of the body instead of in the loop's condition.
//
//===----------------------------------------------------------------------===//
#include "lower/Lowerer.h"
#include "lower/NodeVisitor.h"
#include "ir/Walk.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace mixedad {

namespace {
/// Every variable that a statement mentions other than by reading it.
struct AssignedVisitor : NodeVisitor {
  llvm::SmallVector<const ValueDecl *, 8> Found;
  llvm::SmallPtrSet<const Expr *, 16> Reads;
  AssignedVisitor() {
    ImplicitCode = true;
    LambdaBodies = false;
  }
  bool visit(Stmt *S) override {
    if (const auto *E = dyn_cast<ImplicitCastExpr>(S); E && E->getCastKind() == CK_LValueToRValue)
      Reads.insert(E->getSubExpr()->IgnoreParens());
    else if (const auto *E = dyn_cast<DeclRefExpr>(S); E && !Reads.count(E))
      Found.push_back(E->getDecl());
    else if (const auto *E = dyn_cast<LambdaExpr>(S))
      for (const LambdaCapture &C : E->captures())
        if (C.capturesVariable())
          Found.push_back(C.getCapturedVar());
    return true;
  }
};

/// Assignments and steps that an expression itself spells; calls are another matter.
struct EffectVisitor : NodeVisitor {
  bool Found = false;
  EffectVisitor() { LambdaBodies = false; }
  bool visit(Stmt *S) override {
    const auto *B = dyn_cast<BinaryOperator>(S);
    const auto *U = dyn_cast<UnaryOperator>(S);
    return !(Found |= (B && B->isAssignmentOp()) || (U && U->isIncrementDecrementOp()));
  }
};

/// Whether code that is not in the expression itself runs: calls, constructors, conversions.
struct CallVisitor : NodeVisitor {
  bool Found = false;
  bool visit(Stmt *S) override { return !(Found |= isa<CallExpr, CXXConstructExpr>(S)); }
};
} // namespace

void Lowerer::collectAssigned(const Stmt *S, llvm::SmallSetVector<Key, 8> &Out) {
  AssignedVisitor V;
  V.walk(S);
  llvm::SmallVector<const ValueDecl *, 8> Work = std::move(V.Found);
  llvm::SmallPtrSet<const ValueDecl *, 16> Seen;
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
      for (auto &Part : C.Parts)
        Self(*Part, Self);
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

bool Lowerer::hasEffects(const Expr *E) {
  EffectVisitor V;
  V.walk(E);
  return V.Found;
}

bool Lowerer::mayCall(const Expr *E) {
  CallVisitor V;
  V.walk(E);
  return V.Found;
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
    Changes |= (Vars.count(K) || Declared.count(K)) && Vars.lookup(K) != V;
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

} // namespace mixedad
