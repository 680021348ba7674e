//===- MissingHeaders.cpp - names of the API and their headers ------------===//
#include "inject/MissingHeaders.h"
#include "Diagnostics.h"
#include "clang/AST/Decl.h"
#include "clang/Sema/DeclSpec.h"
#include "clang/Sema/TypoCorrection.h"

using namespace clang;

namespace mixedad {

namespace {
struct Declares {
  const char *Header;
  std::initializer_list<StringRef> Names;
};
} // namespace

static StringRef headerOf(StringRef Name) {
  static const Declares All[] = {
      {"mixedad/gradient.h", {"gradient", "value_and_gradient", "vjp", "pullback", "jvp", "value_and_jvp", "dup", "constant",
                              "wrt", "gradients", "none", "tangent_space", "get"}},
      {"mixedad/jacobian.h", {"jacobian", "hessian", "hvp", "matrix"}},
      {"mixedad/mixedad.h", {"Array", "Shape", "Axes", "Device", "host", "cuda", "view", "broadcast", "broadcast_into", "sum",
                             "mean", "max", "min", "argmax", "matmul", "reshape", "transpose", "slice", "concatenate",
                             "gather", "scatter_add", "softmax", "log_softmax", "logsumexp", "softmax_cross_entropy",
                             "broadcast_to", "default_device", "set_stream", "synchronize", "thread_count",
                             "set_thread_count"}},
      {"mixedad/half.h", {"half", "bfloat16"}},
      {"mixedad/budget.h", {"set_memory_budget", "memory_budget"}},
  };
  for (const Declares &D : All)
    if (llvm::is_contained(D.Names, Name))
      return D.Header;
  return "";
}

TypoCorrection MissingHeaders::CorrectTypo(const DeclarationNameInfo &Name, int, Scope *, CXXScopeSpec *Qualifier,
                                           CorrectionCandidateCallback &, DeclContext *MemberContext, bool,
                                           const ObjCObjectPointerType *) {
  const IdentifierInfo *I = Name.getName().getAsIdentifierInfo();
  if (!I || S.isSFINAEContext())
    return {};
  if (!MemberContext && (!Qualifier || Qualifier->isEmpty())) {
    if (I->getName() == "mixedad" && Said.insert(Name.getLoc().getRawEncoding()).second)
      report(S, Name.getLoc(), DiagId::NoHeader) << "namespace 'mixedad'" << "mixedad/gradient.h";
    return {};
  }
  const auto *N = dyn_cast_or_null<NamespaceDecl>(MemberContext ? MemberContext : S.computeDeclContext(*Qualifier));
  if (!N || N->getName() != "mixedad" || !N->getParent()->getRedeclContext()->isTranslationUnit())
    return {};
  StringRef Header = headerOf(I->getName());
  if (!Header.empty() && Said.insert(Name.getLoc().getRawEncoding()).second)
    report(S, Name.getLoc(), DiagId::NoHeader) << ("'mixedad::" + I->getName() + "'").str() << Header;
  return {};
}

} // namespace mixedad
