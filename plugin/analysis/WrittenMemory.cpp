//===- WrittenMemory.cpp - which memory may change between the sweeps -----===//

#include "analysis/WrittenMemory.h"

#include "analysis/Activity.h"
#include "ir/Walk.h"

using namespace mixedad::ir;

namespace mixedad::analysis {

/// Types that may alias have the same key; "" aliases anything.
static std::string aliasKey(const Type &T) {
  if (!T.Scalar.empty())
    return T.Scalar;
  if (T.Class == TypeClass::Record || T.Class == TypeClass::Vector)
    return "";
  if (T.Class == TypeClass::Pointer)
    return "pointer";
  std::string Key = T.Spelling.rfind("const ", 0) == 0 ? T.Spelling.substr(6) : T.Spelling;
  return Key.find("char") != std::string::npos ? "" : Key; // characters may alias anything
}

void WrittenMemory::addObject(const Type &T) {
  std::string Key = aliasKey(T);
  Key.empty() ? void(Anything = true) : void(Scalars.insert(Key));
}

void WrittenMemory::addPlace(const Place &P) {
  if (P.BaseVar)
    Vars.insert(P.BaseVar);
  if (!P.BaseVar || P.BaseVar->AddressTaken)
    addObject(*P.Ty);
}

void WrittenMemory::addCall(const Op &O, const Bodies &Body) {
  for (const Arg &A : O.Args)
    if (!A.V && A.Mutable && A.P.BaseVar)
      Vars.insert(A.P.BaseVar);
  const Function *Callee = O.C->Kind == CalleeKind::Visible && Body ? Body(*O.C) : nullptr;
  if (Callee)
    return add(*Callee, Body);
  if (O.Pure)
    return;
  for (const Arg &A : O.Args)
    if (mayWriteThrough(A))
      Anything = true;
}

void WrittenMemory::addOp(const Op &O, const Bodies &Body) {
  switch (O.Kind) {
  case OpKind::Store:
  case OpKind::CopyRecord:
    return addPlace(O.P);
  case OpKind::Var:
    if (O.AddressTaken || !O.VarTy->Trivial) // dies with its scope
      addObject(*O.VarTy);
    return;
  case OpKind::Opaque:
    if (O.Pure)
      return;
    for (const Place &P : O.PlaceOperands)
      addPlace(P);
    for (const Value *V : O.Operands)
      if (V->isPointer() || V->Ty->Spelling.find('*') != std::string::npos)
        Anything = true;
    return;
  case OpKind::Call:
    return addCall(O, Body);
  case OpKind::ShadowCall:
    if (!O.ReverseText.empty() || O.ReleasesShadow)
      Anything = true;
    for (const Arg &A : O.Args)
      if (!A.V && A.Mutable && A.P.BaseVar)
        Vars.insert(A.P.BaseVar);
    return;
  default:
    return;
  }
}

void WrittenMemory::add(const Function &F, const Bodies &Body) {
  if (!Seen.insert(&F).second)
    return;
  for (const Param &P : F.Params)
    if (P.ByAddress && !P.ByReference) // a copy that dies with the forward sweep
      addObject(*P.Ty);
  forEachOp(F.Body, [&](const Op &O) { addOp(O, Body); });
}

void WrittenMemory::addReachable(const Function &F, const Bodies &Body) { add(F, Body); }

bool WrittenMemory::mayChange(const Type &Scalar) const {
  if (Anything)
    return true;
  std::string Key = aliasKey(Scalar);
  return Key.empty() ? !Scalars.empty() : Scalars.count(Key) != 0;
}

} // namespace mixedad::analysis
