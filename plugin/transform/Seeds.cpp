//===- Seeds.cpp - which seeds a value depends on -------------------------===//
//
// A fixed point over the regions. Memory is not followed: what is loaded from active memory depends on every seed.
//
//===----------------------------------------------------------------------===//

#include "transform/Dual.h"

#include "rules/Rules.h"

namespace mixedad::transform {

using namespace ir;

DualEmitter::Seeds DualEmitter::allSeeds() const {
  Seeds All;
  for (unsigned I = 0; I < Prefixes.size(); ++I)
    All.insert(I);
  return All;
}

DualEmitter::Seeds DualEmitter::dependence(const Value &V) const {
  auto It = Depends.find(&V);
  return It == Depends.end() ? Seeds() : It->second;
}

DualEmitter::Seeds DualEmitter::seedsOf(const Value &V) const {
  if (V.isPointer())
    return A.hasShadow(&V) ? allSeeds() : Seeds();
  if (!A.active(&V))
    return {};
  return Prefixes.size() == 1 ? allSeeds() : dependence(V);
}

void DualEmitter::add(const Value &V, const Seeds &More) {
  Seeds &Known = Depends[&V];
  size_t Before = Known.size();
  Known.insert(More.begin(), More.end());
  Changed = Changed || Known.size() != Before;
}

void DualEmitter::propagate() {
  if (Prefixes.size() == 1)
    return;
  do {
    Changed = false;
    propagate(F.Body);
  } while (Changed);
}

void DualEmitter::propagate(const Region &R) {
  for (const std::unique_ptr<Op> &O : R.Ops)
    propagate(*O);
}

void DualEmitter::propagate(const Op &O) {
  switch (O.Kind) {
  case OpKind::Prim: {
    const rules::Row *Row = rules::find(O.Row);
    for (size_t I = 0; I < O.Operands.size(); ++I)
      if (!Row || I >= Row->Partials.size() || !Row->Partials[I].empty())
        add(*O.Results[0], dependence(*O.Operands[I]));
    return;
  }
  case OpKind::Load:
    if (A.activePlace(O.P))
      add(*O.Results[0], allSeeds());
    return;
  case OpKind::Call:
  case OpKind::Broadcast:
  case OpKind::ShadowCall:
    for (const Value *Result : O.Results) {
      forEachUse(O, [&](const Value &V) { add(*Result, V.isPointer() ? seedsOf(V) : dependence(V)); });
      for (const Arg &Argument : O.Args)
        if (!Argument.V && A.activePlace(Argument.P))
          add(*Result, allSeeds());
    }
    return;
  case OpKind::If:
    for (const Region *R : {O.Then.get(), O.Else.get()}) {
      propagate(*R);
      for (size_t I = 0; I < O.Results.size(); ++I)
        add(*O.Results[I], dependence(*R->Yields[I]));
    }
    return;
  case OpKind::Loop:
    for (size_t I = 0; I < O.Body->Args.size(); ++I)
      for (const Value *From : {O.Operands[I], O.Body->Yields[I]}) {
        add(*O.Body->Args[I], dependence(*From));
        add(*O.Cond->Args[I], dependence(*From));
        add(*O.Results[I], dependence(*From));
      }
    propagate(*O.Cond);
    return propagate(*O.Body);
  default: return;
  }
}

} // namespace mixedad::transform
