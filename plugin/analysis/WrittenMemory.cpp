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

/// Collects what one operation does, with everything that it calls.
struct WrittenMemory::Collector {
  Effects &Into;
  Effects &Always;
  const Bodies &Body;
  const Region *Root; ///< variables of this region do not die
  std::set<const Function *> Seen; // looked up, never iterated

  static void object(Effects &E, const Type &T) {
    std::string Key = aliasKey(T);
    Key.empty() ? void(E.Anything = true) : void(E.Scalars.insert(Key));
  }

  void place(const Place &P) {
    if (P.BaseVar)
      Into.Vars.insert(P.BaseVar);
    if (!P.BaseVar || P.BaseVar->AddressTaken)
      object(Into, *P.Ty);
  }

  void call(const Op &O) {
    for (const Arg &A : O.Args)
      if (!A.V && A.Mutable && A.P.BaseVar)
        Into.Vars.insert(A.P.BaseVar);
    const Function *Callee = O.C->Kind == CalleeKind::Visible && Body ? Body(*O.C) : nullptr;
    if (Callee)
      return function(*Callee);
    if (O.Pure)
      return;
    for (const Arg &A : O.Args)
      if (mayWriteThrough(A))
        Into.Anything = true;
  }

  void function(const Function &F) {
    if (!Seen.insert(&F).second)
      return;
    for (const Param &P : F.Params)
      if (P.ByAddress && !P.ByReference) // a copy that dies with the call
        object(Always, *P.Ty);
    forEachOp(F.Body, [&](const Op &O) { op(O); });
  }

  void op(const Op &O) {
    switch (O.Kind) {
    case OpKind::Store:
    case OpKind::CopyRecord:
      return place(O.P);
    case OpKind::Var:
      if (O.Parent != Root && (O.AddressTaken || !O.VarTy->Trivial)) // dies with its scope
        object(Always, *O.VarTy);
      return;
    case OpKind::Opaque:
      if (O.Pure)
        return;
      for (const Place &P : O.PlaceOperands)
        place(P);
      for (const Value *V : O.Operands)
        if (V->isPointer() || V->Ty->Spelling.find('*') != std::string::npos)
          Into.Anything = true;
      return;
    case OpKind::Call:
      return call(O);
    case OpKind::ShadowCall:
      if (!O.ReverseText.empty() || O.ReleasesShadow)
        Into.Anything = true;
      for (const Arg &A : O.Args)
        if (!A.V && A.Mutable && A.P.BaseVar)
          Into.Vars.insert(A.P.BaseVar);
      return;
    default:
      return;
    }
  }
};

void WrittenMemory::addReachable(const Function &F, const Bodies &Body) {
  Steps.resize(F.Body.Ops.size());
  for (size_t I = 0; I < Steps.size(); ++I) {
    Collector C{Steps[I], Always, Body, &F.Body, {}};
    C.op(*F.Body.Ops[I]);
    forEachRegion(*F.Body.Ops[I], [&](const Region &R) { forEachOp(R, [&](const Op &O) { C.op(O); }); });
  }
}

bool WrittenMemory::Effects::mayChange(const std::string &Key) const {
  return Anything || (Key.empty() ? !Scalars.empty() : Scalars.count(Key) != 0);
}

bool WrittenMemory::mayChange(const Type &Scalar, size_t From) const {
  std::string Key = aliasKey(Scalar);
  bool Found = Always.mayChange(Key);
  for (size_t I = From; I < Steps.size(); ++I)
    Found = Found || Steps[I].mayChange(Key);
  return Found;
}

bool WrittenMemory::written(const Op *Var, size_t From) const {
  bool Found = false;
  for (size_t I = From; I < Steps.size(); ++I)
    Found = Found || Steps[I].Vars.count(Var) != 0;
  return Found;
}

} // namespace mixedad::analysis
