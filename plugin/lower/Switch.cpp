//===- Switch.cpp - segments and falling through --------------------------===//
#include "lower/Lowerer.h"

using namespace clang;

namespace mixedad {

namespace {
/// The statements of a switch in order. A plain block that has labels in it is no border for control: it is spread out.
struct Spread {
  llvm::SmallPtrSet<const SwitchCase *, 16> Labels; ///< of this switch, less those that were met
  llvm::SmallVector<const Stmt *, 16> List;
  llvm::SmallPtrSet<const Stmt *, 4> Blocks;        ///< that were spread out
  const Decl *Scoped = nullptr; ///< a variable of a block that was spread out, whose end of life is that block's end

  explicit Spread(const SwitchStmt *S) {
    for (const SwitchCase *C = S->getSwitchCaseList(); C; C = C->getNextSwitchCase())
      Labels.insert(C);
  }
  bool hasLabel(const Stmt *S) const {
    if (isa<SwitchStmt>(S))
      return false;
    if (const auto *C = dyn_cast<SwitchCase>(S); C && Labels.count(C))
      return true;
    return llvm::any_of(S->children(), [&](const Stmt *Child) { return Child && hasLabel(Child); });
  }
  void add(const Stmt *S) {
    const Stmt *Inner = S;
    while (const auto *C = dyn_cast<SwitchCase>(Inner)) {
      Labels.erase(C);
      Inner = C->getSubStmt();
    }
    const auto *Block = dyn_cast<CompoundStmt>(Inner);
    if (!Block || !hasLabel(Block)) {
      List.push_back(S);
      return;
    }
    Blocks.insert(Block);
    if (Inner != S)
      List.push_back(S); // its labels; the block follows
    for (const Stmt *Sub : Block->body()) {
      if (const auto *D = dyn_cast<DeclStmt>(Sub))
        for (const Decl *One : D->decls())
          if (const auto *V = dyn_cast<VarDecl>(One); V && V->needsDestruction(V->getASTContext()))
            Scoped = V;
      add(Sub);
    }
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
  Spread Flat(S);
  for (const Stmt *Sub : Body->body())
    Flat.add(Sub);
  if (!Flat.Labels.empty()) {
    const SwitchCase *First = nullptr;
    for (const SwitchCase *C : Flat.Labels)
      if (!First || C->getBeginLoc() < First->getBeginLoc())
        First = C;
    refuse(First->getBeginLoc(), "a case label inside a nested statement", "put it directly into the switch's block");
    return;
  }
  if (Flat.Scoped) {
    refuse(Flat.Scoped->getLocation(), "an object with a destructor in a block that has a case label in it", "declare it before the switch");
    return;
  }
  const ir::Type *Bool = Ctx.Types.boolType();
  ir::Value *AnyCase = nullptr;
  // What a jump may pass has no initializer and is in scope behind every label.
  auto Passed = [](const Stmt *Sub) {
    const auto *D = dyn_cast<DeclStmt>(Sub);
    return D && llvm::all_of(D->decls(), [](const Decl *One) {
             const auto *V = dyn_cast<VarDecl>(One);
             return V && !V->getInit() && !V->getType()->isVariablyModifiedType();
           });
  };
  for (const Stmt *Sub : Flat.List)
    if (Passed(Sub))
      stmt(Sub);
  for (const Stmt *Sub : Flat.List) {
    if (Passed(Sub))
      continue;
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
    if (const auto *Block = dyn_cast<CompoundStmt>(Inner); !Block || !Flat.Blocks.count(Block))
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
