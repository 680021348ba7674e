//===- Needed.cpp - primal values that tangents need ----------------------===//

#include "transform/Needed.h"

#include "ir/Walk.h"
#include "rules/Rules.h"

namespace mixedad::transform {

using namespace ir;

NeededValues::NeededValues(const Function &F, HasTangent Tangents) : Everything(false), Tangents(std::move(Tangents)) {
  do { // loops carry needs from one iteration to the one before
    Changed = false;
    region(F.Body);
  } while (Changed);
}

void NeededValues::need(const Value &V) { Changed |= Needed.insert(&V).second; }

void NeededValues::region(const Region &R) {
  for (size_t I = R.Ops.size(); I > 0; --I)
    op(*R.Ops[I - 1]);
}

void NeededValues::prim(const Op &O) {
  if (contains(*O.Results[0]))
    for (const Value *V : O.Operands)
      need(*V);
  const rules::Row *Row = rules::find(O.Row);
  if (!Row || !Tangents(*O.Results[0]))
    return;
  for (size_t I = 0; I < O.Operands.size() && I < Row->Partials.size(); ++I) {
    if (!Tangents(*O.Operands[I]))
      continue;
    unsigned Uses = rules::uses(Row->Partials[I]);
    for (size_t J = 0; J < O.Operands.size(); ++J)
      if (Uses & (1u << J))
        need(*O.Operands[J]);
    if (Uses & (1u << 31)) {
      need(*O.Results[0]);
      for (const Value *V : O.Operands)
        need(*V);
    }
  }
}

void NeededValues::loop(const Op &O) {
  need(*O.Cond->Yields[0]);
  for (size_t I = 0; I < O.Body->Args.size(); ++I) {
    bool Any = contains(*O.Body->Args[I]) || contains(*O.Cond->Args[I]) || contains(*O.Results[I]);
    if (!Any)
      continue;
    for (const Value *V : {O.Body->Args[I], O.Cond->Args[I], O.Results[I], O.Operands[I], O.Body->Yields[I]})
      need(*V);
  }
  region(*O.Body);
  region(*O.Cond);
}

void NeededValues::op(const Op &O) {
  switch (O.Kind) {
  case OpKind::Prim: return prim(O);
  case OpKind::Loop: return loop(O);
  case OpKind::If:
    need(*O.Operands[0]);
    for (const Region *R : {O.Then.get(), O.Else.get()}) {
      for (size_t I = 0; I < O.Results.size(); ++I)
        if (contains(*O.Results[I]))
          need(*R->Yields[I]);
      region(*R);
    }
    return;
  case OpKind::Load: // its place is needed for the tangent too
    if (!contains(*O.Results[0]) && !Tangents(*O.Results[0]))
      return;
    break;
  case OpKind::Opaque:
    if (O.Pure && !O.Results.empty() && !contains(*O.Results[0]))
      return;
    break;
  default: break;
  }
  forEachUse(O, [&](const Value &V) { need(V); });
}

} // namespace mixedad::transform
