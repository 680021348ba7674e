//===- PullModes.cpp - how a kernel gets a scalar function's partials -----===//

#include "transform/PullModes.h"

#include "transform/BroadcastPull.h"
#include "transform/ReversePull.h"
#include "transform/Signature.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace mixedad::transform {

using namespace ir;
using analysis::KernelCost;

namespace {

/// The masks of chunks of K active parameters each.
std::vector<std::string> chunks(const std::string &Mask, unsigned K) {
  std::vector<std::string> Out;
  unsigned Taken = K;
  for (size_t I = 0; I < Mask.size(); ++I) {
    if (Mask[I] != '1')
      continue;
    if (Taken == K) {
      Out.emplace_back(Mask.size(), '0');
      Taken = 0;
    }
    Out.back()[I] = '1';
    ++Taken;
  }
  return Out;
}

struct Candidate {
  enum class Kind { Forward, Chunks, Reverse } K;
  unsigned Chunk = 0;
  KernelCost Cost;
  std::string name() const {
    return K == Kind::Reverse  ? "reverse mode"
           : K == Kind::Chunks ? "dual numbers in chunks of " + std::to_string(Chunk)
                               : "dual numbers";
  }
  std::string text() const {
    return name() + ": " + std::to_string(std::lround(Cost.Operations)) + " operations, " + std::to_string(Cost.Live) +
           " live values";
  }
};

Candidate chunked(const Function &F, const std::string &Mask, unsigned K, Session &S) {
  Candidate C{Candidate::Kind::Chunks, K, {}};
  for (const std::string &Part : chunks(Mask, K)) {
    KernelCost One = forwardCost(F, Part, S);
    C.Cost.Operations += One.Operations;
    C.Cost.Live = std::max(C.Cost.Live, One.Live);
  }
  return C;
}

/// Calls a pullback of dual numbers for each chunk.
Emitted writeChunks(const Function &F, const std::string &Mask, unsigned K, const Variant &V, Session &S) {
  emit::Names Names;
  std::vector<std::string> Params, Args, Outputs;
  auto Declare = [&](const std::string &Spelling, const std::string &Hint) {
    std::string Name = Names.fresh(Hint);
    Params.push_back(emit::declarator(Spelling, Name));
    return Name;
  };
  Args.push_back(Declare(kernelSeed(F), "seed"));
  for (const Param &P : F.Params)
    Args.push_back(Declare(P.DeclSpelling, P.Name));
  for (size_t I = 0; I < F.Params.size(); ++I)
    Outputs.push_back(Mask[I] == '1' ? Declare(F.Params[I].Ty->Spelling + " &", "out_" + F.Params[I].Name) : "");
  emit::Writer W;
  W.indent();
  for (const std::string &Part : chunks(Mask, K)) {
    std::vector<std::string> All = Args;
    for (size_t I = 0; I < Part.size(); ++I)
      if (Part[I] == '1')
        All.push_back(Outputs[I]);
    W.line(S.variant(F, Mode::ForwardPull, Part).Name + "{}(" + emit::join(All) + ");");
  }
  return functor(S, V.Name, "void", Params, W.text());
}

size_t activeCount(const std::string &Mask) { return static_cast<size_t>(std::count(Mask.begin(), Mask.end(), '1')); }

/// Cotangents of an array that is read by index are added up.
bool readsByIndex(const Function &F, const std::string &Mask) {
  for (size_t I = 0; I < F.Params.size(); ++I)
    if (Mask[I] == '1' && F.Params[I].Ty->Class == TypeClass::Pointer)
      return true;
  return false;
}

/// Partials are one number each.
bool storable(const Function &F, const std::string &Mask) {
  for (size_t I = 0; I < F.Params.size(); ++I)
    if (Mask[I] == '1' && F.Params[I].Ty->Class != TypeClass::Real)
      return false;
  return F.ResultTy->Class == TypeClass::Real;
}

/// Where partials come from in the pullback, and why.
struct Partials {
  bool Stored = false;
  std::string Why;
};
Partials partials(const Function &F, const std::string &Mask) {
  using P = KernelChoice::Partials;
  if (!storable(F, Mask))
    return {};
  const double Again = analysis::CostModel(F).primal(), Traffic = analysis::StoredArray * activeCount(Mask);
  const bool Forced = F.Choice.P != P::Auto, Stored = Forced ? F.Choice.P == P::Store : Again > Traffic;
  std::string Sides = std::to_string(std::lround(Again)) + " operations, storing costs " + std::to_string(std::lround(Traffic));
  return {Stored, (Stored ? "; partials stored by the forward kernel" : "; partials recomputed") +
                      std::string(Forced ? " (forced)" : "") + ": computing again costs " + Sides};
}

/// What was asked for and cannot be had; true when it was reported.
bool refused(const Function &F, const std::string &Mask, bool Indexed, const ReversePull &Reverse, Session &S) {
  const std::string Name = "'" + F.Name + "'";
  if (F.Choice.P == KernelChoice::Partials::Store && !storable(F, Mask))
    S.error(F.Where, Name + " with partials that the forward kernel stores, since an argument or the result is no real "
                            "number; drop 'store' from [[mixedad::broadcast(store)]]");
  else if (Reverse.Obstacle.empty())
    return false;
  else if (Indexed)
    S.error(Reverse.Where, Name + ", which reads an array by index, inside a kernel: " + Reverse.Obstacle +
                               "; read the elements with mixedad::gather before, and pass them as an operand");
  else if (F.Choice.M == KernelChoice::Mode::Reverse)
    S.error(Reverse.Where, Name + " in reverse mode inside a kernel: " + Reverse.Obstacle +
                               "; drop 'reverse' from [[mixedad::broadcast(reverse)]], or write 'forward'");
  else
    return false;
  return true;
}

std::vector<Candidate> candidates(const Function &F, const std::string &Mask, KernelChoice::Mode M,
                                  const ReversePull &Reverse, Session &S) {
  using Mode = KernelChoice::Mode;
  Trial Quiet(S);
  std::vector<Candidate> All;
  if (M != Mode::Reverse && F.Choice.Chunk)
    All.push_back(chunked(F, Mask, F.Choice.Chunk, Quiet));
  else if (M != Mode::Reverse)
    All.push_back({Candidate::Kind::Forward, 0, forwardCost(F, Mask, Quiet)});
  for (unsigned K = 4; M == Mode::Auto && K < activeCount(Mask); K *= 2)
    All.push_back(chunked(F, Mask, K, Quiet));
  if (M != Mode::Forward && Reverse.Obstacle.empty())
    All.push_back({Candidate::Kind::Reverse, 0, Reverse.Cost});
  return All;
}

std::string describe(const Function &F, size_t Active, const std::vector<Candidate> &All, const Candidate &Best,
                     const ReversePull &Reverse) {
  const bool Forced = F.Choice.M != KernelChoice::Mode::Auto;
  std::string Text = "pullback of '" + F.Name + "' with " + std::to_string(Active) +
                     (Active == 1 ? " active argument" : " active arguments") + " by " + Best.text();
  if (Forced)
    Text += " (forced)";
  for (const Candidate &C : All)
    if (&C != &Best)
      Text += "; " + C.text();
  return !Forced && !Reverse.Obstacle.empty() ? Text + "; reverse mode impossible: " + Reverse.Obstacle : Text;
}

} // namespace

Emitted emitPull(const Function &F, const std::string &Mask, const Variant &V, Session &S) {
  using Mode = KernelChoice::Mode;
  const size_t Active = activeCount(Mask);
  if (!V.ResultActive || Active == 0)
    return emitPullFunctor(F, Mask, V.Name, S, false);
  const bool Indexed = readsByIndex(F, Mask);
  const Mode M = takesDuals(F, Mask) ? F.Choice.M : Mode::Reverse;
  ReversePull Reverse;
  if (M != Mode::Forward)
    Reverse = emitReversePull(F, Mask, V, S);
  if (refused(F, Mask, Indexed, Reverse, S))
    return {};

  const std::vector<Candidate> All = candidates(F, Mask, M, Reverse, S);
  const Candidate &Best = *std::min_element(All.begin(), All.end(), [](const Candidate &A, const Candidate &B) {
    return A.Cost.total() < B.Cost.total();
  });
  const Partials From = partials(F, Mask);
  S.remark(F.Where, describe(F, Active, All, Best, Reverse) + From.Why);
  if (From.Stored) {
    Emitted None;
    None.Stored = true;
    return None;
  }
  switch (Best.K) {
  case Candidate::Kind::Reverse: return Reverse.Text;
  case Candidate::Kind::Chunks: return writeChunks(F, Mask, Best.Chunk, V, S);
  case Candidate::Kind::Forward: break;
  }
  return emitPullFunctor(F, Mask, V.Name, S, false);
}

Emitted emitStore(const Function &F, const std::string &Mask, const Variant &V, Session &S) {
  using Mode = KernelChoice::Mode;
  if (F.Choice.M != Mode::Forward) {
    ReversePull Reverse = emitReversePull(F, Mask, V, S, true);
    Trial Quiet(S);
    bool Cheaper = F.Choice.M == Mode::Reverse || Reverse.Cost.total() < forwardCost(F, Mask, Quiet).total();
    if (Reverse.Obstacle.empty() && Cheaper)
      return Reverse.Text;
  }
  return emitPullFunctor(F, Mask, V.Name, S, true);
}

} // namespace mixedad::transform
