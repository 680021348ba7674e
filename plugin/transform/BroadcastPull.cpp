//===- BroadcastPull.cpp - pullbacks of scalar functions for kernels ------===//

#include "transform/BroadcastPull.h"

#include "transform/Dual.h"
#include "transform/Signature.h"

namespace mixedad::transform {

using namespace ir;

namespace {

class PullEmitter : public DualEmitter {
public:
  PullEmitter(const Function &F, const std::string &Mask, std::vector<std::string> Prefixes, Session &S,
              emit::Writer &W)
      : DualEmitter(F, Mask, std::move(Prefixes), S, W) {
    for (size_t I = 0; I < F.Params.size(); ++I)
      if (Mask[I] == '1')
        Active.push_back(&F.Params[I]);
  }

  bool check() {
    for (const Param *P : Active)
      if (P->Ty->Class != TypeClass::Real)
        return Errors.error(F.Where, "parameter '" + P->Name + "' of the broadcast function '" + F.Name +
                                         "' is no real number, so its partials cannot be taken all at once; mark the "
                                         "function [[mixedad::broadcast(reverse)]]"),
               false;
    if (F.ResultTy->Class == TypeClass::Real)
      return true;
    Errors.error(F.Where, "the broadcast function '" + F.Name + "' does not return a real number, so its pullback "
                          "cannot be taken by dual numbers; mark it [[mixedad::broadcast(reverse)]]");
    return false;
  }

  std::vector<std::string> signature() {
    SeedName = Nm.names().fresh("seed");
    std::vector<std::string> List{emit::declarator(F.ResultTy->Spelling, SeedName)};
    for (std::string &P : params())
      List.push_back(std::move(P));
    for (const Param *P : Active) {
      Outputs.push_back(Nm.names().fresh("out_" + emit::identifier(P->Name)));
      List.push_back(emit::declarator(P->Ty->Spelling + " &", Outputs.back()));
    }
    return List;
  }

  void body(bool WithValue) {
    for (unsigned K = 0; K < Active.size(); ++K)
      seedParameter(*Active[K], K);
    analyze(WithValue);
    region(F.Body);
    const Value &Y = *F.Body.Yields[0];
    for (unsigned K : seedsOf(Y))
      W->line(Outputs[K] + " += " + combine({{SeedName, tangent(Y, K), Y.Ty}}, *F.ResultTy) + ";");
    if (WithValue)
      W->line("return " + expr(Y) + ";");
  }

  analysis::KernelCost cost() {
    for (unsigned K = 0; K < Active.size(); ++K)
      if (!Active[K]->ByAddress)
        start(*Active[K]->V, K);
    analyze(false);
    return analysis::CostModel(F).forward([this](const Value &V) { return needsValue(V) ? 1u : 0u; },
                                          [this](const Value &V) { return static_cast<unsigned>(seedsOf(V).size()); });
  }

private:
  void analyze(bool WithValue) {
    propagate();
    if (!WithValue)
      Needed = NeededValues(F, [this](const Value &V) { return !seedsOf(V).empty(); });
  }

  /// The tangent of parameter K with respect to itself is 1. A parameter in memory has a shadow for each seed.
  void seedParameter(const Param &P, unsigned K) {
    if (!P.ByAddress) {
      start(*P.V, K);
      return Nm.bindShadow(*P.V, "1", Prefixes[K]);
    }
    for (unsigned J = 0; J < Active.size(); ++J) {
      std::string Name = Nm.names().fresh(Prefixes[J] + emit::identifier(P.Name));
      W->line(emit::declarator(P.Ty->Spelling, Name) + " = " + (J == K ? "1" : "0") + ";");
      Nm.bindShadow(*P.V, "&" + Name, Prefixes[J]);
    }
  }

  std::vector<const Param *> Active;
  std::vector<std::string> Outputs;
  std::string SeedName;
};

} // namespace

static std::vector<std::string> prefixes(const std::string &Mask) {
  std::vector<std::string> Out;
  for (char C : Mask)
    if (C == '1')
      Out.push_back("d" + std::to_string(Out.size()) + "_");
  return Out;
}

analysis::KernelCost forwardCost(const Function &F, const std::string &Mask, Session &S) {
  emit::Writer W;
  return PullEmitter(F, Mask, prefixes(Mask), S, W).cost();
}

Emitted emitPullFunctor(const Function &F, const std::string &Mask, const std::string &Name, Session &S,
                        bool WithValue) {
  emit::Writer W;
  PullEmitter E(F, Mask, prefixes(Mask), S, W);
  if (!E.check())
    return {};
  std::vector<std::string> Params = E.signature();
  W.indent();
  E.body(WithValue);
  return functor(S, Name, WithValue ? F.ResultTy->Spelling : "void", Params, W.text());
}

} // namespace mixedad::transform
