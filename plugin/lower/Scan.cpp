//===- Scan.cpp - which locals need memory, what can be inlined -----------===//
#include "lower/Library.h"
#include "lower/Lowerer.h"
#include "lower/NodeVisitor.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace mixedad {

/// The call operator behind the function that a lambda converts to, whose own body Clang leaves empty.
static const FunctionDecl *behindInvoker(const FunctionDecl *FD) {
  const auto *M = dyn_cast<CXXMethodDecl>(FD);
  if (!M || !M->isLambdaStaticInvoker())
    return FD;
  CXXMethodDecl *Operator = M->getParent()->getLambdaCallOperator();
  FunctionTemplateDecl *Generic = Operator->getDescribedFunctionTemplate();
  if (!Generic)
    return Operator;
  void *Where = nullptr;
  return Generic->findSpecialization(M->getTemplateSpecializationArgs()->asArray(), Where);
}

const FunctionDecl *Lowerer::definition(const FunctionDecl *FD) {
  FD = behindInvoker(FD);
  if (!FD)
    return nullptr;
  const FunctionDecl *Def = nullptr;
  if (FD->hasBody(Def) && Def->getBody())
    return Def;
  if (FD->getIdentifier() && FD->getName() == "declval" && FD->isInStdNamespace())
    return nullptr; // only ever named in unevaluated operands
  if (FD->getTemplateInstantiationPattern() && FD->isImplicitlyInstantiable()) {
    Ctx.S.InstantiateFunctionDefinition(FD->getLocation(), const_cast<FunctionDecl *>(FD), /*Recursive=*/true);
    Ctx.Targets.forget();
    if (FD->hasBody(Def) && Def->getBody())
      return Def;
  }
  if (FD->isDefaulted() && !FD->isDeleted() && isa<CXXMethodDecl>(FD)) { // gets its body when something uses it
    Ctx.S.MarkFunctionReferenced(FD->getLocation(), const_cast<FunctionDecl *>(FD));
    if (FD->hasBody(Def) && Def->getBody())
      return Def;
  }
  return nullptr;
}

namespace {
struct CalleeVisitor : NodeVisitor {
  llvm::SmallVector<const FunctionDecl *, 16> Found;
  llvm::SmallVector<const CXXMethodDecl *, 4> Virtual; ///< called by the class of an object
  unsigned Nodes = 0;
  CalleeVisitor() { ImplicitCode = true; }
  bool visit(Stmt *S) override {
    if (const auto *E = dyn_cast<CallExpr>(S); E && E->getDirectCallee())
      Found.push_back(E->getDirectCallee());
    if (const auto *E = dyn_cast<CXXConstructExpr>(S))
      Found.push_back(E->getConstructor());
    if (const auto *E = dyn_cast<CXXInheritedCtorInitExpr>(S))
      Found.push_back(E->getConstructor());
    if (const auto *E = dyn_cast<CXXMemberCallExpr>(S); E && E->getMethodDecl() && E->getMethodDecl()->isVirtual())
      if (const auto *M = dyn_cast<MemberExpr>(E->getCallee()->IgnoreParens()); M && !M->hasQualifier())
        Virtual.push_back(E->getMethodDecl());
    ++Nodes;
    return true;
  }
};

/// Arrays and what will be one are passed on as values.
bool isArrayValue(QualType T) {
  return (!T->isReferenceType() || T->getPointeeType().isConstQualified()) &&
         (TypeTable::isArrayClass(T) || TypeTable::isLazyClass(T));
}

/// Declares references whose variable must live in memory; everything that only reads, writes or lends it to an
/// inlined callee is fine.
struct AddressVisitor : NodeVisitor {
  std::function<bool(const FunctionDecl *, unsigned)> LendsSafely;
  llvm::SmallPtrSet<const Expr *, 32> Fine;
  llvm::SmallVector<const VarDecl *, 16> Escaping;
  llvm::SmallPtrSet<const Expr *, 4> Picked; ///< calls of std::max whose result stays a reference
  unsigned Returns = 0;
  const bool Objects; ///< a closure refers to what it captures by address
  AddressVisitor(std::function<bool(const FunctionDecl *, unsigned)> F, bool Objects) : LendsSafely(std::move(F)), Objects(Objects) {
    ImplicitCode = true;
    LambdaBodies = false;
  }
  static const Expr *strip(const Expr *E) {
    for (;;) {
      E = E->IgnoreParens();
      if (const auto *F = dyn_cast<FullExpr>(E))
        E = F->getSubExpr();
      else if (const auto *C = dyn_cast<CastExpr>(E); C && C->getCastKind() == CK_NoOp)
        E = C->getSubExpr();
      else if (const auto *C = dyn_cast<CallExpr>(E);
               C && C->getDirectCallee() && C->getNumArgs() == 1 && C->getDirectCallee()->isInStdNamespace() &&
               C->getDirectCallee()->getIdentifier() &&
               (C->getDirectCallee()->getName() == "move" || C->getDirectCallee()->getName() == "forward" ||
                C->getDirectCallee()->getName() == "as_const"))
        E = C->getArg(0);
      else
        return E;
    }
  }
  void fine(const Expr *E) {
    if (E)
      Fine.insert(strip(E));
  }
  void read(const Expr *E) {
    if (const auto *C = dyn_cast<ConditionalOperator>(strip(E))) {
      read(C->getTrueExpr());
      read(C->getFalseExpr());
    } else {
      fine(E);
    }
  }
  bool visit(Decl *Node) override {
    if (const auto *D = dyn_cast<VarDecl>(Node); D && D->getType()->isReferenceType() && D->getInit() && !(Objects && D->isInitCapture())) {
      if (const auto *Pick = dyn_cast<CallExpr>(strip(D->getInit())); Pick && Lowerer::picksArgument(Pick))
        Picked.insert(Pick);
      fine(D->getInit());
    }
    return true;
  }
  bool visit(Stmt *S) override {
    Returns += isa<ReturnStmt>(S);
    if (const auto *E = dyn_cast<CastExpr>(S);
        E && (E->getCastKind() == CK_LValueToRValue || E->getCastKind() == CK_ToVoid))
      read(E->getSubExpr());
    else if (const auto *E = dyn_cast<BinaryOperator>(S); E && E->isAssignmentOp())
      fine(E->getLHS());
    else if (const auto *E = dyn_cast<UnaryOperator>(S); E && E->isIncrementDecrementOp())
      fine(E->getSubExpr());
    else if (const auto *E = dyn_cast<CallExpr>(S))
      lends(E);
    else if (const auto *E = dyn_cast<CXXConstructExpr>(S))
      lends(E);
    else if (const auto *E = dyn_cast<LambdaExpr>(S))
      lambda(E);
    else if (const auto *E = dyn_cast<DeclRefExpr>(S))
      if (const auto *VD = dyn_cast<VarDecl>(E->getDecl()); VD && !Fine.count(E))
        Escaping.push_back(VD);
    return true;
  }
  void lambda(const LambdaExpr *E) {
    if (!Objects)
      for (const Expr *I : E->capture_inits())
        fine(I); // by reference: an alias, as closures are inlined
    llvm::SaveAndRestore<unsigned> Own(Returns); // of the call operator
    const CXXMethodDecl *Call = E->getCallOperator();
    if (const FunctionTemplateDecl *Generic = Call->getDescribedFunctionTemplate()) {
      for (const FunctionDecl *S : Generic->specializations())
        walk(S->getBody());
    } else {
      walk(Call->getBody());
    }
  }
  void lends(const CallExpr *E) {
    const FunctionDecl *FD = E->getDirectCallee();
    if (!FD || Picked.count(E))
      return;
    if (const Expr *Target = allocatedPointer(E)) // is assigned
      fine(Target);
    unsigned Shift = isa<CXXOperatorCallExpr>(E) && isa<CXXMethodDecl>(FD) ? 1 : 0;
    const Expr *Object = Shift ? E->getArg(0) : nullptr;
    if (const auto *M = dyn_cast<CXXMemberCallExpr>(E))
      Object = M->getImplicitObjectArgument();
    if (Object && TypeTable::isArrayClass(Object->getType())) // lowered as values, see arrayCall()
      fine(Object);
    for (unsigned I = Shift; I < E->getNumArgs(); ++I)
      if (LendsSafely(FD, I - Shift))
        fine(E->getArg(I));
  }
  void lends(const CXXConstructExpr *E) {
    for (unsigned I = 0; I < E->getNumArgs(); ++I)
      if (LendsSafely(E->getConstructor(), I))
        fine(E->getArg(I));
  }
};
} // namespace

const Lowerer::Callees &Lowerer::calleesOf(const FunctionDecl *Definition) {
  auto [It, New] = CalleeCache.try_emplace(Definition);
  if (!New)
    return It->second;
  CalleeVisitor V;
  V.walkCode(Definition);
  for (const CXXMethodDecl *M : V.Virtual)
    for (const CXXRecordDecl *Class : Ctx.Targets.classesOf(M->getParent()))
      if (const CXXMethodDecl *T = const_cast<CXXMethodDecl *>(M)->getCorrespondingMethodInClass(Class))
        V.Found.push_back(T);
  It->second.Functions.assign(V.Found.begin(), V.Found.end());
  It->second.Large = V.Nodes >= 20000;
  return It->second;
}

/// Whether FD may come to call itself; also what is too large to inline, or to tell.
bool Lowerer::isRecursive(const FunctionDecl *FD) {
  llvm::SmallVector<const FunctionDecl *, 16> Work{FD};
  llvm::SmallPtrSet<const FunctionDecl *, 32> Seen;
  while (!Work.empty()) {
    const FunctionDecl *D = definition(Work.pop_back_val());
    if (!D)
      continue;
    const Callees &Called = calleesOf(D);
    if (Called.Large)
      return true;
    for (const FunctionDecl *C : Called.Functions) {
      if (C->getCanonicalDecl() == FD->getCanonicalDecl())
        return true;
      if (Seen.insert(C->getCanonicalDecl()).second)
        Work.push_back(C);
    }
    if (Seen.size() > 3000)
      return true;
  }
  return false;
}

bool Lowerer::shouldInline(const FunctionDecl *FD) {
  auto [It, New] = InlineCache.try_emplace(FD->getCanonicalDecl(), false);
  if (!New)
    return It->second;
  bool R = definition(FD) && !FD->isVariadic() && !FD->isMain() && !isRecursive(FD);
  return InlineCache[FD->getCanonicalDecl()] = R;
}

void Lowerer::scan(const FunctionDecl *FD) {
  if (!Scanned.insert(FD).second)
    return;
  auto Lends = [this](const FunctionDecl *Callee, unsigned I) {
    if (I < Callee->getNumParams() && isArrayValue(Callee->getParamDecl(I)->getType()))
      return true;
    if (Callee->isInStdNamespace() && isValueLibraryFunction(Callee))
      return true;
    if (!shouldInline(Callee))
      return false;
    const FunctionDecl *D = definition(Callee);
    if (I >= D->getNumParams())
      return false;
    scan(D);
    if (D->getReturnType()->isReferenceType() && !singleReturn(D))
      return false;
    return !InMemory.count(D->getParamDecl(I));
  };
  refusesMoved(FD);
  AddressVisitor V(Lends, Objects);
  V.walkCode(FD);
  for (const VarDecl *D : V.Escaping)
    InMemory.insert(D);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(FD); C && C->isInheritingConstructor())
    for (unsigned I = 0; I < C->getNumParams(); ++I) // handed on without being named
      if (!Lends(C->getInheritedConstructor().getConstructor(), I))
        InMemory.insert(C->getParamDecl(I));
}

const ReturnStmt *Lowerer::singleReturn(const FunctionDecl *FD) {
  AddressVisitor V([](const FunctionDecl *, unsigned) { return false; }, /*Objects=*/false);
  const Stmt *Last = FD->getBody();
  V.walk(FD->getBody());
  if (V.Returns != 1 && !FD->getTemplateInstantiationPattern())
    return nullptr;
  while (Last) {
    if (const auto *R = dyn_cast<ReturnStmt>(Last))
      return V.Returns == 1 ? R : nullptr;
    if (const auto *C = dyn_cast<CompoundStmt>(Last))
      Last = C->body_empty() ? nullptr : C->body_back();
    else if (const auto *A = dyn_cast<AttributedStmt>(Last))
      Last = A->getSubStmt();
    else
      return nullptr;
  }
  return nullptr;
}

} // namespace mixedad
