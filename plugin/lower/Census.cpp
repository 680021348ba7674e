//===- Census.cpp - what an indirect call may reach -----------------------===//
#include "lower/Census.h"
#include "lower/NodeVisitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace mixedad {

namespace {
struct TargetVisitor : NodeVisitor {
  const SourceManager &Files;
  const bool Library;
  llvm::SmallVector<const CXXRecordDecl *, 16> Classes;
  llvm::SmallVector<const FunctionDecl *, 16> Mentioned;
  llvm::SmallPtrSet<const FunctionDecl *, 32> Seen;
  llvm::SmallPtrSet<const Expr *, 32> Called;

  /// Library: also in system headers.
  TargetVisitor(const SourceManager &Files, bool Library) : Files(Files), Library(Library) {
    TemplateInstantiations = true;
    TemplateArguments = false; // no address that a program passes on: f in gradient<f>(x)
  }
  bool skips(const Decl *D) override {
    return !Library && D->getLocation().isValid() && Files.isInSystemHeader(D->getLocation());
  }
  bool visit(Decl *Node) override {
    const auto *D = dyn_cast<CXXRecordDecl>(Node);
    if (D && D->isThisDeclarationADefinition() && !D->isDependentContext() && D->isPolymorphic() && !D->isAbstract())
      Classes.push_back(D);
    return true;
  }
  bool visit(Stmt *Node) override {
    if (const auto *E = dyn_cast<CallExpr>(Node)) {
      const Expr *Callee = E->getCallee()->IgnoreParenImpCasts();
      if (const auto *Given = dyn_cast<SubstNonTypeTemplateParmExpr>(Callee))
        Callee = Given->getReplacement()->IgnoreParenImpCasts();
      if (const auto *Address = dyn_cast<UnaryOperator>(Callee); Address && Address->getOpcode() == UO_AddrOf)
        Callee = Address->getSubExpr()->IgnoreParenImpCasts();
      Called.insert(Callee);
    }
    const auto *E = dyn_cast<DeclRefExpr>(Node);
    const auto *FD = E ? dyn_cast<FunctionDecl>(E->getDecl()) : nullptr;
    if (FD && !Called.count(E) && !isa<CXXMethodDecl>(FD) && Seen.insert(FD->getCanonicalDecl()).second)
      Mentioned.push_back(FD->getCanonicalDecl());
    return true;
  }
};
} // namespace

void Census::take() {
  if (Known)
    return;
  TargetVisitor V(Ast.getSourceManager(), /*Library=*/false);
  V.walk(Ast.getTranslationUnitDecl());
  Classes = std::move(V.Classes);
  Mentioned = std::move(V.Mentioned);
  Known = true;
}

llvm::SmallVector<const CXXRecordDecl *, 8> Census::classesOf(const CXXRecordDecl *Base) {
  take();
  llvm::SmallVector<const CXXRecordDecl *, 16> Among = Classes;
  if (Ast.getSourceManager().isInSystemHeader(Base->getLocation())) { // the library derives from its own classes
    TargetVisitor V(Ast.getSourceManager(), /*Library=*/true);
    V.walk(Ast.getTranslationUnitDecl());
    Among = std::move(V.Classes);
  }
  llvm::SmallVector<const CXXRecordDecl *, 8> Found;
  for (const CXXRecordDecl *D : Among)
    if (D->getCanonicalDecl() == Base->getCanonicalDecl() || D->isDerivedFrom(Base))
      Found.push_back(D);
  return Found;
}

llvm::SmallVector<const FunctionDecl *, 8> Census::addressTaken(QualType FunctionType) {
  take();
  llvm::SmallVector<const FunctionDecl *, 8> Found;
  for (const FunctionDecl *FD : Mentioned)
    if (Ast.hasSameFunctionTypeIgnoringExceptionSpec(FD->getType(), FunctionType))
      Found.push_back(FD);
  return Found;
}

} // namespace mixedad
