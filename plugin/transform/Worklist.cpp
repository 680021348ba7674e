//===- Worklist.cpp - makes each requested variant once -------------------===//

#include "transform/Worklist.h"

#include "transform/BroadcastPull.h"
#include "transform/Dual.h"
#include "transform/Forward.h"
#include "transform/Launch.h"
#include "transform/Primal.h"
#include "transform/PullModes.h"
#include "transform/Reverse.h"

namespace mixedad::transform {

using namespace ir;

Worklist::Worklist(LowerFn Lower, ErrorFn Report, bool HostDevice)
    : Lower(std::move(Lower)), Report(std::move(Report)), HostDevice(HostDevice) {
  setEmitter(Mode::Primal, [](const Function &F, const std::string &, const Variant &V, Session &S) {
    return emitPrimalFunctor(F, V.Name, S);
  });
  setEmitter(Mode::Push, [](const Function &F, const std::string &Mask, const Variant &V, Session &S) {
    return isKernel(F) ? emitPushLaunch(F, Mask, V, S) : emitPushforward(F, Mask, V.Name, S);
  });
  setEmitter(Mode::PushFunctor, [](const Function &F, const std::string &Mask, const Variant &V, Session &S) {
    return emitPushFunctor(F, Mask, V.Name, S);
  });
  setEmitter(Mode::Pull, emitPull);
  setEmitter(Mode::Store, emitStore);
  setEmitter(Mode::ForwardPull, [](const Function &F, const std::string &Mask, const Variant &V, Session &S) {
    return emitPullFunctor(F, Mask, V.Name, S, false);
  });
  setEmitter(Mode::Partials, [](const Function &F, const std::string &Mask, const Variant &V, Session &S) {
    return emitPullFunctor(F, Mask, V.Name, S, true);
  });
  setEmitter(Mode::Grad, emitGrad);
  setEmitter(Mode::Sweeps, [](const Function &F, const std::string &Mask, const Variant &V, Session &S) {
    return isKernel(F) ? emitLaunchSweeps(F, Mask, V, S, false) : emitSweeps(F, Mask, V, S);
  });
  setEmitter(Mode::SteadySweeps, [](const Function &F, const std::string &Mask, const Variant &V, Session &S) {
    return emitLaunchSweeps(F, Mask, V, S, true);
  });
}

void Worklist::error(const Loc &Where, const std::string &Text) {
  Failed = true;
  Report(Where, Text);
}

Variant Worklist::named(const Function &F, Mode M, const std::string &Mask) {
  std::string Prefix = emit::identifier(F.Self && !F.Self->Name.empty() ? F.Self->Name : F.Name) + "_";
  std::string Suffix = (M == Mode::Primal ? "" : "_" + Mask) + "_" + std::to_string(++Next);
  Variant V;
  V.Body = &F;
  V.Name = Prefix + modeName(M) + Suffix;
  if (M == Mode::Sweeps || M == Mode::SteadySweeps) {
    V.ReverseName = Prefix + (M == Mode::Sweeps ? "rev" : "rev_steady") + Suffix;
    V.Frame = Prefix + "frame" + Suffix;
  }
  V.ResultActive = M != Mode::Primal && resultActive(F, Mask);
  V.InProgress = true;
  return V;
}

Variant Worklist::variant(const Function &F, Mode M, const std::string &Mask) {
  Key K{&F, M, M == Mode::Primal ? std::string() : Mask};
  auto [It, New] = Variants.try_emplace(K);
  if (!New)
    return It->second;
  It->second = named(F, M, Mask);
  Variant Own = It->second; // the map may grow below
  const Emitter &Emit = Emitters[static_cast<size_t>(M)];
  if (!Emit) {
    error(F.Where, "internal error: nothing makes '" + Own.Name + "'");
    return Own;
  }
  Emitted E = Emit(F, Mask, Own, *this);
  Types += E.Types;
  Declarations += E.Declaration;
  Definitions += E.Definition + "\n";
  Variants[K].InProgress = false;
  Variants[K].Repeatable = E.Repeatable;
  Variants[K].Stored = E.Stored;
  return Variants[K];
}

bool Worklist::resultActive(Callee &C, const std::string &Mask) {
  if (Mask.find('1') == std::string::npos)
    return false;
  if (C.Kind != CalleeKind::Visible)
    return !C.ResultTy || (C.ResultTy->Class != TypeClass::Inactive && C.ResultTy->Class != TypeClass::Void);
  const Function *F = body(C);
  return F && resultActive(*F, Mask);
}

bool Worklist::resultActive(const Function &F, const std::string &Mask) {
  if (F.ResultTy->Class == TypeClass::Inactive || F.ResultTy->Class == TypeClass::Void)
    return false;
  auto [It, New] = ResultsKnown.try_emplace({&F, Mask}, Known::InProgress);
  if (!New)
    return It->second != Known::No; // a recursive call counts as active
  analysis::Activity A = activityOf(F, Mask, *this);
  bool Active = true;
  if (F.ResultVar)
    Active = A.activeVar(F.ResultVar);
  else if (!F.Body.Yields.empty()) {
    const Value *Y = F.Body.Yields[0];
    Active = Y->isPointer() ? A.hasShadow(Y) : A.varied(Y);
  }
  ResultsKnown[{&F, Mask}] = Active ? Known::Yes : Known::No;
  return Active;
}

std::string Worklist::take() {
  std::string Text = Types + (Types.empty() ? "" : "\n") + Declarations + "\n" + Definitions;
  Types.clear();
  Declarations.clear();
  Definitions.clear();
  return Text;
}

} // namespace mixedad::transform
