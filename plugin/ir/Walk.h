//===- Walk.h - visiting operations, uses and places ----------------------===//
//
// The one list of what an operation refers to. Every pass that asks "who uses this value" goes through here, so a
// new field of Op is taught in one place.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_IR_WALK_H
#define MIXEDAD_IR_WALK_H

#include "ir/IR.h"

namespace mixedad::ir {

/// The operation's nested regions, in execution order of their first run.
template <class Fn> void forEachRegion(const Op &O, Fn F) {
  const std::unique_ptr<Region> *First[] = {&O.Then, &O.Else, &O.Cond, &O.Body};
  for (const std::unique_ptr<Region> *R : First)
    if (*R)
      F(**R);
}

/// Places that the operation reads, writes or takes the address of.
template <class Fn> void forEachPlace(const Op &O, Fn F) {
  if (O.P.valid())
    F(O.P);
  if (O.Src.valid())
    F(O.Src);
  for (const Place &P : O.PlaceOperands)
    F(P);
  for (const Arg &A : O.Args)
    if (!A.V && A.P.valid())
      F(A.P);
}

/// Values that a place's text refers to: the base pointer and the indices.
template <class Fn> void forEachUse(const Place &P, Fn F) {
  if (P.BasePtr)
    F(*P.BasePtr);
  for (const Value *V : P.Operands)
    F(*V);
}

/// Values that the operation itself uses, once for each use; nested regions are not entered.
template <class Fn> void forEachUse(const Op &O, Fn F) {
  for (const Value *V : O.Operands)
    F(*V);
  for (const Arg &A : O.Args)
    if (A.V)
      F(*A.V);
  forEachPlace(O, [&](const Place &P) { forEachUse(P, F); });
}

/// All operations under R, outer before inner, in order.
template <class Fn> void forEachOp(const Region &R, Fn F) {
  for (const std::unique_ptr<Op> &O : R.Ops) {
    F(*O);
    forEachRegion(*O, [&](const Region &Inner) { forEachOp(Inner, F); });
  }
}

/// All regions under and including R, outer before inner.
template <class Fn> void forEachRegionIn(const Region &R, Fn F) {
  F(R);
  for (const std::unique_ptr<Op> &O : R.Ops)
    forEachRegion(*O, [&](const Region &Inner) { forEachRegionIn(Inner, F); });
}

/// Whether the operation, or one inside it, may write memory or have another side effect.
inline bool hasSideEffect(const Op &O) {
  switch (O.Kind) {
  case OpKind::Store:
  case OpKind::CopyRecord:
  case OpKind::ShadowCall: return true;
  case OpKind::Opaque:
  case OpKind::Var: // made by a call that changes something
  case OpKind::Call: return !O.Pure;
  default: break;
  }
  bool Found = false;
  forEachRegion(O, [&](const Region &R) {
    for (const std::unique_ptr<Op> &Inner : R.Ops)
      Found = Found || hasSideEffect(*Inner);
  });
  return Found;
}

/// Whether the result depends on memory that may change.
inline bool readsMemory(const Op &O) {
  return O.Kind == OpKind::Load || O.ReadsMemory || (O.Kind == OpKind::Opaque && !O.PlaceOperands.empty());
}

} // namespace mixedad::ir
#endif
