//===- Activity.h - what carries derivatives ------------------------------===//
//
// A value is varied when it depends on an active parameter, useful when the result or active memory depends on
// it, and active when it is both: only active values get adjoints.
//
// Memory is seen as disjoint groups: every variable and every pointer belongs to one, and a pointer that may
// refer to a variable is in the variable's group (one flow-insensitive unification; coarse, and never wrong). A
// group is active as a whole: then each of its pointers has a shadow pointer and each variable a shadow.
// Memory that is reached through an inactive parameter is inactive, whatever is stored there; a group that would
// mix the two is reported, since half of its pointers would have no shadow.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_ANALYSIS_ACTIVITY_H
#define MIXEDAD_ANALYSIS_ACTIVITY_H

#include "ir/IR.h"

#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace mixedad::analysis {

/// Tells whether the result of a call depends on an active argument, for a mask over the callee's parameters.
using ResultActivity = std::function<bool(ir::Callee &, const std::string &Mask)>;

/// A place where active and inactive memory meet, or where an active value leaves what can be followed.
struct ActivityConflict {
  ir::Loc Where;
  std::string Text; ///< in the style of a diagnostic
};

class Activity {
public:
  /// Mask has one character a parameter, '1' where it is active.
  Activity(const ir::Function &F, const std::string &Mask, ResultActivity Results);

  bool varied(const ir::Value *V) const { return Varied.count(V) != 0; }
  bool useful(const ir::Value *V) const { return Useful.count(V) != 0; }
  /// V has an adjoint.
  bool active(const ir::Value *V) const { return V->isDifferentiable() && varied(V) && useful(V); }
  /// The pointer V has a shadow pointer.
  bool hasShadow(const ir::Value *V) const;
  /// The variable has a shadow.
  bool activeVar(const ir::Op *Var) const;
  /// The object at P has a shadow.
  bool activePlace(const ir::Place &P) const;
  /// The parameters of the callee that are active in this call, as a mask.
  std::string callMask(const ir::Op &Call) const;
  /// Some memory that the callee may write to is active.
  bool callWritesActive(const ir::Op &Call) const;
  /// The result, or the record in Dest, depends on an active argument.
  bool callResultActive(const ir::Op &Call) const;

  /// The group of memory that the place belongs to, or that the pointer refers to; null for a global.
  const void *group(const ir::Place &P) const { return groupOf(P) ? find(groupOf(P)) : nullptr; }
  const void *group(const ir::Value *Pointer) const { return find(Pointer); }
  const void *group(const ir::Op *Var) const { return find(Var); }

  /// Parameter I is an object passed by value that the mask says is constant, and the function stores active values in
  /// it: its shadow is the function's own.
  bool ownsShadow(size_t I) const { return OwnParams[I] && hasShadow(F.Params[I].V); }

  const std::vector<ActivityConflict> &conflicts() const { return Conflicts; }

  /// One line a value and a variable: "%3 x [active]", with varied, useful, shadow or none instead of active.
  std::string dump() const;

private:
  using Node = const void *;
  Node find(Node N) const;
  void unite(Node A, Node B);
  Node groupOf(const ir::Place &P) const;
  bool activeGroup(Node N) const { return N && ActiveGroups.count(find(N)) != 0; }
  bool poisoned(Node N) const { return N && InactiveGroups.count(find(N)) != 0; }

  void buildGroups(const ir::Region &R);
  void buildGroups(const ir::Op &O);
  void groupCall(const ir::Op &O);
  void seedParams(const std::string &Mask);
  void markGroup(Node N);
  void markVaried(const ir::Value *V);
  void markUseful(const ir::Value *V);
  void forward(const ir::Region &R);
  void forward(const ir::Op &O);
  void forwardPrim(const ir::Op &O);
  void forwardCall(const ir::Op &O);
  void forwardRegions(const ir::Op &O);
  void forwardNavigation(const ir::Op &O);
  void backward(const ir::Region &R);
  void backward(const ir::Op &O);
  void backwardRegions(const ir::Op &O);
  void check(const ir::Op &O);
  void checkLost();
  void spread();
  bool isOutput(const ir::Place &P) const;
  bool storesOutput(const ir::Place &P) const;
  bool carries(const ir::Op &O) const;

  const ir::Function &F;
  ResultActivity Results;
  mutable std::unordered_map<Node, Node> Leader;
  std::unordered_set<Node> ActiveGroups;
  std::unordered_set<Node> InactiveGroups; ///< reached through an inactive parameter: never active
  std::unordered_set<Node> GivenGroups;    ///< reached through an active parameter
  std::unordered_set<Node> OwnGroups;      ///< hold a variable, or are reached through an active parameter
  std::vector<const ir::Op *> Outputs;     ///< while losses are looked for: what stores in memory of inactive arguments
  std::vector<bool> OwnParams;             ///< by value and constant, which does not mean that it stays so
  std::unordered_set<const ir::Value *> Varied, Useful;
  std::vector<ActivityConflict> Conflicts;
  bool Changed = false;
};

/// A copy of an object of this type shares no memory with it.
bool sharesNothing(const ir::Type *T);
/// A fresh object of this type points at nothing that exists already: reals and inactive members alone.
bool holdsNoPointers(const ir::Type *T);
/// The argument is a pointer or a place that the callee may write through.
bool mayWriteThrough(const ir::Arg &A);

} // namespace mixedad::analysis
#endif
