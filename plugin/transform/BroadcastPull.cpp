//===- BroadcastPull.cpp - pullbacks of scalar functions for kernels ------===//

#include "transform/BroadcastPull.h"

#include "transform/Dual.h"
#include "transform/Signature.h"

namespace mixedad::transform {

using namespace ir;

namespace {

/// A real number that is seeded: a parameter, or a part of one that is an object.
struct Input {
  const Param *P;
  const Leaf *Part; ///< null: all of it
  std::string place(const std::string &Object) const { return Part ? partOf(Object, *Part) : Object; }
};

std::vector<Input> inputs(const Function &F, const std::string &Mask) {
  std::vector<Input> Out;
  for (size_t I = 0; I < F.Params.size(); ++I) {
    const Param &P = F.Params[I];
    if (Mask[I] != '1')
      continue;
    if (P.Ty->Class == TypeClass::Real)
      Out.push_back({&P, nullptr});
    for (const Leaf &L : P.Ty->Leaves)
      if (L.Ty->Class == TypeClass::Real)
        Out.push_back({&P, &L});
  }
  return Out;
}

std::vector<std::string> prefixes(size_t Count) {
  std::vector<std::string> Out;
  for (size_t I = 0; I < Count; ++I)
    Out.push_back("d" + std::to_string(I) + "_");
  return Out;
}

class PullEmitter : public DualEmitter {
public:
  PullEmitter(const Function &F, const std::string &Mask, Session &S, emit::Writer &W)
      : DualEmitter(F, Mask, prefixes(inputs(F, Mask).size()), S, W), Inputs(inputs(F, Mask)) {
    for (size_t I = 0; I < F.Params.size(); ++I)
      if (Mask[I] == '1')
        Active.push_back(&F.Params[I]);
  }

  bool check() {
    for (const Param *P : Active)
      if (!isNumbers(*P->Ty))
        return Errors.error(F.Where, "parameter '" + P->Name + "' of the broadcast function '" + F.Name +
                                         "' is no real number, so its partials cannot be taken all at once; mark the "
                                         "function [[mixedad::broadcast(reverse)]]"),
               false;
    if (isNumbers(*F.ResultTy))
      return true;
    Errors.error(F.Where, "the broadcast function '" + F.Name + "' does not return a real number, so its pullback "
                          "cannot be taken by dual numbers; mark it [[mixedad::broadcast(reverse)]]");
    return false;
  }

  std::vector<std::string> signature() {
    SeedName = Nm.names().fresh("seed");
    std::vector<std::string> List{emit::declarator(kernelSeed(F), SeedName)};
    for (std::string &P : params())
      List.push_back(std::move(P));
    for (const Param *P : Active) {
      Outputs[P] = Nm.names().fresh("out_" + emit::identifier(P->Name));
      List.push_back(emit::declarator(P->Ty->Spelling + " &", Outputs[P]));
    }
    return List;
  }

  void body(bool WithValue) {
    seedObjects();
    for (unsigned K = 0; K < Inputs.size(); ++K)
      if (!Inputs[K].P->ByAddress)
        seedValue(*Inputs[K].P->V, K);
    analyze(WithValue);
    ownShadows();
    region(F.Body);
    if (F.ResultVar)
      return objectResult(WithValue);
    const Value &Y = *F.Body.Yields[0];
    for (unsigned K : seedsOf(Y))
      add(K, {{SeedName, tangent(Y, K), Y.Ty}}, *F.ResultTy);
    if (WithValue)
      W->line("return " + expr(Y) + ";");
  }

  analysis::KernelCost cost() {
    for (unsigned K = 0; K < Inputs.size(); ++K)
      if (!Inputs[K].P->ByAddress)
        start(*Inputs[K].P->V, K);
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

  /// The tangent of a parameter with respect to itself is 1.
  void seedValue(const Value &V, unsigned K) {
    start(V, K);
    Nm.bindShadow(V, "1", Prefixes[K]);
  }
  /// A parameter in memory has a shadow for each seed, in which one number is 1.
  void seedObjects() {
    for (const Param *P : Active)
      for (unsigned K = 0; P->ByAddress && K < Inputs.size(); ++K) {
        std::string Name = Nm.names().fresh(Prefixes[K] + emit::identifier(P->Name));
        bool Real = P->Ty->Class == TypeClass::Real;
        W->line(emit::declarator(P->Ty->Spelling, Name) + " = " + (Real ? "0" : "zeroed<" + P->Ty->Spelling + ">()") + ";");
        if (Inputs[K].P == P)
          W->line(Inputs[K].place(Name) + " = 1;");
        Nm.bindShadow(*P->V, "&" + Name, Prefixes[K]);
      }
  }

  /// Seed K's cotangent gets a sum of products.
  void add(unsigned K, const std::vector<Term> &Terms, const Type &Ty) {
    W->line(Inputs[K].place(Outputs[Inputs[K].P]) + " += " + combine(Terms, Ty) + ";");
  }
  void objectResult(bool WithValue) {
    for (unsigned K = 0; A.activeVar(F.ResultVar) && K < Inputs.size(); ++K)
      for (const Leaf &L : F.ResultTy->Leaves)
        if (L.Ty->Class == TypeClass::Real)
          add(K, {{partOf(SeedName, L), partOf(Nm.shadow(*F.ResultVar, Prefixes[K]), L), L.Ty}}, *L.Ty);
    if (WithValue)
      W->line("return " + Nm.of(*F.ResultVar) + ";");
  }

  std::vector<Input> Inputs;
  std::vector<const Param *> Active;
  std::map<const Param *, std::string> Outputs; // looked up, never iterated
  std::string SeedName;
};

} // namespace

bool takesDuals(const Function &F, const std::string &Mask) {
  for (size_t I = 0; I < F.Params.size(); ++I)
    if (Mask[I] == '1' && !isNumbers(*F.Params[I].Ty))
      return false;
  return isNumbers(*F.ResultTy);
}

analysis::KernelCost forwardCost(const Function &F, const std::string &Mask, Session &S) {
  emit::Writer W;
  return PullEmitter(F, Mask, S, W).cost();
}

Emitted emitPullFunctor(const Function &F, const std::string &Mask, const std::string &Name, Session &S,
                        bool WithValue) {
  emit::Writer W;
  PullEmitter E(F, Mask, S, W);
  if (!E.check())
    return {};
  std::vector<std::string> Params = E.signature();
  W.indent();
  E.body(WithValue);
  return functor(S, Name, WithValue ? F.ResultTy->Spelling : "void", Params, W.text());
}

} // namespace mixedad::transform
