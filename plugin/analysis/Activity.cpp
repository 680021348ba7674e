//===- Activity.cpp - what carries derivatives ----------------------------===//

#include "analysis/Activity.h"

#include "ir/Walk.h"
#include "rules/Rules.h"

#include <algorithm>
#include <tuple>

using namespace mixedad::ir;

namespace mixedad::analysis {

namespace {

bool isConst(const Type &T) { return T.Spelling.rfind("const ", 0) == 0; }

/// Partial I of the row is not zero everywhere.
bool dependsOn(const rules::Row *Row, size_t I) {
  if (!Row)
    return true; // reported where the derivative is made
  if (Row->NonDifferentiable)
    return false;
  return I >= Row->Partials.size() || !Row->Partials[I].empty();
}

} // namespace

bool holdsNoPointers(const Type *T) {
  return !T || (T->Class != TypeClass::Pointer && (T->Class != TypeClass::Record || T->PureReal));
}

bool sharesNothing(const Type *T) { return holdsNoPointers(T) || T->Separate; }

bool mayWriteThrough(const Arg &A) {
  if (!A.V)
    return A.Mutable || A.Reaches;
  return A.V->isPointer() && !(A.V->Ty->Pointee && isConst(*A.V->Ty->Pointee));
}

Activity::Activity(const Function &F, const std::string &Mask, ResultActivity Results)
    : F(F), Results(std::move(Results)) {
  buildGroups(F.Body);
  seedParams(Mask);
  spread();
  forEachOp(F.Body, [this](const Op &O) { check(O); });
  checkLost();
}

void Activity::spread() {
  do {
    Changed = false;
    forward(F.Body);
  } while (Changed);
  for (const Value *Y : F.Body.Yields)
    markUseful(Y);
  do {
    Changed = false;
    backward(F.Body);
  } while (Changed);
}

void Activity::seedParams(const std::string &Mask) {
  forEachOp(F.Body, [&](const Op &O) {
    if (O.Kind == OpKind::Var)
      OwnGroups.insert(find(&O));
  });
  // What the mask asks for in the signature, [[mixedad::inactive]] still makes constant in the body.
  auto Seeded = [&](size_t I) { return Mask[I] == '1' && !F.Params[I].Inactive; };
  OwnParams.resize(F.Params.size());
  for (size_t I = 0; I < F.Params.size(); ++I)
    if (const Value *V = F.Params[I].V; V && V->isPointer()) {
      const Param &P = F.Params[I];
      OwnParams[I] = !Seeded(I) && P.ByAddress && !P.ByReference && !P.Inactive && sharesNothing(P.Ty);
      if (OwnParams[I]) {
        OwnGroups.insert(find(V));
        continue;
      }
      (Seeded(I) ? OwnGroups : InactiveGroups).insert(find(V));
      if (Seeded(I))
        GivenGroups.insert(find(V));
    }
  for (size_t I = 0; I < F.Params.size(); ++I)
    if (const Value *V = F.Params[I].V; V && Seeded(I))
      V->isPointer() ? markGroup(V) : markVaried(V);
}

//===----------------------------------------------------------------------===//
// Groups of memory
//===----------------------------------------------------------------------===//

Activity::Node Activity::find(Node N) const {
  auto It = Leader.find(N);
  if (It == Leader.end() || It->second == N)
    return N;
  return Leader[N] = find(It->second);
}

void Activity::unite(Node A, Node B) {
  if (!A || !B)
    return;
  A = find(A);
  B = find(B);
  if (A != B)
    Leader[B] = A;
}

Activity::Node Activity::groupOf(const Place &P) const {
  if (P.BaseVar)
    return P.BaseVar;
  return P.BasePtr;
}

void Activity::buildGroups(const Region &R) {
  for (const auto &O : R.Ops)
    buildGroups(*O);
}

void Activity::buildGroups(const Op &O) {
  auto UniteYields = [&](const Region &R, const std::vector<Value *> &With) {
    for (size_t I = 0; I < R.Yields.size() && I < With.size(); ++I)
      if (With[I]->isPointer())
        unite(With[I], R.Yields[I]);
  };
  switch (O.Kind) {
  case OpKind::AddrOf:
    unite(O.Results[0], groupOf(O.P));
    break;
  case OpKind::PtrArith:
    for (const Value *V : O.Operands)
      if (V->isPointer())
        unite(O.Results[0], V);
    break;
  case OpKind::Load:
    if (O.Results[0]->isPointer())
      unite(O.Results[0], groupOf(O.P));
    break;
  case OpKind::Store:
    if (O.Operands[0]->isPointer())
      unite(groupOf(O.P), O.Operands[0]);
    break;
  case OpKind::CopyRecord:
    if (!sharesNothing(O.P.Ty))
      unite(groupOf(O.P), groupOf(O.Src));
    break;
  case OpKind::Var:
    if (O.Init == InitKind::Copy && !sharesNothing(O.VarTy))
      unite(&O, groupOf(O.Src));
    break;
  case OpKind::Call:
  case OpKind::ShadowCall:
    groupCall(O);
    break;
  case OpKind::If:
    UniteYields(*O.Then, O.Results);
    UniteYields(*O.Else, O.Results);
    break;
  case OpKind::Loop:
    for (size_t I = 0; I < O.Operands.size(); ++I)
      if (O.Operands[I]->isPointer()) {
        unite(O.Body->Args[I], O.Operands[I]);
        unite(O.Cond->Args[I], O.Operands[I]);
        unite(O.Results[I], O.Operands[I]);
      }
    UniteYields(*O.Body, O.Results);
    break;
  default:
    break;
  }
  forEachRegion(O, [&](const Region &R) { buildGroups(R); });
}

/// A pointer that a call returns may refer to what any of its arguments reaches; so may one that it stores in
/// an argument that can hold pointers.
void Activity::groupCall(const Op &O) {
  Node Holder = nullptr;
  if (!O.Results.empty() && O.Results[0]->isPointer())
    Holder = O.Results[0];
  else if (O.Dest && !holdsNoPointers(O.Dest->VarTy))
    Holder = O.Dest;
  for (const Arg &A : O.Args)
    if (const Type *Object = A.V ? (A.V->isPointer() ? A.V->Ty->Pointee : nullptr) : A.P.Ty;
        Object && !A.Reaches && mayWriteThrough(A) && !holdsNoPointers(Object)) {
      unite(Holder, A.V ? A.V : groupOf(A.P));
      Holder = A.V ? A.V : groupOf(A.P);
    }
  // What a const object points at may be given pointers to all but what is const itself and made of reals.
  for (const Arg &A : O.Args)
    for (const Arg &B : O.Args)
      if (A.Reaches && &A != &B && (B.V ? B.V->isPointer() : B.P.ActiveMemory && (B.Mutable || !holdsNoPointers(B.P.Ty))))
        unite(groupOf(A.P), B.V ? Node(B.V) : groupOf(B.P));
  if (!Holder)
    return;
  for (const Arg &A : O.Args) {
    Node Reached = A.V ? (A.V->isPointer() ? A.V : nullptr) : groupOf(A.P);
    if (!A.V && !A.P.ActiveMemory)
      continue;
    unite(Holder, Reached);
  }
}

//===----------------------------------------------------------------------===//
// Varied: from the active parameters on
//===----------------------------------------------------------------------===//

void Activity::markGroup(Node N) {
  if (N && !poisoned(N) && ActiveGroups.insert(find(N)).second)
    Changed = true;
}

void Activity::markVaried(const Value *V) {
  if (V->isDifferentiable() && Varied.insert(V).second)
    Changed = true;
}

void Activity::forward(const Region &R) {
  for (const auto &O : R.Ops)
    forward(*O);
}

void Activity::forwardPrim(const Op &O) {
  const rules::Row *Row = rules::find(O.Row);
  for (size_t I = 0; I < O.Operands.size(); ++I)
    if (varied(O.Operands[I]) && dependsOn(Row, I))
      markVaried(O.Results[0]);
}

void Activity::forwardCall(const Op &O) {
  std::string Mask = callMask(O);
  if (Mask.find('1') == std::string::npos)
    return;
  for (const Arg &A : O.Args)
    if (mayWriteThrough(A) && (A.V || A.P.ActiveMemory))
      markGroup(A.V ? A.V : groupOf(A.P));
  if (!Results || Results(*O.C, Mask)) {
    for (const Value *V : O.Results)
      V->isPointer() ? markGroup(V) : markVaried(V);
    if (O.Dest)
      markGroup(O.Dest);
  }
}

/// A varied value that is handed to navigation (push_back, emplace) ends up in the memory that is navigated.
void Activity::forwardNavigation(const Op &O) {
  bool Any = false;
  for (const Arg &A : O.Args)
    Any |= A.V ? (varied(A.V) || (A.V->isPointer() && hasShadow(A.V))) : activePlace(A.P);
  if (!Any)
    return;
  for (const Arg &A : O.Args)
    if (!A.V && A.Mutable && A.P.ActiveMemory)
      markGroup(groupOf(A.P));
  for (const Value *V : O.Results)
    V->isPointer() ? markGroup(V) : markVaried(V);
  if (O.Dest)
    markGroup(O.Dest);
}

void Activity::forwardRegions(const Op &O) {
  if (O.Kind == OpKind::If) {
    for (const auto *R : {&O.Then, &O.Else}) {
      forward(**R);
      for (size_t I = 0; I < O.Results.size(); ++I)
        if (varied((*R)->Yields[I]))
          markVaried(O.Results[I]);
    }
    return;
  }
  for (size_t I = 0; I < O.Operands.size(); ++I)
    if (varied(O.Operands[I]) || varied(O.Body->Yields[I])) {
      markVaried(O.Body->Args[I]);
      markVaried(O.Cond->Args[I]);
      markVaried(O.Results[I]);
    }
  forward(*O.Cond);
  forward(*O.Body);
}

void Activity::forward(const Op &O) {
  switch (O.Kind) {
  case OpKind::Prim:
    return forwardPrim(O);
  case OpKind::Load:
    if (activePlace(O.P) && (Outputs.empty() || isOutput(O.P) || !storesOutput(O.P)))
      markVaried(O.Results[0]);
    return;
  case OpKind::Store:
    if (varied(O.Operands[0]) && O.P.ActiveMemory)
      markGroup(groupOf(O.P));
    return;
  case OpKind::CopyRecord:
    if (activePlace(O.Src) && O.P.ActiveMemory)
      markGroup(groupOf(O.P));
    return;
  case OpKind::Var:
    if (O.Init == InitKind::Copy && activePlace(O.Src))
      markGroup(&O);
    return;
  case OpKind::Call:
    return forwardCall(O);
  case OpKind::ShadowCall:
    return forwardNavigation(O);
  case OpKind::Broadcast:
    for (const Value *V : O.Operands)
      if (varied(V))
        markVaried(O.Results[0]);
    return;
  case OpKind::If:
  case OpKind::Loop:
    return forwardRegions(O);
  default:
    return;
  }
}

//===----------------------------------------------------------------------===//
// Useful: from the result and active memory back
//===----------------------------------------------------------------------===//

void Activity::markUseful(const Value *V) {
  if (V->isDifferentiable() && Useful.insert(V).second)
    Changed = true;
}

void Activity::backward(const Region &R) {
  for (size_t I = R.Ops.size(); I-- > 0;)
    backward(*R.Ops[I]);
}

void Activity::backwardRegions(const Op &O) {
  if (O.Kind == OpKind::If) {
    for (const auto *R : {&O.Then, &O.Else}) {
      for (size_t I = 0; I < O.Results.size(); ++I)
        if (useful(O.Results[I]))
          markUseful((*R)->Yields[I]);
      backward(**R);
    }
    return;
  }
  for (size_t I = 0; I < O.Operands.size(); ++I)
    if (useful(O.Results[I]) || useful(O.Body->Args[I])) {
      markUseful(O.Body->Yields[I]);
      markUseful(O.Operands[I]);
      markUseful(O.Body->Args[I]); // also when no iteration runs
    }
  backward(*O.Body);
}

void Activity::backward(const Op &O) {
  switch (O.Kind) {
  case OpKind::Prim: {
    const rules::Row *Row = rules::find(O.Row);
    if (useful(O.Results[0]))
      for (size_t I = 0; I < O.Operands.size(); ++I)
        if (dependsOn(Row, I))
          markUseful(O.Operands[I]);
    return;
  }
  case OpKind::Store:
    if (activePlace(O.P) && !isOutput(O.P))
      markUseful(O.Operands[0]);
    return;
  case OpKind::Call:
    if (callWritesActive(O) || (O.Dest && activeVar(O.Dest)) ||
        (!O.Results.empty() && (useful(O.Results[0]) || O.Results[0]->isPointer())))
      for (const Arg &A : O.Args)
        if (A.V)
          markUseful(A.V);
    return;
  case OpKind::ShadowCall:
    for (const Arg &A : O.Args)
      if (A.V)
        markUseful(A.V);
    return;
  case OpKind::Broadcast:
    if (useful(O.Results[0]))
      for (const Value *V : O.Operands)
        markUseful(V);
    return;
  case OpKind::If:
  case OpKind::Loop:
    return backwardRegions(O);
  default:
    return;
  }
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

bool Activity::hasShadow(const Value *V) const { return V->isPointer() && !poisoned(V) && activeGroup(V); }

bool Activity::activeVar(const Op *Var) const { return !poisoned(Var) && activeGroup(Var); }

bool Activity::activePlace(const Place &P) const {
  if (!P.ActiveMemory)
    return false;
  return P.BaseVar ? activeVar(P.BaseVar) : P.BasePtr && hasShadow(P.BasePtr);
}

std::string Activity::callMask(const Op &Call) const {
  std::string M;
  for (const Arg &A : Call.Args)
    M += (A.V ? (A.V->isPointer() ? hasShadow(A.V) : varied(A.V)) : A.P.Ty->Class != TypeClass::Inactive && activePlace(A.P)) ? '1' : '0';
  return M;
}

bool Activity::callWritesActive(const Op &Call) const {
  std::string M = callMask(Call);
  for (size_t I = 0; I < M.size(); ++I)
    if (M[I] == '1' && mayWriteThrough(Call.Args[I]))
      return true;
  return false;
}

bool Activity::callResultActive(const Op &Call) const {
  if (Call.Dest)
    return activeVar(Call.Dest);
  if (Call.Results.empty())
    return false;
  const Value *V = Call.Results[0];
  return V->isPointer() ? hasShadow(V) : active(V);
}

/// Stores something active.
bool Activity::carries(const Op &O) const {
  return O.Kind == OpKind::Store ? varied(O.Operands[0]) : O.Kind == OpKind::CopyRecord && activePlace(O.Src);
}

/// What would otherwise be lost without a word.
void Activity::check(const Op &O) {
  forEachPlace(O, [&](const Place &P) {
    if (groupOf(P) && P.ActiveMemory && poisoned(groupOf(P)) && GivenGroups.count(find(groupOf(P))))
      Conflicts.push_back({O.Where, "memory here may belong to an active or to an inactive argument, and the derivative "
                                    "of one would be lost; make both active"});
  });
  if (O.Kind == OpKind::Opaque && O.Text.find("detail::constant_key(") != std::string::npos && varied(O.Operands[0]))
    Conflicts.push_back({O.Where, "an active value is the key of a map, and its derivative would be lost; look up by a "
                                  "key that does not depend on the inputs"});
  if (!carries(O))
    return;
  Node N = groupOf(O.P);
  if (!N)
    Conflicts.push_back({O.Where, "an active value is stored in '" + O.P.Text + "', which is not reached through an " +
                                      "argument, and its derivative would be lost; pass it as an argument"});
  else if (poisoned(N) && OwnGroups.count(find(N)))
    Conflicts.push_back({O.Where, "an active value is stored in memory that may belong to an inactive argument, and "
                                  "its derivative would be lost; make that argument active"});
}

/// Both texts name members of one object, and other ones.
static bool areDistinct(const Place &A, const Place &B) {
  const bool Known = A.Operands.empty() && B.Operands.empty() && A.BasePtr == B.BasePtr && A.BaseVar == B.BaseVar;
  return Known && A.Text.rfind(B.Text, 0) != 0 && B.Text.rfind(A.Text, 0) != 0;
}

/// One of Outputs may have stored there.
bool Activity::isOutput(const Place &P) const {
  return std::any_of(Outputs.begin(), Outputs.end(), [&](const Op *S) {
    return groupOf(P) && find(groupOf(P)) == find(groupOf(S->P)) && !areDistinct(P, S->P);
  });
}

bool Activity::storesOutput(const Place &P) const {
  return std::any_of(Outputs.begin(), Outputs.end(), [&](const Op *S) { return groupOf(P) && find(groupOf(P)) == find(groupOf(S->P)); });
}

/// The memory of an inactive argument may be written with active values (as output, say), but the result must not depend
/// on what is read there again. Whether it does shows when that memory is taken for active.
void Activity::checkLost() {
  forEachOp(F.Body, [&](const Op &O) {
    // check() has reported the stores in memory of our own.
    if (carries(O) && O.P.ActiveMemory && poisoned(groupOf(O.P)) && !OwnGroups.count(find(groupOf(O.P))))
      Outputs.push_back(&O);
  });
  if (Outputs.empty())
    return;
  const auto Before = std::make_tuple(ActiveGroups, InactiveGroups, Varied, Useful);
  for (const Op *S : Outputs) {
    InactiveGroups.erase(find(groupOf(S->P)));
    markGroup(groupOf(S->P));
  }
  spread();
  const Op *Lost = nullptr;
  forEachOp(F.Body, [&](const Op &O) {
    if (!Lost && O.Kind == OpKind::Load && active(O.Results[0]) && !std::get<2>(Before).count(O.Results[0]))
      Lost = &O;
  });
  std::tie(ActiveGroups, InactiveGroups, Varied, Useful) = Before;
  Outputs.clear();
  if (Lost)
    Conflicts.push_back({Lost->Where, "memory of an inactive argument is read here after an active value was stored in it, "
                                      "perhaps, and its derivative would be lost; make that argument active"});
}

std::string Activity::dump() const {
  std::string Out;
  for (const auto &V : F.Values) {
    if (V->Ty->Class == TypeClass::Inactive)
      continue;
    const char *What = V->isPointer()  ? (hasShadow(V.get()) ? "shadow" : "none")
                       : active(V.get()) ? "active"
                       : varied(V.get()) ? "varied"
                       : useful(V.get()) ? "useful"
                                         : "none";
    Out += "%" + std::to_string(V->Id) + (V->Name.empty() ? "" : " " + V->Name) + " [" + What + "]\n";
  }
  forEachOp(F.Body, [&](const Op &O) {
    if (O.Kind == OpKind::Var)
      Out += O.Name + (activeVar(&O) ? " [shadow]\n" : " [none]\n");
  });
  return Out;
}

} // namespace mixedad::analysis
