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
  Args.push_back(Declare(F.ResultTy->Spelling, "seed"));
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

} // namespace

Emitted emitPull(const Function &F, const std::string &Mask, const Variant &V, Session &S) {
  using Kind = Candidate::Kind;
  const size_t Active = activeCount(Mask);
  auto Forward = [&] { return emitPullFunctor(F, Mask, V.Name, S, false); };
  if (!V.ResultActive || Active == 0)
    return Forward();
  // Dual numbers have a tangent for each real parameter; cotangents of an array that is read by index are added up.
  bool Indexed = false;
  for (size_t I = 0; I < F.Params.size(); ++I)
    Indexed = Indexed || (Mask[I] == '1' && F.Params[I].Ty->Class == TypeClass::Pointer);
  KernelChoice Forced = F.Choice;
  if (Indexed)
    Forced.M = KernelChoice::Mode::Reverse;

  std::vector<Candidate> All;
  ReversePull Reverse;
  Trial Quiet(S);
  if (Forced.M != KernelChoice::Mode::Forward) {
    Reverse = emitReversePull(F, Mask, V, S);
    if (Reverse.Obstacle.empty())
      All.push_back({Kind::Reverse, 0, Reverse.Cost});
  }
  if (Indexed && !Reverse.Obstacle.empty()) {
    S.error(Reverse.Where, "'" + F.Name + "', which reads an array by index, inside a kernel: " + Reverse.Obstacle +
                               "; read the elements with mixedad::gather before, and pass them as an operand");
    return {};
  }
  if (Forced.M == KernelChoice::Mode::Reverse && !Reverse.Obstacle.empty()) {
    S.error(Reverse.Where, "'" + F.Name + "' in reverse mode inside a kernel: " + Reverse.Obstacle +
                               "; drop 'reverse' from [[mixedad::broadcast(reverse)]], or write 'forward'");
    return {};
  }
  if (Forced.M != KernelChoice::Mode::Reverse) {
    if (!Forced.Chunk)
      All.push_back({Kind::Forward, 0, forwardCost(F, Mask, Quiet)});
    if (Forced.Chunk)
      All.push_back(chunked(F, Mask, Forced.Chunk, Quiet));
    else if (Forced.M == KernelChoice::Mode::Auto)
      for (unsigned K = 4; K < Active; K *= 2)
        All.push_back(chunked(F, Mask, K, Quiet));
  }
  auto Cheaper = [](const Candidate &A, const Candidate &B) { return A.Cost.total() < B.Cost.total(); };
  const Candidate &Best = *std::min_element(All.begin(), All.end(), Cheaper);

  std::string Text = "pullback of '" + F.Name + "' with " + std::to_string(Active) +
                     (Active == 1 ? " active argument" : " active arguments") + " by " + Best.text();
  if (Forced.M != KernelChoice::Mode::Auto)
    Text += " (forced)";
  for (const Candidate &C : All)
    if (&C != &Best)
      Text += "; " + C.text();
  if (Forced.M == KernelChoice::Mode::Auto && !Reverse.Obstacle.empty())
    Text += "; reverse mode impossible: " + Reverse.Obstacle;
  S.remark(F.Where, Text);

  switch (Best.K) {
  case Kind::Reverse: return Reverse.Text;
  case Kind::Chunks: return writeChunks(F, Mask, Best.Chunk, V, S);
  case Kind::Forward: break;
  }
  return Forward();
}

} // namespace mixedad::transform
