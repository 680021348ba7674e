//===- ReverseContext.cpp - what both sweeps of one function agree on -----===//

#include "transform/ReverseContext.h"

#include "ir/Walk.h"
#include "transform/Dual.h"

#include <algorithm>

using namespace mixedad::ir;

namespace mixedad::transform {

using emit::declarator;

std::string withoutConst(std::string Spelling) {
  return Spelling.rfind("const ", 0) == 0 ? Spelling.substr(6) : Spelling;
}

std::string shadowSpelling(const Type &Ty) { return withoutConst(Ty.Spelling); }

ReverseContext::ReverseContext(const Function &F, const std::string &Mask, const Variant &Self, Session &S,
                               bool Sweeps, Stores UndoneStores, bool Steady)
    : F(F), Mask(Mask), Self(Self), S(S), Sweeps(Sweeps), Threads(F.Self && F.Self->Kernel), Undone(std::move(UndoneStores)), L(F), A(activityOf(F, Mask, S)),
      Memory(F, A, [&S](Callee &C) { return S.body(C); }, Undone),
      Plan(F, L, A, Memory, Sweeps, Threads, Undone) {
  if (Sweeps && !Steady)
    Memory.addUnknown(); // whoever calls may write between the sweeps
  if (Threads)
    Memory.addThreads();
  if (!this->Undone.empty())
    return; // the second of two plans
  for (const auto &Conflict : A.conflicts())
    S.error(Conflict.Where, Conflict.Text);
}

static unsigned loopDepth(const analysis::Layout &L, const Region *R) {
  unsigned Depth = 0;
  for (; R->Owner; R = L.outer(R))
    Depth += R->Owner->Body.get() == R;
  return Depth;
}

ReverseContext::Stores ReverseContext::undoCandidates() const {
  std::vector<const Op *> Loads, All;
  forEachOp(F.Body, [&](const Op &O) {
    bool Private = O.P.BaseVar && analysis::isPrivate(*O.P.BaseVar);
    if (O.Kind == OpKind::Load && O.P.Ty->Class == TypeClass::Real && !Private)
      Loads.push_back(&O);
    if (O.Kind == OpKind::Store && O.P.Ty->Class == TypeClass::Real && !Private && Memory.outlives(O.P))
      All.push_back(&O);
  });
  Stores Out;
  for (const Op *Store : All)
    for (const Op *Load : Loads)
      if (loopDepth(L, L.region(Load)) > loopDepth(L, L.region(Store)) && L.step(*Store) >= L.step(*Load) &&
          Memory.mayAlias(Store->P, Load->P))
        Out.insert(Store);
  return Out;
}

bool ReverseContext::stableShadow(const Op &Var) const {
  return A.activeVar(&Var) && (Var.AddressTaken || !analysis::holdsNoPointers(Var.VarTy));
}

bool ReverseContext::inCondition(const Region *R) const {
  for (; R && R->Owner; R = L.outer(R))
    if (R->Owner->Kind == OpKind::Loop && R->Owner->Cond.get() == R)
      return true;
  return false;
}

bool ReverseContext::shadowOnTape(const Op &Var) const {
  const Region *Home = L.region(&Var);
  return stableShadow(Var) && (Sweeps || Home != &F.Body) && !inCondition(Home);
}

/// The object that V points at is changed, or could be through another pointer.
static bool changesObject(const Function &F, const Value *V) {
  bool Found = false;
  forEachOp(F.Body, [&](const Op &O) {
    bool Writes = (O.Kind == OpKind::Store || O.Kind == OpKind::CopyRecord) && O.P.BasePtr == V;
    bool Escapes = (O.Kind == OpKind::AddrOf && O.P.BasePtr == V) ||
                   std::find(O.Operands.begin(), O.Operands.end(), V) != O.Operands.end();
    for (const Arg &A : O.Args)
      Escapes = Escapes || A.V == V || (!A.V && A.Mutable && A.P.BasePtr == V);
    Found = Found || Writes || Escapes;
  });
  return Found;
}

bool ReverseContext::onlyForPartials(const Value &V) {
  if (!Deciding)
    findDeciding();
  return Deciding->count(&V) == 0;
}

void ReverseContext::findDeciding() {
  std::set<const Value *> Found;
  std::vector<const Op *> Work; // their operands are found
  forEachOp(F.Body, [&](const Op &User) {
    if (User.Kind != OpKind::Store && !(User.Kind == OpKind::Prim && User.Results[0]->isReal()))
      Work.push_back(&User);
  });
  while (!Work.empty()) {
    const Op *User = Work.back();
    Work.pop_back();
    forEachUse(*User, [&](const Value &U) {
      const bool Arithmetic = U.Def && U.Def->Kind == OpKind::Prim && U.isReal();
      if (Found.insert(&U).second && Arithmetic && !Plan.isSaved(Datum::primal(&U)))
        Work.push_back(U.Def);
    });
  }
  Deciding = std::move(Found);
}

bool ReverseContext::ownShadow(size_t I) const {
  const Param &P = F.Params[I];
  return A.ownsShadow(I) || (Mask[I] == '1' && P.ByAddress && !P.ByReference && changesObject(F, P.V));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

bool ReverseContext::reversed(const Op &Call) const {
  return !inCondition(L.region(&Call)) && A.callMask(Call).find('1') != std::string::npos && (A.callResultActive(Call) || A.callWritesActive(Call));
}

Variant ReverseContext::callee(const Op &Call) {
  auto [It, New] = Callees.try_emplace(&Call);
  if (New)
    It->second = S.variant(*Call.C, Call.C->Kernel && isSteady(Call) ? Mode::SteadySweeps : Mode::Sweeps, A.callMask(Call));
  return Callees[&Call];
}

bool ReverseContext::isSteady(const Op &Launch) const {
  const Function *Kernel = S.body(*Launch.C);
  const auto Written = Kernel ? analysis::writtenParameters(*Kernel) : std::nullopt;
  if (!Written)
    return false;
  for (size_t I = 0; I < Launch.Args.size() && I < Kernel->Params.size(); ++I) {
    const Value *V = Launch.Args[I].V;
    if (!V || !V->isPointer() || !V->Ty->Pointee)
      continue;
    // What the kernel writes it does not read again. (Of a struct it may write one member and read another.)
    if (V->Ty->Pointee->Class == TypeClass::Real && Written->count(Kernel->Params[I].V))
      continue;
    Place P;
    P.BasePtr = Launch.Args[I].V;
    P.Text = "(*$b)";
    P.Ty = V->Ty->Pointee;
    if (Memory.mayChangeAfter(P, Launch))
      return false;
  }
  return true;
}

const Op *ReverseContext::recordingLoop() const {
  const Op *Found = nullptr;
  forEachOp(F.Body, [&](const Op &O) {
    if (O.Kind == OpKind::Loop && !Found && !Plan.saved(*O.Body).empty())
      Found = &O;
  });
  return Found;
}

bool ReverseContext::isShared(const Place &P) const {
  if (!Threads || P.BaseVar)
    return false;
  bool Local = false;
  forEachOp(F.Body, [&](const Op &O) { Local = Local || (O.Kind == OpKind::Var && A.group(&O) == A.group(P)); });
  return !Local;
}

/// `$0 * $1 + $2` of blockIdx.x, blockDim.x and threadIdx.x, through casts.
static bool isThreadNumber(const Value *V) {
  auto Below = [](const Value *X) {
    while (X && X->Def && X->Def->Kind == OpKind::Opaque && X->Def->Text == "static_cast<$T>($0)")
      X = X->Def->Operands[0];
    return X && X->Def && X->Def->Kind == OpKind::Opaque ? X->Def : nullptr;
  };
  auto Is = [&](const Value *X, const char *Text) {
    const Op *O = Below(X);
    return O && O->Text == Text && O->Operands.empty();
  };
  const Op *Sum = Below(V);
  if (!Sum || Sum->Text != "$0 + $1")
    return false;
  for (int I : {0, 1}) {
    const Op *Product = Below(Sum->Operands[I]);
    if (!Product || Product->Text != "$0 * $1" || !Is(Sum->Operands[1 - I], "threadIdx.x"))
      continue;
    for (int J : {0, 1})
      if (Is(Product->Operands[J], "blockIdx.x") && Is(Product->Operands[1 - J], "blockDim.x"))
        return true;
  }
  return false;
}

/// All loads of memory that may be the same are at the thread's own number. (Stores need not be looked at: a place
/// that one thread stores to and another reads is a race of the primal.)
bool ReverseContext::isOwn(const Op &Load) const {
  bool Own = true;
  forEachOp(F.Body, [&](const Op &O) {
    if (O.Kind != OpKind::Load || !Memory.mayAlias(O.P, Load.P) || !A.activePlace(O.P))
      return;
    Own = Own && O.P.BasePtr && !O.P.BasePtr->Def && O.P.Operands.size() == 1 && O.P.Text == "$b[$0]" && isThreadNumber(O.P.Operands[0]);
  });
  return Own;
}

bool ReverseContext::tapeReleases(const Op &O) const {
  if (!O.Allocates || !Sweeps || Threads || inCondition(L.region(&O)))
    return false;
  return O.Results.empty() ? A.activePlace(O.Args[0].P) : A.hasShadow(O.Results[0]);
}

bool ReverseContext::frameOnTape(const Op &Call) { return L.inLoop(L.region(&Call)) || callee(Call).InProgress; }

bool ReverseContext::returnsShadow(const Type *Ty) {
  return Ty && (Ty->Class == TypeClass::Pointer || (Ty->Class == TypeClass::Record && !Ty->PureReal));
}

bool ReverseContext::returnsShadow(const Op &Call) const {
  return returnsShadow(Call.Dest ? Call.Dest->VarTy : Call.Results.empty() ? nullptr : Call.Results[0]->Ty);
}

//===----------------------------------------------------------------------===//
// The plan and its types
//===----------------------------------------------------------------------===//

void ReverseContext::plan(const std::vector<Datum> &Needs) {
  Plan.solve(Needs);
  findForwardShadows();
  layOutFrame();
  layOutRecords();
}

bool ReverseContext::isMember(const Datum &D) const {
  const Region *Home = D.ofValue() ? L.region(D.value()) : L.region(D.op());
  return Plan.isSaved(D) && !L.inLoop(Home) && (Sweeps || Home != &F.Body);
}

std::string ReverseContext::memberName(const Datum &D, emit::Names &In) const {
  switch (D.K) {
  case Datum::Kind::Primal:
  case Datum::Kind::Shadow: {
    const Value &V = *D.value();
    std::string Name = V.Name.empty() ? "t" + std::to_string(V.Id) : V.Name;
    return In.fresh(D.K == Datum::Kind::Shadow ? "d_" + Name : Name);
  }
  case Datum::Kind::Shape:
    return In.fresh("shape");
  case Datum::Kind::TripCount:
    return In.fresh("trips");
  case Datum::Kind::Frame:
    return In.fresh("frame_" + D.op()->C->Name);
  case Datum::Kind::VarShadow:
    return In.fresh("d_" + (D.op()->Name.empty() ? std::string("obj") : D.op()->Name));
  case Datum::Kind::Copy:
    return In.fresh("arg");
  case Datum::Kind::Partial:
    return In.fresh("partial");
  case Datum::Kind::States:
    return In.fresh("states");
  case Datum::Kind::Old:
    return In.fresh("old");
  }
  return "";
}

static const Type &argumentType(const Arg &A) { return A.V ? *A.V->Ty : *A.P.Ty; }

std::string ReverseContext::spelling(const Datum &D) {
  switch (D.K) {
  case Datum::Kind::Primal:
    return D.value()->Ty->Spelling;
  case Datum::Kind::Shadow:
    return shadowSpelling(*D.value()->Ty);
  case Datum::Kind::Shape:
    return "::mixedad::Shape";
  case Datum::Kind::TripCount:
    return "::std::size_t";
  case Datum::Kind::Frame:
    if (!frameOnTape(*D.op()))
      return callee(*D.op()).Frame;
    Pointees.insert(callee(*D.op()).Frame);
    return callee(*D.op()).Frame + " *";
  case Datum::Kind::VarShadow:
    return holderType(*D.op()->VarTy) + " *";
  case Datum::Kind::Old:
    return withoutConst(D.op()->P.Ty->Spelling);
  case Datum::Kind::States:
    return "checkpoints<" + loopState(*D.op()).Type + ">" + (L.inLoop(L.region(D.op())) ? " *" : "");
  case Datum::Kind::Partial:
    return "::mixedad::Array<" + D.op()->Scalar->Params[D.Index].Ty->Spelling + ">";
  case Datum::Kind::Copy:
    return withoutConst(argumentType(D.op()->Args[D.Index]).Spelling);
  }
  return "";
}

void ReverseContext::layOutFrame() {
  emit::Names Names;
  for (size_t I = 0; Sweeps && I < F.Params.size(); ++I)
    if (ownShadow(I)) {
      std::string Name = Names.fresh("own_" + F.Params[I].Name);
      OwnShadows[I] = "fr." + Name;
      Frame += "  " + declarator(withoutConst(F.Params[I].Ty->Spelling) + " *", Name) + ";\n";
    }
  forEachRegionIn(F.Body, [&](const Region &R) {
    if (L.inLoop(&R) || !Sweeps)
      return;
    for (const Datum &D : Plan.saved(R)) {
      std::string Name = memberName(D, Names);
      kept(D) = "fr." + Name;
      Frame += "  " + declarator(spelling(D), Name) + ";\n";
    }
  });
}

void ReverseContext::layOutRecords() {
  unsigned Number = 0;
  forEachRegionIn(F.Body, [&](const Region &R) {
    const std::vector<Datum> &Saved = Plan.saved(R);
    if (!L.inLoop(&R) || Saved.empty())
      return;
    Record &Rec = Records[&R];
    emit::Names Names;
    for (const Datum &D : Saved)
      Rec.Members.push_back(memberName(D, Names));
    if (Saved.size() == 1) {
      Rec.Type = spelling(Saved[0]);
      return;
    }
    Rec.Type = Self.Name + "_record_" + std::to_string(++Number);
    RecordText += "struct " + Rec.Type + " {\n";
    for (size_t I = 0; I < Saved.size(); ++I)
      RecordText += "  " + declarator(spelling(Saved[I]), Rec.Members[I]) + ";\n";
    RecordText += "};\n";
  });
}

const Type *ReverseContext::shadowType(const Type *Ty) {
  std::string Spelling = shadowSpelling(*Ty);
  if (Spelling == Ty->Spelling)
    return Ty;
  std::unique_ptr<Type> &Own = ShadowTypes[Spelling];
  if (!Own) {
    Own = std::make_unique<Type>(*Ty);
    Own->Spelling = Spelling;
  }
  return Own.get();
}

std::string ReverseContext::recordType(const Region &R) { return Records[&R].Type; }

std::string ReverseContext::types() {
  std::string Out;
  for (const std::string &Name : Pointees) // of recursive calls: not complete yet
    Out += "struct " + Name + ";\n";
  Out += HolderText + StateText + RecordText;
  if (Sweeps)
    Out += "struct " + Self.Frame + " {\n" + Frame + "};\n";
  return Out;
}

std::string ReverseContext::holderType(const Type &Ty) {
  std::string Spelling = shadowSpelling(Ty);
  if (!emit::isArraySpelling(Spelling))
    return Spelling;
  std::string &Name = Holders[Spelling];
  if (Name.empty()) {
    Name = Self.Name + "_array_" + std::to_string(Holders.size());
    HolderText += "struct " + Name + " {\n  " + declarator(Spelling, "value") + ";\n};\n";
  }
  return Name;
}

std::string ReverseContext::held(const Type &Ty, const std::string &Holder) {
  return emit::isArraySpelling(Ty.Spelling) ? Holder + ".value" : Holder;
}

//===----------------------------------------------------------------------===//
// Shadow pointers of the forward sweep
//===----------------------------------------------------------------------===//

bool ReverseContext::demand(const Value *V) {
  return V && V->isPointer() && A.hasShadow(V) && ForwardShadows.insert(V).second;
}

/// What O's shadow side reads, if it is written in the forward sweep. True if something is new.
bool ReverseContext::demandShadows(const Op &O) {
  bool Any = false, New = false;
  for (const Value *V : O.Results)
    Any = Any || forwardShadow(V);
  switch (O.Kind) {
  case OpKind::Store:
    Any = O.Operands[0]->isPointer() && A.activePlace(O.P);
    break;
  case OpKind::CopyRecord:
    Any = A.activePlace(O.P) && !analysis::holdsNoPointers(O.P.Ty);
    break;
  case OpKind::Var:
    Any = A.activeVar(&O) && !analysis::holdsNoPointers(O.VarTy);
    break;
  case OpKind::ShadowCall:
    Any = true;
    break;
  case OpKind::Call:
    Any = reversed(O);
    break;
  default:
    break;
  }
  if (O.Kind == OpKind::If || O.Kind == OpKind::Loop) {
    for (const auto *R : {&O.Then, &O.Else, &O.Body})
      for (size_t I = 0; *R && I < O.Results.size(); ++I)
        if (forwardShadow(O.Results[I]) || (O.Body && forwardShadow(O.Body->Args[I]))) {
          New |= demand((*R)->Yields[I]);
          if (O.Body)
            for (const Value *V : {O.Operands[I], O.Body->Args[I], O.Results[I]})
              New |= demand(V);
        }
    return New;
  }
  if (Any)
    forEachUse(O, [&](const Value &V) { New |= demand(&V); });
  return New;
}

void ReverseContext::findForwardShadows() {
  forEachRegionIn(F.Body, [&](const Region &R) {
    for (const Datum &D : Plan.saved(R))
      if (D.K == Datum::Kind::Shadow)
        demand(D.value());
  });
  if (!F.Body.Yields.empty())
    demand(F.Body.Yields[0]);
  bool New = true;
  while (New) {
    New = false;
    forEachOp(F.Body, [&](const Op &O) { New |= demandShadows(O); });
  }
}

} // namespace mixedad::transform
