//===- RecordPlan.h - what the forward sweep keeps for the reverse sweep --===//
//
// Nothing is restored: whatever the reverse sweep mentions was either kept when it was computed or is computed again
// from what was kept. The unit of decision is an iteration: a loop's body with the branches in it, or the function's
// body with its branches. Within one, the cheapest vertex cut between what cannot be recomputed and what is needed
// is saved; values of an iteration further out are there for nothing, and become needs of that iteration.
//
// The plan is data: for each region what is saved there (on the tape for a region inside a loop, in the frame or in a
// variable otherwise) and what is recomputed, each in the order of execution.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_ANALYSIS_RECORDPLAN_H
#define MIXEDAD_ANALYSIS_RECORDPLAN_H

#include "analysis/Activity.h"
#include "analysis/Induction.h"
#include "analysis/WrittenMemory.h"

#include <map>

namespace mixedad::analysis {

/// Something that the reverse sweep mentions.
struct Datum {
  enum class Kind {
    Primal,    ///< a value
    Shadow,    ///< a pointer value's shadow pointer
    TripCount, ///< of a loop
    Frame,     ///< of a call: the callee's frame, or its address when it is on the tape
    VarShadow, ///< of a variable: the address of its shadow
    Copy,      ///< of a call: what argument Index was
    Shape,     ///< of an array: a value
    Partial,   ///< of a broadcast: the partials with respect to operand Index, which the forward sweep stores
    Old,       ///< of a store that is undone: what was there before
    States     ///< of a checkpointed loop: its states, or their address when they are on the tape
  };
  Kind K;
  const void *Of; ///< a Value or an Op
  unsigned Index = 0;

  static Datum primal(const ir::Value *V) { return {Kind::Primal, V}; }
  static Datum shadow(const ir::Value *V) { return {Kind::Shadow, V}; }
  static Datum shape(const ir::Value *V) { return {Kind::Shape, V}; }
  bool isValue() const { return K == Kind::Primal || K == Kind::Shadow; }
  /// It is made where the value is.
  bool ofValue() const { return isValue() || K == Kind::Shape; }
  const ir::Value *value() const { return static_cast<const ir::Value *>(Of); }
  const ir::Op *op() const { return static_cast<const ir::Op *>(Of); }
  friend bool operator==(const Datum &A, const Datum &B) { return A.K == B.K && A.Of == B.Of && A.Index == B.Index; }
};

class RecordPlan {
public:
  /// Sweeps: the function's own values do not stay in scope until the reverse sweep.
  /// Undone: stores that the reverse sweep takes back when it comes to them.
  /// Arguments: the reverse sweep is given the function's arguments again.
  RecordPlan(const ir::Function &F, const Layout &L, const Activity &A, const WrittenMemory &M, bool Sweeps,
             bool Arguments, const std::set<const ir::Op *> &Undone)
      : F(F), L(L), A(A), Memory(M), Sweeps(Sweeps), Arguments(Arguments), Undone(Undone) {}

  void solve(const std::vector<Datum> &Needs);

  const std::vector<Datum> &saved(const ir::Region &R) const { return find(Saved, R); }
  const std::vector<Datum> &recomputed(const ir::Region &R) const { return find(Recomputed, R); }
  bool isSaved(const Datum &D) const;
  /// What Reader reads at P is still there in the reverse sweep and has not changed.
  bool mayRepeat(const ir::Place &P, const ir::Op &Reader) const;

  /// An estimate of the bytes that are kept, a loop taken as a hundred iterations.
  double bytes() const;

  /// One line a region: "iteration 1: save x; recompute t3, t4".
  std::string dump() const;

private:
  using Lists = std::map<const ir::Region *, std::vector<Datum>>; // looked up, never iterated
  struct Graph;
  static const std::vector<Datum> &find(const Lists &In, const ir::Region &R);
  const ir::Region *home(const Datum &D) const;
  const ir::Region *iteration(const Datum &D) const { return L.iteration(home(D)); }
  bool before(const Datum &A, const Datum &B) const;
  bool free(const Datum &D) const;
  uint64_t cost(const Datum &D) const;

  /// What D can be computed from; nullopt when it must be kept.
  std::optional<std::vector<Datum>> recipe(const Datum &D) const;
  std::optional<std::vector<Datum>> valueRecipe(const Datum &D) const;
  std::optional<std::vector<Datum>> inductionRecipe(const Datum &D) const;
  std::optional<std::vector<Datum>> branchRecipe(const ir::Op &If) const;
  std::optional<std::vector<Datum>> tripRecipe(const ir::Op &Loop) const;
  bool stillOverwritten(const ir::Place &P, const ir::Op &Reader) const;
  bool inScope(const ir::Op *Var) const;
  void addUses(const ir::Op &O, bool Shadow, std::vector<Datum> &Out) const;

  void solveIteration(const ir::Region *R);
  void add(Lists &To, const Datum &D);
  void need(const Datum &D);

  const ir::Function &F;
  const Layout &L;
  const Activity &A;
  const WrittenMemory &Memory;
  bool Sweeps, Arguments;
  const std::set<const ir::Op *> &Undone; // looked up, never iterated for output
  Lists Saved, Recomputed, Pending;
};

} // namespace mixedad::analysis
#endif
