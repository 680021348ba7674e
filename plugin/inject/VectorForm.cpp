//===- VectorForm.cpp - broadcast functions that vectorize in another form ===//
#include "inject/VectorForm.h"
#include "rules/Rules.h"
#include "transform/KernelMath.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace mixedad {
namespace {

class Arithmetic {
public:
  bool function(const FunctionDecl *F) {
    const FunctionDecl *Def = nullptr;
    if (isa<CXXMethodDecl>(F) || !F->hasBody(Def) || Def->isVariadic() || !number(Def->getReturnType()))
      return false;
    for (const ParmVarDecl *P : Def->parameters())
      if (!number(P->getType()))
        return false;
    if (llvm::is_contained(Open, Def))
      return false; // recursion
    Open.push_back(Def);
    bool Good = statement(Def->getBody());
    Open.pop_back();
    return Good;
  }
  bool CallsVectorMath = false;

private:
  static bool number(QualType T) { return T->isArithmeticType() && !T.isVolatileQualified() && !T->isAnyComplexType(); }

  bool statement(const Stmt *S) {
    if (!S)
      return true;
    if (const auto *E = dyn_cast<Expr>(S))
      return expression(E);
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return llvm::all_of(D->decls(), [&](const Decl *X) { return local(X); });
    if (!isa<CompoundStmt, ReturnStmt, IfStmt, NullStmt>(S))
      return false;
    return llvm::all_of(S->children(), [&](const Stmt *Child) { return statement(Child); });
  }

  bool local(const Decl *D) {
    const auto *V = dyn_cast<VarDecl>(D);
    return V && V->hasLocalStorage() && number(V->getType()) && statement(V->getInit());
  }

  bool expression(const Expr *E) {
    if (E->isValueDependent() || !number(E->getType()))
      return isa<DeclRefExpr>(E->IgnoreImpCasts()) && isa<FunctionDecl>(cast<DeclRefExpr>(E->IgnoreImpCasts())->getDecl());
    if (const auto *Name = dyn_cast<DeclRefExpr>(E))
      return variable(Name->getDecl());
    if (const auto *C = dyn_cast<CallExpr>(E); C && !call(C))
      return false;
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && (U->getOpcode() == UO_AddrOf || U->getOpcode() == UO_Deref))
      return false;
    if (!isa<CallExpr, UnaryOperator, BinaryOperator, ConditionalOperator, CastExpr, ParenExpr, IntegerLiteral, FloatingLiteral,
             CXXBoolLiteralExpr, MaterializeTemporaryExpr, ExprWithCleanups, ConstantExpr, SubstNonTypeTemplateParmExpr>(E) ||
        isa<CXXOperatorCallExpr, CXXMemberCallExpr>(E))
      return false;
    return llvm::all_of(E->children(), [&](const Stmt *Child) { return statement(Child); });
  }

  static bool variable(const ValueDecl *D) {
    if (isa<EnumConstantDecl>(D))
      return true;
    const auto *V = dyn_cast<VarDecl>(D);
    return V && (V->hasLocalStorage() || (V->isConstexpr() && number(V->getType())));
  }

  bool call(const CallExpr *C) {
    const FunctionDecl *F = C->getDirectCallee();
    if (!F || !F->getIdentifier())
      return false;
    const ASTContext &Ast = F->getASTContext();
    bool Library = F->isInStdNamespace() || F->getBuiltinID() || Ast.getSourceManager().isInSystemHeader(F->getLocation());
    const rules::Row *Row = Library ? rules::forCallee(F->getQualifiedNameAsString(), C->getNumArgs()) : nullptr;
    if (!Row)
      return !Library && function(F);
    CallsVectorMath |= transform::withKernelMath(Row->Primal) != Row->Primal;
    return true;
  }

  llvm::SmallVector<const FunctionDecl *, 4> Open;
};

} // namespace

bool hasVectorForm(const FunctionDecl *F) {
  Arithmetic A;
  return A.function(F) && A.CallsVectorMath;
}

} // namespace mixedad
