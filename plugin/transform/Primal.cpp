//===- Primal.cpp - IR back to the function it came from ------------------===//

#include "transform/Primal.h"

#include "transform/Signature.h"

namespace mixedad::transform {

using namespace ir;

namespace {

class PrimalEmitter : public emit::BodyEmitter {
public:
  PrimalEmitter(const Function &F, Session &S, emit::Writer &W) : BodyEmitter(F, S, W), S(S) {}

  void body() {
    region(F.Body);
    if (F.ResultVar)
      W->line("return " + Nm.of(*F.ResultVar) + ";");
    else if (!F.Body.Yields.empty())
      W->line("return " + expr(*F.Body.Yields[0]) + ";");
  }

protected:
  std::string broadcastRhs(const Op &O) override {
    return runBroadcast(S, O, exprs(O.Operands));
  }

private:
  Session &S;
};

} // namespace

Emitted emitPrimalFunctor(const Function &F, const std::string &Name, Session &S) {
  emit::Writer W;
  PrimalEmitter E(F, S, W);
  std::vector<std::string> Params = E.params();
  W.indent();
  E.body();
  return functor(S, Name, F.ResultTy->Spelling, Params, W.text());
}

} // namespace mixedad::transform
