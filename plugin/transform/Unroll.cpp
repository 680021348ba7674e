//===- Unroll.cpp - loops with few iterations as straight-line code -------===//

#include "transform/Unroll.h"

#include "analysis/CostModel.h"
#include "ir/Walk.h"

#include <algorithm>
#include <map>

namespace mixedad::transform {

using namespace ir;

namespace {

class Unroller {
public:
  Unroller(const Function &F, unsigned Most) : F(F), L(F), Most(Most), Out(std::make_unique<Function>()) {}

  std::unique_ptr<Function> run() {
    if (count(F.Body) > Most)
      return nullptr;
    Out->Self = F.Self;
    Out->Name = F.Name;
    Out->ResultTy = F.ResultTy;
    Out->Where = F.Where;
    Out->Broadcast = F.Broadcast;
    Out->Choice = F.Choice;
    for (const Param &P : F.Params) {
      Out->Params.push_back(P);
      if (P.V)
        Out->Params.back().V = fresh(*P.V, P.V->Parent ? &Out->Body : nullptr);
    }
    copy(F.Body, Out->Body);
    Out->ResultVar = F.ResultVar ? Ops.at(F.ResultVar) : nullptr;
    return Changed ? std::move(Out) : nullptr;
  }

private:
  /// The iterations that O is written as; 0: it stays a loop.
  unsigned trips(const Op &O) const {
    if (O.Kind != OpKind::Loop || O.BodyFirst || O.Checkpoint)
      return 0;
    unsigned Trips = analysis::mostTrips(O, L);
    return Trips <= (endsEarly(O) ? MostNested : Most) && !(endsEarly(O) && changesMemory(*O.Cond)) ? Trips : 0;
  }
  bool endsEarly(const Op &Loop) const { return analysis::constantTrips(Loop, L) == 0; }
  static bool changesMemory(const Region &R) {
    return std::any_of(R.Ops.begin(), R.Ops.end(), [](const std::unique_ptr<Op> &O) { return hasSideEffect(*O); });
  }

  /// Operations of the copy.
  unsigned count(const Region &R) const {
    unsigned long Sum = 0;
    for (const std::unique_ptr<Op> &O : R.Ops) {
      unsigned long Inner = 0;
      forEachRegion(*O, [&](const Region &Nested) { Inner += count(Nested); });
      unsigned Trips = trips(*O);
      Sum += 1 + Inner * (Trips ? Trips : 1);
    }
    return Sum > Most ? Most + 1 : static_cast<unsigned>(Sum);
  }

  Value *fresh(const Value &Like, Region *Parent, Op *Def = nullptr) {
    Out->Values.push_back(std::make_unique<Value>());
    Value *V = Out->Values.back().get();
    V->Id = static_cast<unsigned>(Out->Values.size() - 1);
    V->Name = Like.Name;
    V->Ty = Like.Ty;
    V->Parent = Parent;
    V->Def = Def;
    return Values[&Like] = V;
  }
  Value *value(const Value *V) const { return V ? Values.at(V) : nullptr; }
  std::vector<Value *> values(const std::vector<Value *> &Of) const {
    std::vector<Value *> All;
    for (const Value *V : Of)
      All.push_back(value(V));
    return All;
  }
  Place place(Place P) const {
    P.BaseVar = P.BaseVar ? Ops.at(P.BaseVar) : nullptr;
    P.BasePtr = value(P.BasePtr);
    P.Operands = values(P.Operands);
    return P;
  }

  void copy(const Region &From, Region &To) {
    for (const Value *V : From.Args)
      To.Args.push_back(fresh(*V, &To));
    copyOps(From, To);
    To.Yields = values(From.Yields);
  }
  void copyOps(const Region &From, Region &To) {
    for (const std::unique_ptr<Op> &O : From.Ops)
      if (unsigned Trips = trips(*O))
        endsEarly(*O) ? nest(*O, Trips, To) : unroll(*O, Trips, To);
      else
        copy(*O, To);
  }

  /// The carried values of an iteration are what the one before yielded.
  void unroll(const Op &Loop, unsigned Trips, Region &To) {
    Changed = true;
    std::vector<Value *> Carried = values(Loop.Operands);
    for (unsigned K = 0; K < Trips; ++K) {
      for (size_t I = 0; I < Carried.size(); ++I)
        Values[Loop.Body->Args[I]] = Carried[I];
      copyOps(*Loop.Body, To);
      Carried = values(Loop.Body->Yields);
    }
    for (size_t I = 0; I < Carried.size(); ++I)
      Values[Loop.Results[I]] = Carried[I];
  }

  /// if (condition) { an iteration; the next ones } with what is carried as results.
  void nest(const Op &Loop, unsigned Trips, Region &To) {
    Changed = true;
    std::vector<Value *> Carried = nest(Loop, Trips, values(Loop.Operands), To);
    for (size_t I = 0; I < Carried.size(); ++I)
      Values[Loop.Results[I]] = Carried[I];
  }
  std::vector<Value *> nest(const Op &Loop, unsigned Trips, const std::vector<Value *> &Carried, Region &To) {
    if (Trips == 0)
      return Carried;
    for (size_t I = 0; I < Carried.size(); ++I)
      Values[Loop.Cond->Args[I]] = Values[Loop.Body->Args[I]] = Carried[I];
    copyOps(*Loop.Cond, To);
    To.Ops.push_back(std::make_unique<Op>());
    Op &If = *To.Ops.back();
    If.Kind = OpKind::If;
    If.Where = Loop.Where;
    If.Parent = &To;
    If.Operands = {value(Loop.Cond->Yields[0])};
    for (std::unique_ptr<Region> *R : {&If.Then, &If.Else}) {
      *R = std::make_unique<Region>();
      (*R)->Owner = &If;
    }
    copyOps(*Loop.Body, *If.Then);
    If.Then->Yields = nest(Loop, Trips - 1, values(Loop.Body->Yields), *If.Then);
    If.Else->Yields = Carried;
    for (const Value *V : Loop.Results)
      If.Results.push_back(fresh(*V, &To, &If));
    return If.Results;
  }

  void copy(const Op &From, Region &To) {
    To.Ops.push_back(std::make_unique<Op>());
    Op &O = *To.Ops.back();
    Ops[&From] = &O;
    O.Parent = &To;
    copyFields(From, O);
    copyRegion(From.Then, O.Then, O);
    copyRegion(From.Else, O.Else, O);
    copyRegion(From.Cond, O.Cond, O);
    copyRegion(From.Body, O.Body, O);
    for (const Value *V : From.Results)
      O.Results.push_back(fresh(*V, &To, &O));
  }
  /// Every field of Op but what it contains and where it stands.
  void copyFields(const Op &From, Op &O) const {
    O.Kind = From.Kind;
    O.Operands = values(From.Operands);
    O.Where = From.Where;
    O.Text = From.Text;
    O.Row = From.Row;
    O.Pure = From.Pure;
    O.ReadsMemory = From.ReadsMemory;
    O.P = place(From.P);
    O.Src = place(From.Src);
    for (const Place &P : From.PlaceOperands)
      O.PlaceOperands.push_back(place(P));
    O.Name = From.Name;
    O.VarTy = From.VarTy;
    O.Init = From.Init;
    O.InitText = From.InitText;
    O.AddressTaken = From.AddressTaken;
    O.C = From.C;
    for (const Arg &A : From.Args)
      O.Args.push_back({value(A.V), place(A.P), A.Mutable});
    O.Dest = From.Dest ? Ops.at(From.Dest) : nullptr;
    O.ShadowText = From.ShadowText;
    O.ReverseText = From.ReverseText;
    O.SweepText = From.SweepText;
    O.ReleasesShadow = From.ReleasesShadow;
    O.Allocates = From.Allocates;
    O.Device = From.Device;
    O.ForwardOnly = From.ForwardOnly;
    O.BodyFirst = From.BodyFirst;
    O.Checkpoint = From.Checkpoint;
    O.Scalar = From.Scalar;
  }
  void copyRegion(const std::unique_ptr<Region> &From, std::unique_ptr<Region> &To, Op &Owner) {
    if (!From)
      return;
    To = std::make_unique<Region>();
    To->Owner = &Owner;
    copy(*From, *To);
  }

  static constexpr unsigned MostNested = 32;
  const Function &F;
  analysis::Layout L;
  unsigned Most;
  bool Changed = false;
  std::unique_ptr<Function> Out;
  std::map<const Value *, Value *> Values; // looked up, never iterated
  std::map<const Op *, Op *> Ops;          // looked up, never iterated
};

} // namespace

/// Again while something changes: an inner loop's bounds may be constants only in an iteration of the outer one.
std::unique_ptr<Function> unrolled(const Function &F, unsigned MostOperations) {
  std::unique_ptr<Function> Last, Next = Unroller(F, MostOperations).run();
  while (Next) {
    Last = std::move(Next);
    Next = Unroller(*Last, MostOperations).run();
  }
  return Last;
}

} // namespace mixedad::transform
