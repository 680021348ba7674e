//===- ReverseContext.h - what both sweeps of one function agree on -------===//
//
// The two sweeps are written separately and must agree on where everything is: which shadows the forward sweep makes,
// what it keeps under which name, what it pushes on the tape and in which order. Those decisions are here, made once
// and only read by the sweeps.
//
// Where things are kept: values of the function's own body stay in scope (f_grad) or are members of the frame
// (f_fwd, f_rev); values of a branch outside loops are members too, or variables declared before the branch; what a
// loop's body or a branch inside one keeps is pushed on the tape at its end, as one record.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TRANSFORM_REVERSECONTEXT_H
#define MIXEDAD_TRANSFORM_REVERSECONTEXT_H

#include "analysis/RecordPlan.h"
#include "transform/Session.h"

#include <map>
#include <set>

namespace mixedad::transform {

using analysis::Datum;

/// The spelling of a shadow of this type: what a pointer to const points at is written to in the reverse sweep.
std::string shadowSpelling(const ir::Type &Ty);
std::string withoutConst(std::string Spelling);

class ReverseContext {
public:
  using Stores = std::set<const ir::Op *>;
  ReverseContext(const ir::Function &F, const std::string &Mask, const Variant &Self, Session &S, bool Sweeps,
                 Stores Undone = {}, bool Steady = false);

  const ir::Function &F;
  const std::string Mask;
  const Variant Self;
  Session &S;
  const bool Sweeps; ///< two functions and a frame, rather than one function
  const bool Threads; ///< F is a kernel: many threads run it at a time, and both sweeps are given its arguments
  const Stores Undone; ///< stores whose memory the reverse sweep sets back, so that what was read can be read again
  analysis::Layout L;
  analysis::Activity A;
  analysis::WrittenMemory Memory;
  analysis::RecordPlan Plan;

  /// Stores outside of loops that read, deeper inside, what they may overwrite: undoing them can save records.
  Stores undoCandidates() const;

  /// Settles the plan; Needs is what the reverse sweep mentions.
  void plan(const std::vector<Datum> &Needs);

  /// R belongs to a loop's condition: the reverse sweep does not enter it, so nothing in it may stay on the tape.
  bool inCondition(const ir::Region *R) const;
  /// The variable's shadow is made by the forward sweep and keeps its address.
  bool stableShadow(const ir::Op &Var) const;
  /// It is emplaced on the tape.
  bool shadowOnTape(const ir::Op &Var) const;
  /// The shadow pointer is needed in the forward sweep.
  bool forwardShadow(const ir::Value *V) const { return ForwardShadows.count(V) != 0; }
  /// Parameter I is an object passed by value that the function changes: its shadow is a copy.
  bool ownShadow(size_t I) const;

  /// The call has a reverse: some argument is active, and the result or active memory depends on it.
  bool reversed(const ir::Op &Call) const;
  Variant callee(const ir::Op &Call);
  /// Until the call's reverse nothing writes to memory that the kernel only reads.
  bool isSteady(const ir::Op &Launch) const;
  /// The callee's frame is emplaced on the tape rather than a variable or member.
  bool frameOnTape(const ir::Op &Call);
  /// The call returns the shadow of its result together with the result.
  bool returnsShadow(const ir::Op &Call) const;
  static bool returnsShadow(const ir::Type *Ty);

  /// What the states of a checkpointed loop hold: carried values that change, and variables that the body writes.
  struct LoopState {
    std::string Type;
    std::vector<size_t> Carried; ///< numbers of the loop's arguments
    std::vector<const ir::Op *> Vars;
    std::vector<std::string> Members; ///< of the carried values, then of the variables
  };
  const LoopState &loopState(const ir::Op &Loop);
  /// Why the loop's body cannot be run again, as a diagnostic; "" when it can.
  std::string refusesCheckpoint(const ir::Op &Loop) const;

  /// D is kept in the frame or in a variable declared before the outermost branch round it.
  bool isMember(const Datum &D) const;
  /// A name for D's copy: a member of a frame or record.
  std::string memberName(const Datum &D, emit::Names &In) const;
  std::string spelling(const Datum &D);
  /// How the reverse sweep reads what was saved outside loops; the forward sweep fills it.
  std::map<std::pair<const void *, unsigned>, std::string> Kept;
  std::string &kept(const Datum &D) { return Kept[{D.Of, unsigned(D.K) * 64 + D.Index}]; }

  /// The reverse sweep computes V again for partials alone: nothing that decides which way it goes or where it reads can
  /// come of V. (Of a value that was kept nothing is computed again.)
  bool onlyForPartials(const ir::Value &V);

  /// Where f_rev finds the copy of parameter I's shadow.
  const std::string &ownShadowAddress(size_t I) { return OwnShadows[I]; }
  const ir::Type *shadowType(const ir::Type *Ty);

  /// The record that region R pushes: its type, or the type of its only value.
  std::string recordType(const ir::Region &R);
  const std::vector<std::string> &recordMembers(const ir::Region &R) { return Records[&R].Members; }
  /// Definitions of the record types, the holders of arrays and the frame.
  std::string types();
  /// The type under which an object of type Ty is emplaced (arrays need a holder), and how to reach it from there.
  std::string holderType(const ir::Type &Ty);
  static std::string held(const ir::Type &Ty, const std::string &Holder);

  /// The tape's name, for text that uses it: both sweeps write down here what they do, and nobody reads their text for it.
  std::string tape() {
    UsesTape = true;
    return "tape";
  }
  /// As an argument of V's sweeps.
  std::string tapeFor(const Variant &V) { return V.Repeatable ? "tape" : tape(); }
  /// The reverse sweep takes something away: it cannot run again.
  void consume() { Consumes = true; }
  /// The tape holds what O allocates for the shadow, and releases it where no reverse sweep runs.
  bool tapeReleases(const ir::Op &O) const;
  bool usesTape() const { return UsesTape; }
  /// A loop whose iterations are recorded; null without one.
  const ir::Op *recordingLoop() const;
  bool hasFrame() const { return !Frame.empty(); }
  /// The place may be memory that other threads reach.
  bool isShared(const ir::Place &P) const;
  /// No other thread reaches what this load reads, if the launch is a line.
  bool isOwn(const ir::Op &Load) const;
  bool consumes() const { return Consumes || UsesTape; }
  void forgetDraft() { UsesTape = Consumes = false; }

private:
  struct Record {
    std::string Type, Definition;
    std::vector<std::string> Members;
  };
  void findDeciding();
  void layOutFrame();
  void layOutRecords();
  void findForwardShadows();
  bool demandShadows(const ir::Op &O);
  bool demand(const ir::Value *V);

  std::set<const ir::Value *> ForwardShadows;              // looked up, never iterated
  std::optional<std::set<const ir::Value *>> Deciding;     ///< see onlyForPartials(); looked up, never iterated
  std::map<const ir::Op *, Variant> Callees;               // looked up, never iterated
  std::map<const ir::Op *, LoopState> States;              // looked up, never iterated
  std::map<const ir::Region *, Record> Records;            // looked up, never iterated
  std::map<std::string, std::string> Holders;
  std::map<std::string, std::unique_ptr<ir::Type>> ShadowTypes;
  std::map<size_t, std::string> OwnShadows;
  std::set<std::string> Pointees; ///< frames that are kept by address
  std::string StateText, Frame, RecordText, HolderText;
  bool UsesTape = false, Consumes = false;
};

} // namespace mixedad::transform
#endif
