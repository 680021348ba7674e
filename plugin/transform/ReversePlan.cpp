//===- ReversePlan.cpp - the plan, from a draft of the reverse sweep ------===//

#include "transform/ReversePlan.h"

#include "transform/ReverseSweep.h"

namespace mixedad::transform {

void reserveReverseNames(emit::Names &N) {
  for (const char *Name : {"tape", "fr", "seed", "reshape", "restore_shape", "move_adjoint", "forward_sweep",
                           "reverse_sweep", "reverse", "pushforward"})
    N.reserve(Name);
}

void makePlan(ReverseContext &C) {
  emit::Writer Draft;
  emit::Names Names;
  reserveReverseNames(Names);
  ReverseSweep Sweep(C, Draft, std::move(Names));
  Sweep.usePlaceholders();
  Sweep.shadowParams();
  Sweep.body();
  C.plan(Sweep.mentioned(Draft.text()));
  C.forgetDraft();
}

std::unique_ptr<ReverseContext> bestPlan(const ir::Function &F, const std::string &Mask, const Variant &V, Session &S) {
  auto Plain = std::make_unique<ReverseContext>(F, Mask, V, S, false);
  makePlan(*Plain);
  ReverseContext::Stores Stores = Plain->undoCandidates();
  if (Stores.empty() || Plain->Plan.bytes() == 0)
    return Plain;
  auto Undoing = std::make_unique<ReverseContext>(F, Mask, V, S, false, Stores);
  makePlan(*Undoing);
  return Undoing->Plan.bytes() < Plain->Plan.bytes() ? std::move(Undoing) : std::move(Plain);
}

std::string describePlan(const ir::Function &F, const std::string &Mask, bool Sweeps, Session &S) {
  Variant V;
  V.Body = &F;
  V.Name = F.Name;
  V.ResultActive = Mask.find('1') != std::string::npos;
  ReverseContext C(F, Mask, V, S, Sweeps);
  makePlan(C);
  return C.Plan.dump();
}

} // namespace mixedad::transform
