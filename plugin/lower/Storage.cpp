//===- Storage.cpp - which objects live in storage ------------------------===//
//
// Questions about classes that Lifetimes.cpp asks.
//
//===----------------------------------------------------------------------===//
#include "lower/Library.h"
#include "lower/NodeVisitor.h"

using namespace clang;

namespace mixedad {

/// The constructor of `T{}`; null when there is none that is allowed.
const CXXConstructorDecl *Lowerer::defaultConstructor(const CXXRecordDecl *RD) {
  if (!RD->hasDefaultConstructor())
    return nullptr;
  const CXXConstructorDecl *C = Ctx.S.LookupDefaultConstructor(const_cast<CXXRecordDecl *>(RD));
  return C && !C->isDeleted() ? C : nullptr;
}

/// Whether an object can be made before its constructor is lowered onto it.
bool Lowerer::hasEmptyState(QualType T) {
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || RD->isInStdNamespace() || !RD->hasDefinition())
    return true;
  if (defaultUsesGlobals(T))
    return false;
  if (RD->hasUserProvidedDefaultConstructor() || !RD->hasDefaultConstructor())
    return T.isTriviallyCopyableType(Ctx.Ast) && !holdsLambdas(T);
  return defaultConstructor(RD) || (T.isTriviallyCopyableType(Ctx.Ast) && !holdsLambdas(T));
}

bool Lowerer::holdsLambdas(QualType T) {
  const CXXRecordDecl *RD = classIn(Ctx.Ast, T);
  if (!RD || RD->isInStdNamespace())
    return false;
  if (RD->isLambda())
    return true;
  for (const FieldDecl *F : RD->fields())
    if (!F->getType()->isReferenceType() && (holdsLambdas(F->getType()) || TypeTable::isTypeErased(F->getType())))
      return true;
  for (const CXXBaseSpecifier &B : RD->bases())
    if (holdsLambdas(B.getType()))
      return true;
  return false;
}

/// Whether the class has a member of reference type to something that holds reals.
bool Lowerer::bindsReferences(QualType T) {
  const CXXRecordDecl *RD = classIn(Ctx.Ast, T);
  if (!RD || RD->isInStdNamespace())
    return false;
  for (const FieldDecl *F : RD->fields())
    if ((F->getType()->isReferenceType() && Ctx.Types.mayHoldReals(F->getType())) || bindsReferences(F->getType()))
      return true;
  for (const CXXBaseSpecifier &B : RD->bases())
    if (bindsReferences(B.getType()))
      return true;
  return false;
}

/// A member is a plain pointer to reals: what it points to is not the object's to copy.
bool Lowerer::pointsToReals(QualType T) {
  const CXXRecordDecl *RD = classIn(Ctx.Ast, T);
  if (!RD || RD->isInStdNamespace())
    return false;
  for (const FieldDecl *F : RD->fields())
    if ((F->getType()->isPointerType() && Ctx.Types.mayHoldReals(F->getType())) || pointsToReals(F->getType()))
      return true;
  for (const CXXBaseSpecifier &B : RD->bases())
    if (pointsToReals(B.getType()))
      return true;
  return false;
}

/// A destructor with a body somewhere below, outside the library.
bool Lowerer::ownsResources(QualType T) {
  const CXXRecordDecl *RD = classIn(Ctx.Ast, T);
  if (!RD || RD->isInStdNamespace() || TypeTable::isArrayClass(Ctx.Ast.getBaseElementType(T))) // arrays are values
    return false;
  if (const CXXDestructorDecl *D = RD->getDestructor(); D && D->isUserProvided()) {
    const FunctionDecl *Def = definition(D);
    const auto *B = Def ? dyn_cast_or_null<CompoundStmt>(Def->getBody()) : nullptr;
    if (!B || !B->body_empty())
      return true;
  }
  for (const CXXBaseSpecifier &B : RD->bases())
    if (ownsResources(B.getType()))
      return true;
  for (const FieldDecl *F : RD->fields())
    if (ownsResources(F->getType()))
      return true;
  return false;
}

bool Lowerer::needsStorage(QualType T) {
  const CXXRecordDecl *RD = classIn(Ctx.Ast, T);
  if (!RD || RD->isInStdNamespace() || (RD->isLambda() && !Objects) || RD->isUnion() || RD->isPolymorphic() || RD->getNumVBases() ||
      TypeTable::isArrayClass(T) || TypeTable::isLazyClass(T) || isClassNamed(T, "mixedad", "Tape") ||
      (type(T)->Class != ir::TypeClass::Record && !holdsLambdas(T)))
    return false;
  if (T->isArrayType()) // an array of empty ones to begin with is bytes, unless nothing runs to make it
    if (const CXXConstructorDecl *Default = defaultConstructor(RD); !Default || !Default->isTrivial())
      return true;
  auto [It, New] = StorageCache.try_emplace(RD, false);
  if (New) {
    bool Needs = holdsLambdas(T) || (!T.isTriviallyCopyableType(Ctx.Ast) && pointsToReals(T)) || ownsResources(Ctx.Ast.getBaseElementType(T)) || bindsReferences(T) || !hasEmptyState(Ctx.Ast.getBaseElementType(T));
    StorageCache[RD] = Needs;
    return Needs;
  }
  return It->second;
}

/// A member or base that is made as a whole, on both sides, before what it is initialized with is lowered onto it.
bool Lowerer::madeWhole(QualType T) {
  const CXXRecordDecl *RD = classIn(Ctx.Ast, T);
  if (!RD || RD->isEmpty() || !defaultConstructor(RD) || needsStorage(T) || T.isTriviallyCopyableType(Ctx.Ast))
    return false;
  return RD->isInStdNamespace() || !RD->hasTrivialDestructor() || !RD->hasTrivialDefaultConstructor();
}

/// An object without reals whose destructor does something that others see: a lock, a timer, a guard.
bool Lowerer::endsWithScope(QualType T) {
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || !RD->hasDefinition() || RD->hasTrivialDestructor())
    return false;
  for (const char *Name : {"lock_guard", "unique_lock", "scoped_lock", "shared_lock"})
    if (isClassNamed(T, "std", Name))
      return true;
  return ownsResources(T);
}

bool Lowerer::needsDestruction(QualType T) {
  const CXXRecordDecl *RD = classIn(Ctx.Ast, T);
  if (!RD || RD->hasTrivialDestructor())
    return false;
  if (RD->isInStdNamespace() || ownsResources(Ctx.Ast.getBaseElementType(T)))
    return true;
  for (const FieldDecl *F : RD->fields())
    if (needsDestruction(F->getType()))
      return true;
  for (const CXXBaseSpecifier &B : RD->bases())
    if (needsDestruction(B.getType()))
      return true;
  return false;
}

/// All that the destructors of an object do is to release: of an object that has been moved from they do nothing.
bool Lowerer::onlyReleases(QualType T) {
  const CXXRecordDecl *RD = classIn(Ctx.Ast, T);
  if (!RD || RD->isInStdNamespace() || isOwn(RD))
    return true;
  struct Releases : NodeVisitor {
    bool Only = true;
    static bool isOwnMember(const Expr *E) { // which is gone afterwards
      const auto *M = dyn_cast<MemberExpr>(E->IgnoreParens());
      return M && isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts()) && isa<FieldDecl>(M->getMemberDecl()) &&
             !M->getMemberDecl()->getType()->isReferenceType();
    }
    bool visit(Stmt *S) override {
      const auto *C = dyn_cast<CallExpr>(S);
      const FunctionDecl *Callee = C ? C->getDirectCallee() : nullptr;
      bool Frees = Callee && (Callee->isInStdNamespace() || Callee->getBuiltinID() || Callee->getASTContext().getSourceManager().isInSystemHeader(Callee->getLocation())) && Callee->getIdentifier() && oneOf(Callee->getName(), {"free", "clear", "reset", "unlock"});
      const auto *B = dyn_cast<BinaryOperator>(S);
      const auto *U = dyn_cast<UnaryOperator>(S);
      const Expr *Target = B && B->isAssignmentOp() ? B->getLHS() : U && U->isIncrementDecrementOp() ? U->getSubExpr() : nullptr;
      bool Number = Target && Target->getType()->isArithmeticType() && !isOwnMember(Target);
      Only = Only && !Number && (!C || Frees);
      return Only;
    }
  };
  if (const CXXDestructorDecl *D = RD->getDestructor(); D && D->isUserProvided()) {
    const FunctionDecl *Def = definition(D);
    Releases V;
    if (Def)
      V.walk(Def->getBody());
    if (!Def || !V.Only)
      return false;
  }
  return llvm::all_of(RD->fields(), [&](const FieldDecl *F) { return F->getType()->isReferenceType() || onlyReleases(F->getType()); }) &&
         llvm::all_of(RD->bases(), [&](const CXXBaseSpecifier &B) { return onlyReleases(B.getType()); });
}

} // namespace mixedad
