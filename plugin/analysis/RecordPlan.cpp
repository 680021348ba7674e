//===- RecordPlan.cpp - which values are saved: the cut of an iteration ---===//
//
// Which values can be recomputed, and from what, is in Recipes.cpp.
//
//===----------------------------------------------------------------------===//

#include "analysis/RecordPlan.h"

#include "analysis/MinCut.h"
#include "ir/Walk.h"
#include "rules/Rules.h"

#include <algorithm>

using namespace mixedad::ir;

namespace mixedad::analysis {

const std::vector<Datum> &RecordPlan::find(const Lists &In, const Region &R) {
  static const std::vector<Datum> None;
  auto It = In.find(&R);
  return It == In.end() ? None : It->second;
}

const Region *RecordPlan::home(const Datum &D) const { return D.ofValue() ? L.region(D.value()) : L.region(D.op()); }

static bool contains(const std::vector<Datum> &In, const Datum &D) {
  return std::find(In.begin(), In.end(), D) != In.end();
}

bool RecordPlan::isSaved(const Datum &D) const { return contains(saved(*home(D)), D); }

bool RecordPlan::before(const Datum &A, const Datum &B) const {
  unsigned PA = A.ofValue() ? L.position(A.value()) : L.position(A.op());
  unsigned PB = B.ofValue() ? L.position(B.value()) : L.position(B.op());
  return std::tie(PA, A.K, A.Index) < std::tie(PB, B.K, B.Index);
}

void RecordPlan::add(Lists &To, const Datum &D) {
  std::vector<Datum> &List = To[home(D)];
  if (contains(List, D))
    return;
  List.insert(std::upper_bound(List.begin(), List.end(), D, [&](const Datum &A, const Datum &B) { return before(A, B); }),
              D);
}

/// Files D under its iteration.
void RecordPlan::need(const Datum &D) {
  if (free(D))
    return;
  std::vector<Datum> &List = Pending[iteration(D)];
  if (!contains(List, D))
    List.push_back(D);
}

/// Bytes first; among equals a transcendental is saved rather than a value that costs no more than a load.
uint64_t RecordPlan::cost(const Datum &D) const {
  uint64_t Bytes = 8;
  if (D.K == Datum::Kind::Primal)
    Bytes = std::max(1u, D.value()->Ty->Size);
  else if (D.K == Datum::Kind::Old)
    Bytes = D.op()->P.Ty->Size;
  else if (D.K == Datum::Kind::Copy)
    Bytes = std::max(1u, D.op()->Args[D.Index].V ? D.op()->Args[D.Index].V->Ty->Size
                                                 : D.op()->Args[D.Index].P.Ty->Size);
  bool Cheap = true;
  if (D.K == Datum::Kind::Primal && D.value()->Def && D.value()->Def->Kind == OpKind::Prim)
    if (const rules::Row *Row = rules::find(D.value()->Def->Row))
      Cheap = Row->Cheap;
  return Bytes * 1024 + (Cheap ? 16 : 0);
}

void RecordPlan::solve(const std::vector<Datum> &Needs) {
  for (const Datum &D : Needs)
    need(D);
  for (const Region *R : L.iterations())
    if (R != &F.Body || Sweeps)
      solveIteration(R);
  if (Sweeps)
    return;
  std::vector<Datum> Kept = Pending[&F.Body]; // they stay in scope
  for (size_t I = 0; I < Kept.size(); ++I) {
    Datum D = Kept[I];
    std::optional<std::vector<Datum>> From;
    if (D.K == Datum::Kind::TripCount || D.K == Datum::Kind::Shape)
      From = recipe(D);
    add(From ? Recomputed : Saved, D);
    if (From)
      for (const Datum &Source : *From)
        if (!free(Source) && !contains(Kept, Source))
          Kept.push_back(Source);
  }
}

/// The values of one iteration that needs depend on, as a flow problem.
struct RecordPlan::Graph {
  const RecordPlan &Plan;
  const Region *R;
  MinCut Cut;
  std::vector<Datum> Nodes;

  unsigned node(const Datum &D) {
    auto It = std::find(Nodes.begin(), Nodes.end(), D);
    if (It != Nodes.end())
      return It - Nodes.begin();
    unsigned N = Cut.addVertex(Plan.cost(D));
    Nodes.push_back(D);
    std::optional<std::vector<Datum>> From = Plan.recipe(D);
    if (!From)
      Cut.markSource(N);
    else
      for (const Datum &Source : *From)
        if (!Plan.free(Source) && Plan.iteration(Source) == R)
          Cut.addEdge(node(Source), N);
    return N;
  }
};

void RecordPlan::solveIteration(const Region *R) {
  const std::vector<Datum> Needs = Pending[R];
  Graph G{*this, R, {}, {}};
  for (const Datum &D : Needs)
    G.Cut.markSink(G.node(D));
  for (unsigned N : G.Cut.solve())
    add(Saved, G.Nodes[N]);
  std::vector<Datum> Work = Needs;
  for (size_t I = 0; I < Work.size(); ++I) {
    Datum D = Work[I];
    if (isSaved(D))
      continue;
    add(Recomputed, D);
    std::vector<Datum> From = *recipe(D);
    for (const Datum &Source : From)
      if (free(Source))
        continue;
      else if (iteration(Source) != R)
        need(Source);
      else if (!contains(Work, Source))
        Work.push_back(Source);
  }
}

double RecordPlan::bytes() const {
  double Sum = 0;
  forEachRegionIn(F.Body, [&](const Region &R) {
    double Times = 1;
    for (const Region *Outer = &R; Outer; Outer = L.outer(Outer))
      Times *= Outer->Owner && Outer->Owner->Body.get() == Outer ? 100 : 1;
    for (const Datum &D : saved(R)) // an undone store is logged by the reverse sweep too: address and value
      Sum += Times * (D.K == Datum::Kind::Old ? 24 : Times > 1 ? double(cost(D) / 1024) : 0);
  });
  return Sum;
}

static std::string nameOf(const Datum &D) {
  if (D.ofValue()) {
    const Value *V = D.value();
    return (D.K == Datum::Kind::Shadow ? "d_" : D.K == Datum::Kind::Shape ? "shape of " : "") + (V->Name.empty() ? "t" + std::to_string(V->Id) : V->Name);
  }
  switch (D.K) {
  case Datum::Kind::TripCount:
    return "trip count";
  case Datum::Kind::Frame:
    return "frame of " + D.op()->C->Name;
  case Datum::Kind::States:
    return "states";
  case Datum::Kind::Partial:
    return "partial " + std::to_string(D.Index) + " of " + D.op()->Scalar->Name;
  case Datum::Kind::Old:
    return "overwritten";
  case Datum::Kind::VarShadow:
    return "shadow of " + D.op()->Name;
  default:
    return "argument " + std::to_string(D.Index) + " of " + D.op()->C->Name;
  }
}

static std::string listOf(const std::vector<Datum> &List) {
  std::string Out;
  for (const Datum &D : List)
    Out += (Out.empty() ? " " : ", ") + nameOf(D);
  return Out;
}

std::string RecordPlan::dump() const {
  std::string Out;
  unsigned Loops = 0, Branches = 0;
  forEachRegionIn(F.Body, [&](const Region &R) {
    if (R.Owner && R.Owner->Cond.get() == &R)
      return; // it has no reverse
    bool IsLoop = R.Owner && R.Owner->Body.get() == &R;
    std::string Name = !R.Owner ? "function" : IsLoop ? "iteration " + std::to_string(++Loops)
                                                      : "branch " + std::to_string(++Branches);
    if (saved(R).empty() && recomputed(R).empty())
      return;
    Out += Name + ": save" + listOf(saved(R)) + "; recompute" + listOf(recomputed(R)) + "\n";
  });
  return Out;
}

} // namespace mixedad::analysis
