//===- Verifier.cpp - what every pass may rely on -------------------------===//

#include "ir/Verifier.h"

#include "ir/Printer.h"
#include "ir/Walk.h"

#include <algorithm>
#include <set>

namespace mixedad::ir {

namespace {

class Verifier {
public:
  explicit Verifier(const Function &F) : F(F) {}

  std::vector<std::string> run() {
    for (const Param &P : F.Params)
      if (P.V)
        define(P.V, "parameter '" + P.Name + "'");
    region(F.Body);
    result();
    return std::move(Found);
  }

private:
  void fail(const std::string &What) { Found.push_back(F.Name + ": " + What); }
  void fail(const Op &O, const std::string &What) { fail(What + " in '" + print(O) + "'"); }

  void define(const Value *V, const std::string &By) {
    if (!V || !V->Ty)
      return fail("value without type defined by " + By);
    if (!Defined.insert(V).second)
      fail("value %" + std::to_string(V->Id) + " defined twice, by " + By);
    Visible.push_back(V);
    InScope.insert(V);
  }

  void use(const Value &V, const std::string &By) {
    if (!InScope.count(&V))
      fail("value %" + std::to_string(V.Id) + (V.Name.empty() ? "" : " (" + V.Name + ")") +
           " is not defined where it is used, in '" + By + "'");
  }

  void region(const Region &R) {
    size_t Outer = Visible.size();
    std::vector<const Op *> OuterVars = Vars;
    for (const Value *V : R.Args)
      define(V, "a region argument");
    for (const std::unique_ptr<Op> &O : R.Ops)
      op(*O, R);
    for (const Value *V : R.Yields)
      V ? use(*V, "yield") : fail("null yield");
    if (&R == &F.Body)
      return; // checked against by result()
    for (size_t I = Outer; I < Visible.size(); ++I)
      InScope.erase(Visible[I]);
    Visible.resize(Outer);
    Vars = std::move(OuterVars);
  }

  void op(const Op &O, const Region &R) {
    if (O.Parent != &R)
      fail(O, "wrong parent region");
    for (const Value *V : O.Operands)
      if (!V)
        return fail(O, "null operand");
    std::string Text = print(O);
    forEachUse(O, [&](const Value &V) { use(V, Text); });
    forEachPlace(O, [&](const Place &P) { place(O, P); });
    if (O.Kind == OpKind::Var)
      Vars.push_back(&O);
    shape(O);
    forEachRegion(O, [&](const Region &Inner) {
      if (Inner.Owner != &O)
        fail(O, "a region with another owner");
      region(Inner);
    });
    for (const Value *V : O.Results) {
      define(V, "'" + Text + "'");
      if (V && V->Def != &O)
        fail(O, "a result whose definition is elsewhere");
    }
  }

  void place(const Op &O, const Place &P) {
    if (P.BaseVar && P.BasePtr)
      fail(O, "a place with two bases");
    if (P.BaseVar && std::find(Vars.begin(), Vars.end(), P.BaseVar) == Vars.end())
      fail(O, "variable '" + P.BaseVar->Name + "' is used outside its scope");
  }

  static bool sameClass(const Value *A, const Value *B) { return A && B && A->Ty->Class == B->Ty->Class; }

  void matching(const Op &O, const std::vector<Value *> &A, const std::vector<Value *> &B, const char *What) {
    if (A.size() != B.size())
      return fail(O, std::string("wrong number of ") + What);
    for (size_t I = 0; I < A.size(); ++I)
      if (!sameClass(A[I], B[I]))
        fail(O, std::string("classes differ among ") + What);
  }

  void needs(const Op &O, bool Condition, const char *What) {
    if (!Condition)
      fail(O, std::string("needs ") + What);
  }

  void shape(const Op &O) {
    bool One = O.Results.size() == 1;
    switch (O.Kind) {
    case OpKind::Const: return needs(O, One && !O.Text.empty(), "a text and one result");
    case OpKind::Prim: return needs(O, One && !O.Row.empty() && !O.Operands.empty(), "a row, operands, one result");
    case OpKind::Opaque: return needs(O, O.Results.size() <= 1 && !O.Text.empty(), "a text, at most one result");
    case OpKind::Var: return needs(O, O.VarTy && (O.Init != InitKind::Copy || O.Src.valid()), "a type and a source");
    case OpKind::Load: return needs(O, One && O.P.valid(), "a place and one result");
    case OpKind::Store:
      needs(O, O.P.valid() && O.Operands.size() == 1, "a place and one operand");
      // The shadow of a value that is no real is the value itself.
      if (O.P.valid() && O.Operands.size() == 1 && O.P.Ty->Class == TypeClass::Real && O.P.ActiveMemory)
        needs(O, O.Operands[0]->isReal(), "a real for a place of a real");
      return;
    case OpKind::CopyRecord: return needs(O, O.P.valid() && O.Src.valid(), "two places");
    case OpKind::AddrOf: return needs(O, One && O.P.valid() && O.Results[0]->isPointer(), "a place, a pointer result");
    case OpKind::PtrArith: return needs(O, One && O.Results[0]->isPointer(), "a pointer result");
    case OpKind::ShadowCall: return needs(O, O.Results.size() <= 1, "at most one result");
    case OpKind::Call: return needs(O, O.C && O.Results.size() <= 1, "a callee, at most one result");
    case OpKind::If: return ifShape(O);
    case OpKind::Loop: return loopShape(O);
    case OpKind::Broadcast: return needs(O, One && O.Scalar, "a scalar function and one result");
    }
  }

  void ifShape(const Op &O) {
    needs(O, O.Operands.size() == 1 && O.Then && O.Else, "a condition and two regions");
    if (!O.Then || !O.Else)
      return;
    matching(O, O.Results, O.Then->Yields, "yields of the first branch");
    matching(O, O.Results, O.Else->Yields, "yields of the second branch");
  }

  void loopShape(const Op &O) {
    needs(O, O.Cond && O.Body, "two regions");
    if (!O.Cond || !O.Body)
      return;
    needs(O, O.Cond->Yields.size() == 1, "one condition");
    matching(O, O.Operands, O.Results, "results");
    matching(O, O.Operands, O.Cond->Args, "arguments of the condition");
    matching(O, O.Operands, O.Body->Args, "arguments of the body");
    matching(O, O.Operands, O.Body->Yields, "yields of the body");
  }

  void result() {
    if (!F.ResultTy)
      return fail("no result type");
    bool Void = F.ResultTy->Class == TypeClass::Void;
    if (Void && (F.ResultVar || !F.Body.Yields.empty()))
      fail("a void function yields");
    if (!Void && !F.ResultVar && F.Body.Yields.size() != 1)
      fail("the body does not yield one result");
    if (F.ResultVar && std::find(Vars.begin(), Vars.end(), F.ResultVar) == Vars.end())
      fail("the result variable is not in the function's outermost region");
  }

  const Function &F;
  std::vector<std::string> Found;
  std::set<const Value *> Defined, InScope; // membership only
  std::vector<const Value *> Visible;
  std::vector<const Op *> Vars;
};

} // namespace

std::vector<std::string> verify(const Function &F) { return Verifier(F).run(); }

} // namespace mixedad::ir
