//===- ReversePull.cpp - reverse mode inside a kernel ---------------------===//
//
// The text is that of f_grad, which keeps values of straight-line code and of branches in variables. It can run in a
// kernel when it uses no tape, neither the sweeps' nor one of its own.
//
//===----------------------------------------------------------------------===//

#include "transform/ReversePull.h"

#include "ir/Walk.h"
#include "transform/ReverseForward.h"
#include "transform/ReversePlan.h"
#include "transform/ReverseSweep.h"
#include "transform/Signature.h"
#include "transform/Unroll.h"

namespace mixedad::transform {

using namespace ir;

namespace {

/// What is certain to need a tape or a frame, found before callees' sweeps are made.
const Op *findObstacle(const Function &F, std::string &Text) {
  const Op *Found = nullptr;
  forEachOp(F.Body, [&](const Op &O) {
    if (Found)
      return;
    if (O.Kind == OpKind::Call && (O.C->Kind == CalleeKind::Visible || O.C->Kind == CalleeKind::Declared))
      Text = "it calls '" + O.C->Name + "', which is not inlined and has a frame of its own";
    else if (O.Kind == OpKind::ShadowCall)
      Text = "it uses memory that grows";
    else
      return;
    Found = &O;
  });
  return Found;
}

unsigned keptValues(ReverseContext &C) {
  unsigned Count = 0;
  forEachRegionIn(C.F.Body, [&](const Region &R) {
    if (!C.L.inLoop(&R))
      Count += static_cast<unsigned>(C.Plan.saved(R).size());
  });
  return Count;
}

Emitted write(ReverseContext &C, const Variant &V, Session &S, bool WithValue, bool &UsesTape) {
  emit::Writer W, Tail;
  ForwardSweep Forward(C, W);
  if (!WithValue)
    Forward.dropResult();
  reserveReverseNames(Forward.naming().names());
  ReverseSweep Names(C, Tail, {});
  std::vector<std::string> Params{Names.seedParam()};
  for (std::string &P : Forward.primalParams())
    Params.push_back(std::move(P));
  for (std::string &P : Forward.shadowParams())
    Params.push_back(std::move(P));
  W.indent();
  Forward.body();
  ReverseSweep Reverse(C, W, Forward.naming().names());
  for (size_t I = 0; I < C.F.Params.size(); ++I)
    if (const Value *P = C.F.Params[I].V; P && (C.Mask[I] == '1' || C.A.ownsShadow(I)))
      Reverse.naming().bindShadow(*P, Forward.naming().shadow(*P));
  Reverse.bindVariables(Forward.naming());
  Reverse.body();
  Forward.finishOwnShadows();
  if (WithValue)
    W.line("return " + Forward.result() + ";");
  UsesTape = C.usesTape() || !C.Undone.empty();
  Emitted E = functor(S, V.Name, WithValue ? C.F.ResultTy->Spelling : "void", Params, W.text());
  E.Types = C.types();
  return E;
}

} // namespace

ReversePull emitReversePull(const Function &Original, const std::string &Mask, const Variant &V, Session &S,
                            bool WithValue) {
  const std::unique_ptr<Function> Unrolled = unrolled(Original);
  const Function &F = Unrolled ? *Unrolled : Original;
  ReversePull Out;
  Out.Where = F.Where;
  if (const Op *O = findObstacle(F, Out.Obstacle)) {
    Out.Where = O->Where;
    return Out;
  }
  Trial Quiet(S);
  std::unique_ptr<ReverseContext> C = bestPlan(F, Mask, V, Quiet);
  bool UsesTape = false;
  Out.Text = write(*C, V, Quiet, WithValue, UsesTape);
  if (!Quiet.First.empty()) {
    Out.Obstacle = Quiet.First;
    Out.Where = Quiet.At;
  } else if (UsesTape) {
    const Op *Loop = C->recordingLoop();
    Out.Obstacle = Loop ? "the iterations of this loop would be recorded on a tape" : "it would record values on a tape";
    Out.Where = Loop ? Loop->Where : F.Where;
  }
  analysis::CostModel Model(F);
  Out.Cost = Model.reverse([&](const Value &X) { return C->A.active(&X) ? 1u : 0u; }, keptValues(*C));
  return Out;
}

} // namespace mixedad::transform
