//===- NodeVisitor.cpp - the only RecursiveASTVisitor ---------------------===//
#include "lower/NodeVisitor.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace mixedad {

namespace {
struct Walker : RecursiveASTVisitor<Walker> {
  NodeVisitor &V;
  explicit Walker(NodeVisitor &V) : V(V) {}
  bool shouldVisitImplicitCode() const { return V.ImplicitCode; }
  bool shouldVisitTemplateInstantiations() const { return V.TemplateInstantiations; }
  bool TraverseDecl(Decl *D) { return !D || V.skips(D) || RecursiveASTVisitor::TraverseDecl(D); }
  bool VisitStmt(Stmt *S) { return V.visit(S); }
  bool VisitDecl(Decl *D) { return V.visit(D); }
  // Clang's helpers beside the code under an OpenMP directive: private copies, captures of outlined regions.
  bool TraverseOMPClause(OMPClause *) { return true; }
  bool TraverseCapturedStmt(CapturedStmt *S) { return TraverseStmt(S->getCapturedStmt()); }
  /// What a list means. As it is written it has no conversions, so that what it reads looks like an address.
  bool TraverseInitListExpr(InitListExpr *E, DataRecursionQueue * = nullptr) {
    if (InitListExpr *Meaning = E->isSemanticForm() ? E : E->getSemanticForm())
      E = Meaning;
    if (!V.visit(static_cast<Stmt *>(E)))
      return false;
    for (Stmt *Child : E->children())
      if (Child && !TraverseStmt(Child))
        return false;
    return true;
  }
  bool TraverseTemplateArgumentLoc(const TemplateArgumentLoc &A) {
    return !V.TemplateArguments || RecursiveASTVisitor::TraverseTemplateArgumentLoc(A);
  }
  bool TraverseTemplateArgument(const TemplateArgument &A) {
    return !V.TemplateArguments || RecursiveASTVisitor::TraverseTemplateArgument(A);
  }
  bool TraverseLambdaExpr(LambdaExpr *E) {
    if (V.LambdaBodies)
      return RecursiveASTVisitor::TraverseLambdaExpr(E);
    if (!V.visit(static_cast<Stmt *>(E)))
      return false;
    for (Expr *Init : E->capture_inits())
      if (Init && !TraverseStmt(Init))
        return false;
    return true;
  }
};
} // namespace

void NodeVisitor::walk(const Stmt *S) {
  if (S)
    Walker(*this).TraverseStmt(const_cast<Stmt *>(S));
}

void NodeVisitor::walk(const Decl *D) { Walker(*this).TraverseDecl(const_cast<Decl *>(D)); }

void NodeVisitor::walkCode(const FunctionDecl *Definition) {
  walk(Definition->getBody());
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *I : C->inits())
      walk(I->getInit());
}

} // namespace mixedad
