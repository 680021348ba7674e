//===- ReverseForward.cpp - the forward sweep: values and memory ----------===//
//
// Calls are in ReverseForwardCalls.cpp.
//
//===----------------------------------------------------------------------===//

#include "transform/ReverseForward.h"

#include "ir/Walk.h"

using namespace mixedad::ir;

namespace mixedad::transform {

using emit::declarator;

//===----------------------------------------------------------------------===//
// Parameters and result
//===----------------------------------------------------------------------===//

bool isMemory(const Param &P) {
  if (P.V)
    return P.V->isPointer(); // an Array by const reference is a value
  return P.Ty->Class == TypeClass::Pointer || P.Ty->Class == TypeClass::Record;
}

std::string shadowParameter(const Param &P, const std::string &Name) {
  std::string Spelling = withoutConst(emit::lvalueSpelling(P.DeclSpelling));
  bool ByValue = !P.ByReference && P.Ty->Class != TypeClass::Pointer;
  return declarator(ByValue ? Spelling + " &" : Spelling, Name);
}

static const Type &seedType(const Function &F) {
  bool Reference = F.Self && F.Self->ReturnsReference && F.ResultTy->Pointee;
  return Reference ? *F.ResultTy->Pointee : *F.ResultTy;
}

bool takesSeed(const Function &F, const Variant &V, bool Sweeps) {
  TypeClass Class = Sweeps ? F.ResultTy->Class : seedType(F).Class;
  return V.ResultActive && (Class == TypeClass::Real || Class == TypeClass::Vector || Class == TypeClass::Record);
}

std::string seedSpelling(const Function &F) {
  std::string Spelling = withoutConst(seedType(F).Spelling);
  return seedType(F).Class == TypeClass::Real ? Spelling : "const " + Spelling + " &";
}

std::string sweepResult(const Function &F, const Variant &V) {
  bool Pair = V.ResultActive && ReverseContext::returnsShadow(F.ResultTy);
  return Pair ? "dual_result<" + F.ResultTy->Spelling + ">" : F.ResultTy->Spelling;
}

std::string referenceSpelling(const Function &F) {
  std::string Pointer = F.ResultTy->Spelling;
  return Pointer.replace(Pointer.rfind('*'), 1, "&");
}

std::string zeroRecord(const Type &Ty) {
  std::string Spelling = shadowSpelling(Ty);
  bool Record = Ty.Class == TypeClass::Record && (Ty.PureReal || Ty.Trivial) && !emit::isArraySpelling(Spelling);
  if (Record) // it may have no default constructor, or one that sets values
    return "zeroed<" + Spelling + ">()";
  return Ty.SetsReals && !emit::isArraySpelling(Spelling) ? "zero_like(" + Spelling + "{})" : "";
}

std::string zeroObject(const Type &Ty, const std::string &Name) {
  std::string Zero = zeroRecord(Ty);
  if (Zero.empty() && Ty.SetsReals)
    return declarator(shadowSpelling(Ty), Name) + "{}; set_zero(" + Name + ");";
  return declarator(shadowSpelling(Ty), Name) + (Zero.empty() ? "{};" : " = " + Zero + ";");
}

std::vector<std::string> ForwardSweep::shadowParams() {
  std::vector<std::string> Out;
  for (size_t I = 0; I < F.Params.size(); ++I) {
    const Param &P = F.Params[I];
    if (C.Mask[I] != '1' || (C.Sweeps && !isMemory(P)))
      continue;
    std::string Name = Nm.names().fresh("d_" + (P.Name.empty() ? std::string("arg") : P.Name));
    if (P.V)
      Nm.bindShadow(*P.V, P.ByAddress ? "&" + Name : Name);
    Out.push_back(shadowParameter(P, Name));
  }
  return Out;
}

/// An object passed by value that the function changes: changes of its shadow must not reach the caller's.
void ForwardSweep::ownShadows() {
  for (size_t I = 0; I < F.Params.size(); ++I) {
    if (!C.ownShadow(I))
      continue;
    const Param &P = F.Params[I];
    const std::string Type = withoutConst(P.Ty->Spelling);
    std::string Zero;
    if (C.A.ownsShadow(I)) {
      Zero = "zero_like(" + Nm.of(*P.V).substr(1) + ")";
    } else {
      Given[I] = Nm.shadow(*P.V).substr(1);
      Zero = "shadow_like(" + Given[I] + ")";
    }
    std::string Own = Nm.names().fresh(C.A.ownsShadow(I) ? "d_" + (P.Name.empty() ? std::string("arg") : P.Name) : Given[I]);
    if (C.Sweeps) {
      W->line("auto &" + Own + " = " + C.tape() + ".emplace<" + Type + ">(" + Zero + ");");
      W->line(C.ownShadowAddress(I) + " = &" + Own + ";");
    } else {
      W->line(declarator(Type, Own) + " = " + Zero + ";");
    }
    Nm.bindShadow(*P.V, "&" + Own);
  }
}

void ForwardSweep::finishOwnShadows() {
  for (const auto &[I, To] : Given)
    W->line("accumulate(" + To + ", " + Nm.shadow(*F.Params[I].V).substr(1) + ");");
}

std::string ForwardSweep::result() {
  if (F.ResultVar) {
    std::string Value = Nm.of(*F.ResultVar);
    if (!C.Sweeps || !ReverseContext::returnsShadow(F.ResultTy) || !C.Self.ResultActive)
      return Value;
    return "{" + Value + ", " + (C.A.activeVar(F.ResultVar) ? Nm.shadow(*F.ResultVar) : "zero_like(" + Value + ")") + "}";
  }
  if (F.Body.Yields.empty())
    return "";
  const Value &V = *F.Body.Yields[0];
  if (!C.Sweeps || !ReverseContext::returnsShadow(V.Ty) || !C.Self.ResultActive)
    return expr(V);
  return "{" + expr(V) + ", " + (C.A.hasShadow(&V) ? shadowExpr(V) : expr(V)) + "}";
}

void ForwardSweep::body() {
  ownShadows();
  keepParams();
  region(F.Body);
  if (C.Sweeps)
    return;
  for (const Datum &D : C.Plan.saved(F.Body)) // they are in scope
    C.kept(D) = text(D);
}

//===----------------------------------------------------------------------===//
// What is kept
//===----------------------------------------------------------------------===//

void ForwardSweep::keepParams() {
  for (const Param &P : F.Params)
    if (P.V)
      for (const Datum &D : {Datum::primal(P.V), Datum::shadow(P.V), Datum::shape(P.V)})
        keep(D);
}

void ForwardSweep::keep(const Datum &D) {
  if (C.isMember(D))
    W->line(C.kept(D) + " = " + text(D) + ";");
}

void ForwardSweep::keepResults(const Op &O) {
  for (const Value *V : O.Results)
    for (const Datum &D : {Datum::primal(V), Datum::shadow(V), Datum::shape(V)})
      keep(D);
}

/// The operation's result must have a name.
bool ForwardSweep::saved(const Op &O) const {
  for (const Value *V : O.Results)
    if (C.Plan.isSaved(Datum::primal(V)) || C.Plan.isSaved(Datum::shape(V)) || C.forwardShadow(V) ||
        (WantsResult && !F.Body.Yields.empty() && V == F.Body.Yields[0]))
      return true;
  return false;
}

bool ForwardSweep::mayDefer(const Op &O) { return O.Kind == OpKind::Const || (O.Kind != OpKind::Call && !saved(O)); }
bool ForwardSweep::mayDrop(const Op &O) { return !saved(O); }

std::string ForwardSweep::text(const Datum &D) {
  switch (D.K) {
  case Datum::Kind::Primal:
    return expr(*D.value());
  case Datum::Kind::Shadow:
    return shadowExpr(*D.value());
  case Datum::Kind::Shape:
    return expr(*D.value()) + ".shape()";
  default:
    return Texts[{D.Of, unsigned(D.K) * 64 + D.Index}];
  }
}

/// Variables for what a branch at the function's own level keeps, declared before it.
void ForwardSweep::hoist(const Op &O) {
  if (C.Sweeps || O.Parent != &F.Body || O.Kind != OpKind::If)
    return;
  forEachRegion(O, [&](const Region &Branch) {
    forEachRegionIn(Branch, [&](const Region &R) {
      if (C.L.inLoop(&R))
        return;
      for (const Datum &D : C.Plan.saved(R)) {
        std::string Name = C.memberName(D, Nm.names());
        C.kept(D) = Name;
        W->line(declarator(C.spelling(D), Name) + "{};");
      }
    });
  });
}

void ForwardSweep::enter(const Op &O, const Region &) {
  auto States = Texts.find({&O, unsigned(Datum::Kind::States) * 64});
  if (Plain && States != Texts.end())
    takeState(O, States->second + ".step(");
  auto It = Texts.find({&O, unsigned(Datum::Kind::TripCount) * 64});
  if (O.Kind == OpKind::Loop && It != Texts.end())
    W->line("++" + It->second + ";");
}

void ForwardSweep::leave(const Op &, const Region &R) {
  const std::vector<Datum> &Saved = C.Plan.saved(R);
  if (!C.L.inLoop(&R) || Saved.empty() || Plain)
    return;
  std::vector<std::string> Parts;
  for (const Datum &D : Saved)
    Parts.push_back(text(D));
  std::string Type = C.recordType(R);
  W->line(C.tape() + ".push" +
          (Saved.size() == 1 ? "<" + Type + ">(" + Parts[0] + ");" : "(" + Type + "{" + emit::join(Parts) + "});"));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

std::string ForwardSweep::shadowExpr(const Value &V, std::string_view Prefix) {
  if (V.Def && V.Def->Kind == OpKind::Const)
    return expr(V);
  return Nm.shadow(V, Prefix);
}

void ForwardSweep::carry(const Value &To, const Value *From, std::vector<emit::Assignment> &Out) {
  BodyEmitter::carry(To, From, Out);
  if (!Plain && C.forwardShadow(&To))
    Out.push_back({C.shadowType(To.Ty), Nm.shadow(To), From ? shadowExpr(*From) : std::string()});
}

void ForwardSweep::shadowOf(const Value &V, const std::string &Text) {
  bool Const = V.Ty->Spelling != shadowSpelling(*V.Ty) && V.Def && V.Def->Kind != OpKind::AddrOf &&
               (V.Def->Kind == OpKind::Load || V.Def->Kind == OpKind::Call || !V.Def->Global.empty() || emit::mentions(Text, "const"));
  std::string Type = shadowSpelling(*V.Ty);
  W->line(declarator(Type, Nm.shadow(V)) + " = " + (Const ? "const_cast<" + Type + ">(" + Text + ")" : Text) + ";");
}

void ForwardSweep::navigate(const Op &O) {
  primal(O);
  if (C.forwardShadow(O.Results[0]))
    shadowOf(*O.Results[0], shadowRhs(O));
}

/// Var's shadow, zero or a zero of the same shape as From.
void ForwardSweep::makeShadow(const Op &Var, const std::string &From, const char *Like) {
  std::string Name = Nm.shadow(Var), Type = C.holderType(*Var.VarTy);
  std::string Zero = From.empty() ? zeroRecord(*Var.VarTy) : Like + ("(" + From + ")");
  const bool Given = !Var.ShadowText.empty();
  if (Given)
    Zero = Var.ShadowText;
  if (!C.shadowOnTape(Var)) {
    W->line(From.empty() && !Given ? zeroObject(*Var.VarTy, Name)
                         : declarator(shadowSpelling(*Var.VarTy), Name) + " = " + Zero + ";");
    if (Given)
      W->line("set_zero(" + Name + ");");
    Texts[{&Var, unsigned(Datum::Kind::VarShadow) * 64}] = "&" + Name;
    return;
  }
  bool Array = emit::isArraySpelling(Var.VarTy->Spelling);
  std::string Holder = Array ? Nm.names().fresh(Name + "_holder") : Name;
  W->line("auto &" + Holder + " = " + C.tape() + ".emplace<" + Type + ">(" + Zero + ");");
  Nm.bindShadow(Var, ReverseContext::held(*Var.VarTy, Holder));
  if (Given || (Zero.empty() && Var.VarTy->SetsReals))
    W->line("set_zero(" + Nm.shadow(Var) + ");");
  Datum D{Datum::Kind::VarShadow, &Var};
  Texts[{&Var, unsigned(D.K) * 64}] = "&" + Holder;
  keep(D);
}

void ForwardSweep::var(const Op &O) {
  primal(O);
  if (!C.stableShadow(O) || O.Init == InitKind::Result)
    return;
  bool Shaped = !analysis::holdsNoPointers(O.VarTy);
  if (O.Init == InitKind::Copy && Shaped)
    return C.A.activePlace(O.Src) ? makeShadow(O, shadowPlace(O.Src), "shadow_like") : makeShadow(O, Nm.of(O));
  // What is trivially copyable has no shape: its shadow's pointers are null until the primal's are stored.
  makeShadow(O, O.Init == InitKind::Text && Shaped && !O.VarTy->Trivial ? Nm.of(O) : "");
}

/// Shadow pointers are values of the forward sweep also when they are in memory.
void ForwardSweep::store(const Op &O) {
  if (C.Undone.count(&O)) {
    Datum Old{Datum::Kind::Old, &O};
    std::string &Name = Texts[{&O, unsigned(Old.K) * 64}];
    Name = Nm.names().fresh("old");
    define(*O.P.Ty, Name, place(O.P));
    keep(Old);
  }
  primal(O);
  if (O.Operands[0]->isPointer() && C.A.activePlace(O.P))
    W->line(shadowPlace(O.P) + " = " + shadowExpr(*O.Operands[0]) + ";");
}

/// The shadow takes the shape and the pointers of the source's shadow; its reals are the reverse sweep's.
void ForwardSweep::copyRecord(const Op &O) {
  primal(O);
  if (analysis::holdsNoPointers(O.P.Ty) || !C.A.activePlace(O.P))
    return;
  if (C.inCondition(C.L.region(&O))) {
    if (C.A.activePlace(O.Src)) // its shadow pointers are compared, and nothing accumulates there
      copyObject(*O.P.Ty, shadowPlace(O.P), "shadow_like(" + shadowPlace(O.Src) + ")");
    return;
  }
  W->line("reshape(" + C.tape() + ", " + shadowPlace(O.P) + ", " + (C.A.activePlace(O.Src) ? shadowPlace(O.Src) : place(O.Src)) +
          ");");
}

void ForwardSweep::shadowCall(const Op &O) {
  bool Active = O.Dest && C.A.activeVar(O.Dest);
  for (const Value *V : O.Results)
    Active = Active || C.A.hasShadow(V);
  for (const Arg &A : O.Args)
    Active = Active || (A.V ? C.A.hasShadow(A.V) : C.A.activePlace(A.P));
  if (O.Device && O.ReleasesShadow && Active) { // later
    emit::Holes H;
    H.Operands = args(O.Args);
    return W->line(filled(O.SweepText, H, O.Where) + ";");
  }
  primal(O);
  if (!Active || O.ReleasesShadow)
    return;
  std::string Shadow = shadowRhs(O);
  if (O.Dest) {
    if (!C.shadowOnTape(*O.Dest)) {
      W->line(declarator(shadowSpelling(*O.Dest->VarTy), Nm.shadow(*O.Dest)) + " = " + Shadow + ";");
      Texts[{O.Dest, unsigned(Datum::Kind::VarShadow) * 64}] = "&" + Nm.shadow(*O.Dest);
      return;
    }
    W->line("auto &" + Nm.shadow(*O.Dest) + " = " + C.tape() + ".emplace<" + shadowSpelling(*O.Dest->VarTy) + ">(" + Shadow +
            ");");
    Texts[{O.Dest, unsigned(Datum::Kind::VarShadow) * 64}] = "&" + Nm.shadow(*O.Dest);
    return keep({Datum::Kind::VarShadow, O.Dest});
  }
  if (O.Results.empty()) {
    W->line(Shadow + ";");
    return keepAllocated(O);
  }
  if (std::string Line = Outside.before(O, Nm.names(), /*Clears=*/!C.Sweeps); !Line.empty())
    W->line(Line);
  if (C.forwardShadow(O.Results[0]))
    shadowOf(*O.Results[0], Shadow);
  if (std::string Line = Outside.after(O, Nm.names(), /*Clears=*/!C.Sweeps); !Line.empty())
    W->line(Line);
  keepAllocated(O);
}

/// A reverse sweep that never comes releases nothing: then the tape does it.
void ForwardSweep::keepAllocated(const Op &O) {
  if (!C.tapeReleases(O))
    return;
  emit::Holes H;
  std::string Shadow, Type;
  if (O.Results.empty()) {
    Shadow = "&" + emit::paren(shadowPlace(O.Args[0].P), emit::Prec::Unary);
    Type = withoutConst(O.Args[0].P.Ty->Spelling) + " *";
    H.Operands = {"*static_cast<" + Type + ">(p)"};
  } else {
    Shadow = shadowExpr(*O.Results[0]);
    H.Result = "static_cast<" + shadowSpelling(*O.Results[0]->Ty) + ">(p)";
  }
  W->line("keep_shadow(" + C.tape() + ", " + Shadow + ", [](void *p) { " + filled(O.ReverseText, H, O.Where) + "; });");
}

void ForwardSweep::loop(const Op &O) {
  if (O.Checkpoint && C.Plan.isSaved({Datum::Kind::States, &O})) {
    C.tape(); // its iterations record when they run again
    return checkpointedLoop(O);
  }
  Datum Trips{Datum::Kind::TripCount, &O};
  if (C.Plan.isSaved(Trips)) {
    std::string Name = Nm.names().fresh("trips");
    Texts[{&O, unsigned(Trips.K) * 64}] = Name;
    W->line("::std::size_t " + Name + " = 0;");
  }
  primal(O);
  keep(Trips);
}

void ForwardSweep::op(const Op &O) {
  if (Plain)
    return primal(O);
  hoist(O);
  switch (O.Kind) {
  case OpKind::Var:
    var(O);
    break;
  case OpKind::Store:
    store(O);
    break;
  case OpKind::CopyRecord:
    copyRecord(O);
    break;
  case OpKind::Load:
  case OpKind::AddrOf:
  case OpKind::PtrArith:
    navigate(O);
    break;
  case OpKind::ShadowCall:
    shadowCall(O);
    break;
  case OpKind::Call:
    call(O);
    break;
  case OpKind::Loop:
    loop(O);
    break;
  case OpKind::Broadcast:
    broadcast(O);
    break;
  default:
    primal(O);
  }
  keepResults(O);
}

} // namespace mixedad::transform
