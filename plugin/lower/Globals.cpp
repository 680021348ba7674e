//===- Globals.cpp - variables outside of functions -----------------------===//
//
// Which code uses them, where a derivative must know it beforehand.
//
//===----------------------------------------------------------------------===//
#include "lower/Lowerer.h"
#include "lower/NodeVisitor.h"

using namespace clang;

namespace mixedad {

namespace {
struct GlobalVisitor : NodeVisitor {
  TypeTable &Types;
  GlobalUses &Found;
  llvm::SmallPtrSet<const Expr *, 16> Reads;
  GlobalVisitor(TypeTable &T, GlobalUses &Found) : Types(T), Found(Found) { ImplicitCode = true; }
  static const Expr *container(const Expr *X) {
    if (const auto *M = dyn_cast<MemberExpr>(X))
      return M->getBase()->IgnoreParenImpCasts();
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(X))
      return A->getBase()->IgnoreParenImpCasts();
    const auto *U = dyn_cast<UnaryOperator>(X);
    return U && U->getOpcode() == UO_Deref ? U->getSubExpr()->IgnoreParenImpCasts() : nullptr;
  }
  bool visit(Stmt *S) override {
    if (const auto *E = dyn_cast<ImplicitCastExpr>(S); E && E->getCastKind() == CK_LValueToRValue) {
      // An element of it, a member, or what it points at. A pointer that is read by itself may be written through.
      const Expr *X = E->getSubExpr()->IgnoreParenImpCasts();
      while (const Expr *Of = container(X))
        X = Of;
      if (!Types.leadsElsewhere(E->getType()))
        Reads.insert(X);
    }
    const ValueDecl *D = isa<DeclRefExpr>(S) ? cast<DeclRefExpr>(S)->getDecl() : isa<MemberExpr>(S) ? cast<MemberExpr>(S)->getMemberDecl() : nullptr;
    const auto *VD = dyn_cast_or_null<VarDecl>(D);
    if (!VD || !VD->hasGlobalStorage() || VD->isConstexpr() || isOwn(VD) || !Types.mayHoldReals(VD->getType()) ||
        Types.context().getBaseElementType(VD->getType()).isConstQualified())
      return true;
    Found.Used.insert(VD->getCanonicalDecl());
    if (!Reads.count(cast<Expr>(S)))
      Found.Written.insert(VD->getCanonicalDecl());
    return true;
  }
};
} // namespace

/// Visits FD and what it calls, but for the library's own code.
void Lowerer::walkReachable(NodeVisitor &V, const FunctionDecl *FD) {
  llvm::SmallVector<const FunctionDecl *, 16> Work{FD};
  llvm::SmallPtrSet<const FunctionDecl *, 32> Seen;
  while (!Work.empty()) {
    const FunctionDecl *D = Work.pop_back_val();
    D = D->isInStdNamespace() ? nullptr : definition(D);
    if (!D || !Seen.insert(D->getCanonicalDecl()).second)
      continue;
    V.walkCode(D);
    const Callees &Called = calleesOf(D);
    Work.append(Called.Functions.begin(), Called.Functions.end());
  }
}

const GlobalUses &Lowerer::globalsOf(const FunctionDecl *FD) {
  std::unique_ptr<GlobalUses> &Uses = GlobalsCache[FD->getCanonicalDecl()];
  if (!Uses) {
    auto Found = std::make_unique<GlobalUses>();
    GlobalVisitor V(Ctx.Types, *Found);
    walkReachable(V, FD);
    Uses = std::move(Found);
  }
  return *Uses;
}

/// The function that is being lowered, into which others are inlined; null where there is none.
const FunctionDecl *Lowerer::rootFunction() const {
  const Frame *Root = Fr;
  while (Root && Root->Outer)
    Root = Root->Outer;
  return Root ? Root->FD : nullptr;
}

/// Whether derivatives go through VD from where All's functions write to where they read.
bool Lowerer::carriesReals(const VarDecl *VD, const GlobalUses &All) {
  auto Leads = [&](const VarDecl *V) { return V->getType()->isReferenceType() || Ctx.Types.leadsElsewhere(V->getType()); };
  auto Active = [&](const VarDecl *V) { return !Ctx.IsInactive(V); };
  // What is written through a pointer may be any variable, and what is read through one may be what was written.
  return Active(VD) && (All.Written.count(VD) || llvm::any_of(All.Written, Leads) ||
                        (Leads(VD) && llvm::any_of(All.Written, Active)));
}

/// A variable outside of functions that carries active values, perhaps, into or out of a call that is not inlined: FD
/// or what it calls uses it, and they or the function that is being differentiated write to it. Null: none.
const VarDecl *Lowerer::sharedGlobal(const FunctionDecl *FD) {
  const GlobalUses &Callee = globalsOf(FD);
  if (Callee.Used.empty())
    return nullptr;
  const FunctionDecl *Root = rootFunction();
  const GlobalUses &All = Root ? globalsOf(Root) : Callee; // Callee's are among them
  for (const VarDecl *VD : Callee.Used)
    if (carriesReals(VD, Callee) || carriesReals(VD, All))
      return VD;
  return nullptr;
}

/// What a global carries from one function to another is followed where calls are inlined, and nowhere else.
bool Lowerer::refusesSharedGlobal(const FunctionDecl *FD, SourceLocation L) {
  const VarDecl *Shared = sharedGlobal(FD);
  if (Shared)
    refuse(L, llvm::Twine("a call of '") + FD->getNameAsString() + "', which is not inlined and uses the variable '" + Shared->getName() + "'",
           "pass the variable as an argument, or mark it [[mixedad::inactive]]");
  return Shared;
}

/// A function of the program without a body may change what it sees: the variables of other translation units too.
bool Lowerer::refusesHiddenChange(const FunctionDecl *FD, SourceLocation L) {
  const FunctionDecl *Root = rootFunction();
  if (definition(FD) || isOwn(FD) || !Root || FD->hasAttr<PureAttr>() || FD->hasAttr<ConstAttr>())
    return false;
  for (const VarDecl *VD : globalsOf(Root).Written)
    if (VD->isExternallyVisible() && !Ctx.IsInactive(VD)) {
      refuse(L, llvm::Twine("a call of '") + FD->getNameAsString() + "', whose body is not visible and which may use the variable '" + VD->getName() + "'",
             llvm::Twine("make the body visible, make the variable static, or mark '") + FD->getNameAsString() + "' [[mixedad::inactive]]");
      return true;
    }
  return false;
}

/// A broadcast's function is a kernel: all that it is given are its operands.
void Lowerer::refusesKernelState(const FunctionDecl *FD, SourceLocation L) {
  if (!FD || refusesSharedGlobal(FD, L) || !changesOutside(FD))
    return;
  refuse(L, "a broadcast of a function that changes variables outside of it", "return what it computes, and sum it");
}

} // namespace mixedad
