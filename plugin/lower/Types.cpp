//===- Types.cpp - types of the program as types of the IR ----------------===//
#include "lower/Types.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace mixedad {

llvm::SmallVector<QualType, 4> typeArguments(QualType T) {
  llvm::SmallVector<QualType, 4> Types;
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  if (!S)
    return Types;
  for (const TemplateArgument &A : S->getTemplateArgs().asArray()) {
    if (A.getKind() == TemplateArgument::Type)
      Types.push_back(A.getAsType());
    if (A.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &P : A.getPackAsArray())
        if (P.getKind() == TemplateArgument::Type)
          Types.push_back(P.getAsType());
  }
  return Types;
}

const CXXRecordDecl *classIn(ASTContext &Ast, QualType T) {
  const CXXRecordDecl *RD = T.isNull() ? nullptr : Ast.getBaseElementType(T.getNonReferenceType())->getAsCXXRecordDecl();
  return RD ? RD->getDefinition() : nullptr;
}

bool isOpenClass(QualType T) {
  const CXXRecordDecl *RD = T.getNonReferenceType()->getAsCXXRecordDecl();
  return RD && RD->getDefinition() && RD->getDefinition()->isPolymorphic() && !RD->getDefinition()->isEffectivelyFinal();
}

bool isOwn(const Decl *D) {
  const DeclContext *DC = D->getDeclContext();
  while (DC->getParent() && !DC->getParent()->isTranslationUnit())
    DC = DC->getParent();
  const auto *NS = dyn_cast<NamespaceDecl>(DC);
  return NS && NS->getName() == "mixedad";
}

bool isClassNamed(QualType T, llvm::StringRef Namespace, llvm::StringRef Name) {
  const CXXRecordDecl *RD = T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!RD || !RD->getIdentifier() || RD->getName() != Name)
    return false;
  const DeclContext *DC = RD->getDeclContext();
  while (DC && (DC->isInlineNamespace() || isa<LinkageSpecDecl>(DC)))
    DC = DC->getParent();
  const auto *NS = dyn_cast_or_null<NamespaceDecl>(DC);
  return NS && NS->getName() == Namespace;
}

bool TypeTable::isArrayClass(QualType T) { return isClassNamed(T, "mixedad", "Array"); }
bool TypeTable::isLazyClass(QualType T) { return isClassNamed(T, "mixedad", "Lazy"); }
bool TypeTable::isTypeErased(QualType T) {
  return isClassNamed(T, "std", "function") || isClassNamed(T, "std", "any") ||
         isClassNamed(T, "std", "move_only_function");
}

/// For bases of the curiously recurring kind: a type argument that derives from the class and holds reals.
bool TypeTable::derivedHoldsReals(const CXXRecordDecl *Base) {
  const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(Base);
  if (!Spec)
    return false;
  for (const TemplateArgument &A : Spec->getTemplateArgs().asArray())
    if (A.getKind() == TemplateArgument::Type)
      if (const CXXRecordDecl *RD = A.getAsType()->getAsCXXRecordDecl(); RD && RD->getDefinition() && RD->isDerivedFrom(Base))
        return mayHoldReals(A.getAsType());
  return false;
}

/// Strings and streams: what goes through them is text.
static bool isTextClass(const CXXRecordDecl *RD) {
  return RD->getIdentifier() && RD->isInStdNamespace() && (RD->getName().starts_with("basic_") || RD->getName() == "ios_base");
}

bool TypeTable::recordHoldsReals(const CXXRecordDecl *RD) {
  RD = RD->getCanonicalDecl();
  if (isClassNamed(compat::tagType(Ctx, RD), "mixedad", "Tape"))
    return true; // of an inner derivative: it holds what that derivative pushes
  if (isTextClass(RD))
    return false;
  auto [It, New] = Records.try_emplace(RD, false); // false while looking: recursion through pointers
  if (!New)
    return It->second;
  Looking.push_back(RD);
  size_t Mark = Looking.size() - 1;
  const CXXRecordDecl *Def = RD->getDefinition();
  bool Holds = false;
  if (!Def)
    Holds = false; // incomplete: nobody can read reals from it here
  else if (Def->isEmpty())
    Holds = derivedHoldsReals(Def); // nothing inside; but a base may be cast to what it is a base of
  else if (const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(Def)) {
    // Library storage is often untyped (tree nodes, aligned buffers): what it holds is in its arguments.
    for (const TemplateArgument &A : Spec->getTemplateArgs().asArray()) {
      if (A.getKind() == TemplateArgument::Type && !A.getAsType()->isFunctionType())
        Holds |= mayHoldReals(A.getAsType());
      if (A.getKind() == TemplateArgument::Pack)
        for (const TemplateArgument &P : A.getPackAsArray())
          if (P.getKind() == TemplateArgument::Type)
            Holds |= mayHoldReals(P.getAsType());
    }
    Holds |= isTypeErased(compat::tagType(Ctx, Def));
  }
  if (Def && !Holds) {
    for (const CXXBaseSpecifier &B : Def->bases())
      Holds |= mayHoldReals(B.getType());
    if (!Def->isInStdNamespace() || !isa<ClassTemplateSpecializationDecl>(Def))
      for (const FieldDecl *F : Def->fields())
        Holds |= mayHoldReals(F->getType());
    // A polymorphic object may be of a derived class that has reals.
    if (Def->isPolymorphic() && !Def->isInStdNamespace() && !Def->isEffectivelyFinal())
      Holds = true;
  }
  // A 'no' that was found while this class still counted as one may be wrong: forget it.
  if (Holds)
    for (size_t I = Mark + 1; I < Looking.size(); ++I)
      if (!Records[Looking[I]])
        Records.erase(Looking[I]);
  if (Mark == 0)
    Looking.clear();
  return Records[RD] = Holds;
}

const ir::Type *TypeTable::helper(llvm::StringRef Spelling) {
  const ir::Type *&T = Helpers[Spelling.str()];
  if (T)
    return T;
  Storage.push_back({});
  Storage.back().Spelling = Spelling.str();
  Storage.back().Trivial = false;
  return T = &Storage.back();
}

bool TypeTable::mayHoldReals(QualType T) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (T->isRealFloatingType() || T->isAnyComplexType())
    return true;
  if (T->isReferenceType() || T->isPointerType()) {
    QualType P = T->getPointeeType();
    if (P->isFunctionType() || P->isVoidType())
      return false;
    return mayHoldReals(P);
  }
  if (const auto *A = Ctx.getAsArrayType(T))
    return mayHoldReals(A->getElementType());
  if (const auto *V = T->getAs<VectorType>())
    return mayHoldReals(V->getElementType());
  if (const CXXRecordDecl *RD = T->getAsCXXRecordDecl())
    return recordHoldsReals(RD);
  return false;
}

static bool isValueContainer(const CXXRecordDecl *RD) {
  static const char *const Names[] = {"vector", "deque", "list", "forward_list", "map", "multimap", "unordered_map",
                                      "unordered_multimap", "set", "multiset", "unordered_set", "unordered_multiset", "valarray",
                                      "optional", "stack", "queue", "priority_queue", "basic_string", "complex"};
  return RD->getIdentifier() && RD->isInStdNamespace() && llvm::is_contained(Names, RD->getName());
}

/// Containers own their elements; smart pointers, views, iterators and functions may share what they refer to.
bool TypeTable::copiesShareNothing(QualType T) {
  T = Ctx.getBaseElementType(T).getCanonicalType().getUnqualifiedType();
  if (!mayHoldReals(T))
    return true;
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD)
    return T->isRealFloatingType() || T->isAnyComplexType() || T->isVectorType();
  RD = RD->getDefinition();
  if (!RD || RD->isLambda() || RD->isUnion())
    return false;
  if (RD->isEmpty()) // allocators, comparisons
    return true;
  auto [It, New] = Sharing.try_emplace(RD, false);
  if (!New)
    return It->second;
  bool Separate = true;
  if (RD->isInStdNamespace()) {
    Separate = isValueContainer(RD) || (RD->getIdentifier() && llvm::is_contained({"pair", "tuple", "array", "variant"}, RD->getName()));
    for (QualType Argument : typeArguments(T))
      Separate = Separate && copiesShareNothing(Argument);
  } else {
    for (const CXXBaseSpecifier &B : RD->bases())
      Separate = Separate && copiesShareNothing(B.getType());
    for (const FieldDecl *F : RD->fields())
      Separate = Separate && !F->getType()->isReferenceType() && copiesShareNothing(F->getType());
  }
  return Sharing[RD] = Separate;
}

/// They point to the untyped base of a node: only their arguments tell what they reach.
static bool isNodeIterator(const CXXRecordDecl *RD) {
  static const char *const Names[] = {"_List_iterator", "_Fwd_list_iterator", "_Rb_tree_iterator", "_Node_iterator",
                                      "__list_iterator", "__forward_list_iterator", "__tree_iterator", "__map_iterator",
                                      "__hash_iterator", "__hash_map_iterator"};
  return RD->getIdentifier() && RD->isInStdNamespace() && llvm::is_contained(Names, RD->getName());
}

bool TypeTable::reachesMutableReals(QualType T) {
  T = Ctx.getBaseElementType(T.getNonReferenceType());
  if (const auto *P = T->getAs<PointerType>())
    return mayHoldReals(P->getPointeeType()) &&
           (!P->getPointeeType().isConstQualified() || reachesMutableReals(P->getPointeeType()));
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || !(RD = RD->getDefinition()) || isArrayClass(T) || isTextClass(RD))
    return false;
  if (RD->isLambda() || isTypeErased(T))
    return true;
  auto [It, New] = Reaching.try_emplace(RD, false);
  if (!New)
    return It->second;
  bool Found = false;
  if (isValueContainer(RD)) {
    for (QualType Argument : typeArguments(T))
      Found |= reachesMutableReals(Argument);
  } else if (isNodeIterator(RD)) {
    for (QualType Argument : typeArguments(T))
      Found |= mayHoldReals(Argument);
  } else {
    for (const CXXBaseSpecifier &B : RD->bases())
      Found |= reachesMutableReals(B.getType());
    for (const FieldDecl *F : RD->fields())
      Found |= reachesMutableReals(F->getType()) ||
               (F->getType()->isReferenceType() && !F->getType()->getPointeeType().isConstQualified() && mayHoldReals(F->getType()));
  }
  return Reaching[RD] = Found;
}

bool TypeTable::holdsUnion(QualType T) {
  T = Ctx.getBaseElementType(T.getNonReferenceType());
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  RD = RD ? RD->getDefinition() : nullptr;
  if (!RD || RD->isInStdNamespace())
    return false;
  if (RD->isUnion())
    return recordHoldsReals(RD);
  for (const CXXBaseSpecifier &B : RD->bases())
    if (holdsUnion(B.getType()))
      return true;
  for (const FieldDecl *F : RD->fields())
    if (!F->getType()->isPointerType() && !F->getType()->isReferenceType() && holdsUnion(F->getType()))
      return true;
  return false;
}

bool TypeTable::leadsElsewhere(QualType T) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (T->isPointerType())
    return !T->isFunctionPointerType() && mayHoldReals(T->getPointeeType());
  if (const auto *A = Ctx.getAsArrayType(T))
    return leadsElsewhere(A->getElementType());
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || !RD->getDefinition() || !Entered.insert(RD).second)
    return false;
  bool Found = false;
  if (RD->isInStdNamespace()) {
    for (QualType Element : typeArguments(T))
      Found = Found || leadsElsewhere(Element);
  } else {
    for (const CXXBaseSpecifier &B : RD->bases())
      Found = Found || leadsElsewhere(B.getType());
    for (const FieldDecl *F : RD->fields())
      Found = Found || leadsElsewhere(F->getType());
  }
  Entered.erase(RD);
  return Found;
}

bool TypeTable::refersElsewhere(QualType T) {
  const CXXRecordDecl *RD = T->isReferenceType() ? nullptr : classIn(Ctx, T);
  if (!RD || !Entered.insert(RD).second)
    return false;
  bool Found = false;
  if (RD->getIdentifier() && (RD->isInStdNamespace() || RD->getName().contains("iterator"))) {
    llvm::StringRef N = RD->getName();
    Found = N == "span" || N == "reference_wrapper" || N.contains("iterator");
    for (QualType Element : typeArguments(Ctx.getBaseElementType(T)))
      Found = Found || refersElsewhere(Element);
  } else {
    for (const FieldDecl *F : RD->fields())
      Found = Found || (F->getType()->isReferenceType() ? mayHoldReals(F->getType()) : refersElsewhere(F->getType()));
    for (const CXXBaseSpecifier &B : RD->bases())
      Found = Found || refersElsewhere(B.getType());
  }
  Entered.erase(RD);
  return Found;
}

bool TypeTable::ownsUnknownSize(QualType T) {
  const CXXRecordDecl *RD = T->isReferenceType() ? nullptr : classIn(Ctx, T);
  if (!RD || !Entered.insert(RD).second)
    return false;
  bool Found = false;
  if (isClassNamed(compat::tagType(Ctx, RD), "std", "unique_ptr") || isClassNamed(compat::tagType(Ctx, RD), "std", "shared_ptr")) {
    QualType Owned = typeArguments(compat::tagType(Ctx, RD))[0];
    const CXXRecordDecl *Class = classIn(Ctx, Owned);
    Found = mayHoldReals(Owned) && (Owned->isArrayType() || (Class && Class->isPolymorphic() && !Class->isEffectivelyFinal()));
  }
  for (QualType Part : typeArguments(compat::tagType(Ctx, RD)))
    Found = Found || ownsUnknownSize(Part);
  if (!RD->isInStdNamespace()) {
    for (const FieldDecl *F : RD->fields())
      Found = Found || ownsUnknownSize(F->getType());
    for (const CXXBaseSpecifier &B : RD->bases())
      Found = Found || ownsUnknownSize(B.getType());
  }
  Entered.erase(RD);
  return Found;
}

QualType TypeTable::onlyScalar(QualType T) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (T->isRealFloatingType())
    return T;
  if (const auto *C = T->getAs<ComplexType>())
    return onlyScalar(C->getElementType());
  if (const auto *A = Ctx.getAsConstantArrayType(T))
    return onlyScalar(A->getElementType());
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || !RD->getDefinition() || RD->isUnion() || RD->isPolymorphic() || !T.isTriviallyCopyableType(Ctx))
    return {};
  QualType Only;
  auto Same = [&](QualType Part) {
    QualType Leaf = onlyScalar(Part);
    bool Good = !Leaf.isNull() && (Only.isNull() || Ctx.hasSameType(Only, Leaf));
    Only = Leaf;
    return Good;
  };
  for (const CXXBaseSpecifier &B : RD->bases())
    if (!B.getType()->getAsCXXRecordDecl()->isEmpty() && !Same(B.getType()))
      return {};
  for (const FieldDecl *F : RD->fields())
    if (!Same(F->getType()))
      return {};
  return Only;
}

bool TypeTable::isPureReal(QualType T) {
  T = T.getCanonicalType();
  if (T->isRealFloatingType() || T->isIntegralOrEnumerationType() || T->isAnyComplexType())
    return true;
  if (const auto *A = Ctx.getAsConstantArrayType(T))
    return isPureReal(A->getElementType());
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || !RD->getDefinition() || RD->isUnion() || RD->isPolymorphic() || !T.isTriviallyCopyableType(Ctx))
    return false;
  if (isClassNamed(T, "detail", "storage_of")) // the object in these bytes may point anywhere
    return false;
  for (const CXXBaseSpecifier &B : RD->bases())
    if (!isPureReal(B.getType()))
      return false;
  for (const FieldDecl *F : RD->fields())
    if (!isPureReal(F->getType()))
      return false;
  return true;
}

/// Appends the numbers of the object at Place; false where one has no name, or there are more than a kernel keeps in
/// registers.
bool TypeTable::addLeaves(QualType T, const std::string &Place, std::vector<ir::Leaf> &Out) {
  constexpr size_t Most = 32;
  auto Elements = [&](QualType Element, uint64_t Count) {
    for (uint64_t I = 0; I < Count; ++I)
      if (Count > Most || !addLeaves(Element, Place + "[" + std::to_string(I) + "]", Out))
        return false;
    return true;
  };
  T = T.getCanonicalType().getUnqualifiedType();
  if (T->isRealFloatingType() || T->isIntegralOrEnumerationType()) {
    Out.push_back({Place, get(T)});
    return Out.size() <= Most;
  }
  if (const auto *A = Ctx.getAsConstantArrayType(T))
    return Elements(A->getElementType(), A->getSize().getZExtValue());
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  if (isClassNamed(T, "std", "array"))
    return Elements(typeArguments(T)[0], S->getTemplateArgs()[1].getAsIntegral().getZExtValue());
  if (isClassNamed(T, "std", "complex")) {
    const ir::Type *Part = get(typeArguments(T)[0]);
    for (const char *Which : {"[0]", "[1]"})
      Out.push_back({"::mixedad::detail::complex_part<" + Part->Spelling + ">(" + Place + ")" + Which, Part});
    return Out.size() <= Most;
  }
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || T->isAnyComplexType())
    return false;
  for (const CXXBaseSpecifier &B : RD->bases())
    if (!addLeaves(B.getType(), "::mixedad::detail::cast_to<" + Spell(B.getType().getCanonicalType()) + ">(" + Place + ")", Out))
      return false;
  for (const FieldDecl *F : RD->fields())
    if (!F->getIdentifier() || F->isBitField() || !addLeaves(F->getType(), Place + "." + F->getNameAsString(), Out))
      return false;
  return true;
}

/// Whether some constructor without arguments or member initializer of the program's runs where T is made empty.
bool TypeTable::setsReals(QualType T) const {
  const CXXRecordDecl *RD = Ctx.getBaseElementType(T)->getAsCXXRecordDecl();
  if (!RD || !RD->hasDefinition() || RD->isUnion() || RD->isLambda())
    return false;
  if (RD->isInStdNamespace() && !isClassNamed(T, "std", "array") && !isClassNamed(T, "std", "pair") && !isClassNamed(T, "std", "tuple"))
    return false;
  for (const DeclContext *C = RD->getDeclContext(); C; C = C->getParent())
    if (const auto *NS = dyn_cast<NamespaceDecl>(C); NS && NS->getName() == "mixedad")
      return false;
  return RD->needsImplicitDefaultConstructor() || RD->hasDefaultConstructor() ? !RD->hasTrivialDefaultConstructor() : false;
}

ir::TypeClass TypeTable::classify(QualType T) {
  using ir::TypeClass;
  if (T->isVoidType())
    return TypeClass::Void;
  if (T->isRealFloatingType())
    return TypeClass::Real;
  if (T->isPointerType()) {
    QualType P = T->getPointeeType();
    return mayHoldReals(P) ? TypeClass::Pointer : TypeClass::Inactive;
  }
  if (isArrayClass(T))
    return mayHoldReals(T) ? TypeClass::Vector : TypeClass::Inactive;
  return mayHoldReals(T) ? TypeClass::Record : TypeClass::Inactive;
}

const ir::Type *TypeTable::get(QualType T) {
  T = Ctx.getCanonicalType(T.getNonReferenceType()).getUnqualifiedType();
  if (Ctx.getAsArrayType(T)) // arrays keep qualifiers on their elements
    T = Ctx.getUnqualifiedArrayType(T);
  if (const ir::Type *K = Known.lookup(T))
    return K;
  ir::Type &N = Storage.emplace_back();
  Known[T] = &N;
  ClangTypes[&N] = T;
  N.Class = classify(T);
  N.Spelling = Spell(T);
  if (!T->isVoidType() && !T->isFunctionType() && !T->isIncompleteType() && !T->isDependentType()) {
    N.Size = Ctx.getTypeSizeInChars(T).getQuantity();
    // A variant's bytes say which alternative it holds: zero bytes are not an empty shadow of it.
    N.Trivial = T.isTriviallyCopyableType(Ctx) && !isClassNamed(T, "std", "variant");
  }
  if (N.Class == ir::TypeClass::Pointer)
    N.Pointee = get(T->getPointeeType());
  if (N.Class == ir::TypeClass::Real)
    N.Scalar = N.Spelling;
  if (N.Class == ir::TypeClass::Record) {
    N.PureReal = isPureReal(T);
    if (const CXXRecordDecl *RD = T->getAsCXXRecordDecl(); RD && N.Trivial && CanBeCopied)
      N.Copies = CanBeCopied(RD->getDefinition());
    N.SetsReals = setsReals(T);
    N.Separate = copiesShareNothing(T);
  }
  if (N.PureReal && !addLeaves(T, "$p", N.Leaves))
    N.Leaves.clear();
  return &N;
}

const ir::Type *TypeTable::storage(QualType T) {
  const ir::Type *Object = get(T);
  if (const ir::Type *K = Storages.lookup(Object))
    return K;
  ir::Type &N = Storage.emplace_back();
  N.Class = ir::TypeClass::Record;
  N.Spelling = "::mixedad::detail::storage_of<" + Object->Spelling + ">";
  N.Size = Object->Size;
  Stored[&N] = Object;
  return Storages[Object] = &N;
}

const ir::Type *TypeTable::runtimeArray(QualType T) {
  const ir::Type *Element = get(T);
  if (const ir::Type *K = RuntimeArrays.lookup(Element))
    return K;
  ir::Type &N = Storage.emplace_back();
  N.Class = Element->Class == ir::TypeClass::Inactive ? ir::TypeClass::Inactive : ir::TypeClass::Record;
  N.Spelling = "::mixedad::detail::runtime_array<" + Element->Spelling + ">";
  N.Size = 16;
  N.Trivial = false;
  ClangTypes[&N] = T;
  return RuntimeArrays[Element] = &N;
}

const ir::Type *TypeTable::scoped(QualType T) {
  const ir::Type *Object = get(T);
  if (const ir::Type *K = Scopeds.lookup(Object))
    return K;
  ir::Type &N = Storage.emplace_back();
  N.Spelling = "::mixedad::detail::scoped<" + Object->Spelling + ">";
  N.Size = Object->Size;
  N.Trivial = false;
  Stored[&N] = Object;
  return Scopeds[Object] = &N;
}

const ir::Type *TypeTable::inactive(const ir::Type *T) {
  if (const ir::Type *K = Inactives.lookup(T))
    return K;
  ir::Type &N = Storage.emplace_back();
  N.Spelling = T->Spelling;
  N.Size = T->Size;
  ClangTypes[&N] = clangType(T);
  return Inactives[T] = &N;
}

const ir::Type *TypeTable::pointerTo(QualType T) {
  return get(Ctx.getPointerType(T.getNonReferenceType()));
}

} // namespace mixedad
