//===- Moves.cpp - moves of objects ---------------------------------------===//
//
// A move of an object that cannot be copied is a move of its parts: numbers are copied, owners and containers hand over
// what they hold and are empty afterwards, as the library leaves them. Others are copied; where the program may look at
// the source again, its containers become empty behind the copy.
//
//===----------------------------------------------------------------------===//
#include "clang/Basic/SourceManager.h"
#include "lower/Library.h"
#include "lower/NodeVisitor.h"

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

//===----------------------------------------------------------------------===//
// What a move leaves behind
//===----------------------------------------------------------------------===//

/// Of the library's classes, those that it leaves empty.
static bool becomesEmpty(QualType T) {
  if (handsOver(T))
    return !isClassNamed(T, "std", "unique_ptr");
  for (const char *Name : {"basic_string", "set", "multiset", "unordered_set", "unordered_multiset", "unordered_multimap"})
    if (isClassNamed(T, "std", Name))
      return true;
  return false;
}

static bool isStdMove(const Expr *E) {
  const auto *C = dyn_cast<CallExpr>(E->IgnoreParenImpCasts());
  const FunctionDecl *FD = C ? C->getDirectCallee() : nullptr;
  return FD && FD->isInStdNamespace() && FD->getIdentifier() && FD->getName() == "move" && C->getNumArgs() == 1;
}

namespace {
struct MoveCalls : NodeVisitor {
  bool Found = false;
  bool visit(Stmt *S) override {
    if (const auto *E = dyn_cast<CallExpr>(S))
      Found = Found || isStdMove(E);
    return !Found;
  }
};

/// Whether a variable may be looked at after From, in the function that declares it.
struct LaterUses : NodeVisitor {
  const SourceManager &SM;
  const VarDecl *Of;
  SourceLocation End;
  bool Found = false;
  LaterUses(const SourceManager &SM, const VarDecl *Of, const Expr *From) : SM(SM), Of(Of), End(SM.getExpansionLoc(From->getEndLoc())) {}

  bool inside(SourceLocation L, SourceRange R) const {
    L = SM.getExpansionLoc(L);
    return !SM.isBeforeInTranslationUnit(L, SM.getExpansionLoc(R.getBegin())) && !SM.isBeforeInTranslationUnit(SM.getExpansionLoc(R.getEnd()), L);
  }
  bool isOf(const Expr *E) const {
    const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return R && R->getDecl() == Of;
  }
  bool visit(Stmt *S) override {
    if (isa<LabelStmt>(S))
      Found = true; // what stands before it may run again
    else if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
      Found = Found || (inside(End, S->getSourceRange()) && !inside(Of->getLocation(), S->getSourceRange()));
    else if (const auto *R = dyn_cast<DeclRefExpr>(S))
      Found = Found || (R->getDecl() == Of && SM.isBeforeInTranslationUnit(End, SM.getExpansionLoc(R->getLocation())));
    else if (const auto *U = dyn_cast<UnaryOperator>(S))
      Found = Found || (U->getOpcode() == UO_AddrOf && isOf(U->getSubExpr()));
    else if (const auto *X = dyn_cast<LambdaExpr>(S))
      for (const LambdaCapture &C : X->captures())
        Found = Found || (C.capturesVariable() && C.getCapturedVar() == Of && C.getCaptureKind() == LCK_ByRef);
    return !Found;
  }
  bool visit(Decl *D) override {
    const auto *VD = dyn_cast<VarDecl>(D);
    Found = Found || (VD && VD->getType()->isReferenceType() && VD->getInit() && isOf(VD->getInit()));
    return !Found;
  }
};
} // namespace

/// Whether nobody looks at what a move out of From leaves: From is a temporary object, or a local variable or a part of
/// one that is not mentioned again.
static bool isLastUse(ASTContext &Ast, const Expr *From, const FunctionDecl *In) {
  const Expr *E = From;
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (isStdMove(E))
      E = cast<CallExpr>(E)->getArg(0);
    else if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow())
      E = M->getBase();
    else
      break;
  }
  if (isa<MaterializeTemporaryExpr>(E) || E->isPRValue())
    return true;
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const auto *VD = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  if (!VD || !VD->hasLocalStorage() || VD->getType()->isReferenceType() || VD->getDeclContext() != In)
    return false;
  LaterUses V(Ast.getSourceManager(), VD, From);
  V.walk(static_cast<const Decl *>(In));
  return !V.Found;
}

/// A class whose move moves its members.
static const CXXRecordDecl *movedByMember(Sema &S, QualType T) {
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || !RD->hasDefinition() || RD->isInStdNamespace() || RD->isUnion() || RD->isLambda())
    return nullptr;
  const CXXConstructorDecl *CD = S.LookupMovingConstructor(const_cast<CXXRecordDecl *>(RD), 0);
  if (!CD || !CD->isMoveConstructor())
    return nullptr;
  if (!CD->isUserProvided())
    return RD;
  MoveCalls V;
  if (const FunctionDecl *Def = nullptr; CD->hasBody(Def))
    V.walk(static_cast<const Decl *>(Def));
  return V.Found ? RD : nullptr;
}

/// Whether a move leaves containers in an object of this type that were not empty.
bool Lowerer::leavesContainers(QualType T) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (const auto *A = Ctx.Ast.getAsConstantArrayType(T))
    return leavesContainers(A->getElementType());
  if (becomesEmpty(T))
    return true;
  for (const char *Name : {"pair", "tuple", "array", "optional"})
    if (isClassNamed(T, "std", Name))
      return llvm::any_of(typeArguments(T), [&](QualType Part) { return leavesContainers(Part); });
  const CXXRecordDecl *RD = movedByMember(Ctx.S, T);
  return RD && (llvm::any_of(RD->fields(), [&](const FieldDecl *F) { return leavesContainers(F->getType()); }) ||
                llvm::any_of(RD->bases(), [&](const CXXBaseSpecifier &B) { return leavesContainers(B.getType()); }));
}

/// The containers in the object at P become empty.
void Lowerer::emptyParts(const ir::Place &P, QualType T, SourceLocation L) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (becomesEmpty(T)) {
    const std::string Text = " = " + type(T)->Spelling + "()";
    if (type(T)->Class != ir::TypeClass::Inactive) {
      shapeOp("$0" + Text, SHAPE "clear(tape, $0)", SHAPE "undo_clear(tape, $0)", {objectArg(P)}, L);
      return;
    }
    ir::Op *O = add(ir::OpKind::Opaque, L);
    O->PlaceOperands = {P};
    O->Text = "$&0" + Text;
    O->Pure = false;
    return;
  }
  if (isClassNamed(T, "std", "pair") || isClassNamed(T, "std", "tuple")) {
    unsigned I = 0;
    for (QualType Part : typeArguments(T))
      if (const unsigned At = I++; !Part->isReferenceType())
        emptyParts(sub(P, "::std::get<" + llvm::Twine(At) + ">($p)", {}, type(Part.getUnqualifiedType())), Part, L);
    return;
  }
  if (isClassNamed(T, "std", "array") || T->isConstantArrayType()) {
    const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
    const auto *A = Ctx.Ast.getAsConstantArrayType(T);
    const QualType Part = A ? A->getElementType() : typeArguments(T)[0];
    const llvm::APInt N = A ? A->getSize() : S->getTemplateArgs()[1].getAsIntegral();
    if (!leavesContainers(Part))
      return;
    countedLoop(constant(llvm::Twine(N.getZExtValue()) + "ul", type(Ctx.Ast.getSizeType())),
                [&](ir::Value *I) { emptyParts(sub(P, "$p[$0]", {I}, type(Part)), Part, L); }, L);
    return;
  }
  if (isClassNamed(T, "std", "optional")) {
    const QualType Held = elementType(T->getAsCXXRecordDecl());
    if (!leavesContainers(Held))
      return;
    ir::Op *O = add(ir::OpKind::Opaque, L);
    O->PlaceOperands = {P};
    O->Text = "$&0.has_value()";
    O->ReadsMemory = true;
    lowerIf(result(O, Ctx.Types.boolType()), [&] { emptyParts(sub(P, "(*$p)", {}, type(Held)), Held, L); }, [] {}, L);
    return;
  }
  const CXXRecordDecl *RD = movedByMember(Ctx.S, T);
  if (!RD)
    return;
  for (const CXXBaseSpecifier &B : RD->bases())
    emptyParts(sub(P, "::mixedad::detail::cast_to<" + type(B.getType())->Spelling + ">($p)", {}, type(B.getType())), B.getType(), L);
  for (const FieldDecl *F : RD->fields())
    if (!F->getType()->isReferenceType() && !F->getType().isConstQualified() && leavesContainers(F->getType()))
      emptyParts(field(P, F), F->getType(), L);
}

/// From was copied where the program moves it.
void Lowerer::leaveMoved(const Expr *From, const ir::Place &P, SourceLocation L) {
  if (Failed || !From->isXValue() || !From->getType()->isRecordType() || From->getType().isConstQualified() ||
      From->getType().isTriviallyCopyableType(Ctx.Ast) || !leavesContainers(From->getType()) || isLastUse(Ctx.Ast, From, Fr->FD))
    return;
  emptyParts(P, From->getType(), L);
}

/// A move takes the storage over, with the room that is in it: references stay valid until that is used up.
void Lowerer::keepCapacity(const Expr *From, const ir::Place &To, const ir::Place &Source, SourceLocation L) {
  if (!Failed && From->isXValue() && isClassNamed(From->getType(), "std", "vector") && Ctx.Types.mayHoldReals(From->getType()))
    shapeOp("$0.reserve($1.capacity())", SHAPE "reserve(tape, $0, $1.capacity())",
            SHAPE "undo_insert(tape, $0)", {objectArg(To), objectArg(Source)}, L);
}

} // namespace mixedad
