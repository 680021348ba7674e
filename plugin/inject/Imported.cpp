//===- Imported.cpp - attributes from precompiled headers and modules -----===//
//
// What attributes registered is gone when a unit was precompiled; the attributes themselves are not. A user's rule is
// found again by the qualified name of its target, and its parameters say which function of that name it means.
//
//===----------------------------------------------------------------------===//
#include "inject/Attributes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace mixedad {

namespace {

/// All declarations of this qualified name.
std::vector<const NamedDecl *> named(ASTContext &C, StringRef QualifiedName) {
  SmallVector<StringRef, 4> Parts;
  QualifiedName.split(Parts, "::");
  std::vector<const DeclContext *> Scopes{C.getTranslationUnitDecl()};
  std::vector<const NamedDecl *> Found;
  for (std::size_t I = 0; I < Parts.size(); ++I) {
    Found.clear();
    for (const DeclContext *Scope : Scopes)
      for (const NamedDecl *D : Scope->lookup(&C.Idents.get(Parts[I])))
        Found.push_back(D->getUnderlyingDecl());
    Scopes.clear();
    for (const NamedDecl *D : Found)
      if (const auto *DC = dyn_cast<DeclContext>(D))
        Scopes.push_back(DC->getPrimaryContext() ? DC->getPrimaryContext() : DC);
  }
  return Found;
}

void addImported(ASTContext &C, const FunctionDecl *F, Registered &Into) {
  for (const auto *A : F->specific_attrs<SuppressAttr>()) {
    StringRef Name = A->diagnosticIdentifiers_size() ? *A->diagnosticIdentifiers_begin() : StringRef();
    if (Name == "mixedad::differentiable")
      Into.Differentiable.push_back(F);
    if (Name != "mixedad::derivative_of")
      continue;
    UserRule R;
    R.Rule = F;
    if (A->diagnosticIdentifiers_size() > 2)
      R.Said = ruleKind(A->diagnosticIdentifiers_begin()[2]);
    for (const NamedDecl *D : named(C, A->diagnosticIdentifiers_begin()[1]))
      if (isa<FunctionDecl, FunctionTemplateDecl, CXXRecordDecl, ClassTemplateDecl>(D))
        R.Targets.push_back(D);
    if (!R.Targets.empty())
      Into.Rules.push_back(std::move(R));
  }
}

void addImported(ASTContext &C, const DeclContext *DC, Registered &Into) {
  for (const Decl *D : DC->decls()) {
    if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
      D = T->getTemplatedDecl();
    if (const auto *F = dyn_cast<FunctionDecl>(D)) {
      if (F->isFromASTFile())
        addImported(C, F, Into);
    } else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D)) {
      addImported(C, cast<DeclContext>(D), Into);
    }
  }
}

} // namespace

void registerImported(Sema &S) {
  const bool Imports = !S.getPreprocessor().getPreprocessorOpts().ImplicitPCHInclude.empty() ||
                       S.getLangOpts().Modules || S.getLangOpts().CPlusPlusModules;
  if (!Imports || !S.Context.getExternalSource())
    return;
  Registered Found;
  addImported(S.Context, S.Context.getTranslationUnitDecl(), Found);
  Registered &All = registered();
  All.Rules.insert(All.Rules.begin(), Found.Rules.begin(), Found.Rules.end());
  All.Differentiable.insert(All.Differentiable.begin(), Found.Differentiable.begin(), Found.Differentiable.end());
}

} // namespace mixedad
