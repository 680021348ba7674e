//===- Empty.cpp - objects before their constructor is lowered onto them --===//
//
// A constructor is lowered as stores into an object that is there already. Where the class has no default constructor
// that object is made without running code of the program: as a copy or move, member by member, of zero bytes in which
// only the members that have a default constructor are objects. So it is of its class, virtual functions and all, and
// owns nothing.
//
//===----------------------------------------------------------------------===//
#include "lower/Library.h"
#include "lower/Lowerer.h"

using namespace clang;

namespace mixedad {

/// Moving an object runs no code of the class's own, but perhaps that of members and bases.
bool Lowerer::movesPlainly(const CXXRecordDecl *RD) {
  auto *Class = const_cast<CXXRecordDecl *>(RD);
  const CXXConstructorDecl *C = Ctx.S.LookupMovingConstructor(Class, 0);
  return C && !C->isDeleted() && !C->isUserProvided();
}

/// What makes, and ends, the parts of the bytes at Object that are objects. False: it has parts that cannot be made.
bool Lowerer::blankParts(QualType T, const std::string &Object, BlankParts &Out) {
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || !(RD = RD->getDefinition()) || RD->isUnion() || RD->getNumVBases() || RD->isInStdNamespace() || !movesPlainly(RD))
    return false;
  for (const CXXBaseSpecifier &B : RD->bases())
    if (!B.getType()->getAsCXXRecordDecl()->isEmpty() &&
        !blankParts(B.getType(), "::mixedad::detail::cast_to<" + type(B.getType())->Spelling + ">(" + Object + ")", Out))
      return false;
  for (const FieldDecl *F : RD->fields()) {
    QualType FT = F->getType(), Element = Ctx.Ast.getBaseElementType(FT);
    if (FT->isReferenceType())
      return false;
    const CXXRecordDecl *FRD = Element->getAsCXXRecordDecl();
    if (!FRD || Element.isTriviallyCopyableType(Ctx.Ast))
      continue;
    std::string Member = Object + "." + (Ctx.FieldName ? Ctx.FieldName(F) : F->getNameAsString());
    if (defaultConstructor(FRD)) {
      Out.Make += " ::mixedad::detail::make_member(" + Member + ");";
      Out.End += " ::mixedad::detail::destroy_member(" + Member + ");";
      Out.Nonzero |= !FRD->isInStdNamespace();
    } else if (FT->isArrayType() || !blankParts(FT, Member, Out)) {
      return false;
    }
  }
  return true;
}

/// Text of an object of type T with nothing in it, "" when there is none. Nonzero: it may hold reals other than zero.
std::string Lowerer::emptyObject(QualType T, bool *Nonzero) {
  T = T.getNonReferenceType().getUnqualifiedType();
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  const std::string &Name = type(T)->Spelling;
  if (hasDefault(T)) {
    if (Nonzero)
      *Nonzero = mayBeginNonzero(T);
    return Name + "()";
  }
  if (!RD || !RD->hasDefinition() || bindsReferences(T))
    return "";
  if (T.isTriviallyCopyableType(Ctx.Ast) && !RD->isPolymorphic())
    return "::mixedad::detail::zeroed<" + Name + ">()";
  if (isClassNamed(T, "std", "pair") || isClassNamed(T, "std", "tuple")) {
    std::string Parts;
    for (QualType Part : typeArguments(T)) {
      std::string One = Part->isReferenceType() ? "" : emptyObject(Part, Nonzero);
      if (One.empty())
        return "";
      Parts += (Parts.empty() ? "" : ", ") + One;
    }
    return Name + "(" + Parts + ")";
  }
  if (isClassNamed(T, "std", "array")) {
    const std::string One = emptyObject(typeArguments(T)[0], Nonzero);
    const uint64_t N = cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs()[1].getAsIntegral().getZExtValue();
    std::string Parts;
    for (uint64_t I = 0; I < N; ++I)
      Parts += (I ? ", " : "") + One;
    return One.empty() || N > 64 ? "" : Name + "{{" + Parts + "}}";
  }
  BlankParts Parts;
  if (!blankParts(T, "zero", Parts))
    return "";
  if (Nonzero)
    *Nonzero = Parts.Nonzero;
  auto With = [&](const std::string &Parts) { return "[](" + Name + " &zero) {" + (Parts.empty() ? " static_cast<void>(zero);" : Parts) + " }"; };
  return "::mixedad::detail::blank<" + Name + ">(" + With(Parts.Make) + ", " + With(Parts.End) + ")";
}

/// What an element of type T is made from, "" when that is nothing. Where names what holds it.
std::string Lowerer::emptyArgument(QualType T, llvm::Twine Where, SourceLocation L) {
  if (hasDefault(T))
    return "";
  std::string Empty = emptyObject(T);
  if (Empty.empty())
    refuse(L, llvm::Twine("an object of class '") + T->getAsCXXRecordDecl()->getName() + "' in " + Where, "give the class a default constructor");
  return Empty;
}

} // namespace mixedad
