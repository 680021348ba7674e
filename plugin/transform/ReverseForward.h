//===- ReverseForward.h - the forward sweep -------------------------------===//
//
// The primal, with what the reverse sweep needs beside it: shadow pointers, shadows of memory that keep their
// address, trip counts, frames of callees, and records on the tape. It never writes into a shadow's reals, except to
// make a fresh shadow zero.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TRANSFORM_REVERSEFORWARD_H
#define MIXEDAD_TRANSFORM_REVERSEFORWARD_H

#include "transform/Outside.h"
#include "transform/ReverseContext.h"

namespace mixedad::transform {

/// A parameter for the shadow of P, named Name: `T &d_x` for a real, `T *d_p` for a pointer, `T &d_r` for an object.
std::string shadowParameter(const ir::Param &P, const std::string &Name);
/// The shadow of P is memory that exists before the reverse sweep.
bool isMemory(const ir::Param &P);
/// f_grad and f_rev take a cotangent of the result. What a returned reference refers to has a shadow that the caller
/// of f_rev accumulates into; f_grad's caller cannot, so there it is a cotangent like any other.
bool takesSeed(const ir::Function &F, const Variant &V, bool Sweeps);
/// The type of the cotangent: the result's, or what a returned reference refers to.
std::string seedSpelling(const ir::Function &F);
/// What f_fwd returns.
std::string sweepResult(const ir::Function &F, const Variant &V);
/// "T &" of a function whose result is the address of what it refers to.
std::string referenceSpelling(const ir::Function &F);
/// The declaration of a fresh zero object.
std::string zeroObject(const ir::Type &Ty, const std::string &Name);
/// The zero of a record without pointers; "" when `{}` is the zero of this type.
std::string zeroRecord(const ir::Type &Ty);

class ForwardSweep : public emit::BodyEmitter {
public:
  ForwardSweep(ReverseContext &C, emit::Writer &W) : BodyEmitter(C.F, C.S, W), C(C) {}

  /// Parameters: the primal's, and after them the shadows of all active ones (f_grad) or of active memory (f_fwd).
  std::vector<std::string> primalParams() { return params(); }
  std::vector<std::string> shadowParams();
  void body();
  /// Nobody asks for the function's value.
  void dropResult() { WantsResult = false; }
  /// f_grad: the copies of by-value objects' shadows are handed to the caller, after the reverse sweep.
  void finishOwnShadows();
  /// The text of the result, and of its shadow when f_fwd returns both.
  std::string result();

  std::string shadowExpr(const ir::Value &V, std::string_view Prefix = "d_") override;

  /// Iterations [First, End) of a checkpointed loop once more, from the last of its States; recording, or only keeping
  /// more states. For a sweep of its own: nothing follows.
  enum class Rerun { Records, Splits };
  void rerun(const ir::Op &Loop, const std::string &States, const std::string &First, const std::string &End, Rerun Why);

protected:
  void op(const ir::Op &O) override;
  bool mayDefer(const ir::Op &O) override;
  bool mayDrop(const ir::Op &O) override;
  /// What changes a container is written for both sides, and must see what was read before either changed.
  bool readsOperandsOnce(const ir::Op &User) override { return User.SweepText.empty(); }
  void carry(const ir::Value &To, const ir::Value *From, std::vector<emit::Assignment> &Out) override;
  void enter(const ir::Op &O, const ir::Region &R) override;
  void leave(const ir::Op &O, const ir::Region &R) override;
  std::string broadcastRhs(const ir::Op &O) override;

private:
  void ownShadows();
  void keepParams();
  void keep(const Datum &D);
  void keepResults(const ir::Op &O);
  void hoist(const ir::Op &O);
  bool saved(const ir::Op &O) const;
  std::string text(const Datum &D);
  void shadowOf(const ir::Value &V, const std::string &Text);

  void broadcast(const ir::Op &O);
  void navigate(const ir::Op &O);
  void shadowCall(const ir::Op &O);
  void keepAllocated(const ir::Op &O);
  void var(const ir::Op &O);
  void makeShadow(const ir::Op &Var, const std::string &From, const char *Like = "zero_like");
  const std::string &shadowTemplate(const ir::Op &O) const override {
    if (O.SweepText.empty() || C.inCondition(C.L.region(&O)))
      return BodyEmitter::shadowTemplate(O);
    if (!O.Device)
      C.tape(); // it may
    return O.SweepText;
  }
  void store(const ir::Op &O);
  void copyRecord(const ir::Op &O);
  void loop(const ir::Op &O);
  void checkpointedLoop(const ir::Op &O);
  void takeState(const ir::Op &O, const std::string &Call);
  void nameInner(const ir::Op &O);
  void call(const ir::Op &O);
  void ruleCall(const ir::Op &O);
  void sweepCall(const ir::Op &O);
  std::string frame(const ir::Op &O);
  void callResult(const ir::Op &O, const std::string &Text);

  ReverseContext &C;
  OutsideShadows Outside;
  bool WantsResult = true;
  bool Plain = false; ///< inside a checkpointed loop: the primal alone
  std::map<size_t, std::string> Given;                            ///< parameters' shadows that have a copy
  std::map<std::pair<const void *, unsigned>, std::string> Texts; ///< of data other than values; looked up only
};

} // namespace mixedad::transform
#endif
