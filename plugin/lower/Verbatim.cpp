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

/// What an expression makes, below the copies and temporaries that the language puts around it.
static const Expr *made(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenCasts();
    const auto *C = dyn_cast<CXXConstructExpr>(E);
    if (const Expr *Held = belowTemporary(E))
      E = Held;
    else if (C && C->getNumArgs() == 1 && C->getConstructor()->isCopyOrMoveConstructor())
      E = C->getArg(0);
    else
      return E;
  }
}

/// An exception leaves the derivative as it leaves the primal: made of the same values, without their derivatives.
std::string Lowerer::throwText(const CXXThrowExpr *E, ir::Op &O) {
  const Expr *Thrown = E->getSubExpr();
  if (!Thrown)
    return "throw ";
  if (std::string Text = verbatim(Thrown); !Text.empty())
    return "throw " + Text;
  const std::string Spelling = Ctx.Spell(Thrown->getType().getNonReferenceType().getUnqualifiedType());
  const Expr *Made = made(Thrown);
  std::string List;
  auto Add = [&](const Expr *A) {
    std::string One = verbatim(A);
    List += (List.empty() ? "" : ", ") + (isa<ImplicitValueInitExpr>(A) ? "{}" : One.empty() ? operandText(A, O) : One);
  };
  if (const auto *C = dyn_cast<CXXConstructExpr>(Made)) {
    for (const Expr *A : C->arguments())
      if (!isa<CXXDefaultArgExpr>(A))
        Add(A);
    return "throw " + Spelling + (C->isListInitialization() || List.empty() ? "{" + List + "}" : "(" + List + ")");
  }
  if (const auto *I = dyn_cast<InitListExpr>(Made); I && I->getType()->isRecordType()) {
    for (const Expr *A : I->inits())
      Add(A);
    return "throw " + Spelling + "{" + List + "}";
  }
  const std::string Text = operandText(Made, O);
  return "throw " + (Thrown->getType()->isArithmeticType() ? "static_cast<" + Spelling + ">(" + Text + ")" : Text);
}

} // namespace mixedad
