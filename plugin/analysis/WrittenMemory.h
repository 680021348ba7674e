//===- WrittenMemory.h - which memory may change between the sweeps -------===//
//
// A load can be repeated in the reverse sweep when what it reads is still there and still the same: when nothing that
// runs with it or after it may write there.
//
//  * "After" goes by the operations of the function's own body: a loop as a whole, a branch as a whole.
//  * Memory that is reached through pointers is told apart by scalar type (pointers to different scalar types do not
//    alias) and by Activity's groups: the function's own variables and allocations alias no argument, and a
//    __restrict argument aliases no other. Two arguments may be the same memory.
//  * Variables whose address is never taken are told apart one by one.
//  * Objects that die before the reverse sweep count as written. The function's own variables live until its end.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_ANALYSIS_WRITTENMEMORY_H
#define MIXEDAD_ANALYSIS_WRITTENMEMORY_H

#include "analysis/Activity.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mixedad::analysis {

/// What is at places of the variable is reached through it alone. What a container or a record of pointers gives out
/// is not: iterators are pointers that were loaded from it.
bool isPrivate(const ir::Op &Var);

/// The pointer parameters through which F writes; nothing when it may write through other pointers too.
std::optional<std::set<const ir::Value *>> writtenParameters(const ir::Function &F);

class WrittenMemory {
public:
  /// Body gives a callee's body, or null when it has none that can be seen.
  using Bodies = std::function<const ir::Function *(ir::Callee &)>;

  /// What F and all functions that it reaches may write. Stores in Undone do not count.
  WrittenMemory(const ir::Function &F, const Activity &A, const Bodies &Body, const std::set<const ir::Op *> &Undone);
  /// All memory that others can reach.
  void addUnknown() { Always.Anything = true; }
  /// Other threads run the function at the same time: what it writes is written at any time.
  void addThreads();

  /// Whether the scalar at P, which is not a variable of the function alone, may change from operation From of the
  /// function's body on.
  bool mayChange(const ir::Place &P, size_t From) const;
  /// The same, from the operation behind Op on, which may be in a branch; of a loop round it all.
  bool mayChangeAfter(const ir::Place &P, const ir::Op &Op) const;
  /// Whether the variable, which must be private, is written from there on.
  bool written(const ir::Op *Var, size_t From) const;
  /// What is at P outlives the function's body: an argument's memory, or a plain variable of the body itself.
  bool outlives(const ir::Place &P) const;
  /// Both places may be the same memory.
  bool mayAlias(const ir::Place &P, const ir::Place &Q) const;

private:
  using Group = const void *;
  struct Effects {
    bool Anything = false;
    std::set<std::pair<std::string, Group>> Scalars; // only searched: the order of groups does not show
    std::set<const ir::Op *> Vars;                   // looked up, never iterated
  };
  struct Collector;
  /// What a group of memory is made of.
  struct Origin {
    unsigned Params = 0;
    bool Restrict = false; ///< one of the parameters is
    bool Foreign = false;  ///< a pointer of unknown origin
    bool Own = false;      ///< a variable or an allocation
    bool Dies = false;     ///< that may be gone, or elsewhere, when the body has run
  };
  void collect(const ir::Op &O, Effects &Into, Effects &Dying) const;
  void findOrigins(const ir::Function &F);
  void findOrigin(const ir::Op &O);
  bool disjoint(Group G, Group H) const;
  bool mayChange(const Effects &E, const std::string &Key, Group G) const;

  const ir::Function &F;
  const Activity &A;
  const Bodies Body;
  const std::set<const ir::Op *> Undone; // looked up, never iterated
  std::map<Group, Origin> Origins; // looked up, never iterated
  Effects Always;                  ///< whenever
  std::vector<Effects> Steps;      ///< of each operation of the function's body
  mutable std::map<const ir::Function *, Effects> Callees; ///< what each called function writes, with a null group
};

} // namespace mixedad::analysis
#endif
