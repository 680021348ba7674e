//===- Copies.cpp - what a copy of an object does -------------------------===//
//
// A copy member by member is one operation of the IR, and so is what a container does with elements that are copied in
// this way. A class that says itself what a copy is may say just that, in more words; otherwise its constructor or
// operator is code that is lowered where the program spells a copy, and what copies out of sight is refused.
//
//===----------------------------------------------------------------------===//
#include "lower/Library.h"

using namespace clang;

namespace mixedad {

namespace {
/// Tells whether a copy or move, constructor or assignment, gives each member the value of the source's.
class Memberwise {
public:
  Memberwise(ASTContext &Ast, const CXXMethodDecl *M) : Ast(Ast), M(M), Source(M->getParamDecl(0)) {}

  bool holds() {
    if (const auto *C = dyn_cast<CXXConstructorDecl>(M)) {
      for (const CXXCtorInitializer *I : C->inits())
        if (!initializer(*I))
          return false;
    } else {
      for (const CXXBaseSpecifier &B : M->getParent()->bases()) // assigned by a call, which is not looked into
        if (!B.getType()->getAsCXXRecordDecl()->isEmpty())
          return false;
    }
    if (!statement(M->getBody()))
      return false;
    for (const FieldDecl *F : M->getParent()->fields())
      if (!Copied.contains(F) && !F->getType()->isReferenceType() && !F->isUnnamedBitField())
        return false;
    return true;
  }

private:
  ASTContext &Ast;
  const CXXMethodDecl *M;
  const ParmVarDecl *Source;
  llvm::SmallPtrSet<const FieldDecl *, 8> Copied;

  /// Without casts, copies that are elided or a member's own, and std::move.
  static const Expr *bare(const Expr *E) {
    for (;;) {
      E = E->IgnoreParens();
      if (const auto *X = dyn_cast<ImplicitCastExpr>(E); X && (X->getCastKind() == CK_NoOp || X->getCastKind() == CK_LValueToRValue || X->getCastKind() == CK_ArrayToPointerDecay ||
                                                              X->getCastKind() == CK_UncheckedDerivedToBase || X->getCastKind() == CK_DerivedToBase))
        E = X->getSubExpr();
      else if (const auto *X = dyn_cast<FullExpr>(E))
        E = X->getSubExpr();
      else if (const auto *X = dyn_cast<MaterializeTemporaryExpr>(E))
        E = X->getSubExpr();
      else if (const auto *X = dyn_cast<CXXBindTemporaryExpr>(E))
        E = X->getSubExpr();
      else if (const auto *X = dyn_cast<CXXStaticCastExpr>(E); X && X->getCastKind() == CK_NoOp)
        E = X->getSubExpr();
      else if (const auto *X = dyn_cast<InitListExpr>(E); X && X->getNumInits() == 1)
        E = X->getInit(0);
      else if (const auto *X = dyn_cast<CXXConstructExpr>(E); X && X->getNumArgs() == 1 && X->getConstructor()->isCopyOrMoveConstructor())
        E = X->getArg(0);
      else if (const auto *X = dyn_cast<CallExpr>(E);
               X && X->getNumArgs() == 1 && X->getDirectCallee() && X->getDirectCallee()->isInStdNamespace() &&
               X->getDirectCallee()->getIdentifier() && oneOf(X->getDirectCallee()->getName(), {"move", "forward"}))
        E = X->getArg(0);
      else
        return E;
    }
  }

  bool isSource(const Expr *E) const {
    const auto *R = dyn_cast<DeclRefExpr>(bare(E));
    return R && R->getDecl() == Source;
  }
  static bool isThis(const Expr *E) {
    E = bare(E);
    const auto *U = dyn_cast<UnaryOperator>(E);
    return isa<CXXThisExpr>(U && U->getOpcode() == UO_Deref ? bare(U->getSubExpr()) : E);
  }

  /// Both are the same part, of this object and of the source. The member that they are in, or null.
  const FieldDecl *samePart(const Expr *Mine, const Expr *Its) const {
    Mine = bare(Mine);
    Its = bare(Its);
    if (const auto *A = dyn_cast<MemberExpr>(Mine)) {
      const auto *B = dyn_cast<MemberExpr>(Its);
      const auto *F = dyn_cast<FieldDecl>(A->getMemberDecl());
      if (!B || !F || A->getMemberDecl() != B->getMemberDecl())
        return nullptr;
      if (isThis(A->getBase()) && isSource(B->getBase()))
        return F;
      return samePart(A->getBase(), B->getBase());
    }
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(Mine)) {
      const auto *B = dyn_cast<ArraySubscriptExpr>(Its);
      return B && A->getBase()->IgnoreParenImpCasts()->getType()->isArrayType() && sameIndex(A->getIdx(), B->getIdx()) ? samePart(A->getBase(), B->getBase()) : nullptr;
    }
    return nullptr;
  }
  static bool sameIndex(const Expr *A, const Expr *B) {
    A = A->IgnoreParenImpCasts();
    B = B->IgnoreParenImpCasts();
    const auto *RA = dyn_cast<DeclRefExpr>(A), *RB = dyn_cast<DeclRefExpr>(B);
    if (RA && RB)
      return RA->getDecl() == RB->getDecl();
    const auto *LA = dyn_cast<IntegerLiteral>(A), *LB = dyn_cast<IntegerLiteral>(B);
    return LA && LB && LA->getValue() == LB->getValue();
  }

  bool initializer(const CXXCtorInitializer &I) {
    if (I.isBaseInitializer())
      return isSource(I.getInit());
    const FieldDecl *F = I.getMember();
    if (!F)
      return false;
    const Expr *Init = bare(I.getInit());
    if (const auto *Of = dyn_cast<MemberExpr>(Init); Of && Of->getMemberDecl() == F && isSource(Of->getBase())) {
      Copied.insert(F);
      return true;
    }
    if (const auto *Loop = dyn_cast<ArrayInitLoopExpr>(Init)) {
      const auto *Of = dyn_cast<MemberExpr>(bare(Loop->getCommonExpr()->getSourceExpr()));
      if (!Of || Of->getMemberDecl() != F || !isSource(Of->getBase()))
        return false;
      Copied.insert(F);
      return true;
    }
    return !I.isWritten() || isa<CXXDefaultInitExpr, ImplicitValueInitExpr>(Init); // assigned in the body, or not at all
  }

  bool assignment(const Expr *Left, const Expr *Right) {
    if (isThis(Left) && isSource(Right)) // of a base, or the object as a whole
      return false;
    const FieldDecl *F = samePart(Left, Right);
    if (F)
      Copied.insert(F);
    return F;
  }

  bool statement(const Stmt *S) {
    if (!S || isa<NullStmt>(S))
      return true;
    if (const auto *C = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(C->body(), [&](const Stmt *Inner) { return statement(Inner); });
    if (const auto *R = dyn_cast<ReturnStmt>(S))
      return !R->getRetValue() || isThis(R->getRetValue());
    if (const auto *I = dyn_cast<IfStmt>(S)) // the guard of an assignment to itself
      return !I->getElse() && comparesAddresses(I->getCond(), BO_NE) ? statement(I->getThen())
                                                                     : comparesAddresses(I->getCond(), BO_EQ) && !I->getElse() && onlyReturns(I->getThen());
    if (const auto *F = dyn_cast<ForStmt>(S))
      return countsOverMember(*F) && statement(F->getBody());
    const auto *E = dyn_cast<Expr>(S);
    if (!E)
      return false;
    while (const auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return (B->getOpcode() == BO_Assign && assignment(B->getLHS(), B->getRHS())) ||
             (B->getOpcode() == BO_Comma && statement(B->getLHS()) && statement(B->getRHS()));
    if (const auto *C = dyn_cast<CXXOperatorCallExpr>(E))
      return C->getOperator() == OO_Equal && assignment(C->getArg(0), C->getArg(1));
    return false;
  }

  static bool onlyReturns(const Stmt *S) {
    if (const auto *C = dyn_cast<CompoundStmt>(S))
      return C->size() == 1 && onlyReturns(C->body_front());
    const auto *R = dyn_cast<ReturnStmt>(S);
    return R && (!R->getRetValue() || isThis(R->getRetValue()));
  }
  bool comparesAddresses(const Expr *E, BinaryOperatorKind How) const {
    const auto *B = dyn_cast<BinaryOperator>(bare(E));
    if (!B || B->getOpcode() != How)
      return false;
    auto Address = [&](const Expr *X) {
      const auto *U = dyn_cast<UnaryOperator>(bare(X));
      return isa<CXXThisExpr>(bare(X)) || (U && U->getOpcode() == UO_AddrOf && isSource(U->getSubExpr()));
    };
    return Address(B->getLHS()) && Address(B->getRHS());
  }

  /// for (int i = 0; i < N; ++i) with all indices of an array that its body copies: N is the length of all arrays here.
  bool countsOverMember(const ForStmt &F) const {
    const auto *D = dyn_cast_or_null<DeclStmt>(F.getInit());
    const auto *I = D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    const auto *C = dyn_cast_or_null<BinaryOperator>(F.getCond());
    const auto *Step = dyn_cast_or_null<UnaryOperator>(F.getInc());
    auto Number = [&](const Expr *E) -> std::optional<uint64_t> {
      std::optional<llvm::APSInt> V = E && !E->isValueDependent() ? E->getIntegerConstantExpr(Ast) : std::nullopt;
      return V ? std::optional(V->getZExtValue()) : std::nullopt;
    };
    auto IsIndex = [&](const Expr *E) {
      const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
      return R && R->getDecl() == I;
    };
    if (!I || !C || !Step || Number(I->getInit()) != 0 || !Step->isIncrementOp() || !IsIndex(Step->getSubExpr()) ||
        (C->getOpcode() != BO_LT && C->getOpcode() != BO_NE) || !IsIndex(C->getLHS()))
      return false;
    std::optional<uint64_t> N = Number(C->getRHS());
    for (const FieldDecl *Member : M->getParent()->fields())
      for (QualType T = Member->getType(); const auto *A = Ast.getAsConstantArrayType(T); T = A->getElementType())
        if (N != A->getSize().getZExtValue())
          return false;
    return N.has_value();
  }
};
} // namespace

bool canBeCopied(Sema &S, const CXXRecordDecl *RD) {
  auto *Class = const_cast<CXXRecordDecl *>(RD);
  const CXXMethodDecl *Construct = S.LookupCopyingConstructor(Class, Qualifiers::Const);
  const CXXMethodDecl *Assign = S.LookupCopyingAssignment(Class, Qualifiers::Const, /*RValueThis=*/false, 0);
  return Construct && !Construct->isDeleted() && Assign && !Assign->isDeleted();
}

static bool copiesOrMoves(const CXXMethodDecl *M) {
  const auto *C = dyn_cast<CXXConstructorDecl>(M);
  return M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator() || (C && C->isCopyOrMoveConstructor());
}

/// A class outside the library that says itself what a copy, a move or an assignment is, and not that it copies member
/// by member.
bool Lowerer::hasOwnCopies(QualType T) {
  const CXXRecordDecl *RD = classIn(Ctx.Ast, T);
  if (!RD || Ctx.Ast.getSourceManager().isInSystemHeader(RD->getLocation()) || RD->isInStdNamespace() || RD->isLambda() || TypeTable::isArrayClass(T) || TypeTable::isLazyClass(T))
    return false;
  auto [It, New] = OwnCopies.try_emplace(RD, false);
  if (!New)
    return It->second;
  auto Own = [&](const CXXMethodDecl *M) {
    if (!M->isUserProvided() || !copiesOrMoves(M))
      return false;
    const auto *Def = dyn_cast_or_null<CXXMethodDecl>(definition(M));
    return !Def || !Memberwise(Ctx.Ast, Def).holds();
  };
  bool Found = llvm::any_of(RD->methods(), Own);
  return OwnCopies[RD] = Found;
}

/// A copy of an object of type T runs code that the class of a part of it spells.
bool Lowerer::copiesByCode(QualType T) {
  const CXXRecordDecl *RD = classIn(Ctx.Ast, T);
  if (!RD || TypeTable::isArrayClass(T) || TypeTable::isLazyClass(T) || TypeTable::isTypeErased(T))
    return false;
  auto [It, New] = CodeCopies.try_emplace(RD, false);
  if (!New)
    return It->second;
  bool Found = hasOwnCopies(Ctx.Ast.getBaseElementType(T.getNonReferenceType()));
  if (RD->isInStdNamespace()) {
    bool Shares = RD->getIdentifier() && oneOf(RD->getName(), {"unique_ptr", "shared_ptr", "weak_ptr", "reference_wrapper", "span"});
    if (!Shares && !RD->isTrivial())
      for (QualType Element : typeArguments(compat::tagType(Ctx.Ast, RD)))
        Found = Found || copiesByCode(Element);
  } else if (!RD->isLambda()) {
    for (const FieldDecl *F : RD->fields())
      Found = Found || (!F->getType()->isReferenceType() && copiesByCode(F->getType()));
    for (const CXXBaseSpecifier &B : RD->bases())
      Found = Found || copiesByCode(B.getType());
  }
  return CodeCopies[RD] = Found;
}

/// The constructor or operator copies, and moves, member by member, as one operation.
bool Lowerer::isPlainCopy(const CXXMethodDecl *M) {
  if (M->isTrivial())
    return true;
  if (!M->getParent()->isInStdNamespace() && isOnlyMoved(compat::tagType(Ctx.Ast, M->getParent())))
    return false; // members are moved one by one
  return !copiesByCode(compat::tagType(Ctx.Ast, M->getParent()));
}

/// Copies that nobody sees in the program, by the library or by a temporary object of ours.
bool Lowerer::refusesCopy(QualType T, SourceLocation L) {
  if (!copiesByCode(T))
    return false;
  refuse(L, llvm::Twine("a copy of '") + T.getAsString() + "', which runs a copy constructor or an assignment that is not member by member",
         "copy the objects one by one, or default these functions");
  return true;
}

} // namespace mixedad
