//===- Induction.cpp - carried values that need no recording --------------===//

#include "analysis/Induction.h"

#include "ir/Walk.h"

#include <algorithm>
#include <set>
#include <sstream>

using namespace mixedad::ir;

namespace mixedad::analysis {

namespace {

/// "L op R" of a pure operation's text.
struct Binary {
  std::string Left, Right, Operator;
};

std::optional<Binary> binary(const Op *O) {
  if (!O || (O->Kind != OpKind::Opaque && O->Kind != OpKind::PtrArith) || !O->Pure || O->ReadsMemory ||
      !O->PlaceOperands.empty())
    return std::nullopt;
  size_t A = O->Text.find(' '), B = A == std::string::npos ? A : O->Text.find(' ', A + 1);
  if (B == std::string::npos || O->Text.find(' ', B + 1) != std::string::npos)
    return std::nullopt;
  return Binary{O->Text.substr(0, A), O->Text.substr(B + 1), O->Text.substr(A + 1, B - A - 1)};
}

/// The operand that the hole names, or null for a literal.
const Value *operand(const Op &O, const std::string &Hole) {
  if (Hole.size() < 2 || Hole[0] != '$' || !std::all_of(Hole.begin() + 1, Hole.end(), ::isdigit))
    return nullptr;
  size_t I = std::stoul(Hole.substr(1));
  return I < O.Operands.size() ? O.Operands[I] : nullptr;
}

bool isLiteral(const std::string &Text) {
  return !Text.empty() && std::all_of(Text.begin(), Text.end(), [](char C) { return ::isdigit(C); });
}

/// Integers and pointers: what can be counted and subtracted.
bool countable(const Type &Ty) {
  if (Ty.Class == TypeClass::Pointer || (Ty.Class == TypeClass::Inactive && Ty.Spelling.back() == '*'))
    return true;
  static const std::set<std::string> Words = {"const", "unsigned", "signed", "int", "long", "short", "char"};
  std::stringstream In(Ty.Spelling);
  for (std::string Word; In >> Word;)
    if (!Words.count(Word))
      return false;
  return Ty.Class == TypeClass::Inactive;
}

bool definedOutside(const Value *V, const Op &Loop, const Layout &L) {
  return L.isInside(L.region(&Loop), L.region(V)) && L.position(V) < L.position(&Loop);
}

/// V is the same in every iteration: it comes from outside, or the condition computes it from such values alone; then
/// its operations are appended to Ops.
bool staysTheSame(const Value *V, const Op &Loop, const Layout &L, std::vector<const Op *> &Ops) {
  const Op *O = V->Def;
  if (definedOutside(V, Loop, L) || (O && O->Kind == OpKind::Const))
    return true;
  bool Computes = O && (O->Kind == OpKind::Opaque || O->Kind == OpKind::PtrArith || O->Kind == OpKind::Prim);
  if (!Computes || L.region(V) != Loop.Cond.get() || !O->Pure || O->ReadsMemory || !O->PlaceOperands.empty())
    return false;
  for (const Value *Operand : O->Operands)
    if (!staysTheSame(Operand, Loop, L, Ops))
      return false;
  if (std::find(Ops.begin(), Ops.end(), O) == Ops.end())
    Ops.push_back(O);
  return true;
}

/// Sets the step from the other side of an addition; false if it changes from iteration to iteration.
bool setStep(Induction &I, const Op &Add, const std::string &Side, const Op &Loop, const Layout &L) {
  const Value *V = operand(Add, Side);
  if (!V) {
    I.Literal = Side;
    return isLiteral(Side);
  }
  if (V->Def && V->Def->Kind == OpKind::Const && isLiteral(V->Def->Text)) {
    I.Literal = V->Def->Text;
    return true;
  }
  I.Step = V;
  return definedOutside(V, Loop, L);
}

} // namespace

std::optional<Induction> induction(const Value *A, const Layout &L) {
  const Region *R = L.region(A);
  if (A->Def || !R->Owner || R != R->Owner->Body.get())
    return std::nullopt;
  const Op &Loop = *R->Owner;
  size_t N = std::find(R->Args.begin(), R->Args.end(), A) - R->Args.begin();
  if (N == R->Args.size())
    return std::nullopt;
  Induction I;
  I.Init = Loop.Operands[N];
  const Value *Next = R->Yields[N];
  if (Next == A)
    return I;
  std::optional<Binary> Add = binary(Next->Def);
  if (!Add || !countable(*A->Ty) || (Add->Operator != "+" && Add->Operator != "-"))
    return std::nullopt;
  I.Down = Add->Operator == "-";
  if (operand(*Next->Def, Add->Left) == A)
    return setStep(I, *Next->Def, Add->Right, Loop, L) ? std::optional(I) : std::nullopt;
  if (!I.Down && operand(*Next->Def, Add->Right) == A)
    return setStep(I, *Next->Def, Add->Left, Loop, L) ? std::optional(I) : std::nullopt;
  return std::nullopt;
}

std::optional<TripCount> tripCount(const Op &Loop, const Layout &L) {
  const Value *C = Loop.Cond->Yields[0];
  return L.region(C) == Loop.Cond.get() ? tripCount(C, Loop, L) : std::nullopt;
}

std::optional<TripCount> tripCount(const Value *C, const Op &Loop, const Layout &L) {
  std::optional<Binary> Test = binary(C->Def);
  if (Loop.BodyFirst || !Test)
    return std::nullopt;
  const Value *Counter = operand(*C->Def, Test->Left), *Bound = operand(*C->Def, Test->Right);
  if (!Counter || !Bound)
    return std::nullopt;
  const std::vector<Value *> &Args = Loop.Cond->Args;
  size_t N = std::find(Args.begin(), Args.end(), Counter) - Args.begin();
  if (N == Args.size())
    return std::nullopt;
  std::optional<Induction> I = induction(Loop.Body->Args[N], L);
  TripCount T{I ? I->Init : nullptr, Bound, Test->Operator, {}, I && I->Down, false};
  if (!I || !I->unit() || !countable(*Bound->Ty) || !staysTheSame(Bound, Loop, L, T.Bound))
    return std::nullopt;
  T.OrEqual = Test->Operator == "<=" || Test->Operator == ">=";
  if (Test->Operator == "!=" || (I->Down ? Test->Operator[0] == '>' : Test->Operator[0] == '<'))
    return Test->Operator.size() <= 2 ? std::optional(T) : std::nullopt;
  return std::nullopt;
}

} // namespace mixedad::analysis
