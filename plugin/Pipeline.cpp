//===- Pipeline.cpp - from requests to text -------------------------------===//
//
// Joins the stages: lowering makes IR, the worklist makes every variant of it that is needed, and each request gets
// the entry point that the public API calls. One generator lives as long as the translation unit, so that later
// rounds call what earlier ones made.
//
//===----------------------------------------------------------------------===//
#include "Diagnostics.h"
#include "Options.h"
#include "inject/Attributes.h"
#include "inject/Request.h"
#include "inject/TypeNames.h"
#include "inject/UserRules.h"
#include "ir/Printer.h"
#include "ir/Verifier.h"
#include "lower/Lower.h"
#include "transform/Entry.h"
#include "transform/ReverseEntry.h"
#include "transform/Worklist.h"

using namespace clang;

namespace mixedad {
namespace {

class Pipeline : public Generator {
public:
  Pipeline(Sema &S, TypeNames &Names, const Options &O)
      : Names(Names), Opts(O), Book(S, Names), Refused(S),
        Ctx(S, [&Names](QualType T) { return Names.spell(T); }),
        List([this](ir::Callee &C) { return lowered(C); },
             [this](const ir::Loc &L, const std::string &Text) { error(L, Text); }, S.getLangOpts().CUDA) {
    Ctx.SpellCallee = [this](const FunctionDecl *F) { return this->Names.spellCallee(F); };
    Ctx.SpellAddress = [this](const FunctionDecl *F) { return this->Names.spellAddress(F); };
    Ctx.SpellTag = [this](const FunctionDecl *F) { return this->Names.spellTag(F); };
    Ctx.FieldName = [this](const FieldDecl *F) { return this->Names.spellField(F); };
    Ctx.SpellVariable = [this](const VarDecl *V) { return this->Names.spellVariable(V); };
    Ctx.IsInactive = [](const Decl *D) { return isInactive(D); };
    Ctx.RulesFor = [this](const FunctionDecl *F) {
      RuleBook::Found R = Book.find(F);
      return UserRules{R.Pushforward, R.Pullback, R.PushforwardDecl, R.PullbackDecl};
    };
    List.setRemarks([&S](const ir::Loc &L, const std::string &Text) {
      if (remarks())
        remark(S, SourceLocation::getFromRawEncoding(L.Raw), Text);
    });
    Ctx.Refuse = [this](SourceLocation L, std::string What, std::string WayOut) {
      if (!Quiet)
        Refused.refuse(L, What, WayOut);
    };
  }

  void setWaiting(std::function<bool(const FunctionDecl *)> Waits) override { Ctx.Waits = std::move(Waits); }

  std::string generate(Sema &, const std::vector<Request> &Requests) override {
    for (const Request &R : Requests)
      Ctx.Roots.insert(R.F->getCanonicalDecl());
    for (const Request &R : Requests) {
      Refused.setRequest(&R);
      entry(R);
    }
    Refused.setRequest(nullptr);
    return "namespace mixedad::detail {\n\n" + List.take() + "\n} // namespace mixedad::detail\n";
  }

private:
  const ir::Function *lowered(ir::Callee &C) {
    const ir::Function *F = Ctx.body(&C);
    if (F && Seen.insert(F).second)
      check(*F);
    for (; Checked < Ctx.Scalars.size(); ++Checked)
      check(*Ctx.Scalars[Checked]);
    return F;
  }
  void check(const ir::Function &F) {
    if (Opts.PrintIR)
      llvm::errs() << ir::print(F);
    for (const std::string &Broken : ir::verify(F))
      error(F.Where, "internal error: " + Broken);
  }
  void error(const ir::Loc &L, const std::string &Text) {
    // Transforms say "a sentence; way out" in one text.
    SourceLocation Loc = SourceLocation::getFromRawEncoding(L.Raw);
    size_t Semicolon = Text.find("; ");
    if (Semicolon == std::string::npos)
      Refused.refuseBecause(Loc, Text, "");
    else
      Refused.refuseBecause(Loc, Text.substr(0, Semicolon), Text.substr(Semicolon + 2));
  }
  /// Nothing is asked to be differentiated: what cannot be lowered stays as it is.
  void primalEntry(const Request &R) {
    ir::Callee &C = *Ctx.callee(R.F);
    Quiet = true;
    const ir::Function *F = lowered(C);
    Quiet = false;
    if (F)
      List.add(transform::primalEntry(*F, R.Tag, List));
    else
      Ctx.forget(&C);
  }
  void entry(const Request &R) {
    if (R.M == Request::Mode::Primal)
      return primalEntry(R);
    ir::Callee &C = *Ctx.callee(R.F);
    if (C.Kernel)
      return Refused.refuse(R.F->getLocation(), "'" + C.Name + "' by itself, because it is a kernel", "ask for the derivative of a function that launches it");
    const ir::Function *F = lowered(C);
    if (!F)
      return;
    std::string Mask;
    for (bool A : R.Active)
      Mask += A ? '1' : '0';
    const std::string Linkage = "static inline ";
    switch (R.M) {
    case Request::Mode::Reverse:
      List.add(transform::reverseEntry(*F, Mask, R.Tag, R.HasSeed, Linkage, List));
      return;
    case Request::Mode::Pushforward:
      List.add(transform::pushforwardEntry(*F, Mask, R.Tag, Linkage, List));
      return;
    case Request::Mode::Sweeps:
      List.add(transform::sweepEntries(*F, Mask, R.Tag, R.HasSeed, Linkage, List));
      return;
    case Request::Mode::Primal:
      return; // above
    }
  }

  TypeNames &Names;
  Options Opts;
  RuleBook Book;
  Refusals Refused;
  LowerContext Ctx;
  transform::Worklist List;
  llvm::SmallPtrSet<const ir::Function *, 16> Seen;
  size_t Checked = 0;
  bool Quiet = false; ///< refusals are not reported
};

} // namespace

std::unique_ptr<Generator> createGenerator(Sema &S, TypeNames &Names, const Options &O) {
  return std::make_unique<Pipeline>(S, Names, O);
}

} // namespace mixedad
