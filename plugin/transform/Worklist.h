//===- Worklist.h - makes each requested variant once ---------------------===//
//
// The session of one translation unit. It outlives the rounds of requests that nested differentiation needs: `take`
// returns what was generated since it was called last, and later rounds call variants of earlier ones.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TRANSFORM_WORKLIST_H
#define MIXEDAD_TRANSFORM_WORKLIST_H

#include "transform/Session.h"

#include <functional>
#include <map>
#include <tuple>

namespace mixedad::transform {

class Worklist : public Session {
public:
  /// The callee's body, or null and reported.
  using LowerFn = std::function<const ir::Function *(ir::Callee &)>;
  using ErrorFn = std::function<void(const ir::Loc &, const std::string &)>;
  /// Writes one variant; V holds the names to use.
  using Emitter = std::function<Emitted(const ir::Function &, const std::string &Mask, const Variant &V, Session &)>;

  /// Knows all modes; an emitter can be replaced.
  Worklist(LowerFn Lower, ErrorFn Report, bool HostDevice = false);
  void setRemarks(ErrorFn R) { Remark = std::move(R); }
  void setEmitter(Mode M, Emitter E) { Emitters[static_cast<size_t>(M)] = std::move(E); }

  const ir::Function *body(ir::Callee &C) override { return Lower(C); }
  using Session::variant;
  Variant variant(const ir::Function &F, Mode M, const std::string &Mask) override;
  bool resultActive(ir::Callee &C, const std::string &Mask) override;
  bool resultActive(const ir::Function &F, const std::string &Mask);
  bool hostDevice() const override { return HostDevice; }
  void error(const ir::Loc &Where, const std::string &Text) override;
  void remark(const ir::Loc &Where, const std::string &Text) override {
    if (Remark)
      Remark(Where, Text);
  }

  /// Text that uses variants: an entry point.
  void add(const std::string &Definition) { Definitions += Definition; }

  /// Types, declarations and definitions since the last call; for namespace mixedad::detail.
  std::string take();
  bool failed() const { return Failed; }

private:
  using Key = std::tuple<const ir::Function *, Mode, std::string>;
  using ActivityKey = std::pair<const ir::Function *, std::string>;
  enum class Known { InProgress, No, Yes };

  Variant named(const ir::Function &F, Mode M, const std::string &Mask);

  LowerFn Lower;
  ErrorFn Report;
  bool HostDevice, Failed = false;
  Emitter Emitters[static_cast<size_t>(Mode::Partials) + 1];
  ErrorFn Remark;
  std::map<Key, Variant> Variants;          // looked up, never iterated
  std::map<ActivityKey, Known> ResultsKnown; // looked up, never iterated
  unsigned Next = 0;
  std::string Types, Declarations, Definitions;
};

} // namespace mixedad::transform
#endif
