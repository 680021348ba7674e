//===- ReverseSweep.cpp - the reverse sweep: regions and names ------------===//

#include "transform/ReverseSweep.h"

#include "ir/Walk.h"
#include "rules/Rules.h"
#include "transform/KernelMath.h"
#include "transform/Outside.h"
#include "transform/ReverseForward.h"

#include <charconv>

using namespace mixedad::ir;

namespace mixedad::transform {

using emit::declarator;

ReverseSweep::ReverseSweep(ReverseContext &C, emit::Writer &W, emit::Names Names) : BodyEmitter(C.F, C.S, W), C(C) {
  Nm.names() = std::move(Names);
}

//===----------------------------------------------------------------------===//
// Placeholders
//===----------------------------------------------------------------------===//

/// It begins with a digit: no name of the program contains it.
static const char Mark[] = "0need";

void ReverseSweep::usePlaceholders() {
  Placeholders = true;
  auto Next = [&](const Datum &D) {
    Known.push_back(D);
    return Mark + std::to_string(Known.size() - 1) + "_";
  };
  for (const auto &V : F.Values) {
    Nm.bind(*V, Next(Datum::primal(V.get())));
    if (V->isPointer())
      Nm.bindShadow(*V, Next(Datum::shadow(V.get())));
    if (V->isVector())
      dataText(Datum::shape(V.get())) = Next(Datum::shape(V.get()));
  }
  forEachOp(F.Body, [&](const Op &O) {
    if (O.Kind == OpKind::Var && C.stableShadow(O))
      Nm.bindShadow(O, Next({Datum::Kind::VarShadow, &O}));
    if (C.Undone.count(&O))
      dataText({Datum::Kind::Old, &O}) = Next({Datum::Kind::Old, &O});
    for (unsigned I = 0; O.Kind == OpKind::Broadcast && I < O.Operands.size(); ++I)
      dataText({Datum::Kind::Partial, &O, I}) = Next({Datum::Kind::Partial, &O, I});
    if (O.Kind == OpKind::Loop)
      for (Datum::Kind K : {Datum::Kind::TripCount, Datum::Kind::States})
        dataText({K, &O}) = Next({K, &O});
    if (O.Kind != OpKind::Call)
      return;
    dataText({Datum::Kind::Frame, &O}) = Next({Datum::Kind::Frame, &O});
    for (unsigned I = 0; I < O.Args.size(); ++I)
      dataText({Datum::Kind::Copy, &O, I}) = Next({Datum::Kind::Copy, &O, I});
  });
}

std::vector<Datum> ReverseSweep::mentioned(const std::string &Text) const {
  std::vector<Datum> Out;
  std::vector<bool> Seen(Known.size());
  for (size_t At = Text.find(Mark); At != std::string::npos; At = Text.find(Mark, At + 1)) {
    if (At && (::isalnum(Text[At - 1]) || Text[At - 1] == '_'))
      continue; // the name of an adjoint
    size_t Number = Known.size(), Digits = At + sizeof(Mark) - 1;
    std::from_chars(Text.data() + Digits, Text.data() + Text.size(), Number);
    if (Number >= Known.size() || Seen[Number])
      continue;
    Out.push_back(Known[Number]);
    Seen[Number] = true;
  }
  return Out;
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

std::string ReverseSweep::seedParam() {
  return takesSeed(F, C.Self, C.Sweeps) ? declarator(seedSpelling(F), "seed") : "";
}

std::vector<std::string> ReverseSweep::shadowParams() {
  std::vector<std::string> Out;
  for (size_t I = 0; I < F.Params.size(); ++I) {
    const Param &P = F.Params[I];
    if (C.Mask[I] != '1')
      continue;
    std::string Name = fresh("d_" + (P.Name.empty() ? std::string("arg") : P.Name));
    if (P.V)
      Nm.bindShadow(*P.V, P.ByAddress ? "&" + Name : Name);
    Out.push_back(shadowParameter(P, Name));
  }
  return Out;
}

/// A sum in a loop goes to a variable: through the parameter's reference it would be memory that others may alias.
static bool usedInLoop(const Function &F, const Value *V) {
  bool Found = false;
  forEachOp(F.Body, [&](const Op &Loop) {
    if (Loop.Kind == OpKind::Loop)
      forEachOp(*Loop.Body, [&](const Op &O) { forEachUse(O, [&](const Value &U) { Found = Found || &U == V; }); });
  });
  return Found;
}

void ReverseSweep::body() {
  bindLiterals();
  for (const Param &P : F.Params)
    if (P.V)
      T.setOutside(*P.V);
  if (C.Sweeps)
    useOutside();
  if (!Placeholders)
    bindKept();
  std::vector<std::string> Given(F.Params.size());
  for (size_t I = 0; I < F.Params.size(); ++I)
    if (C.Sweeps && C.ownShadow(I)) {
      if (!C.A.ownsShadow(I))
        Given[I] = Nm.shadow(*F.Params[I].V).substr(1);
      Nm.bindShadow(*F.Params[I].V, C.ownShadowAddress(I));
    }
  std::vector<std::pair<const Value *, std::string>> Sums;
  for (const Param &P : F.Params)
    if (P.V && P.V->isReal() && active(P.V) && usedInLoop(F, P.V)) {
      Sums.emplace_back(P.V, Nm.shadow(*P.V));
      Nm.bindShadow(*P.V, fresh(Sums.back().second));
      T.setHome(*P.V);
    }
  for (const auto &[Type, Log] : declareLogs())
    Logs[Type] = Log;
  reverse(F.Body, [&] { takeSeed(); });
  for (const auto &[Type, Log] : Logs)
    T.line(restoration(Type, Log));
  for (const auto &[V, To] : Sums)
    if (T.contributed(*V))
      T.line(To + " += " + adjoint(*V) + ";");
  for (size_t I = F.Params.size(); I-- > 0;)
    if (C.Sweeps && C.ownShadow(I)) {
      if (!Given[I].empty())
        T.line("accumulate(" + Given[I] + ", *" + C.ownShadowAddress(I) + ");");
      T.line(C.tape() + ".drop<" + withoutConst(F.Params[I].Ty->Spelling) + ">();");
    }
  T.print(*W, Nm);
}

/// Puts back what undone stores had written, the first store first.
std::string ReverseSweep::restoration(const std::string &Type, const std::string &Log) {
  std::string At = fresh("at"), Count = Log + "_count";
  return "for (; " + Count + " != 0; --" + Count + ") {\n  " + Type + " *" + At + " = " + Log + ".pop<" + Type +
         " *>();\n  *" + At + " = " + Log + ".pop<" + Type + ">();\n}";
}

/// One log a scalar type of what undone stores had written, a tape of its own: code that is differentiated again knows
/// tapes.
std::map<std::string, std::string> ReverseSweep::declareLogs() {
  std::map<std::string, std::string> Out;
  for (const Op *Store : C.Undone)
    Out[withoutConst(Store->P.Ty->Spelling)];
  for (auto &[Type, Log] : Out) {
    Log = fresh("written");
    T.declare("Tape " + Log + ";\n::std::size_t " + Log + "_count = 0;");
  }
  return Out;
}

/// The forward sweep was another function.
void ReverseSweep::useOutside() {
  OutsideShadows Outside;
  for (const auto &O : F.Body.Ops)
    if (O->Kind == OpKind::ShadowCall && O->CarriesReals && C.A.hasShadow(O->Results[0]))
      for (const std::string &Line : {Outside.before(*O, Nm.names(), true, /*Begins=*/false), Outside.after(*O, Nm.names(), true)})
        if (!Line.empty())
          T.declare(Line);
}

void ReverseSweep::bindLiterals() {
  forEachOp(F.Body, [&](const Op &O) {
    if (O.Kind != OpKind::Const)
      return;
    Nm.bind(*O.Results[0], rhs(O));
    if (O.Results[0]->isPointer())
      Nm.bindShadow(*O.Results[0], rhs(O));
  });
}

void ReverseSweep::bindVariables(emit::Naming &Forward) {
  for (const auto &O : F.Body.Ops)
    if (O->Kind == OpKind::Var)
      Nm.bind(*O, Forward.of(*O));
}

/// What outlives the forward sweep without the tape.
void ReverseSweep::bindKept() {
  forEachRegionIn(F.Body, [&](const Region &R) {
    if (C.L.inLoop(&R))
      return;
    for (const Datum &D : C.Plan.saved(R))
      bind(D, C.kept(D));
  });
}

void ReverseSweep::bind(const Datum &D, const std::string &Text) {
  switch (D.K) {
  case Datum::Kind::Primal:
    return Nm.bind(*D.value(), Text);
  case Datum::Kind::Shadow:
    return Nm.bindShadow(*D.value(), Text);
  case Datum::Kind::VarShadow: {
    const Op &Var = *D.op();
    std::string Object = Text[0] == '&' ? Text.substr(1) : "(*" + Text + ")";
    return Nm.bindShadow(Var, C.shadowOnTape(Var) ? ReverseContext::held(*Var.VarTy, Object) : Object);
  }
  default:
    dataText(D) = Text;
  }
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// Makes the names of what R's reverse mentions: from R's record, and by recomputing.
void ReverseSweep::bindScope(const Region &R) {
  const std::vector<Datum> &Saved = C.Plan.saved(R);
  if (C.L.inLoop(&R) && !Saved.empty()) {
    std::string Type = C.recordType(R);
    std::string Name = fresh(Saved.size() == 1 ? C.recordMembers(R)[0] : "kept");
    T.declare((Saved.size() == 1 ? declarator(Type, Name) : "const auto " + Name) + " = " + C.tape() + ".pop<" + Type + ">();");
    for (size_t I = 0; I < Saved.size(); ++I)
      bind(Saved[I], Saved.size() == 1 ? Name : Name + "." + C.recordMembers(R)[I]);
  }
  for (const Datum &D : C.Plan.recomputed(R))
    recompute(D);
}

/// The expression of the operation, by a quicker function where the last bit does not matter.
std::string ReverseSweep::quickRhs(const Op &O) {
  const rules::Row *Row = O.Kind == OpKind::Prim ? rules::find(O.Row) : nullptr;
  const std::string Quick = Row ? withQuickMath(Row->Primal) : "";
  if (!Row || Quick == Row->Primal || !C.onlyForPartials(*O.Results[0]))
    return rhs(O);
  return ruleText(O, Quick);
}

void ReverseSweep::recompute(const Datum &D) {
  if (D.K == Datum::Kind::TripCount) {
    analysis::TripCount Count = *analysis::tripCount(*D.op(), C.L);
    for (const Op *O : Count.Bound) {
      std::string Name = fresh("bound");
      T.declare("const auto " + Name + " = " + rhs(*O) + ";");
      Nm.bind(*O->Results[0], Name);
    }
    std::string Name = fresh("trips");
    T.declare("const ::std::size_t " + Name + " = " + tripText(Count) + ";");
    dataText(D) = Name;
    return;
  }
  const Value &V = *D.value();
  if (D.K == Datum::Kind::Shape) {
    dataText(D) = expr(V) + ".shape()";
    return;
  }
  bool Shadow = D.K == Datum::Kind::Shadow;
  std::string Name = fresh((Shadow ? "d_" : "") + (V.Name.empty() ? "t" + std::to_string(V.Id) : V.Name));
  if (V.Def && V.Def->Kind == OpKind::If) { // as a whole, by its own statements
    emit::Writer Scratch, *Outer = W;
    W = &Scratch;
    for (const Value *Result : V.Def->Results)
      if (!C.Plan.isSaved(Datum::primal(Result)))
        Nm.bind(*Result, Result == &V ? Name : fresh(Name));
    primal(*V.Def);
    W = Outer;
    return T.declare(Scratch.take());
  }
  std::string Type = Shadow ? shadowSpelling(*V.Ty) : V.Ty->Spelling, Text;
  if (!V.Def)
    Text = inductionText(D, *analysis::induction(&V, C.L));
  else if (Shadow)
    Text = shadowRhs(*V.Def);
  else
    Text = quickRhs(*V.Def);
  if (Shadow && Type != V.Ty->Spelling && emit::mentions(Text, "const"))
    Text = "const_cast<" + Type + ">(" + Text + ")";
  else if (!Shadow && V.Ty->Class == TypeClass::Pointer && V.Def && V.Def->Kind == OpKind::AddrOf)
    Type = "auto *"; // of what may be const here; types of the IR are not
  bool Const = V.isReal() || V.Ty->Class == TypeClass::Inactive;
  T.declare((Const && Type.rfind("const ", 0) != 0 && Type.find('*') == std::string::npos ? "const " : "") +
            declarator(Type, Name) + " = " + Text + ";");
  bind(D, Name);
}

/// Shadows that only the reverse sweep uses begin as zero where the variable's life ends.
void ReverseSweep::declareShadows(const Region &R) {
  for (const auto &O : R.Ops) {
    if (O->Kind != OpKind::Var || !C.A.activeVar(O.get()) || C.stableShadow(*O))
      continue;
    std::string Name = fresh("d_" + (O->Name.empty() ? std::string("obj") : O->Name));
    Nm.bindShadow(*O, Name);
    T.declare(zeroObject(*O->VarTy, Name));
  }
}

/// V's adjoint is a variable of the current block.
void ReverseSweep::own(const Value &V) {
  T.setHome(V);
  if (active(&V))
    Nm.bindShadow(V, fresh("d_" + (V.Name.empty() ? "t" + std::to_string(V.Id) : V.Name)));
}

void ReverseSweep::takeSeed() {
  if (!takesSeed(F, C.Self, C.Sweeps))
    return;
  const Value *Y = F.Body.Yields.empty() ? nullptr : F.Body.Yields[0];
  if (F.ResultVar && C.A.activeVar(F.ResultVar))
    T.line("accumulate(" + Nm.shadow(*F.ResultVar) + ", seed);");
  else if (Y && Y->isPointer() && C.A.hasShadow(Y)) // a reference
    T.line(accumulation(*Y->Ty->Pointee, "*" + shadowExpr(*Y), "seed"));
  else if (Y && active(Y))
    T.add(*Y, "seed");
}

void ReverseSweep::reverse(const Region &R, const std::function<void()> &Yields) {
  for (const auto &O : R.Ops)
    for (const Value *V : O->Results)
      own(*V);
  if (!Placeholders)
    bindScope(R);
  declareShadows(R);
  passShadows(R);
  Yields();
  for (size_t I = R.Ops.size(); I-- > 0;) {
    if (!mayPassPulls(*R.Ops[I]))
      runPulls();
    reverse(*R.Ops[I]);
  }
  runPulls();
}

std::string ReverseSweep::shadowExpr(const Value &V, std::string_view Prefix) { return Nm.shadow(V, Prefix); }

void ReverseSweep::reverse(const Op &O) {
  switch (O.Kind) {
  case OpKind::Prim:
    return prim(O);
  case OpKind::Load:
    return load(O);
  case OpKind::Store:
    return store(O);
  case OpKind::CopyRecord:
    return copyRecord(O);
  case OpKind::Var:
    return var(O);
  case OpKind::ShadowCall:
    return shadowCall(O);
  case OpKind::Call:
    return call(O);
  case OpKind::If:
    return branch(O);
  case OpKind::Loop:
    return loop(O);
  case OpKind::Broadcast:
    return broadcast(O);
  case OpKind::Const:
  case OpKind::Opaque:
  case OpKind::AddrOf:
  case OpKind::PtrArith:
    return;
  }
}

} // namespace mixedad::transform
