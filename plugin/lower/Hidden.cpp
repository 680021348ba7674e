//===- Hidden.cpp - code that runs where no function's text says so -------===//
//
// The library makes, ends, compares and hashes objects out of sight. Derivatives follow what the program's text calls;
// what the library calls by itself must change nothing that anyone can see.
//
//===----------------------------------------------------------------------===//
#include "lower/Lowerer.h"
#include "lower/NodeVisitor.h"

#include "clang/AST/DeclFriend.h"

using namespace clang;

namespace mixedad {

/// The function, or what it calls, assigns variables outside of it that are not inactive: captured ones, or such
/// at namespace scope.
bool Lowerer::changesOutside(const FunctionDecl *FD) {
  struct Outside : NodeVisitor {
    const std::function<bool(const Decl *)> &IsInactive;
    bool Found = false;
    explicit Outside(const std::function<bool(const Decl *)> &IsInactive) : IsInactive(IsInactive) {}
    void target(const Expr *E) {
      E = E->IgnoreParenImpCasts();
      while (isa<MemberExpr, ArraySubscriptExpr>(E))
        E = (isa<MemberExpr>(E) ? cast<MemberExpr>(E)->getBase() : cast<ArraySubscriptExpr>(E)->getBase())->IgnoreParenImpCasts();
      const auto *R = dyn_cast<DeclRefExpr>(E);
      const auto *VD = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
      Found = Found || (VD && (VD->hasGlobalStorage() || R->refersToEnclosingVariableOrCapture()) && !IsInactive(VD));
    }
    bool visit(Stmt *S) override {
      if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
        target(B->getLHS());
      else if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp())
        target(U->getSubExpr());
      else if (const auto *C = dyn_cast<CXXOperatorCallExpr>(S); C && C->isAssignmentOp())
        target(C->getArg(0));
      return !Found;
    }
  } V(Ctx.IsInactive);
  walkReachable(V, FD);
  return V.Found;
}

/// Also of classes that are members of the library's.
static bool isOfLibrary(const Decl *D) {
  for (const DeclContext *DC = D->getDeclContext(); DC; DC = DC->getParent())
    if (DC->isStdNamespace())
      return true;
  return false;
}

/// FD as it is written, where nothing has used it yet: using it might not compile.
static const FunctionDecl *asWritten(const FunctionDecl *FD) {
  const FunctionDecl *Pattern = FD->hasBody() ? nullptr : FD->getTemplateInstantiationPattern();
  return Pattern ? Pattern : FD;
}

using Functions = llvm::SmallVector<const FunctionDecl *, 8>;

/// The operators that the library calls by itself to compare objects of a class: its members, friends and neighbours.
static Functions comparisons(ASTContext &Ast, const CXXRecordDecl *RD) {
  Functions Found;
  auto Add = [&](const NamedDecl *D) {
    if (const auto *Template = dyn_cast_or_null<FunctionTemplateDecl>(D))
      D = Template->getTemplatedDecl();
    if (const auto *FD = dyn_cast_or_null<FunctionDecl>(D))
      Found.push_back(asWritten(FD));
  };
  auto Compares = [](const NamedDecl *D) {
    const DeclarationName N = D ? D->getDeclName() : DeclarationName();
    const OverloadedOperatorKind K = N.getCXXOverloadedOperator();
    return K == OO_EqualEqual || K == OO_ExclaimEqual || K == OO_Less || K == OO_Greater || K == OO_LessEqual ||
           K == OO_GreaterEqual || K == OO_Spaceship;
  };
  for (OverloadedOperatorKind K : {OO_EqualEqual, OO_ExclaimEqual, OO_Less, OO_Greater, OO_LessEqual, OO_GreaterEqual, OO_Spaceship}) {
    DeclarationName Name = Ast.DeclarationNames.getCXXOperatorName(K);
    for (const NamedDecl *D : RD->lookup(Name))
      Add(D);
    for (const NamedDecl *D : RD->getDeclContext()->getRedeclContext()->lookup(Name)) {
      const FunctionDecl *FD = D->getAsFunction();
      if (FD && llvm::any_of(FD->parameters(), [&](const ParmVarDecl *P) {
            const CXXRecordDecl *Of = classIn(Ast, P->getType());
            return P->getType()->isDependentType() || (Of && RD->getCanonicalDecl() == Of->getCanonicalDecl());
          }))
        Add(D);
    }
  }
  for (const FriendDecl *F : RD->friends())
    if (Compares(F->getFriendDecl()))
      Add(F->getFriendDecl());
  return Found;
}

/// The position of the first argument of a library's class template that is a comparator, a hash or a deleter.
static unsigned firstPolicy(const CXXRecordDecl *RD) {
  const llvm::StringRef N = RD->getIdentifier() ? RD->getName() : "";
  if (N == "map" || N == "multimap" || N == "unordered_map" || N == "unordered_multimap" || N == "priority_queue")
    return 2;
  return N == "set" || N == "multiset" || N == "unordered_set" || N == "unordered_multiset" || N == "unique_ptr" ? 1 : ~0u;
}

/// Its operator() is called out of sight.
bool Lowerer::policyChangesOutside(const CXXRecordDecl *RD) {
  return llvm::any_of(RD->methods(), [&](const CXXMethodDecl *M) { return M->getOverloadedOperator() == OO_Call && changesOutside(asWritten(M)); });
}

bool Lowerer::comparisonChangesOutside(const CXXRecordDecl *RD) {
  return llvm::any_of(comparisons(Ctx.Ast, RD), [&](const FunctionDecl *FD) { return changesOutside(FD); });
}

/// What a class of the library does to objects out of sight, that a derivative would miss: a text, null if nothing.
const char *Lowerer::hiddenByClass(const CXXRecordDecl *RD) {
  const char *Found = nullptr;
  const unsigned Policies = firstPolicy(RD);
  unsigned I = 0;
  for (QualType Argument : typeArguments(compat::tagType(Ctx.Ast, RD))) {
    const CXXRecordDecl *Class = classIn(Ctx.Ast, Argument);
    const bool Policy = I++ >= Policies;
    if (!Class || isOfLibrary(Class) || isOwn(Class))
      continue;
    if (Policy && policyChangesOutside(Class))
      Found = "', whose comparison, hash or deleter changes variables outside of it";
    else if (Class->isLambda())
      continue;
    else if (defaultUsesGlobals(Argument))
      Found = "', whose elements read or change variables outside of functions where they are made by default";
    else if (!onlyReleases(Argument))
      Found = "', whose elements have a destructor that does more than to release";
    else if (comparisonChangesOutside(Class))
      Found = "', whose elements have a comparison that changes variables outside of it";
  }
  return Found;
}

/// The same of all classes of the library that an object is made of.
std::pair<const CXXRecordDecl *, const char *> Lowerer::hiddenIn(QualType T) {
  const CXXRecordDecl *RD = classIn(Ctx.Ast, T);
  if (!RD || isOwn(RD))
    return {};
  auto [It, New] = HiddenCache.try_emplace(RD);
  if (!New)
    return It->second;
  std::pair<const CXXRecordDecl *, const char *> Found;
  auto Part = [&](QualType Of) {
    if (!Found.second)
      Found = hiddenIn(Of);
  };
  if (isOfLibrary(RD)) {
    if (const char *Why = hiddenByClass(RD))
      Found = {RD, Why};
    for (QualType Argument : typeArguments(compat::tagType(Ctx.Ast, RD)))
      Part(Argument);
  } else {
    for (const FieldDecl *F : RD->fields())
      Part(F->getType());
    for (const CXXBaseSpecifier &B : RD->bases())
      Part(B.getType());
  }
  return HiddenCache[RD] = Found;
}

void Lowerer::refusesHidden(QualType T, SourceLocation L) {
  if (auto [RD, Why] = hiddenIn(T); Why)
    refuse(L, llvm::Twine("a '") + compat::tagType(Ctx.Ast, RD).getAsString(Ctx.Ast.getPrintingPolicy()) + Why,
           llvm::StringRef(Why).contains("comparison") ? "let it change nothing, or mark what it changes [[mixedad::inactive]]"
                                                       : "use an array of them, or variables");
}

/// Making an object without arguments runs code that uses variables outside of functions: it is no constant then.
bool Lowerer::defaultUsesGlobals(QualType T) {
  const CXXRecordDecl *RD = classIn(Ctx.Ast, T);
  if (!RD)
    return false;
  auto [It, New] = DefaultsCache.try_emplace(RD, false);
  if (!New)
    return It->second;
  bool Uses = false;
  if (RD->isInStdNamespace()) {
    for (QualType Element : typeArguments(Ctx.Ast.getBaseElementType(T)))
      Uses = Uses || (Element->isRecordType() && defaultUsesGlobals(Element));
  } else if (const CXXConstructorDecl *C = defaultConstructor(RD); C && !C->isTrivial()) {
    if (!C->isUserProvided() && !C->doesThisDeclarationHaveABody() && !C->isInvalidDecl())
      Ctx.S.DefineImplicitDefaultConstructor(RD->getLocation(), const_cast<CXXConstructorDecl *>(C));
    for (const VarDecl *VD : globalsOf(C).Used)
      Uses = Uses || !Ctx.IsInactive(VD);
    for (const FieldDecl *F : RD->fields()) // elements of library classes, whose own code is not visited
      Uses = Uses || defaultUsesGlobals(F->getType());
    for (const CXXBaseSpecifier &B : RD->bases())
      Uses = Uses || defaultUsesGlobals(B.getType());
  }
  return DefaultsCache[RD] = Uses;
}

} // namespace mixedad
