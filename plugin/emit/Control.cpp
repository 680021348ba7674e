//===- Control.cpp - If and Loop as statements ----------------------------===//
//
// What an If yields is declared before it and assigned at the end of each branch. A loop's carried values are
// variables; the body's yields are assigned to them at once, in an order (or through temporaries) that is right
// also when they permute.
//
//===----------------------------------------------------------------------===//

#include "emit/Body.h"

namespace mixedad::emit {

using namespace ir;

void assignTogether(Writer &W, Names &N, std::vector<Assignment> All) {
  for (size_t I = All.size(); I > 0; --I)
    if (All[I - 1].Target == All[I - 1].Expr || All[I - 1].Expr.empty())
      All.erase(All.begin() + static_cast<long>(I - 1));
  auto ReadByAnother = [&](size_t I) {
    for (size_t J = 0; J < All.size(); ++J)
      if (J != I && mentions(All[J].Expr, All[I].Target))
        return true;
    return false;
  };
  while (!All.empty()) {
    size_t Ready = 0;
    while (Ready < All.size() && ReadByAnother(Ready))
      ++Ready;
    if (Ready == All.size()) { // a cycle: keep one old value aside
      Assignment &First = All.front();
      std::string Old = N.fresh(First.Target + "_old");
      W.line(declarator(First.Ty->Spelling, Old) + " = " + First.Target + ";");
      for (size_t J = 1; J < All.size(); ++J)
        if (mentions(All[J].Expr, First.Target))
          All[J].Expr = renamed(All[J].Expr, First.Target, Old);
      continue;
    }
    W.line(All[Ready].Target + " = " + All[Ready].Expr + ";");
    All.erase(All.begin() + static_cast<long>(Ready));
  }
}

void BodyEmitter::carry(const Value &To, const Value *From, std::vector<Assignment> &Out) {
  Out.push_back({To.Ty, Nm.of(To), From ? expr(*From) : std::string()});
}

void BodyEmitter::yieldTo(const std::vector<const Value *> &To, const std::vector<Value *> &From) {
  std::vector<Assignment> All;
  for (size_t I = 0; I < To.size(); ++I)
    carry(*To[I], From[I], All);
  assignTogether(*W, Nm.names(), std::move(All));
}

static std::vector<const Value *> pointers(const std::vector<Value *> &Vs) { return {Vs.begin(), Vs.end()}; }

//===----------------------------------------------------------------------===//
// If
//===----------------------------------------------------------------------===//

/// Both branches only pick values: `c ? a : b`.
bool BodyEmitter::isSelect(const Op &O) const {
  if (O.Results.empty())
    return false;
  for (const Region *R : {O.Then.get(), O.Else.get()})
    for (const std::unique_ptr<Op> &Inner : R->Ops)
      if (Inner->Kind != OpKind::Const)
        return false;
  for (const Value *V : O.Results)
    if (V->isVector())
      return false;
  return true;
}

void BodyEmitter::selectStatement(const Op &O) {
  Scope Inner(*this);
  region(*O.Then);
  region(*O.Else);
  std::vector<Assignment> Then, Else;
  for (size_t I = 0; I < O.Results.size(); ++I) {
    carry(*O.Results[I], O.Then->Yields[I], Then);
    carry(*O.Results[I], O.Else->Yields[I], Else);
  }
  std::string Condition = expr(*O.Operands[0]);
  if (Then.size() > 1 && precedence(Condition) != Prec::Atom) {
    std::string Name = Nm.names().fresh("cond");
    W->line("const bool " + Name + " = " + Condition + ";");
    Condition = Name;
  }
  for (size_t I = 0; I < Then.size(); ++I)
    if (Then[I].Expr == Else[I].Expr)
      define(*Then[I].Ty, Then[I].Target, Then[I].Expr);
    else
      define(*Then[I].Ty, Then[I].Target,
             filled("$0 ? $1 : $2", Holes{{Condition, Then[I].Expr, Else[I].Expr}, {}, {}, {}, {}, {}}, O.Where));
}

void BodyEmitter::branch(const Op &O, const Region &R) {
  Scope Inner(*this);
  enter(O, R);
  region(R);
  leave(O, R);
  yieldTo(pointers(O.Results), R.Yields);
}

void BodyEmitter::ifStatement(const Op &O) {
  if (isSelect(O))
    return selectStatement(O);
  std::vector<Assignment> Joined;
  for (const Value *V : O.Results)
    carry(*V, nullptr, Joined);
  std::string Condition = expr(*O.Operands[0]);
  for (const Assignment &A : Joined)
    W->line(declarator(A.Ty->Spelling, A.Target) + (A.Ty->Class == TypeClass::Vector ? "{};" : ";"));
  bool NoElse = Joined.empty() && O.Else->Ops.empty(), NoThen = Joined.empty() && O.Then->Ops.empty();
  if (NoThen && !NoElse) {
    W->open("if (!" + paren(Condition, Prec::Unary) + ")");
    branch(O, *O.Else);
    return W->close();
  }
  W->open("if (" + Condition + ")");
  branch(O, *O.Then);
  if (!NoElse) {
    W->reopen("else");
    branch(O, *O.Else);
  }
  W->close();
}

//===----------------------------------------------------------------------===//
// Loop
//===----------------------------------------------------------------------===//

void BodyEmitter::bindLoop(const Op &O) {
  for (size_t I = 0; I < O.Body->Args.size(); ++I) {
    Nm.alias(*O.Cond->Args[I], *O.Body->Args[I]);
    if (I < O.Results.size())
      Nm.alias(*O.Results[I], *O.Body->Args[I]);
  }
}

std::string BodyEmitter::loopCondition(const Op &O, Writer &Into) {
  Scope Inner(*this);
  Writer *Outer = W;
  W = &Into;
  region(*O.Cond);
  W = Outer;
  return expr(*O.Cond->Yields[0]);
}

void BodyEmitter::loopBody(const Op &O) {
  Scope Inner(*this);
  enter(O, *O.Body);
  region(*O.Body);
  leave(O, *O.Body);
  yieldTo(pointers(O.Body->Args), O.Body->Yields);
}

void BodyEmitter::loopStatement(const Op &O) {
  bindLoop(O);
  std::vector<Assignment> Carried;
  for (size_t I = 0; I < O.Body->Args.size(); ++I)
    carry(*O.Body->Args[I], O.Operands[I], Carried);
  for (const Assignment &A : Carried)
    W->line(declarator(A.Ty->Spelling, A.Target) + " = " + A.Expr + ";");

  Writer Scratch;
  std::string Condition = loopCondition(O, Scratch);
  bool Simple = Scratch.text().empty();
  std::string Break = "if (!" + paren(Condition, Prec::Unary) + ") break;";

  if (!Simple)
    W->open("for (;;)");
  else
    W->open(O.BodyFirst ? "do" : "while (" + Condition + ")");
  if (!Simple && !O.BodyFirst) {
    W->splice(Scratch.text());
    W->line(Break);
  }
  loopBody(O);
  if (!Simple && O.BodyFirst) {
    W->splice(Scratch.text());
    W->line(Break);
  }
  W->close(Simple && O.BodyFirst ? " while (" + Condition + ");" : "");
}

} // namespace mixedad::emit
