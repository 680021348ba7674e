//===- Moved.cpp - pointers into containers that have been moved ----------===//
//
// A container that is moved or swapped hands its memory on, and pointers, references and iterators into it stay valid:
// they lead into the other object then. A derivative moves by copying, where they would not. What is used like that is
// refused, by the order of the source.
//
//===----------------------------------------------------------------------===//
#include "clang/Basic/SourceManager.h"
#include "lower/Lowerer.h"
#include "lower/NodeVisitor.h"

using namespace clang;

namespace mixedad {

namespace {

/// The variable that an expression names, or whose part it names.
const VarDecl *variableOf(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(E))
      E = M->getBase();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E); O && O->getOperator() == OO_Subscript)
      E = O->getArg(0);
    else
      break;
  }
  const auto *R = dyn_cast<DeclRefExpr>(E);
  return R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
}

struct Mentions : NodeVisitor {
  const VarDecl *Of;
  bool Found = false;
  explicit Mentions(const VarDecl *Of) : Of(Of) {}
  bool visit(Stmt *S) override {
    const auto *R = dyn_cast<DeclRefExpr>(S);
    Found = Found || (R && R->getDecl() == Of);
    return !Found;
  }
};
bool mentions(const Expr *E, const VarDecl *VD) {
  Mentions V(VD);
  V.walk(E);
  return V.Found;
}

struct Move {
  const VarDecl *Of;
  QualType Type;
  SourceLocation At;
};
/// P gets a value that may lead into a container.
struct View {
  const VarDecl *P;
  const Expr *From;
  SourceLocation At;
};
struct Use {
  const VarDecl *P;
  SourceLocation At;
};

/// What a function does, in no order.
struct Happenings : NodeVisitor {
  std::vector<Move> Moves;
  std::vector<View> Views;
  std::vector<Use> Uses;
  std::vector<SourceRange> Loops;

  static bool leads(QualType T) {
    const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
    return T->isReferenceType() || T->isPointerType() ||
           (RD && RD->getIdentifier() && (RD->getName().contains("iterator") || RD->getName() == "span"));
  }
  void moved(const Expr *E) {
    const VarDecl *VD = variableOf(E);
    if (VD && !E->getType().isTriviallyCopyableType(VD->getASTContext()))
      Moves.push_back({VD, E->getType().getCanonicalType().getUnqualifiedType(), E->getBeginLoc()});
  }
  bool visit(Decl *D) override {
    if (const auto *VD = dyn_cast<VarDecl>(D); VD && VD->getInit() && leads(VD->getType()))
      Views.push_back({VD, VD->getInit(), VD->getLocation()});
    return true;
  }
  void call(const CallExpr *C) {
    const FunctionDecl *FD = C->getDirectCallee();
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(FD);
    if (!FD || !FD->getIdentifier() || !(FD->isInStdNamespace() || (Method && Method->getParent()->isInStdNamespace())))
      return;
    if (FD->getName() == "move" && C->getNumArgs() == 1)
      moved(C->getArg(0));
    if (FD->getName() != "swap")
      return;
    for (const Expr *A : C->arguments())
      moved(A);
    if (const auto *M = dyn_cast<CXXMemberCallExpr>(C))
      moved(M->getImplicitObjectArgument());
  }
  bool visit(Stmt *S) override {
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
      Loops.push_back(S->getSourceRange());
    if (const auto *C = dyn_cast<CallExpr>(S))
      call(C);
    const Expr *To = nullptr, *From = nullptr;
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->getOpcode() == BO_Assign)
      To = B->getLHS(), From = B->getRHS();
    else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(S); O && O->getOperator() == OO_Equal && O->getNumArgs() == 2)
      To = O->getArg(0), From = O->getArg(1);
    const auto *R = To ? dyn_cast<DeclRefExpr>(To->IgnoreParenImpCasts()) : nullptr;
    if (const auto *VD = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr; VD && leads(VD->getType()) && !VD->getType()->isReferenceType())
      Views.push_back({VD, From, R->getLocation()});
    if (const auto *U = dyn_cast<DeclRefExpr>(S))
      if (const auto *VD = dyn_cast<VarDecl>(U->getDecl()); VD && leads(VD->getType()))
        Uses.push_back({VD, U->getLocation()});
    return true;
  }
};

} // namespace

void Lowerer::refusesMoved(const FunctionDecl *FD) {
  const SourceManager &SM = Ctx.Ast.getSourceManager();
  if (FD->isInStdNamespace() || SM.isInSystemHeader(FD->getLocation()))
    return;
  Happenings H;
  H.walk(FD->getBody());
  auto Before = [&](SourceLocation A, SourceLocation B) { return SM.isBeforeInTranslationUnit(SM.getExpansionLoc(A), SM.getExpansionLoc(B)); };
  auto In = [&](SourceLocation A, SourceRange R) { return !Before(A, R.getBegin()) && !Before(R.getEnd(), A); };
  for (const Move &M : H.Moves)
    for (const View &V : H.Views) {
      const QualType To = V.P->getType()->isPointerType() ? V.P->getType()->getPointeeType() : V.P->getType().getNonReferenceType();
      if (Ctx.Ast.hasSameUnqualifiedType(To, M.Type) || !Ctx.Types.mayHoldReals(M.Type) || !Ctx.Types.copiesShareNothing(M.Type) || V.P == M.Of || !mentions(V.From, M.Of))
        continue;
      for (const Use &U : H.Uses) {
        if (U.P != V.P)
          continue;
        const bool After = Before(V.At, M.At) && Before(M.At, U.At);
        const bool NextRound = llvm::any_of(H.Loops, [&](SourceRange L) { return In(M.At, L) && In(U.At, L) && !In(V.At, L); });
        const bool Again = llvm::any_of(H.Views, [&](const View &W) {
          return W.P == V.P && (W.At == U.At || (Before(M.At, W.At) && Before(W.At, U.At)));
        });
        if (Again || !(After || NextRound))
          continue;
        refuse(U.At, llvm::Twine("a use of '") + V.P->getName() + "', which leads into '" + M.Of->getName() + "', after that is moved or swapped",
               "get the pointer, reference or iterator again from the object that has the memory now");
        return;
      }
    }
}

} // namespace mixedad
