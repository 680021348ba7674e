//===- ReverseSweep.h - the reverse sweep ---------------------------------===//
//
// Runs backwards over the operations and moves adjoints from results to operands. What it mentions of the forward
// sweep (values, shadow pointers, trip counts) it takes by name; which names those are is bound region by region, at
// the start of the region's reverse: read from the tape, or recomputed.
//
// It is written twice. The first time every name is a placeholder, and the placeholders that the text contains are
// what the reverse sweep needs: the needs cannot differ from what is then used.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TRANSFORM_REVERSESWEEP_H
#define MIXEDAD_TRANSFORM_REVERSESWEEP_H

#include "transform/ReverseContext.h"
#include "transform/ReverseTree.h"

#include <functional>

namespace mixedad::transform {

class ReverseSweep : public emit::BodyEmitter {
public:
  ReverseSweep(ReverseContext &C, emit::Writer &W, emit::Names Names);

  /// Binds every name to a placeholder instead.
  void usePlaceholders();
  /// The data whose placeholders stand in Text.
  std::vector<Datum> mentioned(const std::string &Text) const;

  /// The primal's parameters: of a kernel.
  std::vector<std::string> primalParams() { return params(); }
  /// [seed] and the shadows of active parameters, as parameters of this function (f_rev, f_grad).
  std::vector<std::string> shadowParams();
  std::string seedParam();
  /// f_grad: variables of the function's own body are still in scope, under these names.
  void bindVariables(emit::Naming &Forward);
  void body();

  std::string shadowExpr(const ir::Value &V, std::string_view Prefix = "d_") override;

private:
  // Regions (ReverseSweep.cpp)
  /// Yields hands what R yields its adjoints.
  void reverse(const ir::Region &R, const std::function<void()> &Yields);
  void takeSeed();
  void own(const ir::Value &V);
  void reverse(const ir::Op &O);
  void bindScope(const ir::Region &R);
  void bind(const Datum &D, const std::string &Text);
  void recompute(const Datum &D);
  std::string quickRhs(const ir::Op &O);
  void declareShadows(const ir::Region &R);
  void bindLiterals();
  void useOutside();
  std::map<std::string, std::string> declareLogs();
  std::string restoration(const std::string &Type, const std::string &Log);
  void undo(const ir::Op &Store);
  void bindKept();
  std::string fresh(const std::string &Hint) { return Nm.names().fresh(Hint); }

  // Values and memory (ReverseMemory.cpp)
  void prim(const ir::Op &O);
  void load(const ir::Op &O);
  bool passesShadow(const ir::Op &O) const;
  void passShadows(const ir::Region &R);
  void store(const ir::Op &O);
  void copyRecord(const ir::Op &O);
  void var(const ir::Op &O);
  void clearGlobal(const ir::Op &O);
  void shadowCall(const ir::Op &O);

  // Pullbacks of kernels (ReverseBroadcast.cpp)
  void broadcast(const ir::Op &O);
  /// How a pullback is run by itself.
  struct PullPlan {
    std::vector<bool> Passed; ///< operands that are given the result's cotangent
    std::string Mask;         ///< the kernel's: all others that are active
    Variant V;                ///< null when nothing is left for it
    bool Good = true;         ///< false: there is no such variant, which was reported
  };
  PullPlan pullPlan(const ir::Op &O);
  Variant pullOf(const ir::Op &O);
  bool joins(const ir::Op &O, const Variant &V) const;
  bool mayPassPulls(const ir::Op &O) const;
  void runPulls();
  void onePull(const ir::Op &O);
  void passOn(const ir::Op &O, size_t I);
  void storedPull(const ir::Op &O);
  void fusedPulls(const std::vector<const ir::Op *> &Group);
  std::string operandText(const ir::Op &O, size_t I);

  // Control (ReverseControl.cpp)
  void branch(const ir::Op &O);
  void loop(const ir::Op &O);
  void checkpointedLoop(const ir::Op &O, std::unique_ptr<ReverseTree::Block> Body);
  void loopYields(const ir::Op &O);
  std::string inductionText(const Datum &D, const analysis::Induction &I);
  std::string tripText(const analysis::TripCount &T);

  // Calls (ReverseCalls.cpp)
  void call(const ir::Op &O);
  void sweepCall(const ir::Op &O);
  void pullbackRule(const ir::Op &O);
  void pushforwardRule(const ir::Op &O);
  std::string seedOf(const ir::Op &O);
  std::string argument(const ir::Op &O, unsigned I);
  void dropShadow(const ir::Op &Var);

  bool active(const ir::Value *V) const { return C.A.active(V); }
  /// V has an adjoint that is not known to be zero.
  bool flows(const ir::Value *V) const { return active(V) && T.contributed(*V); }
  std::string adjoint(const ir::Value &V) { return Nm.shadow(V); }
  std::string &dataText(const Datum &D) { return Data[{D.Of, unsigned(D.K) * 64 + D.Index}]; }
  /// Reported by the first writing only.
  void error(const ir::Op &O, const std::string &Text) {
    if (Placeholders && C.Undone.empty())
      C.S.error(O.Where, Text);
  }

  ReverseContext &C;
  ReverseTree T;
  std::vector<const ir::Op *> Pulls; ///< broadcasts whose pullbacks wait for others to run with, the last one first
  bool Placeholders = false;
  std::vector<Datum> Known; ///< by number of placeholder
  std::map<std::pair<const void *, unsigned>, std::string> Data; ///< texts of data other than values; looked up only
  std::map<std::string, std::string> Logs; ///< of undone stores, by scalar type
  std::map<const ir::Region *, std::string> Counters;            ///< of loop bodies; looked up only
};

} // namespace mixedad::transform
#endif
