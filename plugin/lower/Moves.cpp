//===- Moves.cpp - objects that can be moved and not copied ---------------===//
//
// A move of such an object is a move of its parts: numbers are copied, owners and containers hand over what they hold
// and are empty afterwards, as the library leaves them.
//
//===----------------------------------------------------------------------===//
#include "lower/Library.h"

using namespace clang;

namespace mixedad {

static bool handsOver(QualType T) {
  for (const char *Name : {"unique_ptr", "vector", "deque", "list", "forward_list", "map", "multimap", "unordered_map"})
    if (isClassNamed(T, "std", Name))
      return true;
  return false;
}

/// A class whose objects can be moved but not copied, such as one with a unique_ptr.
bool Lowerer::isOnlyMoved(QualType T) {
  const CXXRecordDecl *RD = T->isReferenceType() ? nullptr : classIn(Ctx.Ast, T);
  if (!RD)
    return false;
  if (isClassNamed(compat::tagType(Ctx.Ast, RD), "std", "unique_ptr"))
    return true;
  auto [It, New] = OnlyMoved.try_emplace(RD, false);
  if (!New)
    return It->second;
  const CXXConstructorDecl *Copy = Ctx.S.LookupCopyingConstructor(const_cast<CXXRecordDecl *>(RD), 0);
  bool Found = !Copy || Copy->isDeleted();
  // A container has a copy constructor that does not compile, and so has a class with such a member.
  if (handsOver(compat::tagType(Ctx.Ast, RD)))
    for (QualType Element : typeArguments(compat::tagType(Ctx.Ast, RD)))
      Found = Found || isOnlyMoved(Element);
  if (!Found && !RD->isInStdNamespace() && !Copy->isUserProvided()) {
    for (const FieldDecl *F : RD->fields())
      Found = Found || isOnlyMoved(F->getType());
    for (const CXXBaseSpecifier &B : RD->bases())
      Found = Found || isOnlyMoved(B.getType());
  }
  return OnlyMoved[RD] = Found;
}

/// To, which is there already, becomes what From was. Fresh: To is empty, or storage in which nothing has begun.
void Lowerer::moveRecord(const ir::Place &To, const ir::Place &From, QualType T, SourceLocation L, bool Fresh) {
  if (handsOver(T))
    return takeFrom(To, From, L);
  auto Part = [&](llvm::Twine Text, QualType PartT) {
    ir::Place Into = sub(To, Text, {}, type(PartT)), Of = sub(From, Text, {}, type(PartT));
    if (Into.Ty->Class == ir::TypeClass::Record || PartT->isRecordType())
      copyRecord(Into, Of, L);
    else
      store(Into, load(Of, L), L);
  };
  if (const auto *A = Ctx.Ast.getAsConstantArrayType(T)) {
    const uint64_t N = A->getSize().getZExtValue();
    if (N > 64)
      refuse(L, "a move of a large array of objects that can only be moved", "move them in a loop");
    for (uint64_t I = 0; I < N && N <= 64; ++I)
      Part("$p[" + llvm::Twine(I) + "]", A->getElementType());
    return;
  }
  if (isClassNamed(T, "std", "pair") || isClassNamed(T, "std", "tuple")) {
    llvm::SmallVector<QualType, 4> Types = typeArguments(T);
    for (unsigned I = 0; I < Types.size(); ++I)
      Part("::std::get<" + llvm::Twine(I) + ">($p)", Types[I].getUnqualifiedType());
    return;
  }
  if (isClassNamed(T, "std", "array")) {
    const auto *S = cast<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
    const uint64_t N = S->getTemplateArgs()[1].getAsIntegral().getZExtValue();
    for (uint64_t I = 0; I < N && N <= 64; ++I)
      Part("$p[" + llvm::Twine(I) + "]", typeArguments(T)[0]);
    if (N > 64)
      refuse(L, "a move of a large array of objects that can only be moved", "move them in a loop");
    return;
  }
  if (isClassNamed(T, "std", "optional"))
    return moveOptional(To, From, elementType(T->getAsCXXRecordDecl()), L);
  if (T->getAsCXXRecordDecl()->isInStdNamespace()) {
    refuse(L, llvm::Twine("a move of a '") + T.getAsString() + "', which cannot be copied", "keep it where it is");
    return;
  }
  LValue Source;
  Source.P = From;
  const auto *CD = dyn_cast_or_null<CXXConstructorDecl>(definition(Ctx.S.LookupMovingConstructor(T->getAsCXXRecordDecl(), 0)));
  if (Fresh && needsStorage(T))
    copyConstruct(To, Source, T, L);
  else if (!CD || CD->isUserProvided())
    refuse(L, llvm::Twine("a move of an object of class '") + T.getAsString() + "' here", "default its move constructor");
  else {
    llvm::SaveAndRestore<ir::Place> Saved(Making, ir::Place()); // the members are objects already
    constructFrom(*CD, To, Source, L);
  }
}

} // namespace mixedad
