//===- Exits.cpp - how control leaves a statement -------------------------===//
//
// break, continue, return and goto become flags: which ones a statement can set, and the test whether one is set.
//
//===----------------------------------------------------------------------===//
#include "lower/Lowerer.h"

using namespace clang;

namespace mixedad {

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
  if (const auto *G = dyn_cast<GotoStmt>(S)) {
    R.Labels.insert(G->getLabel());
    R.Always = true;
    return R;
  }
  if (const auto *C = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Sub : C->body()) {
      Exits E = exits(Sub);
      R |= E;
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
    R |= T;
    R |= E;
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

} // namespace mixedad
