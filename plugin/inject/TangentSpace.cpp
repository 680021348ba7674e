//===- TangentSpace.cpp - how classes are vectors -------------------------===//
#include "inject/TangentSpace.h"
#include "Compat.h"
#include "Diagnostics.h"
#include "inject/Attributes.h"
#include "lower/Types.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/TemplateDeduction.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace mixedad {

ClassTemplateDecl *TangentSpaces::primary() {
  NamespaceDecl *Detail = detailNamespace(S);
  if (Detail)
    for (NamedDecl *D : Detail->lookup(&S.Context.Idents.get("tangent_space")))
      if (auto *T = dyn_cast<ClassTemplateDecl>(D))
        return T;
  return nullptr;
}

/// Whether an explicit or partial specialization is there for T.
bool TangentSpaces::specialized(QualType T) {
  ClassTemplateDecl *Primary = primary();
  if (!Primary)
    return true;
  TemplateArgument Args[] = {TemplateArgument(T), TemplateArgument(S.Context.VoidTy)};
  void *InsertPos = nullptr;
  if (const auto *Spec = Primary->findSpecialization(Args, InsertPos);
      Spec && Spec->getSpecializationKind() == TSK_ExplicitSpecialization)
    return true;
  SmallVector<ClassTemplatePartialSpecializationDecl *, 8> Partials;
  Primary->getPartialSpecializations(Partials);
  for (auto *P : Partials) {
    EnterExpressionEvaluationContext Unevaluated(S, Sema::ExpressionEvaluationContext::Unevaluated);
    Sema::SFINAETrap Trap(S);
    sema::TemplateDeductionInfo Info{SourceLocation()};
    if (S.DeduceTemplateArguments(P, Args, Info) == TemplateDeductionResult::Success && !Trap.hasErrorOccurred())
      return true;
  }
  return false;
}

bool TangentSpaces::missing(QualType T) {
  return T->isRecordType() && !Written.contains(T) && !Refused.contains(T) && !specialized(T);
}

/// Storage of the library is often untyped (nodes, aligned buffers): what a class holds is in its arguments.
static void forEachLibraryArgument(const CXXRecordDecl *RD, llvm::function_ref<void(QualType)> Fn) {
  const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(RD);
  if (!Spec || !RD->isInStdNamespace())
    return;
  for (const TemplateArgument &A : Spec->getTemplateArgs().asArray()) {
    if (A.getKind() == TemplateArgument::Type && !A.getAsType()->isFunctionType())
      Fn(A.getAsType());
    if (A.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &P : A.getPackAsArray())
        if (P.getKind() == TemplateArgument::Type)
          Fn(P.getAsType());
  }
}

/// The header with the tangent space of a class of the standard library, "" when there is none.
static StringRef libraryHeader(const CXXRecordDecl *RD) {
  if (!RD || !RD->getIdentifier() || !RD->isInStdNamespace())
    return "";
  static constexpr std::pair<StringRef, StringRef> Headers[] = {
      {"vector", "vector"},         {"deque", "deque"},
      {"array", "array"},           {"tuple", "tuple"},
      {"optional", "optional"},     {"complex", "complex"},
      {"valarray", "valarray"},     {"unordered_map", "unordered_map"},
      {"span", "span"},             {"variant", "variant"},
      {"monostate", "variant"},     {"list", "list"},
      {"forward_list", "list"},     {"map", "map"},
      {"multimap", "map"},          {"pair", "utility"},
      {"unique_ptr", "memory"},     {"shared_ptr", "memory"},
      {"weak_ptr", "memory"},       {"reference_wrapper", "span"},
      {"function", "functional"},   {"stack", "adaptors"},        {"queue", "adaptors"},
  };
  for (auto [Class, Header] : Headers)
    if (Class == RD->getName())
      return Header;
  return "";
}

/// Whether T's tangent space is in a header, which is then included.
bool TangentSpaces::include(QualType T) {
  StringRef Header = libraryHeader(T->getAsCXXRecordDecl());
  if (Header.empty())
    return false;
  if (Included.insert(Header.str()).second)
    Headers.insert(Header.str());
  return true;
}

std::string TangentSpaces::takeIncludes() {
  std::string Text;
  for (const std::string &H : Headers)
    Text += "#include <mixedad/std/" + H + ".h>\n";
  Headers.clear();
  return Text;
}

/// Whether a copy of a T shares objects with the original.
bool TangentSpaces::sharesObjects(QualType T) {
  const CXXRecordDecl *RD = QualType(T->getBaseElementTypeUnsafe(), 0)->getAsCXXRecordDecl();
  if (!RD || !(RD = RD->getDefinition()))
    return false;
  if (RD->isInStdNamespace() && RD->getIdentifier() && RD->getName() == "shared_ptr")
    return true;
  auto [It, New] = Shares.try_emplace(RD, false);
  if (!New)
    return It->second;
  bool Found = false;
  forEachLibraryArgument(RD, [&](QualType A) { Found |= sharesObjects(A); });
  for (const CXXBaseSpecifier &B : RD->bases())
    Found |= sharesObjects(B.getType());
  for (const FieldDecl *F : RD->fields())
    Found |= sharesObjects(F->getType());
  return Shares[RD] = Found;
}

/// Also of what pointers point to: such memory is part of the object as far as derivatives go.
bool TangentSpaces::holdsReals(QualType T) {
  T = T.getNonReferenceType().getCanonicalType();
  while (T->isPointerType() || T->isArrayType())
    T = T->isPointerType() ? T->getPointeeType().getCanonicalType()
                           : QualType(T->getArrayElementTypeNoTypeQual(), 0).getCanonicalType();
  if (T->isRealFloatingType() || T->isVoidType() || T->isAnyComplexType() || T->isVectorType())
    return true;
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || !(RD = RD->getDefinition()) || RD->isEmpty())
    return false;
  auto [It, New] = Reals.try_emplace(RD, false); // false while a class that points to itself is looked at
  if (!New)
    return It->second;
  bool Found = false;
  if (TypeTable::isArrayClass(T)) // its elements are behind an untyped handle
    Found = holdsReals(cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs()[0].getAsType());
  forEachLibraryArgument(RD, [&](QualType A) { Found |= holdsReals(A); });
  for (const CXXBaseSpecifier &B : RD->bases())
    Found |= holdsReals(B.getType());
  for (const FieldDecl *F : RD->fields())
    Found |= !isInactive(F) && holdsReals(F->getType());
  return Reals[RD] = Found;
}

static bool isMemory(QualType T) { return T->isPointerType() || T->isReferenceType(); }

static bool canBeCopiedAtAll(const CXXRecordDecl *RD) {
  if (RD->needsImplicitCopyConstructor())
    return !RD->defaultedCopyConstructorIsDeleted();
  for (const CXXConstructorDecl *C : RD->ctors())
    if (C->isCopyConstructor())
      return !C->isDeleted();
  return false;
}

/// Containers declare a copy constructor also where their elements have none.
static bool copies(QualType T) {
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || !(RD = RD->getDefinition()))
    return true;
  bool All = canBeCopiedAtAll(RD);
  forEachLibraryArgument(RD, [&](QualType A) { All &= copies(A); });
  return All;
}

/// Whether T holds a shared_ptr to a class that has no reals as far as it is known here, and may be derived from: a copy
/// would share, and cotangents go to, the primal's own object.
static bool sharesOpenObjects(QualType T, llvm::SmallPtrSetImpl<const CXXRecordDecl *> &Seen) {
  const CXXRecordDecl *RD = QualType(T->getBaseElementTypeUnsafe(), 0)->getAsCXXRecordDecl();
  if (!RD || !(RD = RD->getDefinition()) || !Seen.insert(RD).second)
    return false;
  bool Found = false;
  forEachLibraryArgument(RD, [&](QualType A) {
    const CXXRecordDecl *Object = A->getAsCXXRecordDecl();
    Object = Object ? Object->getDefinition() : nullptr;
    Found |= (RD->getName() == "shared_ptr" && Object && Object->isPolymorphic() && !Object->isEffectivelyFinal()) ||
             sharesOpenObjects(A, Seen);
  });
  if (RD->isInStdNamespace())
    return Found;
  for (const CXXBaseSpecifier &B : RD->bases())
    Found |= sharesOpenObjects(B.getType(), Seen);
  for (const FieldDecl *F : RD->fields())
    Found |= !isInactive(F) && sharesOpenObjects(F->getType(), Seen);
  return Found;
}
static bool sharesOpenObjects(QualType T) {
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> Seen;
  return sharesOpenObjects(T, Seen);
}

bool TangentSpaces::canBeCopied(QualType T, SourceLocation Loc) {
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  // Generated code, which is a system header, gives its copies shadows of what they share.
  const bool Shared = RD && !S.getSourceManager().isInSystemHeader(Loc) && sharesOpenObjects(T);
  if (Shared || (RD && !holdsReals(T) && !copies(T))) { // one without reals is made by copying
    if (Refused.insert(T.getCanonicalType()).second) {
      report(S, Loc, Shared ? DiagId::ShadowShared : DiagId::ShadowUncopied) << T;
      report(S, Loc, DiagId::PassConstant);
    }
    return false;
  }
  if (!RD || !(RD = RD->getDefinition()) || !missing(T.getCanonicalType()) || !libraryHeader(RD).empty())
    return true;
  for (const CXXBaseSpecifier &B : RD->bases())
    if (!canBeCopied(B.getType(), Loc))
      return false;
  for (const FieldDecl *F : RD->fields()) {
    QualType FT = F->getType();
    if (isInactive(F) || !holdsReals(FT))
      continue;
    if (!isMemory(FT)) {
      if (!canBeCopied(QualType(FT->getBaseElementTypeUnsafe(), 0), Loc))
        return false;
      continue;
    }
    if (!RD->hasTrivialDestructor())
      continue; // it owns what it points to: write() asks for a tangent_space
    if (!Refused.insert(T.getCanonicalType()).second)
      return false;
    if (RD->isLambda()) {
      report(S, Loc, DiagId::ShadowCapture) << TypeNames::capturedName(F);
      report(S, F->getLocation(), DiagId::CaptureByValue);
    } else {
      report(S, Loc, DiagId::ShadowPointer) << T << F->getName();
      report(S, F->getLocation(), DiagId::PassDup);
    }
    return false;
  }
  return true;
}

/// A zero of a class that owns what it cannot copy: member by member.
std::string TangentSpaces::uncopiedZero(const CXXRecordDecl *RD, const std::string &Name) {
  if (!RD->hasDefaultConstructor() && RD->isTriviallyCopyable())
    return "  static " + Name + " zero_like(const " + Name + " &x) {\n    auto zero = detail::zeroed<" + Name + ">();\n" +
           "    detail::copy_object(zero, x);\n    set_zero(zero);\n    return zero;\n  }\n";
  if (!RD->hasDefaultConstructor()) // an error where it is called
    return "  template <class T> static T zero_like(const T &) {\n    static_assert(sizeof(T) == 0, \"mixedad: no shadow can be made of an "
           "object that cannot be copied and has no default constructor; specialize mixedad::tangent_space for its class\");\n  }\n";
  std::string Text = "  static " + Name + " zero_like(const " + Name + " &x) {\n    " + Name + " zero{};\n";
  for (const CXXBaseSpecifier &B : RD->bases()) {
    std::string Base = Names.spell(B.getType());
    Text += "    static_cast<" + Base + " &>(zero) = detail::zero_like(static_cast<const " + Base + " &>(x));\n";
  }
  for (const FieldDecl *F : RD->fields()) {
    std::string Field = Names.spellField(F);
    if (F->getType()->isArrayType() || isInactive(F) || !holdsReals(F->getType()))
      Text += "    detail::copy_object(zero." + Field + ", x." + Field + ");\n";
    else
      Text += "    zero." + Field + " = detail::zero_like(x." + Field + ");\n";
    if (F->getType()->isArrayType())
      Text += "    detail::set_zero(zero." + Field + ");\n";
  }
  return Text + "    return zero;\n  }\n";
}

std::string TangentSpaces::write(QualType T, SourceLocation Loc) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (!Written.insert(T).second)
    return "";
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl()->getDefinition();
  std::string Name = Names.spell(T);
  if (!RD || !holdsReals(T))
    return "template <> struct tangent_space<" + Name + "> : inert_space<" + Name + "> {};\n";
  if (include(T))
    return "";
  auto Refuse = [&](DiagId Id, const FieldDecl *F) {
    report(S, Loc, Id) << T << (F ? F->getName() : "");
    report(S, F ? F->getLocation() : RD->getLocation(), DiagId::WriteTangentSpace);
    Refused.insert(T);
    return std::string();
  };
  if (RD->isUnion())
    return Refuse(DiagId::ShadowUnion, nullptr);
  for (const FieldDecl *F : RD->fields()) {
    QualType FT = F->getType();
    if (isInactive(F) || !holdsReals(FT))
      continue;
    if (isMemory(FT) && !RD->hasTrivialDestructor() && !RD->isLambda())
      return Refuse(DiagId::ShadowOwner, F);
    if (F->isAnonymousStructOrUnion())
      return Refuse(DiagId::ShadowUnion, F);
    include(QualType(FT->getBaseElementTypeUnsafe(), 0));
  }
  return writeMembers(RD, Name);
}

std::string TangentSpaces::writeMembers(const CXXRecordDecl *RD, const std::string &Name) {
  std::string Zero, Add, Same, Reshape, Detach;
  const bool InLibrary = S.getSourceManager().isInSystemHeader(RD->getLocation());
  for (const CXXBaseSpecifier &B : RD->bases()) {
    if (!holdsReals(B.getType()))
      continue;
    std::string Base = Names.spell(B.getType());
    auto Of = [&](const char *Object) { return "static_cast<" + Base + " &>(" + Object + ")"; };
    auto From = [&](const char *Object) { return "static_cast<const " + Base + " &>(" + Object + ")"; };
    Zero += "    detail::set_zero(" + Of("x") + ");\n";
    Add += "    detail::accumulate(" + Of("into") + ", " + From("from") + ");\n";
    Same += " && detail::same_shape(" + From("a") + ", " + From("b") + ")";
    Reshape += "    detail::reshape_to(" + Of("to") + ", " + From("from") + ");\n";
    if (sharesObjects(B.getType()))
      Detach += "    detail::detach(" + Of("x") + ");\n";
  }
  for (const FieldDecl *F : RD->fields()) {
    QualType FT = F->getType();
    // An iterator may know a node by a base without reals.
    bool Leads = holdsReals(FT) || (FT->isPointerType() && InLibrary);
    if (isInactive(F) && QualType(FT->getBaseElementTypeUnsafe(), 0)->isRealFloatingType() && !isMemory(FT) && !FT.isConstQualified())
      Zero += "    detail::set_zero(x." + Names.spellField(F) + ");\n";
    if (isInactive(F) || !Leads || FT->isReferenceType())
      continue;
    // A const member of a shadow is an ordinary number.
    std::string Field = Names.spellField(F);
    std::string Into = FT.isConstQualified() ? "const_cast<" + Names.spell(FT.getUnqualifiedType()) + " &>($." + Field + ")"
                                             : "$." + Field;
    auto Of = [&](const char *Object) {
      std::string Text = Into;
      return Text.replace(Text.find('$'), 1, Object);
    };
    Same += " && detail::same_shape(a." + Field + ", b." + Field + ")";
    Reshape += "    detail::reshape_to(" + Of("to") + ", from." + Field + ");\n";
    if (isMemory(FT))
      continue;
    Zero += "    detail::set_zero(" + Of("x") + ");\n";
    Add += "    detail::accumulate(" + Of("into") + ", from." + Field + ");\n";
    if (sharesObjects(FT))
      Detach += "    detail::detach(" + Of("x") + ");\n";
  }
  bool Copied = canBeCopiedAtAll(RD);
  return "template <> struct tangent_space<" + Name + ">" + (Copied ? " : zero_by_copy<" + Name + ">" : "") + " {\n" +
         (Copied ? "" : uncopiedZero(RD, Name)) +
         "  MIXEDAD_HD static void set_zero(" + Name + " &x) {\n" + Zero + "  }\n" +
         "  MIXEDAD_HD static void accumulate(" + Name + " &into, const " + Name + " &from) {\n" + Add + "  }\n" +
         "  MIXEDAD_HD static bool same_shape(const " + Name + " &a, const " + Name + " &b) {\n    return true" + Same + ";\n  }\n" +
         "  MIXEDAD_HD static void reshape(" + Name + " &to, const " + Name + " &from) {\n" + Reshape + "  }\n" +
         (Detach.empty() ? "" : "  static void detach(" + Name + " &x) {\n" + Detach + "  }\n") + "};\n";
}

} // namespace mixedad
