//===- Verbatim.cpp - inactive source text carried over -------------------===//
#include "lower/Lowerer.h"
#include "lower/NodeVisitor.h"
#include "clang/AST/PrettyPrinter.h"

using namespace clang;

namespace mixedad {

namespace {
/// What text elsewhere could not name: locals, this, lambdas, the result of new, what stands for another expression.
struct MentionsLocals : NodeVisitor {
  bool Found = false;
  bool visit(Stmt *S) override {
    if (const auto *E = dyn_cast<DeclRefExpr>(S)) {
      const auto *VD = dyn_cast<VarDecl>(E->getDecl());
      Found |= isa<BindingDecl>(E->getDecl()) || (VD && (!VD->hasGlobalStorage() || VD->isStaticLocal()));
    }
    Found |= isa<CXXThisExpr, LambdaExpr, CXXNewExpr, OpaqueValueExpr>(S);
    return !Found;
  }
};
} // namespace

std::string Lowerer::verbatim(const Expr *E) {
  MentionsLocals M;
  M.walk(E);
  if (M.Found || E->HasSideEffects(Ctx.Ast))
    return "";
  PrintingPolicy Policy(Ctx.Ast.getLangOpts());
  Policy.FullyQualifiedName = true;
  Policy.SuppressUnwrittenScope = true;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  E->printPretty(OS, nullptr, Policy);
  for (size_t I = Text.find('$'); I != std::string::npos; I = Text.find('$', I + 2))
    Text.insert(I, "$"); // `$$` is a dollar in templates
  return OS.str();
}

std::string Lowerer::throwText(const CXXThrowExpr *E) {
  std::string Text = E->getSubExpr() ? verbatim(E->getSubExpr()) : "";
  if (E->getSubExpr() && Text.empty()) {
    // The exception's text depends on locals or builds objects: its type is what matters to a handler.
    QualType T = E->getSubExpr()->getType();
    const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
    std::string Spelling = Ctx.Spell(T.getNonReferenceType().getUnqualifiedType());
    if (RD && RD->isInStdNamespace() && RD->hasDefinition() && !RD->hasDefaultConstructor())
      return "throw " + Spelling + "(\"thrown by the primal\")";
    if (RD && RD->hasDefaultConstructor())
      return "throw " + Spelling + "()";
    const Expr *Made = E->getSubExpr()->IgnoreParenCasts();
    while (const Expr *Held = belowTemporary(Made))
      Made = Held->IgnoreParenCasts();
    if (const auto *C = dyn_cast<CXXConstructExpr>(Made); C && RD) {
      std::string Args; // known where the program is compiled
      for (const Expr *A : C->arguments())
        if (std::string One = verbatim(A); isa<CXXDefaultArgExpr>(A) || !One.empty())
          Args += isa<CXXDefaultArgExpr>(A) ? "" : (Args.empty() ? "" : ", ") + One;
        else
          RD = nullptr;
      if (RD)
        return "throw " + Spelling + "(" + Args + ")";
    }
    refuse(E->getBeginLoc(), "this 'throw'", "throw an object that does not depend on local variables");
    return "throw 0";
  }
  return "throw " + Text;
}

} // namespace mixedad
