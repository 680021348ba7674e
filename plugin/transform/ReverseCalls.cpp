//===- ReverseCalls.cpp - the reverse sweep: calls ------------------------===//

#include "transform/Dual.h"
#include "transform/ReverseForward.h"
#include "transform/ReverseSweep.h"
#include "transform/Signature.h"

using namespace mixedad::ir;

namespace mixedad::transform {

using emit::declarator;

void ReverseSweep::call(const Op &O) {
  if (!C.reversed(O)) {
    if (O.Dest && C.A.activeVar(O.Dest))
      dropShadow(*O.Dest);
    return;
  }
  if (O.C->Kind == CalleeKind::Unknown)
    return error(O, "'" + O.C->Name + "' is called with active arguments and has neither a body that can be seen nor a "
                        "derivative; write one with [[mixedad::derivative_of]]");
  if (O.C->Kind != CalleeKind::UserRule)
    return sweepCall(O);
  if (!O.C->PullbackRule.empty())
    return pullbackRule(O);
  pushforwardRule(O);
}

/// The adjoint of the call's result: an expression, or "" when it has none. A shadow on the tape stands above what
/// the callee pushed and is taken off here.
std::string ReverseSweep::seedOf(const Op &O) {
  if (O.Dest) {
    if (!C.A.activeVar(O.Dest))
      return "";
    if (!C.shadowOnTape(*O.Dest))
      return Nm.shadow(*O.Dest);
    std::string Name = fresh("seed");
    C.consume();
    T.line("auto " + Name + " = ::std::move(" + Nm.shadow(*O.Dest) + ");");
    dropShadow(*O.Dest);
    return Name;
  }
  if (O.Results.empty() || !active(O.Results[0]))
    return "";
  if (!T.contributed(*O.Results[0]))
    return zeroOf(*O.Results[0]->Ty);
  return adjoint(*O.Results[0]);
}

void ReverseSweep::sweepCall(const Op &O) {
  std::string Mask = C.A.callMask(O);
  std::vector<std::string> Args;
  std::string Callee = "reverse_sweep", Drop;
  bool Declared = O.C->Kind == CalleeKind::Declared;
  bool TakesSeed = O.Dest || (!O.Results.empty() && O.Results[0]->isDifferentiable());
  if (Declared) {
    Args = {O.C->Tag + "{}", actsType(Mask) + "{}", C.tape()};
  } else {
    Variant V = C.callee(O);
    if (!V)
      return;
    Callee = V.ReverseName;
    TakesSeed = takesSeed(*V.Body, V, true);
    std::string Frame = dataText({Datum::Kind::Frame, &O});
    if (C.frameOnTape(O)) {
      Frame = Frame[0] == '&' ? Frame.substr(1) : "*" + Frame;
      Drop = C.tape() + ".drop<" + V.Frame + ">();";
    }
    Args = {Frame, C.tapeFor(V)};
  }
  std::string Seed = seedOf(O);
  if (TakesSeed)
    Args.push_back(Seed.empty() ? zeroOf(O.Dest ? *O.Dest->VarTy : *O.Results[0]->Ty) : Seed);
  std::vector<const Value *> Touched;
  for (size_t I = 0; I < O.Args.size(); ++I) {
    if (Mask[I] != '1')
      continue;
    const Arg &A = O.Args[I];
    if (A.V && A.V->isDifferentiable())
      Touched.push_back(A.V);
    Args.push_back(shadowArg(A));
  }
  T.line(Callee + "(" + emit::join(Args) + ");", Touched);
  if (!Drop.empty())
    T.line(Drop);
}

/// The argument as the rule sees it: a value, or the object as it was before the call.
std::string ReverseSweep::argument(const Op &O, unsigned I) {
  const Arg &A = O.Args[I];
  return A.V ? expr(*A.V) : dataText({Datum::Kind::Copy, &O, I});
}

static bool isDifferentiable(const Type &Ty) {
  return Ty.Class != TypeClass::Inactive && Ty.Class != TypeClass::Void;
}

/// `rule(args..., seed, d_args...)`; differentiable arguments that are inactive here get a shadow that nobody reads.
void ReverseSweep::pullbackRule(const Op &O) {
  bool Seeded = O.Dest || !O.Results.empty();
  std::string Seed = seedOf(O);
  std::vector<std::string> Args, Shadows;
  std::vector<const Value *> Touched;
  std::string Mask = C.A.callMask(O);
  for (unsigned I = 0; I < O.Args.size(); ++I) {
    const Arg &A = O.Args[I];
    Args.push_back(argument(O, I));
    const Type &Ty = A.V ? *A.V->Ty : *A.P.Ty;
    if (!isDifferentiable(Ty))
      continue;
    if (Mask[I] == '1') {
      if (A.V && A.V->isDifferentiable())
        Touched.push_back(A.V);
      Shadows.push_back(shadowArg(A));
    } else if (Ty.Class == TypeClass::Pointer) {
      Shadows.push_back("static_cast<" + shadowSpelling(Ty) + ">(nullptr)");
    } else {
      std::string Unused = fresh("unused");
      T.line(Ty.Class == TypeClass::Record
                 ? "auto " + Unused + " = zero_like(" + argument(O, I) + ");"
             : Ty.Class == TypeClass::Vector // a rule that asks need not compute it
                 ? "unwanted<" + Ty.Spelling + "> " + Unused + ";"
                 : declarator(shadowSpelling(Ty), Unused) + "{};");
      Shadows.push_back(Unused);
    }
  }
  if (Seeded)
    Args.push_back(Seed);
  Args.insert(Args.end(), Shadows.begin(), Shadows.end());
  T.line(O.C->PullbackRule + "(" + emit::join(Args) + ");", Touched);
}

/// A scalar function's partials are its pushforward of unit tangents.
void ReverseSweep::pushforwardRule(const Op &O) {
  bool Scalar = !O.Dest && !O.Results.empty() && O.Results[0]->isReal();
  for (const Arg &A : O.Args)
    Scalar = Scalar && A.V && (A.V->isReal() || A.V->Ty->Class == TypeClass::Inactive);
  if (!Scalar)
    return error(O, "'" + O.C->Name + "' has a pushforward and no pullback, and is not a function of real numbers; write "
                        "a pullback for it with derivative_of");
  if (!flows(O.Results[0]))
    return;
  for (unsigned I = 0; I < O.Args.size(); ++I) {
    const Value *V = O.Args[I].V;
    if (!active(V))
      continue;
    std::vector<std::string> Args;
    for (unsigned J = 0; J < O.Args.size(); ++J)
      Args.push_back(argument(O, J));
    for (unsigned J = 0; J < O.Args.size(); ++J)
      if (O.Args[J].V->isReal())
        Args.push_back("static_cast<" + O.Args[J].V->Ty->Spelling + (J == I ? ">(1)" : ">(0)"));
    T.add(*V, adjoint(*O.Results[0]) + " * " + O.C->PushforwardRule + "(" + emit::join(Args) + ")");
  }
}

} // namespace mixedad::transform
