//===- ReversePull.h - reverse mode inside a kernel -----------------------===//
#ifndef MIXEDAD_TRANSFORM_REVERSEPULL_H
#define MIXEDAD_TRANSFORM_REVERSEPULL_H

#include "analysis/CostModel.h"
#include "transform/Session.h"

namespace mixedad::transform {

/// The functor of emitPullFunctor, written with both sweeps; or why that would need a tape.
struct ReversePull {
  Emitted Text;
  analysis::KernelCost Cost;
  std::string Obstacle; ///< "its loop ..."; "" when there is none
  ir::Loc Where;        ///< of the obstacle
};
ReversePull emitReversePull(const ir::Function &F, const std::string &Mask, const Variant &V, Session &S,
                            bool WithValue = false);

/// A session for trying things: errors are kept rather than reported.
class Trial : public Session {
public:
  explicit Trial(Session &S) : S(S) {}
  const ir::Function *body(ir::Callee &C) override { return S.body(C); }
  using Session::variant;
  Variant variant(const ir::Function &F, Mode M, const std::string &Mask) override { return S.variant(F, M, Mask); }
  bool resultActive(ir::Callee &C, const std::string &Mask) override { return S.resultActive(C, Mask); }
  bool hostDevice() const override { return S.hostDevice(); }
  void error(const ir::Loc &Where, const std::string &Text) override {
    if (!First.empty())
      return;
    First = Text;
    At = Where;
  }

  std::string First; ///< what went wrong first, or ""
  ir::Loc At;

private:
  Session &S;
};

} // namespace mixedad::transform
#endif
