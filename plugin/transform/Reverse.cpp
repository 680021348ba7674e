//===- Reverse.cpp - reverse mode: the functions --------------------------===//

#include "transform/Reverse.h"

#include "ir/Walk.h"
#include "transform/ReverseForward.h"
#include "transform/ReversePlan.h"
#include "transform/ReverseSweep.h"
#include "transform/Signature.h"

using namespace mixedad::ir;

namespace mixedad::transform {

namespace {

using Strings = std::vector<std::string>;

void append(Strings &To, const Strings &From) { To.insert(To.end(), From.begin(), From.end()); }

void writeReturn(ForwardSweep &Forward, emit::Writer &W, const Function &F) {
  if (F.ResultTy->Class != TypeClass::Void)
    W.line("return " + Forward.result() + ";");
}

/// Neither sweep uses the tape, and the frame holds values only: the reverse sweep can run again.
bool onlyReads(ReverseContext &C) {
  bool Values = !C.consumes();
  forEachRegionIn(C.F.Body, [&](const Region &R) {
    for (const Datum &D : C.Plan.saved(R))
      Values &= D.K == Datum::Kind::Primal || D.K == Datum::Kind::Shadow || D.K == Datum::Kind::TripCount ||
                D.K == Datum::Kind::Shape || D.K == Datum::Kind::Copy || D.K == Datum::Kind::Partial || (D.K == Datum::Kind::Frame && C.callee(*D.op()).Repeatable);
  });
  for (size_t I = 0; I < C.F.Params.size(); ++I)
    Values &= !C.ownShadow(I);
  return Values;
}

} // namespace

Emitted emitGrad(const Function &F, const std::string &Mask, const Variant &V, Session &S) {
  std::unique_ptr<ReverseContext> Plan = bestPlan(F, Mask, V, S);
  ReverseContext &C = *Plan;

  emit::Writer W, Tail;
  ForwardSweep Forward(C, W);
  reserveReverseNames(Forward.naming().names());
  Strings Params{"Tape &tape"};
  append(Params, Forward.primalParams());
  W.indent();
  ReverseSweep Names(C, Tail, {}); // for the signature's order: the seed stands before the shadows
  std::string Seed = Names.seedParam();
  if (!Seed.empty())
    Params.push_back(Seed);
  append(Params, Forward.shadowParams());
  W.line("// forward sweep");
  Forward.body();

  W.line("// reverse sweep");
  ReverseSweep Reverse(C, W, Forward.naming().names());
  for (size_t I = 0; I < F.Params.size(); ++I)
    if (const Value *P = F.Params[I].V; P && (Mask[I] == '1' || C.A.ownsShadow(I)))
      Reverse.naming().bindShadow(*P, Forward.naming().shadow(*P));
  Reverse.bindVariables(Forward.naming());
  Reverse.body();
  Forward.finishOwnShadows();
  writeReturn(Forward, W, F);
  Emitted E = function(S, V.Name, F.ResultTy->Spelling, Params, W.text());
  E.Types = C.types();
  return E;
}

Emitted emitSweeps(const Function &F, const std::string &Mask, const Variant &V, Session &S) {
  ReverseContext C(F, Mask, V, S, true);
  makePlan(C);
  const std::string Frame = V.Frame + " &fr";

  emit::Writer W;
  ForwardSweep Forward(C, W);
  reserveReverseNames(Forward.naming().names());
  Strings Params{Frame, "Tape &tape"};
  append(Params, Forward.primalParams());
  append(Params, Forward.shadowParams());
  W.indent();
  Forward.body();
  writeReturn(Forward, W, F);
  Emitted E = function(S, V.Name, sweepResult(F, V), Params, W.text());

  emit::Writer Back;
  emit::Names Names;
  reserveReverseNames(Names);
  ReverseSweep Reverse(C, Back, std::move(Names));
  Strings ReverseParams{Frame, "Tape &tape"};
  if (std::string Seed = Reverse.seedParam(); !Seed.empty())
    ReverseParams.push_back(Seed);
  append(ReverseParams, Reverse.shadowParams());
  Back.indent();
  Reverse.body();
  Emitted R = function(S, V.ReverseName, "void", ReverseParams, Back.text());
  E.Types = C.types();
  E.Repeatable = onlyReads(C);
  E.Declaration += R.Declaration;
  E.Definition += R.Definition;
  return E;
}

} // namespace mixedad::transform
