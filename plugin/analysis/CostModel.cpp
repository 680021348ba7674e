//===- CostModel.cpp - what one element of a kernel costs -----------------===//

#include "analysis/CostModel.h"

#include "analysis/Induction.h"
#include "ir/Walk.h"
#include "rules/Rules.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace mixedad::analysis {

using namespace ir;

namespace {

constexpr double Division = 4, Function = 12, UnknownTrips = 10, Exchange = 1.0;
constexpr unsigned Registers = 32;

/// What the text of a template computes.
double price(const std::string &Text) {
  double Sum = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    bool Binary = I > 0 && Text[I - 1] == ' ' && I + 1 < Text.size() && Text[I + 1] == ' ';
    if (Binary && std::string("+-*<>").find(Text[I]) != std::string::npos)
      Sum += 1;
    else if (Binary && Text[I] == '/')
      Sum += Division;
    else if (Text[I] == '(' && I > 0 && (std::isalnum(static_cast<unsigned char>(Text[I - 1])) || Text[I - 1] == '_')) {
      size_t Begin = I;
      while (Begin > 0 && (std::isalnum(static_cast<unsigned char>(Text[Begin - 1])) || Text[Begin - 1] == '_'))
        --Begin;
      std::string Name = Text.substr(Begin, I - Begin);
      bool Type = Begin > 0 && Text[Begin - 1] == '$'; // $T(1)
      Sum += Type ? 0 : Name == "fabs" || Name == "abs" || Name == "fma" || Name == "fmax" || Name == "fmin" ? 1
             : Name == "sqrt" ? Division : Function;
    }
  }
  return Sum;
}

double primalPrice(const Op &O) {
  switch (O.Kind) {
  case OpKind::Prim: {
    const rules::Row *Row = rules::find(O.Row);
    return !Row || O.Row == "cast" ? 0 : std::max(1.0, price(Row->Primal));
  }
  case OpKind::Opaque: return price(O.Text);
  case OpKind::Load:
  case OpKind::Store: return 1;
  case OpKind::Call: return 3 * Function;
  default: return 0;
  }
}

bool isUnit(const std::string &Partial) { return Partial == "1" || Partial == "-1"; }

/// Calls Use(operand, partial) for the operands of a primitive that something flows through.
template <class Fn> void forEachPartial(const Op &O, Fn Use) {
  const rules::Row *Row = O.Kind == OpKind::Prim ? rules::find(O.Row) : nullptr;
  for (size_t I = 0; Row && I < O.Operands.size() && I < Row->Partials.size(); ++I)
    if (!Row->Partials[I].empty())
      Use(*O.Operands[I], Row->Partials[I]);
}

std::optional<long> number(const std::string &Text) {
  char *End = nullptr;
  long N = std::strtol(Text.c_str(), &End, 0);
  while (*End && std::string("uUlLzZ").find(*End) != std::string::npos)
    ++End;
  return End == Text.c_str() || *End ? std::nullopt : std::optional<long>(N);
}

/// The value of an integer that is a constant, or a counter of a loop that was written out: a constant plus steps. Only
/// what no integer type wraps round.
std::optional<long> literal(const Value *V) {
  const Op *O = V ? V->Def : nullptr;
  if (O && O->Kind == OpKind::Const)
    return number(O->Text);
  if (!O || O->Kind != OpKind::Opaque || !O->Pure || O->Operands.empty() || O->Text.size() < 6 ||
      O->Text.compare(0, 3, "$0 ") != 0 || O->Text[4] != ' ' || (O->Text[3] != '+' && O->Text[3] != '-'))
    return std::nullopt;
  std::string Right = O->Text.substr(5);
  std::optional<long> A = literal(O->Operands[0]),
                      B = Right == "$1" && O->Operands.size() > 1 ? literal(O->Operands[1]) : number(Right);
  if (!A || !B)
    return std::nullopt;
  long Sum = O->Text[3] == '+' ? *A + *B : *A - *B;
  return Sum >= 0 && Sum <= 127 ? std::optional<long>(Sum) : std::nullopt;
}

} // namespace

double KernelCost::total() const {
  return Operations + (Live > Registers ? Exchange * 2 * (Live - Registers) : 0);
}

static unsigned trips(const std::optional<TripCount> &T) {
  if (!T || !T->Bound.empty())
    return 0;
  std::optional<long> First = literal(T->First), Last = literal(T->Last);
  if (!First || !Last)
    return 0;
  long N = (T->Down ? *First - *Last : *Last - *First) + (T->OrEqual ? 1 : 0);
  return N > 0 && N < 1 << 20 ? static_cast<unsigned>(N) : 0;
}

unsigned constantTrips(const Op &Loop, const Layout &L) { return trips(tripCount(Loop, L)); }

/// The iterations for which Test, a part of the condition, can hold.
static unsigned mostTrips(const Value *Test, const Op &Loop, const Layout &L) {
  const Op *O = Test->Def;
  if (!O || O->Kind != OpKind::If)
    return trips(tripCount(Test, Loop, L));
  size_t N = std::find(O->Results.begin(), O->Results.end(), Test) - O->Results.begin();
  const Value *Then = O->Then->Yields[N], *Else = O->Else->Yields[N];
  auto Never = [](const Value *V) { return V->Def && V->Def->Kind == OpKind::Const && V->Def->Text == "false"; };
  return Never(Then) ? mostTrips(Else, Loop, L) : Never(Else) ? mostTrips(Then, Loop, L) : 0;
}
unsigned mostTrips(const Op &Loop, const Layout &L) { return mostTrips(Loop.Cond->Yields[0], Loop, L); }

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

double CostModel::sum(const Region &R, const Price &Of) const {
  double Sum = 0;
  for (const std::unique_ptr<Op> &O : R.Ops) {
    double Inner = 0;
    forEachRegion(*O, [&](const Region &Nested) { Inner += sum(Nested, Of); });
    if (O->Kind == OpKind::Loop) {
      unsigned Trips = mostTrips(*O, L);
      Inner *= Trips ? Trips : UnknownTrips;
    }
    Sum += Inner + Of(*O);
  }
  return Sum;
}

size_t operationCount(const ir::Function &F) {
  size_t N = 0;
  forEachOp(F.Body, [&](const Op &) { ++N; });
  return N;
}

double CostModel::primal() const { return sum(F.Body, primalPrice); }

KernelCost CostModel::forward(const Count &Needed, const Count &Tangents) const {
  auto Price = [&](const Op &O) {
    double Sum = O.Results.empty() || Needed(*O.Results[0]) ? primalPrice(O) : 0;
    unsigned Given = 0, Made = O.Results.empty() ? 0 : Tangents(*O.Results[0]);
    forEachPartial(O, [&](const Value &V, const std::string &Partial) {
      unsigned Seeds = Tangents(V);
      if (!Seeds)
        return;
      bool Parameter = std::any_of(F.Params.begin(), F.Params.end(), [&](const Param &P) { return P.V == &V; });
      Sum += isUnit(Partial) ? 0 : price(Partial) + (Parameter ? 0 : Seeds); // its tangent is 1
      Given += Seeds;
    });
    if (Given > Made)
      Sum += Given - Made;
    if (O.Kind == OpKind::If)
      for (const Value *V : O.Results)
        Sum += Needed(*V) + Tangents(*V);
    if (O.Kind == OpKind::Load)
      Sum += Made;
    if (O.Kind == OpKind::Store)
      Sum += Tangents(*O.Operands[0]);
    if (O.Kind == OpKind::Call)
      Sum += 2 * Made;
    return Sum;
  };
  KernelCost C;
  unsigned Results = F.Body.Yields.empty() ? 0 : Tangents(*F.Body.Yields[0]);
  C.Operations = sum(F.Body, Price) + Results;
  C.Live = live([&](const Value &V) { return Needed(V) + Tangents(V); });
  return C;
}

KernelCost CostModel::reverse(const Count &Adjoints, unsigned Kept) const {
  std::map<const Value *, unsigned> Contributions; // looked up, never iterated
  auto Price = [&](const Op &O) {
    double Sum = primalPrice(O);
    bool Active = !O.Results.empty() && Adjoints(*O.Results[0]);
    forEachPartial(O, [&](const Value &V, const std::string &Partial) {
      if (!Active || !Adjoints(V))
        return;
      Sum += isUnit(Partial) ? 0 : price(Partial) + 1;
      Sum += Contributions[&V]++ ? 1 : 0;
    });
    if (O.Kind == OpKind::If) // the choice of the value, and to which side its adjoint goes
      for (const Value *V : O.Results)
        Sum += Adjoints(*V) ? 3 : 1;
    if (O.Kind == OpKind::Load || O.Kind == OpKind::Store)
      Sum += 2;
    return Sum;
  };
  KernelCost C;
  C.Operations = sum(F.Body, Price);
  C.Live = std::max(live([](const Value &) { return 1; }), Kept + 1);
  return C;
}

//===----------------------------------------------------------------------===//
// Lives
//===----------------------------------------------------------------------===//

CostModel::CostModel(const ir::Function &F) : F(F), L(F) {
  for (const Param &P : F.Params)
    if (P.V)
      Lives[P.V];
  number(F.Body);
  for (const Value *V : F.Body.Yields)
    use(*V, Next);
}

void CostModel::use(const Value &V, unsigned At) {
  Life &Own = Lives[&V];
  Own.To = std::max(Own.To, At);
}

void CostModel::number(const Region &R) {
  for (const Value *V : R.Args)
    Lives[V].From = Next;
  for (const std::unique_ptr<Op> &O : R.Ops) {
    unsigned At = ++Next;
    forEachUse(*O, [&](const Value &V) { use(V, At); });
    forEachRegion(*O, [&](const Region &Inner) { number(Inner); });
    if (O->Kind == OpKind::Loop) // what is used inside is used until the last iteration
      for (auto &[V, Own] : Lives)
        if (Own.From < At && Own.To > At)
          Own.To = std::max(Own.To, Next);
    for (const Value *V : O->Results)
      Lives[V] = {Next, Next};
  }
  for (const Value *V : R.Yields)
    use(*V, Next);
}

unsigned CostModel::live(const Count &Weight) const {
  std::vector<int> Change(Next + 2);
  for (const auto &[V, Own] : Lives) {
    if (V->isPointer() || (V->Def && V->Def->Kind == OpKind::Const))
      continue;
    int W = static_cast<int>(Weight(*V));
    Change[Own.From] += W;
    Change[Own.To + 1] -= W;
  }
  int Now = 0, Most = 0;
  for (int C : Change)
    Most = std::max(Most, Now += C);
  return static_cast<unsigned>(Most);
}

} // namespace mixedad::analysis
