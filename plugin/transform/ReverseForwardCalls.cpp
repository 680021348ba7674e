//===- ReverseForwardCalls.cpp - the forward sweep: calls -----------------===//
//
// A call with a reverse becomes a call of the callee's forward sweep, which leaves in a frame what its reverse sweep
// needs. The frame is a variable or a member of the own frame; in a loop and in a recursion it is on the tape.
//
//===----------------------------------------------------------------------===//

#include "transform/ReverseForward.h"
#include "transform/Signature.h"

using namespace mixedad::ir;

namespace mixedad::transform {

using emit::declarator;

std::string ForwardSweep::broadcastRhs(const Op &O) { return runBroadcast(C.S, O, exprs(O.Operands)); }

/// Stores what the plan says the reverse sweep wants.
void ForwardSweep::broadcast(const Op &O) {
  std::string Mask;
  std::vector<std::string> Operands = exprs(O.Operands), Names;
  for (unsigned I = 0; I < O.Operands.size(); ++I) {
    Operands[I] = kernelOperand(O.Scalar->Params[I], Operands[I]);
    Datum D{Datum::Kind::Partial, &O, I};
    Mask += C.Plan.isSaved(D) ? '1' : '0';
    if (Mask.back() == '0')
      continue;
    Names.push_back(Nm.names().fresh("partial"));
    W->line(C.spelling(D) + " " + Names.back() + ";");
    Texts[{&O, unsigned(D.K) * 64 + I}] = Names.back();
  }
  if (Names.empty())
    return primal(O);
  Variant V = C.S.variant(*O.Scalar, Mode::Store, Mask);
  std::vector<std::string> Args{V.Name + "{}", "::mixedad::detail::operands(" + emit::join(Operands) + ")"};
  Args.insert(Args.end(), Names.begin(), Names.end());
  const Value &Result = *O.Results[0];
  define(*Result.Ty, Nm.of(Result), "broadcast_store<" + O.Scalar->ResultTy->Spelling + ">(" + emit::join(Args) + ")");
  for (unsigned I = 0; I < O.Operands.size(); ++I)
    if (Mask[I] == '1')
      keep({Datum::Kind::Partial, &O, I});
}

void ForwardSweep::call(const Op &O) {
  if (!C.reversed(O)) {
    primal(O);
    if (O.Dest && C.stableShadow(*O.Dest))
      makeShadow(*O.Dest, analysis::holdsNoPointers(O.Dest->VarTy) ? "" : Nm.of(*O.Dest));
    return;
  }
  if (O.C->Kind == CalleeKind::UserRule || O.C->Kind == CalleeKind::Unknown)
    return ruleCall(O);
  sweepCall(O);
}

/// The primal runs as it is; what the rule wants to see again is kept as it was before the call.
void ForwardSweep::ruleCall(const Op &O) {
  for (unsigned I = 0; I < O.Args.size(); ++I) {
    Datum D{Datum::Kind::Copy, &O, I};
    if (!C.Plan.isSaved(D))
      continue;
    std::string Name = Nm.names().fresh("arg");
    W->line("const auto " + Name + " = " + arg(O.Args[I]) + ";");
    Texts[{&O, unsigned(D.K) * 64 + I}] = Name;
    keep(D);
  }
  primal(O);
  if (O.Dest && C.stableShadow(*O.Dest))
    makeShadow(*O.Dest, analysis::holdsNoPointers(O.Dest->VarTy) ? "" : Nm.of(*O.Dest));
}

/// The frame that the call fills.
std::string ForwardSweep::frame(const Op &O) {
  Datum D{Datum::Kind::Frame, &O};
  if (!C.frameOnTape(O)) {
    if (C.isMember(D))
      return C.kept(D);
    std::string Name = Nm.names().fresh("frame_" + O.C->Name);
    W->line(C.callee(O).Frame + " " + Name + ";");
    Texts[{&O, unsigned(D.K) * 64}] = Name;
    return Name;
  }
  std::string Name = Nm.names().fresh("frame_" + O.C->Name);
  W->line("auto &" + Name + " = " + C.tape() + ".emplace<" + C.callee(O).Frame + ">();");
  Texts[{&O, unsigned(D.K) * 64}] = "&" + Name;
  keep(D);
  return Name;
}

void ForwardSweep::sweepCall(const Op &O) {
  std::string Mask = C.A.callMask(O);
  std::vector<std::string> Args;
  std::string Callee = "forward_sweep";
  if (O.C->Kind == CalleeKind::Declared) {
    Args = {O.C->Tag + "{}", actsType(Mask) + "{}", C.tape()};
  } else {
    Variant V = C.callee(O);
    if (!V)
      return;
    Callee = V.Name;
    Args = {frame(O), C.tapeFor(V)};
  }
  for (const Arg &A : O.Args)
    Args.push_back(arg(A));
  for (size_t I = 0; I < O.Args.size(); ++I)
    if (Mask[I] == '1' && (!O.Args[I].V || O.Args[I].V->isPointer()))
      Args.push_back(shadowArg(O.Args[I]));
  callResult(O, Callee + "(" + emit::join(Args) + ")");
}

void ForwardSweep::callResult(const Op &O, const std::string &Text) {
  bool Pair = C.returnsShadow(O) && C.A.callResultActive(O);
  if (!O.Dest && O.Results.empty())
    return W->line(Text + ";");
  if (!Pair) {
    if (!O.Dest)
      return define(*O.Results[0]->Ty, Nm.of(*O.Results[0]), Text);
    W->line(declarator(O.Dest->VarTy->Spelling, Nm.of(*O.Dest)) + " = " + Text + ";");
    if (C.stableShadow(*O.Dest))
      makeShadow(*O.Dest, "");
    return;
  }
  std::string Name = Nm.names().fresh(O.C->Name + "_result");
  if (O.Dest && C.shadowOnTape(*O.Dest)) {
    W->line("auto " + Name + " = " + Text + ";");
    Nm.bind(*O.Dest, Name + ".value");
    W->line("auto &" + Nm.shadow(*O.Dest) + " = " + C.tape() + ".emplace<" + shadowSpelling(*O.Dest->VarTy) +
            ">(::std::move(" + Name + ".tangent));");
    Texts[{O.Dest, unsigned(Datum::Kind::VarShadow) * 64}] = "&" + Nm.shadow(*O.Dest);
    return keep({Datum::Kind::VarShadow, O.Dest});
  }
  W->line("auto " + Name + " = " + Text + ";");
  if (O.Dest) {
    Nm.bind(*O.Dest, Name + ".value");
    Nm.bindShadow(*O.Dest, Name + ".tangent");
    Texts[{O.Dest, unsigned(Datum::Kind::VarShadow) * 64}] = "&" + Name + ".tangent";
    return;
  }
  Nm.bind(*O.Results[0], Name + ".value");
  if (C.forwardShadow(O.Results[0]))
    shadowOf(*O.Results[0], Name + ".tangent");
}

} // namespace mixedad::transform
