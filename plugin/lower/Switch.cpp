//===- Switch.cpp - segments and falling through --------------------------===//
#include "lower/Lowerer.h"
#include "lower/NodeVisitor.h"

using namespace clang;

namespace mixedad {

namespace {
struct CaseVisitor : NodeVisitor {
  bool Found = false;
  bool visit(Stmt *S) override { return !(Found |= isa<SwitchCase>(S)); }
  bool in(const Stmt *S) {
    walk(S);
    return Found;
  }
};
} // namespace

void Lowerer::lowerSwitch(const SwitchStmt *S) {
  if (S->getInit())
    initStatement(S->getInit());
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
      if (CaseVisitor V; V.in(Inner))
        refuse(Inner->getBeginLoc(), "a case label inside a nested statement", "put it directly into the switch's block");
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
      E |= X;
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
