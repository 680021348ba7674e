//===- OpenMPReductions.cpp - reductions, by clause and by hand -----------===//
#include "lower/Lowerer.h"
#include "lower/NodeVisitor.h"
#include "lower/OpenMP.h"

using namespace clang;

namespace mixedad {

/// The variable that an lvalue is, or is an element or member of; null for others.
static const DeclRefExpr *rootOf(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
      E = S->getBase();
    else if (const auto *M = dyn_cast<MemberExpr>(E))
      E = M->getBase();
    else if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
      E = U->getSubExpr();
    else if (const auto *A = dyn_cast<ArraySectionExpr>(E))
      E = A->getBase();
    else
      return dyn_cast<DeclRefExpr>(E);
  }
}

static bool isRoot(const Expr *E, const VarDecl *V) {
  const DeclRefExpr *R = rootOf(E);
  return R && R->getDecl() == V;
}

namespace {
/// Mentions of one variable: those that Allowed has, and others.
struct MentionVisitor : NodeVisitor {
  const VarDecl *V;
  llvm::SmallPtrSet<const Expr *, 16> Allowed;
  bool Other = false;
  explicit MentionVisitor(const VarDecl *V) : V(V) {
    ImplicitCode = true;
    LambdaBodies = false;
  }
  void allow(const Expr *E) { Allowed.insert(rootOf(E)); }
  virtual void node(Stmt *S) = 0; ///< may allow mentions below S
  bool visit(Stmt *S) override {
    node(S);
    if (const auto *E = dyn_cast<DeclRefExpr>(S))
      Other |= E->getDecl() == V && !Allowed.count(E);
    if (const auto *E = dyn_cast<LambdaExpr>(S))
      for (const LambdaCapture &C : E->captures())
        Other |= C.capturesVariable() && C.getCapturedVar() == V;
    return !Other;
  }
};

struct ReadVisitor : MentionVisitor {
  using MentionVisitor::MentionVisitor;
  void node(Stmt *S) override {
    if (const auto *E = dyn_cast<ImplicitCastExpr>(S);
        E && E->getCastKind() == CK_LValueToRValue && isRoot(E->getSubExpr(), V))
      allow(E->getSubExpr());
  }
};

struct UpdateVisitor : MentionVisitor {
  llvm::StringRef Operation;
  const ASTContext &Ast;
  UpdateVisitor(const VarDecl *V, llvm::StringRef Operation, const ASTContext &Ast)
      : MentionVisitor(V), Operation(Operation), Ast(Ast) {}
  bool same(const Expr *A, const Expr *B) const {
    llvm::FoldingSetNodeID X, Y;
    A->IgnoreParenImpCasts()->Profile(X, Ast, /*Canonical=*/true);
    B->IgnoreParenImpCasts()->Profile(Y, Ast, /*Canonical=*/true);
    return X == Y;
  }
  bool is(BinaryOperatorKind K, bool Left) const {
    switch (K) {
    case BO_Add: return Operation == "+";
    case BO_Sub: return Operation == "+" && Left; // v - e adds -e
    case BO_Mul: return Operation == "*";
    case BO_And: return Operation == "&";
    case BO_Or: return Operation == "|";
    case BO_Xor: return Operation == "^";
    case BO_LAnd: return Operation == "&&";
    case BO_LOr: return Operation == "||";
    default: return false;
    }
  }
  /// The mention of the target in `target op e op e`; null if E is something else.
  const Expr *inChain(const Expr *E, const Expr *Target) const {
    E = E->IgnoreParenImpCasts();
    if (same(E, Target))
      return E;
    const auto *B = dyn_cast<BinaryOperator>(E);
    if (!B)
      return nullptr;
    if (is(B->getOpcode(), true))
      if (const Expr *R = inChain(B->getLHS(), Target))
        return R;
    return is(B->getOpcode(), false) ? inChain(B->getRHS(), Target) : nullptr;
  }
  void node(Stmt *S) override {
    if (const auto *U = dyn_cast<UnaryOperator>(S);
        U && U->isIncrementDecrementOp() && Operation == "+" && isRoot(U->getSubExpr(), V))
      allow(U->getSubExpr());
    const auto *B = dyn_cast<BinaryOperator>(S);
    if (!B || !B->isAssignmentOp() || !isRoot(B->getLHS(), V))
      return;
    if (const auto *C = dyn_cast<CompoundAssignOperator>(B)) {
      if (is(BinaryOperator::getOpForCompoundAssignment(C->getOpcode()), true))
        allow(C->getLHS());
    } else if (const Expr *R = inChain(B->getRHS(), B->getLHS())) {
      allow(B->getLHS());
      allow(R);
    }
  }
};

struct DeclarationVisitor : NodeVisitor {
  const VarDecl *V;
  bool Found = false;
  explicit DeclarationVisitor(const VarDecl *V) : V(V) {}
  bool visit(Decl *D) override { return !(Found |= D == V); }
};

/// Assignments, and calls of what is not the system's.
struct ChangeVisitor : NodeVisitor {
  bool Found = false;
  ChangeVisitor() { LambdaBodies = false; }
  static bool isOwn(const FunctionDecl *FD) {
    return !FD || !(FD->getBuiltinID() || FD->isImplicit() ||
                    FD->getASTContext().getSourceManager().isInSystemHeader(FD->getLocation()));
  }
  bool visit(Stmt *S) override {
    if (const auto *C = dyn_cast<CallExpr>(S))
      Found |= isOwn(C->getDirectCallee());
    else if (const auto *C = dyn_cast<CXXConstructExpr>(S))
      Found |= isOwn(C->getConstructor());
    else if (const auto *B = dyn_cast<BinaryOperator>(S))
      Found |= B->isAssignmentOp();
    else if (const auto *U = dyn_cast<UnaryOperator>(S))
      Found |= U->isIncrementDecrementOp();
    return !Found;
  }
};
} // namespace

bool onlyRead(const Stmt *S, const VarDecl *V) {
  ReadVisitor R(V);
  R.walk(S);
  return !R.Other;
}

bool onlyUpdated(const Stmt *S, const VarDecl *V, llvm::StringRef Operation, const ASTContext &Ast,
                 llvm::ArrayRef<const Expr *> But) {
  UpdateVisitor U(V, Operation, Ast);
  for (const Expr *E : But)
    U.Allowed.insert(E);
  U.walk(S);
  return !U.Other;
}

bool declares(const Stmt *S, const VarDecl *V) {
  DeclarationVisitor Find(V);
  Find.walk(S);
  return Find.Found;
}

bool changesThings(const Expr *E) {
  ChangeVisitor Changes;
  Changes.walk(E);
  return Changes.Found;
}

std::string identityOf(llvm::StringRef Operation) {
  if (Operation == "*" || Operation == "&&")
    return "static_cast<$T>(1)";
  return Operation == "&" ? "static_cast<$T>(-1)" : "static_cast<$T>(0)";
}

ir::Value *Lowerer::combine(llvm::StringRef Operation, ir::Value *A, ir::Value *B, QualType T, SourceLocation L) {
  if (Operation == "+" || Operation == "*")
    return arithmetic(Operation == "+" ? BO_Add : BO_Mul, A, B, T, L);
  return opaque("static_cast<$T>($0 " + Operation + " $1)", {A, B}, type(T), L);
}

/// How the clause combines, as C++ says it; "" for what a program declared itself.
static std::string operationOf(const OMPReductionClause *C) {
  DeclarationName N = C->getNameInfo().getName();
  switch (N.getCXXOverloadedOperator()) {
  case OO_Plus: case OO_Minus: return "+"; // both add up what the threads have
  case OO_Star: return "*";
  case OO_Amp: return "&";
  case OO_Pipe: return "|";
  case OO_Caret: return "^";
  case OO_AmpAmp: return "&&";
  case OO_PipePipe: return "||";
  default: break;
  }
  const IdentifierInfo *I = N.getAsIdentifierInfo();
  return I && (I->isStr("min") || I->isStr("max")) ? I->getName().str() : "";
}

bool Lowerer::reductionClause(const OMPExecutableDirective *D, const OMPReductionClause *C, std::vector<DataSharing> &Out) {
  const std::string Operation = operationOf(C);
  for (const Expr *E : compat::variables(C)) {
    const DeclRefExpr *Root = rootOf(E);
    const auto *V = Root ? dyn_cast<VarDecl>(Root->getDecl()) : nullptr;
    if (!V || isa<OMPCapturedExprDecl>(V)) {
      refuse(E->getBeginLoc(), "a reduction of what is no variable", "reduce into a local variable");
      return false;
    }
    QualType T = E->getType();
    if (T->isSpecificPlaceholderType(BuiltinType::ArraySection))
      T = ArraySectionExpr::getBaseOriginalType(cast<ArraySectionExpr>(E->IgnoreParenImpCasts())->getBase());
    T = T.getNonReferenceType();
    const bool Scalar = T->isArithmeticType();
    while (T->isArrayType() || T->isPointerType())
      T = T->isArrayType() ? Ctx.Ast.getBaseElementType(T) : T->getPointeeType();
    if (Operation.empty() || !T->isArithmeticType() || C->getModifier() == OMPC_REDUCTION_inscan ||
        C->getModifier() == OMPC_REDUCTION_task) {
      refuse(E->getBeginLoc(), llvm::Twine("the reduction of '") + V->getName() + "' by an operation that the program declares, or in parts",
             "reduce numbers with one of the operators of OpenMP");
      return false;
    }
    // The least of what was and what comes is the same in any order and may be taken twice.
    const bool Idempotent = Operation == "min" || Operation == "max";
    DataSharing S;
    S.Var = V;
    S.Reduction = *Names.insert(Operation).first;
    S.Direct = Idempotent || onlyUpdated(D->getRawStmt(), V, Operation, Ctx.Ast);
    S.Where = E->getBeginLoc();
    if (!S.Direct && !Scalar) {
      refuse(S.Where, llvm::Twine("the use of '") + V->getName() + "' in a loop that reduces it",
             llvm::Twine("only update its elements with '") + Operation + "'");
      return false;
    }
    Out.push_back(S);
  }
  return true;
}

/// A reduction by hand: each thread begins its own variable with 0, adds to it in loops, and adds it to a shared one
/// in a critical section. (Or with products.) Together that is the sum of all iterations, whatever the threads are.
std::vector<PartialSum> Lowerer::partialSums(const Stmt *Region) {
  std::vector<PartialSum> R;
  const auto *Block = dyn_cast<CompoundStmt>(Region);
  if (!Block)
    return R;
  auto OwnWith = [&](const VarDecl *D, llvm::StringRef Operation) {
    for (const Stmt *S : Block->body())
      if (const auto *DS = dyn_cast<DeclStmt>(S))
        for (const Decl *One : DS->decls())
          if (One == D) {
            Expr::EvalResult E;
            if (!D->getInit() || !D->getType()->isArithmeticType() || D->getInit()->isValueDependent() ||
                !D->getInit()->EvaluateAsRValue(E, Ctx.Ast))
              return false;
            const int Begin = Operation == "*";
            return E.Val.isInt() ? E.Val.getInt() == Begin : E.Val.isFloat() && E.Val.getFloat().isExactlyValue(Begin);
          }
    return false;
  };
  for (const Stmt *Direct : Block->body()) {
    if (!isa<OMPCriticalDirective, OMPAtomicDirective>(Direct))
      continue;
    const auto *D = cast<OMPExecutableDirective>(Direct);
    const Stmt *S = D->getRawStmt();
    llvm::SmallVector<const Stmt *, 4> All{S};
    if (const auto *C = dyn_cast<CompoundStmt>(S))
      All.assign(C->body_begin(), C->body_end());
    std::vector<PartialSum> Found;
    for (const Stmt *One : All) {
      const auto *A = dyn_cast<CompoundAssignOperator>(One);
      const auto *Right = A ? dyn_cast<DeclRefExpr>(A->getRHS()->IgnoreParenImpCasts()) : nullptr;
      const auto *Own = Right ? dyn_cast<VarDecl>(Right->getDecl()) : nullptr;
      const llvm::StringRef Operation = A && A->getOpcode() == BO_MulAssign ? "*" : "+";
      if (!Own || (A->getOpcode() != BO_AddAssign && A->getOpcode() != BO_MulAssign) || !OwnWith(Own, Operation) ||
          isRoot(A->getLHS(), Own) || !onlyUpdated(Region, Own, Operation, Ctx.Ast, {Right})) {
        Found.clear();
        break;
      }
      Found.push_back({Own, {D}});
    }
    R.insert(R.end(), Found.begin(), Found.end());
  }
  return R;
}

} // namespace mixedad
