//===- ReverseBroadcast.cpp - the reverse sweep: pullbacks of kernels -----===//
//
// The pullback of a broadcast runs once over the elements; adjoints of operands are handed over whole. Pullbacks that
// read the same operand and do not depend on each other become one call, which is one kernel where their shapes agree:
// a pullback waits while what follows it in the reverse sweep needs none of the adjoints that it adds to.
//
//===----------------------------------------------------------------------===//

#include "analysis/Addends.h"
#include "analysis/CostModel.h"
#include "transform/ReverseForward.h"
#include "transform/ReverseSweep.h"
#include "transform/Signature.h"

#include <algorithm>

using namespace mixedad::ir;

namespace mixedad::transform {

namespace {

bool contains(const std::vector<Value *> &In, const Value *V) { return std::find(In.begin(), In.end(), V) != In.end(); }

} // namespace

Variant ReverseSweep::pullOf(const Op &O) {
  std::string Mask;
  for (const Value *V : O.Operands)
    Mask += active(V) ? '1' : '0';
  return C.S.variant(*O.Scalar, Mode::Pull, Mask);
}

ReverseSweep::PullPlan ReverseSweep::pullPlan(const Op &O) {
  PullPlan P;
  P.Passed = analysis::addends(*O.Scalar);
  bool Any = false, Left = false;
  for (size_t I = 0; I < O.Operands.size(); ++I) {
    const bool Active = active(O.Operands[I]);
    P.Passed[I] = P.Passed[I] && Active && O.Operands[I]->isVector() && O.Scalar->Choice.P != KernelChoice::Partials::Store;
    P.Mask += Active && !P.Passed[I] ? '1' : '0';
    Any = Any || P.Passed[I];
    Left = Left || P.Mask.back() == '1';
  }
  if (Any && !Left)
    return P;
  P.V = C.S.variant(*O.Scalar, Mode::Pull, P.Mask);
  P.Good = bool(P.V);
  if (!P.V.Stored || !Any)
    return P;
  P.Passed.assign(O.Operands.size(), false); // the forward sweep stores all partials
  P.V = pullOf(O);
  return P;
}

void ReverseSweep::broadcast(const Op &O) {
  if (!flows(O.Results[0]))
    return;
  const PullPlan P = pullPlan(O);
  const Variant &V = P.V;
  if (!P.Good)
    return;
  if (!joins(O, V))
    runPulls();
  Pulls.push_back(&O);
  if (V.Stored || std::any_of(O.Scalar->Params.begin(), O.Scalar->Params.end(), isWhole))
    runPulls(); // alone
}

/// O reads an operand of a pullback that waits, and together they are not too large.
bool ReverseSweep::joins(const Op &O, const Variant &V) const {
  if (V.Stored || std::any_of(O.Scalar->Params.begin(), O.Scalar->Params.end(), isWhole))
    return false;
  std::vector<Value *> All = O.Operands;
  size_t Operations = analysis::operationCount(*O.Scalar);
  bool Shares = false;
  for (const Op *Waiting : Pulls) {
    Operations += analysis::operationCount(*Waiting->Scalar);
    for (Value *Operand : Waiting->Operands) {
      Shares = Shares || (Operand->isVector() && contains(O.Operands, Operand));
      if (!contains(All, Operand))
        All.push_back(Operand);
    }
  }
  return Shares && All.size() <= analysis::MaxKernelOperands && Operations <= analysis::MaxKernelOperations;
}

/// The reverse of O may run before the pullbacks that wait: it reads no adjoint that they add to. What it adds itself
/// may be added in any order.
bool ReverseSweep::mayPassPulls(const Op &O) const {
  switch (O.Kind) {
  case OpKind::Call:
    if (O.C->Kind != CalleeKind::UserRule || O.Dest ||
        !std::all_of(O.Args.begin(), O.Args.end(), [](const Arg &A) { return A.V && !A.V->isPointer(); }))
      return false;
    break;
  case OpKind::If:
  case OpKind::Loop:
  case OpKind::ShadowCall:
    return false;
  default:
    break;
  }
  for (const Op *Waiting : Pulls)
    for (const Value *Result : O.Results)
      if (contains(Waiting->Operands, Result))
        return false;
  return true;
}

void ReverseSweep::runPulls() {
  std::vector<const Op *> Group;
  Group.swap(Pulls);
  if (Group.size() > 1)
    return fusedPulls(Group);
  if (!Group.empty())
    onePull(*Group[0]);
}

std::string ReverseSweep::operandText(const Op &O, size_t I) {
  return kernelOperand(O.Scalar->Params[I], expr(*O.Operands[I]));
}
static std::string operandList(const std::vector<std::string> &Texts) {
  return "::mixedad::detail::operands(" + emit::join(Texts) + ")";
}

/// Operand I gets the result's cotangent, summed over what the operand was repeated along.
void ReverseSweep::passOn(const Op &O, size_t I) {
  T.line("accumulate_folded(" + adjoint(*O.Operands[I]) + ", " + adjoint(*O.Results[0]) + ", " +
             dataText(Datum::shape(O.Operands[I])) + ", " + dataText(Datum::shape(O.Results[0])) + ");",
         {O.Operands[I]});
}

void ReverseSweep::onePull(const Op &O) {
  const PullPlan P = pullPlan(O);
  if (P.V.Stored)
    return storedPull(O);
  std::vector<std::string> Operands, Shadows;
  std::vector<const Value *> Touched;
  bool Passes = false;
  for (size_t I = 0; I < O.Operands.size(); ++I) {
    const Value *Operand = O.Operands[I];
    // What is passed on is not read: a number takes its place, so that the array need not be kept.
    Operands.push_back(P.Passed[I] ? "static_cast<" + O.Scalar->Params[I].Ty->Spelling + ">(0)" : operandText(O, I));
    Passes = Passes || P.Passed[I];
    if (P.Passed[I])
      passOn(O, I);
    if (P.Mask[I] == '0')
      continue;
    Touched.push_back(Operand);
    Shadows.push_back(adjoint(*Operand));
  }
  if (Shadows.empty())
    return;
  std::vector<std::string> Args{P.V.Name + "{}", adjoint(*O.Results[0]), operandList(Operands)};
  if (Passes)
    Args.insert(Args.begin(), dataText(Datum::shape(O.Results[0])));
  Args.insert(Args.end(), Shadows.begin(), Shadows.end());
  T.line((Passes ? "broadcast_pull_over<" : "broadcast_pull<") + actsType(P.Mask) + ">(" + emit::join(Args) + ");", Touched);
}

/// The forward sweep has stored the partials.
void ReverseSweep::storedPull(const Op &O) {
  std::vector<std::string> Operands, Partials, Shadows;
  std::vector<const Value *> Touched;
  for (unsigned I = 0; I < O.Operands.size(); ++I)
    if (const Value *Operand = O.Operands[I]; active(Operand)) {
      Operands.push_back(expr(*Operand));
      Partials.push_back(dataText({Datum::Kind::Partial, &O, I}));
      Touched.push_back(Operand);
      Shadows.push_back(adjoint(*Operand));
    }
  std::vector<std::string> Args{adjoint(*O.Results[0]), operandList(Operands), operandList(Partials)};
  Args.insert(Args.end(), Shadows.begin(), Shadows.end());
  T.line("broadcast_pull_stored(" + emit::join(Args) + ");", Touched);
}

/// One call: each pullback takes its operands from the list of all.
void ReverseSweep::fusedPulls(const std::vector<const Op *> &Group) {
  std::vector<Value *> All;
  std::vector<std::string> Operands, Parts, Shadows;
  std::vector<const Value *> Touched;
  std::string Mask;
  for (const Op *O : Group) {
    std::vector<std::string> Taken;
    for (size_t I = 0; I < O->Operands.size(); ++I) {
      Value *Operand = O->Operands[I];
      size_t At = std::find(All.begin(), All.end(), Operand) - All.begin();
      Taken.push_back(std::to_string(At));
      if (At < All.size())
        continue;
      All.push_back(Operand);
      Operands.push_back(operandText(*O, I));
      Mask += active(Operand) ? '1' : '0';
      if (!active(Operand))
        continue;
      Touched.push_back(Operand);
      Shadows.push_back(adjoint(*Operand));
    }
    Parts.push_back("::mixedad::detail::part<::mixedad::detail::take<" + emit::join(Taken) + ">>(" + pullOf(*O).Name + "{}, " + adjoint(*O->Results[0]) + ")");
  }
  std::vector<std::string> Args{"::mixedad::detail::parts(" + emit::join(Parts) + ")", operandList(Operands)};
  Args.insert(Args.end(), Shadows.begin(), Shadows.end());
  T.line("broadcast_pulls<" + actsType(Mask) + ">(" + emit::join(Args) + ");", Touched);
}

} // namespace mixedad::transform
