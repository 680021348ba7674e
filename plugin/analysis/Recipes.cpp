//===- Recipes.cpp - what a value can be recomputed from ------------------===//

#include "analysis/RecordPlan.h"
#include "ir/Walk.h"

using namespace mixedad::ir;

namespace mixedad::analysis {

using Recipe = std::optional<std::vector<Datum>>;

/// Literals need no storage; the shadows of parameters are parameters of the reverse sweep.
bool RecordPlan::free(const Datum &D) const {
  if (!D.isValue())
    return false;
  const Value *V = D.value();
  if (V->Def)
    return V->Def->Kind == OpKind::Const;
  return (D.K == Datum::Kind::Shadow || Arguments) && L.region(V) == &F.Body;
}

Recipe RecordPlan::recipe(const Datum &D) const {
  if (D.isValue())
    return D.value()->Def ? valueRecipe(D) : inductionRecipe(D);
  if (D.K == Datum::Kind::Shape)
    return std::vector<Datum>{Datum::primal(D.value())};
  return D.K == Datum::Kind::TripCount ? tripRecipe(*D.op()) : std::nullopt;
}

/// The variable's name is in scope in the reverse sweep.
bool RecordPlan::inScope(const Op *Var) const { return !Sweeps && L.region(Var) == &F.Body; }

/// Values are read again where the reverse of the reader's region begins: what the region stores after the reader has
/// not been undone there.
bool RecordPlan::stillOverwritten(const Place &P, const Op &Reader) const {
  bool Found = false;
  for (const Op *Store : Undone)
    Found = Found || (L.isInside(L.region(Store), L.region(&Reader)) && L.position(Store) > L.position(&Reader) &&
                      Memory.mayAlias(Store->P, P));
  return Found;
}

bool RecordPlan::mayRepeat(const Place &P, const Op &Reader) const {
  if (stillOverwritten(P, Reader))
    return false;
  size_t From = L.step(Reader);
  if (P.BaseVar && isPrivate(*P.BaseVar))
    return inScope(P.BaseVar) && !Memory.written(P.BaseVar, From);
  if (P.BaseVar)
    return inScope(P.BaseVar) && !Memory.mayChange(P, From);
  return P.BasePtr && !Memory.mayChange(P, From);
}

/// The values in O's own text; on the shadow side pointers stand for their shadows.
void RecordPlan::addUses(const Op &O, bool Shadow, std::vector<Datum> &Out) const {
  forEachUse(O, [&](const Value &V) {
    Out.push_back(Shadow && V.isPointer() && A.hasShadow(&V) ? Datum::shadow(&V) : Datum::primal(&V));
  });
}

Recipe RecordPlan::valueRecipe(const Datum &D) const {
  const Op &O = *D.value()->Def;
  bool Shadow = D.K == Datum::Kind::Shadow;
  std::vector<Datum> From;
  switch (O.Kind) {
  case OpKind::Const:
    return From;
  case OpKind::Prim:
    addUses(O, false, From);
    return From;
  case OpKind::Opaque:
    if (!O.Pure || O.ReadsMemory || !O.PlaceOperands.empty())
      return std::nullopt;
    addUses(O, false, From);
    return From;
  case OpKind::PtrArith:
    addUses(O, Shadow, From);
    return From;
  case OpKind::AddrOf:
    if (O.P.BaseVar && Shadow)
      From.push_back({Datum::Kind::VarShadow, O.P.BaseVar});
    else if (O.P.BaseVar && !inScope(O.P.BaseVar))
      return std::nullopt;
    addUses(O, Shadow, From);
    return From;
  case OpKind::Load:
    if (Shadow || !mayRepeat(O.P, O))
      return std::nullopt;
    addUses(O, false, From);
    return From;
  case OpKind::If:
    return Shadow ? std::nullopt : branchRecipe(O);
  default:
    return std::nullopt;
  }
}

Recipe RecordPlan::inductionRecipe(const Datum &D) const {
  std::optional<Induction> I = induction(D.value(), L);
  if (!I)
    return std::nullopt;
  std::vector<Datum> From{D.K == Datum::Kind::Shadow && A.hasShadow(I->Init) ? Datum::shadow(I->Init)
                                                                             : Datum::primal(I->Init)};
  if (I->Step)
    From.push_back(Datum::primal(I->Step));
  return From;
}

/// A conditional is computed again as a whole when everything in it can be.
Recipe RecordPlan::branchRecipe(const Op &If) const {
  std::vector<Datum> From{Datum::primal(If.Operands[0])};
  bool Good = true;
  auto Use = [&](const Datum &D) {
    if (!L.isInside(L.region(D.value()), If.Then.get()) && !L.isInside(L.region(D.value()), If.Else.get()))
      From.push_back(D);
  };
  forEachRegion(If, [&](const Region &R) {
    for (const auto &O : R.Ops) {
      Recipe Inner;
      if (O->Results.size() == 1 && O->Kind != OpKind::If && !O->Results[0]->isPointer())
        Inner = valueRecipe(Datum::primal(O->Results[0]));
      if (O->Kind == OpKind::Load && !mayRepeat(O->P, If)) // it is read again with the conditional
        Inner = std::nullopt;
      Good = Good && Inner;
      if (Good)
        for (const Datum &D : *Inner)
          Use(D);
    }
    for (const Value *Y : R.Yields)
      Use(Datum::primal(Y));
  });
  return Good ? Recipe(From) : std::nullopt;
}

Recipe RecordPlan::tripRecipe(const Op &Loop) const {
  std::optional<TripCount> T = tripCount(Loop, L);
  if (!T)
    return std::nullopt;
  std::vector<Datum> From{Datum::primal(T->First)};
  auto FromOutside = [&](const Value &V) {
    if (L.region(&V) != Loop.Cond.get())
      From.push_back(Datum::primal(&V));
  };
  FromOutside(*T->Last);
  for (const Op *O : T->Bound)
    forEachUse(*O, FromOutside);
  return From;
}

} // namespace mixedad::analysis
