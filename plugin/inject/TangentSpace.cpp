//===- TangentSpace.cpp ---------------------------------------------------===//
#include "inject/TangentSpace.h"
#include "Compat.h"
#include "Diagnostics.h"
#include "inject/Attributes.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/TemplateDeduction.h"

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
  for (const CXXBaseSpecifier &B : RD->bases())
    Found |= holdsReals(B.getType());
  for (const FieldDecl *F : RD->fields())
    Found |= !isInactive(F) && holdsReals(F->getType());
  return Reals[RD] = Found;
}

static bool isMemory(QualType T) { return T->isPointerType() || T->isReferenceType(); }

bool TangentSpaces::canBeCopied(QualType T, SourceLocation Loc) {
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || !(RD = RD->getDefinition()) || !missing(T.getCanonicalType()))
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

std::string TangentSpaces::write(QualType T, SourceLocation Loc) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (!Written.insert(T).second)
    return "";
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl()->getDefinition();
  std::string Name = Names.spell(T);
  if (!RD || !holdsReals(T))
    return "template <> struct tangent_space<" + Name + "> : inert_space<" + Name + "> {};\n";
  auto Refuse = [&](DiagId Id, const FieldDecl *F) {
    report(S, Loc, Id) << T << (F ? F->getName() : "");
    report(S, F ? F->getLocation() : RD->getLocation(), DiagId::WriteTangentSpace);
    Refused.insert(T);
    return std::string();
  };
  if (RD->isUnion())
    return Refuse(DiagId::ShadowUnion, nullptr);
  std::string Zero, Add;
  for (const CXXBaseSpecifier &B : RD->bases()) {
    if (!holdsReals(B.getType()))
      continue;
    std::string Base = Names.spell(B.getType());
    Zero += "    detail::set_zero(static_cast<" + Base + " &>(x));\n";
    Add += "    detail::accumulate(static_cast<" + Base + " &>(into), static_cast<const " + Base + " &>(from));\n";
  }
  for (const FieldDecl *F : RD->fields()) {
    QualType FT = F->getType();
    if (isInactive(F) || !holdsReals(FT))
      continue;
    if (isMemory(FT)) {
      if (!RD->hasTrivialDestructor())
        return Refuse(DiagId::ShadowOwner, F);
      continue;
    }
    if (F->isAnonymousStructOrUnion())
      return Refuse(DiagId::ShadowUnion, F);
    // A const member of a shadow is an ordinary number.
    std::string Field = Names.spellField(F);
    std::string Into = FT.isConstQualified() ? "const_cast<" + Names.spell(FT.getUnqualifiedType()) + " &>($." + Field + ")"
                                             : "$." + Field;
    auto Of = [&](const char *Object) {
      std::string Text = Into;
      return Text.replace(Text.find('$'), 1, Object);
    };
    Zero += "    detail::set_zero(" + Of("x") + ");\n";
    Add += "    detail::accumulate(" + Of("into") + ", from." + Field + ");\n";
  }
  return "template <> struct tangent_space<" + Name + "> : zero_by_copy<" + Name + "> {\n" +
         "  MIXEDAD_HD static void set_zero(" + Name + " &x) {\n" + Zero + "  }\n" +
         "  MIXEDAD_HD static void accumulate(" + Name + " &into, const " + Name + " &from) {\n" + Add + "  }\n};\n";
}

} // namespace mixedad
