//===- Plugin.cpp - registration with Clang -------------------------------===//
#include "Compat.h"
#include "Diagnostics.h"
#include "Options.h"
#include "inject/Attributes.h"
#include "inject/Injector.h"
#include "inject/MissingHeaders.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/SemaConsumer.h"

using namespace clang;

namespace mixedad {
namespace {

class Consumer : public SemaConsumer {
public:
  explicit Consumer(Options O) : Opts(std::move(O)) {}
  void InitializeSema(Sema &S) override {
    if (S.getLangOpts().CPlusPlus17) {
      compat::addSource(S, new MissingHeaders(S));
      compat::addSource(S, new Injector(S, Opts));
    }
  }

private:
  Options Opts;
};

class Action : public PluginASTAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override {
    registered() = Registered();
    useRemarkOptions(CI.getCodeGenOpts());
    Preprocessor &PP = CI.getPreprocessor();
    PP.setPredefines(PP.getPredefines() + "#define __MIXEDAD__ 1\n");
    return std::make_unique<Consumer>(Opts);
  }
  bool ParseArgs(const CompilerInstance &CI, const std::vector<std::string> &Args) override {
    for (const std::string &A : Args)
      if (!parseOption(A, Opts)) {
        report(CI.getDiagnostics(), SourceLocation(), DiagId::UnknownOption) << A; // fatal: the last thing that is said
        return true;
      }
    if (Opts.Help)
      llvm::outs() << HelpText;
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
  Options Opts;
};

FrontendPluginRegistry::Add<Action> Register("mixedad", "derivatives of C++ and CUDA functions");

} // namespace
} // namespace mixedad
