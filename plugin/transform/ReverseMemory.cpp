//===- ReverseMemory.cpp - the reverse sweep: values and memory -----------===//
//
// A load hands its adjoint to the shadow place; a store takes the place's adjoint and leaves zero, because the value
// that was there before has no part in what came after.
//
//===----------------------------------------------------------------------===//

#include "rules/Rules.h"
#include "transform/ReverseForward.h"
#include "transform/ReverseSweep.h"
#include "transform/Signature.h"

using namespace mixedad::ir;

namespace mixedad::transform {

using emit::declarator;

/// Adjoint times partial, with a partial of one or minus one left out.
static std::string times(const std::string &Adjoint, const std::string &Partial) {
  if (Partial == "1")
    return Adjoint;
  if (Partial == "-1")
    return "-" + Adjoint;
  if (Partial.size() > 1 && Partial[0] == '-' && emit::precedence(Partial) == emit::Prec::Unary)
    return "-" + Adjoint + " * " + Partial.substr(1);
  return Adjoint + " * " + emit::paren(Partial, emit::Prec::Unary);
}

void ReverseSweep::prim(const Op &O) {
  const Value &R = *O.Results[0];
  if (!flows(&R))
    return;
  const rules::Row *Row = rules::find(O.Row);
  if (!Row)
    return error(O, "internal error: no rule named '" + O.Row + "'");
  for (size_t I = 0; I < O.Operands.size(); ++I) {
    const Value &V = *O.Operands[I];
    if (!active(&V))
      continue;
    if (I < Row->Refused.size() && Row->Refused[I])
      return error(O, rules::refusal(*Row, I));
    if (I >= Row->Partials.size() || Row->Partials[I].empty())
      continue;
    emit::Holes H;
    H.Operands = exprs(O.Operands);
    H.Type = R.Ty->Spelling;
    H.Result = expr(R);
    // Division by what the loop leaves alone: the inverse, which the other partial has too, is computed once.
    const bool Inverse = O.Row == "div" && I == 1 && C.L.inLoop(C.L.region(&O)) &&
                         !C.L.isInside(C.L.region(&V), C.L.iteration(C.L.region(&O)));
    T.add(V, times(adjoint(R), filled(Inverse ? "-$r * ($T(1) / $1)" : withQuickMath(Row->Partials[I]), H, O.Where)));
  }
}

/// The adjoint of an array that was loaded is the shadow of its place: what is added to one may as well be added to the
/// other, in place, since nothing that is written there later takes the place's adjoint away.
bool ReverseSweep::passesShadow(const Op &O) const {
  return O.Kind == OpKind::Load && O.Results[0]->isVector() && active(O.Results[0]) && C.A.activePlace(O.P) &&
         !C.isShared(O.P) && C.Plan.mayRepeat(O.P, O);
}

void ReverseSweep::passShadows(const Region &R) {
  for (const auto &O : R.Ops)
    if (passesShadow(*O)) {
      T.setOutside(*O->Results[0]);
      Nm.bindShadow(*O->Results[0], shadowPlace(O->P));
    }
}

void ReverseSweep::load(const Op &O) {
  const Value &R = *O.Results[0];
  if (!flows(&R) || !C.A.activePlace(O.P) || passesShadow(O))
    return;
  if (!C.isShared(O.P))
    return T.line(accumulation(*R.Ty, shadowPlace(O.P), adjoint(R)));
  if (R.Ty->Scalar != "float" && R.Ty->Scalar != "double")
    return error(O, "threads would add up cotangents of type '" + R.Ty->Spelling + "'; use float or double");
  T.line(C.isOwn(O) ? "add_own(" + expr(*F.Params[0].V) + ", " + shadowPlace(O.P) + ", " + adjoint(R) + ");"
                    : "add_shared(" + shadowPlace(O.P) + ", " + adjoint(R) + ");", {&R});
}

/// Memory is set back to what it was before the store; what the store wrote is logged.
void ReverseSweep::undo(const Op &Store) {
  std::string Type = withoutConst(Store.P.Ty->Spelling), At = place(Store.P), Log = Logs[Type];
  T.line(Log + ".push<" + Type + ">(" + At + ");\n" + Log + ".push<" + Type + " *>(&" +
         emit::paren(At, emit::Prec::Unary) + ");\n++" + Log + "_count;\n" + At + " = " +
         dataText({Datum::Kind::Old, &Store}) + ";");
}

void ReverseSweep::store(const Op &O) {
  const Value &V = *O.Operands[0];
  if (C.Undone.count(&O))
    undo(O);
  if (!C.A.activePlace(O.P) || !V.isDifferentiable())
    return;
  std::string Shadow = shadowPlace(O.P);
  if (active(&V))
    T.add(V, Shadow);
  T.line(clearing(*V.Ty, Shadow));
}

void ReverseSweep::copyRecord(const Op &O) {
  if (!C.A.activePlace(O.P))
    return;
  std::string To = shadowPlace(O.P);
  bool Shaped = !analysis::holdsNoPointers(O.P.Ty);
  if (!C.A.activePlace(O.Src)) {
    T.line("set_zero(" + To + ");");
  } else if (O.P.BaseVar && O.Src.BaseVar && O.P.BaseVar != O.Src.BaseVar) {
    T.line("accumulate(" + shadowPlace(O.Src) + ", " + To + ");");
    T.line("set_zero(" + To + ");");
  } else { // they may be one object
    T.line("move_adjoint(" + shadowPlace(O.Src) + ", " + To + ");");
  }
  if (Shaped)
    T.line("restore_shape(" + C.tape() + ", " + To + ");");
}

/// What has been accumulated for the variable belongs to what it was initialized with.
void ReverseSweep::var(const Op &O) {
  if (!C.A.activeVar(&O) || O.Init == InitKind::Result)
    return;
  if (O.Init == InitKind::Copy && C.A.activePlace(O.Src))
    T.line("accumulate(" + shadowPlace(O.Src) + ", " + Nm.shadow(O) + ");");
  dropShadow(O);
}

void ReverseSweep::dropShadow(const Op &Var) {
  if (C.shadowOnTape(Var))
    T.line(C.tape() + ".drop<" + C.holderType(*Var.VarTy) + ">();");
}

/// The next pull finds the shadow as this one did: zero.
void ReverseSweep::clearGlobal(const Op &O) {
  if (!C.Sweeps || O.CarriesReals || O.Results.empty() || !C.A.hasShadow(O.Results[0]))
    return;
  if (!O.Global.empty())
    T.line("set_zero(" + O.Global + ");");
  if (O.LeadsElsewhere)
    T.line("clear_reached();");
}

void ReverseSweep::shadowCall(const Op &O) {
  if (O.Dest && C.A.activeVar(O.Dest))
    dropShadow(*O.Dest);
  if (!O.ForwardOnly.empty())
    for (const Arg &A : O.Args)
      if (A.V ? C.A.hasShadow(A.V) : C.A.activePlace(A.P))
        return error(O, O.ForwardOnly);
  clearGlobal(O);
  if (O.ReverseText.empty())
    return;
  emit::Holes H;
  H.Type = O.Results.empty() ? "" : O.Results[0]->Ty->Spelling;
  std::vector<const Value *> Touched;
  bool Active = false;
  for (const Arg &A : O.Args) {
    bool Shadow = A.V ? (A.V->isPointer() ? C.A.hasShadow(A.V) : active(A.V)) : C.A.activePlace(A.P);
    Active = Active || Shadow;
    if (Shadow && A.V && A.V->isDifferentiable())
      Touched.push_back(A.V);
    H.Operands.push_back(!Shadow ? arg(A) : shadowArg(A));
  }
  if (!O.Results.empty() && O.Results[0]->isPointer() && C.A.hasShadow(O.Results[0])) {
    Active = true;
    H.Result = shadowExpr(*O.Results[0]);
  }
  if (!Active)
    return;
  C.consume(); // it frees, or takes from the tape
  if (C.tapeReleases(O))
    T.line("forget_shadow(" + C.tape() + ");");
  T.line(filled(O.ReverseText, H, O.Where) + ";", Touched);
}

} // namespace mixedad::transform
