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

bool isPrivate(const Op &Var) { return !Var.AddressTaken && holdsNoPointers(Var.VarTy); }

static bool sameKey(const std::string &A, const std::string &B) { return A.empty() || B.empty() || A == B; }

//===----------------------------------------------------------------------===//
// Where memory comes from
//===----------------------------------------------------------------------===//

void WrittenMemory::findOrigins(const Function &F) {
  for (const Param &P : F.Params) {
    if (!P.V || !P.V->isPointer())
      continue;
    Origin &O = Origins[A.group(P.V)];
    if (P.ByAddress && !P.ByReference && holdsNoPointers(P.Ty)) {
      O.Own = true; // the function's copy
      continue;
    }
    ++O.Params;
    O.Restrict = O.Restrict || P.Restrict || P.DeclSpelling.find("restrict") != std::string::npos;
  }
  forEachOp(F.Body, [&](const Op &O) {
    findOrigin(O);
    if (O.Kind == OpKind::Var && (O.Parent != &F.Body || !O.VarTy->Trivial))
      Origins[A.group(&O)].Dies = true;
  });
}

void WrittenMemory::findOrigin(const Op &O) {
  if (O.Kind == OpKind::Var)
    Origins[A.group(&O)].Own = true;
  if (O.Results.empty() || !O.Results[0]->isPointer())
    return;
  Origin &Of = Origins[A.group(O.Results[0])];
  bool Derived = false; // from a pointer or place that is in the same group
  forEachUse(O, [&](const Value &V) { Derived = Derived || (V.isPointer() && A.group(&V) == A.group(O.Results[0])); });
  forEachPlace(O, [&](const Place &P) { Derived = Derived || (A.group(P) && A.group(P) == A.group(O.Results[0])); });
  switch (O.Kind) {
  case OpKind::Load:
  case OpKind::AddrOf:
  case OpKind::PtrArith:
    Of.Foreign = Of.Foreign || !Derived;
    return;
  case OpKind::ShadowCall:
    (O.ReverseText.empty() && !Derived ? Of.Foreign : Of.Own) = true; // what the reverse sweep frees was allocated here
    Of.Dies = Of.Dies || !O.ReverseText.empty();
    return;
  case OpKind::Call:
  case OpKind::Opaque:
    Of.Foreign = true;
    return;
  default: // conditionals and loops pass on; a null pointer is no memory
    return;
  }
}

bool WrittenMemory::disjoint(Group G, Group H) const {
  if (G == H)
    return false;
  auto Alone = [&](Group One) { // aliases no other group
    auto It = One ? Origins.find(One) : Origins.end();
    if (It == Origins.end() || It->second.Foreign)
      return false;
    return It->second.Params ? It->second.Params == 1 && It->second.Restrict : It->second.Own;
  };
  return Alone(G) || Alone(H);
}

bool WrittenMemory::outlives(const Place &P) const {
  auto It = A.group(P) ? Origins.find(A.group(P)) : Origins.end();
  return It != Origins.end() && !It->second.Foreign && !It->second.Dies;
}

bool WrittenMemory::mayAlias(const Place &P, const Place &Q) const {
  return sameKey(aliasKey(*P.Ty), aliasKey(*Q.Ty)) && !disjoint(A.group(P), A.group(Q));
}

//===----------------------------------------------------------------------===//
// What is written
//===----------------------------------------------------------------------===//

/// The parameter that a pointer is computed from; null for others.
static const Value *rootParameter(const Function &F, const Value *V) {
  while (V && V->Def) {
    const Value *From = nullptr;
    if (V->Def->Kind == OpKind::PtrArith)
      for (const Value *Operand : V->Def->Operands)
        if (Operand->isPointer()) {
          if (From)
            return nullptr;
          From = Operand;
        }
    if (V->Def->Kind == OpKind::AddrOf)
      From = V->Def->P.BasePtr;
    V = From;
  }
  for (const Param &P : F.Params)
    if (P.V == V)
      return V;
  return nullptr;
}

std::optional<std::set<const Value *>> writtenParameters(const Function &F) {
  std::set<const Value *> Out;
  bool Unknown = false;
  auto Writes = [&](const Place &P) {
    if (P.BaseVar)
      return;
    const Value *Root = rootParameter(F, P.BasePtr);
    Unknown = Unknown || !Root;
    Out.insert(Root);
  };
  forEachOp(F.Body, [&](const Op &O) {
    if (O.Kind == OpKind::Store || O.Kind == OpKind::CopyRecord)
      Writes(O.P);
    if (O.Kind == OpKind::Call && O.C->Device) {
      const Value *Root = rootParameter(F, O.Args[0].V);
      Unknown = Unknown || !Root;
      Out.insert(Root);
      return;
    }
    for (const Arg &A : O.Args) {
      if (!A.V && (A.Mutable || A.Reaches))
        Writes(A.P);
      Unknown = Unknown || (A.V && mayWriteThrough(A));
    }
    Unknown = Unknown || ((O.Kind == OpKind::Opaque || O.Kind == OpKind::Var) && !O.Pure);
  });
  return Unknown ? std::nullopt : std::optional(Out);
}

/// Collects what one operation does, with everything that it calls.
struct WrittenMemory::Collector {
  Effects &Into;
  Effects &Always;
  const Activity &A;
  const Bodies &Body;
  const std::set<const Op *> &Undone;
  const Region *Root;              ///< variables of this region do not die
  std::function<bool(Group)> Allocated; ///< memory that the function itself allocated, all of it
  std::map<const Function *, Effects> &Callees;
  std::set<const Function *> Seen; // looked up, never iterated

  void object(Effects &E, const Type &T, const std::vector<Group> &Groups) {
    for (Group G : Groups)
      E.Scalars.insert({aliasKey(T), G});
  }
  bool inCallee() const { return !Seen.empty(); }

  void place(const Place &P) {
    if (P.BaseVar)
      Into.Vars.insert(P.BaseVar);
    if (inCallee())
      return object(Into, *P.Ty, {nullptr});
    if (!P.BaseVar || !isPrivate(*P.BaseVar))
      object(Into, *P.Ty, {A.group(P)});
  }

  void call(const Op &O) {
    for (const Arg &Argument : O.Args)
      if (!Argument.V && Argument.Mutable && Argument.P.BaseVar)
        Into.Vars.insert(Argument.P.BaseVar);
    if (O.C->Device && O.Args[0].V->Ty->Pointee)
      return object(Into, *O.Args[0].V->Ty->Pointee, {inCallee() ? nullptr : A.group(O.Args[0].V)});
    const Function *Callee = O.C->Kind == CalleeKind::Visible && Body ? Body(*O.C) : nullptr;
    if (!Callee) {
      for (const Arg &Argument : O.Args)
        Into.Anything = Into.Anything || (!O.Pure && mayWriteThrough(Argument));
      return;
    }
    if (inCallee())
      return function(*Callee);
    std::vector<Group> Reached;
    if (!O.C->Kernel)
      Reached.push_back(nullptr); // a global
    // A kernel's pointers are told apart, because many are launched on the same memory.
    const std::optional<std::set<const Value *>> Written = O.C->Kernel ? writtenParameters(*Callee) : std::nullopt;
    for (size_t I = 0; I < O.Args.size(); ++I) {
      const Arg &Argument = O.Args[I];
      if (Written && I < Callee->Params.size() && !Written->count(Callee->Params[I].V))
        continue;
      if (Argument.V ? Argument.V->isPointer() : true)
        Reached.push_back(Argument.V ? A.group(Argument.V) : A.group(Argument.P));
    }
    const Effects &E = ofCallee(*Callee);
    Into.Anything = Into.Anything || E.Anything;
    for (const auto &[Key, Any] : E.Scalars)
      for (Group G : Reached)
        Into.Scalars.insert({Key, G});
  }

  /// What a function and all that it calls write, in whatever memory its caller lets it reach: found once, as many
  /// calls may lead to many functions.
  const Effects &ofCallee(const Function &Callee) {
    auto [It, New] = Callees.try_emplace(&Callee);
    if (New) {
      Collector Inside{It->second, Always, A, Body, Undone, Root, Allocated, Callees, {}};
      Inside.function(Callee);
    }
    return It->second;
  }

  void function(const Function &F) {
    if (!Seen.insert(&F).second)
      return;
    forEachOp(F.Body, [&](const Op &O) { op(O); });
  }

  /// Inactive code, and variables that it makes, with an effect on what it is given.
  void opaque(const Op &O) {
    if (O.Pure)
      return;
    for (const Place &P : O.PlaceOperands)
      place(P);
    for (const Value *V : O.Operands)
      if (V->isPointer() || V->Ty->Spelling.find('*') != std::string::npos)
        Into.Anything = true;
  }

  void op(const Op &O) {
    switch (O.Kind) {
    case OpKind::Store:
      if (!Undone.count(&O))
        place(O.P);
      return;
    case OpKind::CopyRecord:
      return place(O.P);
    case OpKind::Var:
      if (!inCallee() && O.Parent != Root && (O.AddressTaken || !O.VarTy->Trivial)) // dies with its scope
        object(Always, *O.VarTy, {A.group(&O)});
      return opaque(O);
    case OpKind::Opaque:
      return opaque(O);
    case OpKind::Call:
      return call(O);
    case OpKind::ShadowCall:
      if (O.Device && !O.ReleasesShadow)
        return; // fresh memory, which nothing has read before
      if (O.Device && !inCallee() && A.hasShadow(O.Args[0].V) && Allocated(A.group(O.Args[0].V)))
        return; // it stays until the reverse sweep is done with it
      if (!O.ReverseText.empty() || O.ReleasesShadow)
        Into.Anything = true;
      for (const Arg &Argument : O.Args)
        if (!Argument.V && Argument.Mutable) {
          if (O.Results.empty() && !O.Dest)
            place(Argument.P);
          else if (Argument.P.BaseVar)
            Into.Vars.insert(Argument.P.BaseVar);
        }
      return;
    default:
      return;
    }
  }
};

WrittenMemory::WrittenMemory(const Function &F, const Activity &A, const Bodies &Body,
                             const std::set<const Op *> &Undone)
    : F(F), A(A), Body(Body), Undone(Undone), Steps(F.Body.Ops.size()) {
  findOrigins(F);
  for (size_t I = 0; I < Steps.size(); ++I)
    collect(*F.Body.Ops[I], Steps[I], Always);
}

/// What the operation does, with all that is in it.
void WrittenMemory::collect(const Op &O, Effects &Into, Effects &Dying) const {
  auto Allocated = [&](Group G) {
    auto It = Origins.find(G);
    return It != Origins.end() && It->second.Own && !It->second.Foreign && It->second.Params == 0;
  };
  Collector C{Into, Dying, A, Body, Undone, &F.Body, Allocated, Callees, {}};
  C.op(O);
  forEachRegion(O, [&](const Region &R) { forEachOp(R, [&](const Op &Inner) { C.op(Inner); }); });
}

bool WrittenMemory::mayChangeAfter(const Place &P, const Op &Op) const {
  Effects E = Always;
  for (const ir::Op *At = &Op; At; At = At->Parent->Owner) {
    const Region &R = *At->Parent;
    if (R.Owner && R.Owner->Kind == OpKind::Loop) {
      collect(*R.Owner, E, E);
      continue;
    }
    bool Behind = false;
    for (const auto &O : R.Ops) {
      if (Behind)
        collect(*O, E, E);
      Behind = Behind || O.get() == At;
    }
  }
  return mayChange(E, aliasKey(*P.Ty), A.group(P));
}

void WrittenMemory::addThreads() {
  for (const Effects &Step : Steps) {
    Always.Anything = Always.Anything || Step.Anything;
    Always.Scalars.insert(Step.Scalars.begin(), Step.Scalars.end());
  }
}

bool WrittenMemory::mayChange(const Effects &E, const std::string &Key, Group G) const {
  bool Found = E.Anything;
  for (const auto &[Written, H] : E.Scalars)
    Found = Found || (sameKey(Written, Key) && !disjoint(G, H));
  return Found;
}

bool WrittenMemory::mayChange(const Place &P, size_t From) const {
  std::string Key = aliasKey(*P.Ty);
  Group G = A.group(P);
  bool Found = mayChange(Always, Key, G);
  for (size_t I = From; I < Steps.size(); ++I)
    Found = Found || mayChange(Steps[I], Key, G);
  return Found;
}

bool WrittenMemory::written(const Op *Var, size_t From) const {
  bool Found = false;
  for (size_t I = From; I < Steps.size(); ++I)
    Found = Found || Steps[I].Vars.count(Var) != 0;
  return Found;
}

} // namespace mixedad::analysis
