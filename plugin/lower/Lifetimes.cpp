//===- Lifetimes.cpp - objects whose construction and destruction are code ===//
//
// A class that releases something in its destructor, binds references or cannot be made empty lives in storage: bytes
// that are zero. Its constructor is lowered onto them like any other code, and so is its destructor, at the end of its
// scope. Then what the object owns is memory that operations allocate and release, with a shadow like all memory, and
// nothing is made or released twice. Members that the library makes (containers, strings) are constructed and destroyed
// by operations of their own, on both sides: the shadow's member dies in the reverse sweep, where it was made.
//
//===----------------------------------------------------------------------===//
#include "lower/Lowerer.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace mixedad {

ir::Op *Lowerer::storageVariable(llvm::StringRef Name, QualType T, SourceLocation L) {
  T = T.getNonReferenceType().getUnqualifiedType();
  ir::Op *O = variable(Name, Ctx.Types.storage(T), ir::InitKind::Zero, L);
  O->AddressTaken = true;
  if (classIn(Ctx.Ast, T) && needsDestruction(T))
    Cleanups.push_back({O, T});
  return O;
}

/// An object in storage, made by E.
ir::Op *Lowerer::storedObject(const Expr *E, QualType T, llvm::StringRef Name, SourceLocation L) {
  if (const Expr *Call = madeByCall(E)) {
    CallResult R = call(Call, nullptr);
    if (R.IsLV && !R.LV.isVar() && R.LV.P.BaseVar && R.LV.P.BaseVar->Parent == Cur &&
        R.LV.P.BaseVar->VarTy == Ctx.Types.storage(T)) {
      if (R.LV.P.BaseVar->Name == "result")
        R.LV.P.BaseVar->Name = Name.str();
      return R.LV.P.BaseVar; // built in place
    }
    ir::Op *O = storageVariable(Name, T, L);
    if (R.IsLV)
      takeResult(placeOf(O), R.LV, T, L);
    else
      refuse(L, "the result of this call", "store it in a variable of its own type");
    return O;
  }
  ir::Op *O = storageVariable(Name, T, L);
  makeIn(E, placeOf(O), T);
  return O;
}

/// The call that makes an object, or null.
const CallExpr *Lowerer::madeByCall(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const Expr *Held = belowTemporary(E))
      E = Held;
    else if (const auto *C = dyn_cast<CastExpr>(E);
             C && !E->isGLValue() && (C->getCastKind() == CK_NoOp || C->getCastKind() == CK_UserDefinedConversion))
      E = C->getSubExpr();
    else if (const auto *C = dyn_cast<CXXConstructExpr>(E);
             C && C->isElidable() && C->getNumArgs() == 1 && isa<MaterializeTemporaryExpr>(C->getArg(0)->IgnoreParens()))
      E = C->getArg(0);
    else
      return isa<CallExpr>(E) && !E->isGLValue() ? cast<CallExpr>(E) : nullptr;
  }
}

/// The elements of an array that one constructor makes.
void Lowerer::constructElements(const CXXConstructExpr *E, QualType T, const ir::Place &At) {
  const auto *A = Ctx.Ast.getAsConstantArrayType(T);
  if (!A)
    return construct(E, At);
  uint64_t N = A->getSize().getZExtValue();
  if (N > 64) {
    refuse(E->getBeginLoc(), "a large array of objects that a constructor makes", "use a std::vector, or a class with an empty state");
    return;
  }
  for (uint64_t I = 0; I < N; ++I)
    constructElements(E, A->getElementType(), sub(At, "$p[" + llvm::Twine(I) + "]", {}, type(A->getElementType())));
}

/// Lowers what makes an object onto storage at At.
void Lowerer::makeIn(const Expr *E, const ir::Place &At, QualType T) {
  E = E->IgnoreParens();
  SourceLocation L = E->getBeginLoc();
  if (Failed)
    return;
  if (const Expr *Held = belowTemporary(E))
    return makeIn(Held, At, T);
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return makeIn(D->getExpr(), At, T);
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(E))
    return makeIn(D->getExpr(), At, T);
  if (const auto *C = dyn_cast<CastExpr>(E); C && !E->isGLValue() &&
      (C->getCastKind() == CK_NoOp || C->getCastKind() == CK_ConstructorConversion || C->getCastKind() == CK_UserDefinedConversion))
    return makeIn(C->getSubExpr(), At, T);
  if (const auto *I = dyn_cast<InitListExpr>(E); I && I->isTransparent())
    return makeIn(I->getInit(0), At, T);
  if (const auto *I = dyn_cast<CXXInheritedCtorInitExpr>(E))
    return constructInherited(I, At);
  if (const auto *A = dyn_cast<ArrayInitLoopExpr>(E))
    return copyArray(A, At);
  if (const auto *C = dyn_cast<ConditionalOperator>(E); C && !E->isGLValue()) {
    ir::Value *Cond = rvalue(C->getCond());
    return lowerIf(Cond, [&] { makeIn(C->getTrueExpr(), At, T); }, [&] { makeIn(C->getFalseExpr(), At, T); }, L);
  }
  if (const Expr *Call = madeByCall(E)) {
    CallResult R = call(Call, nullptr);
    if (R.IsLV)
      return takeResult(At, R.LV, T, L);
    refuse(L, "the result of this call", "store it in a variable of its own type");
    return;
  }
  llvm::SaveAndRestore<ir::Place> Saved(Making, At);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
    return makeClosure(Lambda, At);
  if (T->isArrayType() && isa<CXXConstructExpr>(E))
    return constructElements(cast<CXXConstructExpr>(E), T, At);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
    if (C->isElidable() && C->getNumArgs() == 1)
      if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(C->getArg(0)->IgnoreParens()))
        return makeIn(M->getSubExpr(), At, T);
    const CXXConstructorDecl *CD = C->getConstructor();
    if (CD->isTrivial() && CD->isDefaultConstructor())
      return; // zero already
    return construct(C, At);
  }
  if (const auto *I = dyn_cast<InitListExpr>(E))
    return initFields(I, At);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(E))
    return; // zero already
  if (E->isGLValue())
    return copyConstruct(At, lvalue(E), T, L);
  refuse(L, llvm::Twine("this object (") + E->getStmtClassName() + ")", "name it with a variable");
}

/// The result of a call becomes the object at At. The program has one object here, and we have two.
void Lowerer::takeResult(const ir::Place &At, const LValue &Result, QualType T, SourceLocation L) {
  if (!onlyReleases(T)) {
    refuse(L, llvm::Twine("an object of class '") + T.getAsString() + "' that comes from a call here, whose destructor does more than to release",
           "let the call's function have a single return statement, or construct the object here");
    return;
  }
  copyConstruct(At, Result, T, L);
}

/// An array whose elements are copied or moved by their class's own constructor.
void Lowerer::copyElements(const ir::Place &To, const ir::Place &From, QualType T, bool Kept, SourceLocation L) {
  const auto *A = Ctx.Ast.getAsConstantArrayType(T);
  if (!A) {
    LValue Source;
    Source.P = From;
    return copyConstruct(To, Source, T, L, Kept);
  }
  const uint64_t N = A->getSize().getZExtValue();
  if (N > 64) {
    refuse(L, "a copy of a large array of objects that a constructor copies", "copy them in a loop");
    return;
  }
  for (uint64_t I = 0; I < N && !Failed; ++I) {
    auto Element = [&](const ir::Place &P) { return sub(P, "$p[" + llvm::Twine(I) + "]", {}, type(A->getElementType())); };
    copyElements(Element(To), Element(From), A->getElementType(), Kept, L);
  }
}

/// Copies or moves an object by its class's own constructor, onto storage. Kept: the source is not a temporary object.
void Lowerer::copyConstruct(const ir::Place &At, const LValue &From, QualType T, SourceLocation L, bool Kept) {
  if (Ctx.Ast.getAsConstantArrayType(T)) // a lambda's capture
    return T.isTriviallyCopyableType(Ctx.Ast) ? copyRecord(At, From.P, L) : copyElements(At, From.P, T, Kept, L);
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  const CXXConstructorDecl *Move = nullptr, *Copy = nullptr;
  if (RD)
    for (const CXXConstructorDecl *C : RD->ctors()) {
      if (C->isMoveConstructor() && !C->isDeleted() && !Kept)
        Move = C;
      if (C->isCopyConstructor() && !C->isDeleted())
        Copy = C;
    }
  const auto *CD = dyn_cast_or_null<CXXConstructorDecl>(Move || Copy ? definition(Move ? Move : Copy) : nullptr);
  if (!CD || !CD->getNumParams()) {
    refuse(L, llvm::Twine("a copy of an object of class '") + T.getAsString() + "' here", "pass it by reference, or give the class a copy constructor");
    return;
  }
  llvm::SaveAndRestore<ir::Place> Saved(Making, At);
  constructFrom(*CD, At, From, L);
}

/// Runs a constructor whose parameter refers to From.
void Lowerer::constructFrom(const CXXConstructorDecl &Constructor, const ir::Place &At, const LValue &From, SourceLocation L) {
  const CXXConstructorDecl *CD = &Constructor;
  scan(CD);
  const ParmVarDecl *P = CD->getParamDecl(0);
  Closures.erase(P);
  Vars.erase(P);
  Declared.erase(P);
  Bound[P] = From;
  runConstructor(CD, At, L);
}

bool Lowerer::inStorage(const ir::Place &P) const {
  return Making.valid() && P.BaseVar == Making.BaseVar && P.BasePtr == Making.BasePtr;
}

/// A reference member is an address in the object's bytes; the shadow's is that of the shadow.
void Lowerer::bindMember(const ir::Place &Object, const FieldDecl *FD, const Expr *Init) {
  SourceLocation L = Init->getBeginLoc();
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(Init))
    Init = D->getExpr();
  LValue Target = bindReference(Init, FD->getName());
  ir::Place To = Target.P;
  if (Target.isVar()) { // a temporary: lives as long as anything here
    ir::Value *V = loadLV(Target, L);
    ir::Op *O = variable(FD->getName(), V->Ty, ir::InitKind::Zero, L);
    O->AddressTaken = true;
    store(placeOf(O), V, L);
    To = placeOf(O);
  }
  if (Failed)
    return;
  uint64_t Offset = Ctx.Ast.toCharUnitsFromBits(Ctx.Ast.getASTRecordLayout(FD->getParent()).getFieldOffset(FD->getFieldIndex())).getQuantity();
  auto Arg = [](const ir::Place &P) {
    ir::Arg A;
    A.P = P;
    A.Mutable = true;
    return A;
  };
  shadowCall("::mixedad::detail::bind_member($0, " + llvm::Twine(Offset) + ", $1)", {Arg(Object), Arg(To)}, L);
}

/// The storage of a member becomes an empty object.
void Lowerer::beginMember(const ir::Place &P, SourceLocation L) {
  ir::Arg A;
  A.P = P;
  A.Mutable = true;
  allocates(*shadowCall("::mixedad::detail::make_member($0)", {A}, L), "::mixedad::detail::destroy_member($0)");
}

/// The member ends; its shadow lives until the reverse sweep comes to where it began.
void Lowerer::endMember(const ir::Place &P, SourceLocation L) {
  ir::Arg A;
  A.P = P;
  A.Mutable = true;
  shadowCall("::mixedad::detail::destroy_member($0)", {A}, L)->ReleasesShadow = true;
}

/// What a destructor does, and those of members and bases.
void Lowerer::destroy(const ir::Place &P, QualType T, SourceLocation L) {
  if (Failed)
    return;
  if (P.BaseVar && P.BaseVar->VarTy == Ctx.Types.scoped(T) && type(T)->Class == ir::TypeClass::Inactive) {
    ir::Op *O = add(ir::OpKind::Opaque, L);
    ir::Place Whole = P;
    Whole.Text = "$b";
    O->PlaceOperands = {Whole};
    O->Pure = false;
    O->Text = "$&0.end()";
    return;
  }
  if (!needsDestruction(T))
    return;
  if (madeWhole(T))
    return endMember(P, L);
  if (const auto *A = Ctx.Ast.getAsConstantArrayType(T)) {
    for (uint64_t I = A->getSize().getZExtValue(); I-- > 0;)
      destroy(sub(P, "$p[" + llvm::Twine(I) + "]", {}, type(A->getElementType())), A->getElementType(), L);
    return;
  }
  const CXXRecordDecl *RD = classIn(Ctx.Ast, T);
  if (!RD || RD->isInStdNamespace())
    return;
  if (const CXXDestructorDecl *D = RD->getDestructor(); D && D->isUserProvided()) {
    const FunctionDecl *Def = definition(D);
    if (!Def) {
      refuse(L, llvm::Twine("the destructor of '") + RD->getName() + "', whose body is not visible", "define it in this translation unit");
      return;
    }
    for (Frame *F = Fr; F; F = F->Outer)
      if (F->FD == Def) {
        refuse(L, "a destructor that recurses", "release the objects in a loop");
        return;
      }
    runDestructor(cast<CXXDestructorDecl>(Def), P);
  }
  llvm::SmallVector<const FieldDecl *, 8> Fields(RD->fields());
  for (const FieldDecl *F : llvm::reverse(Fields))
    if (!F->getType()->isReferenceType())
      destroy(field(P, F), F->getType(), L);
  llvm::SmallVector<QualType, 2> Bases;
  for (const CXXBaseSpecifier &B : RD->bases())
    Bases.push_back(B.getType());
  for (QualType B : llvm::reverse(Bases))
    destroy(sub(P, "::mixedad::detail::cast_to<" + type(B)->Spelling + ">($p)", {}, type(B)), B, L);
}

void Lowerer::runDestructor(const CXXDestructorDecl *D, const ir::Place &P) {
  scan(D);
  Frame New;
  New.FD = D;
  New.This.P = P;
  New.HasThis = true;
  enter(New);
  stmt(D->getBody());
  leave(New);
}

ir::Value *Lowerer::newStorage(QualType T, SourceLocation L) {
  ir::Op *O = shadowCall("::mixedad::detail::new_storage<" + type(T)->Spelling + ">()", {}, L);
  allocates(*O, "::mixedad::detail::delete_storage($r)");
  return result(O, Ctx.Types.pointerTo(T), "");
}

void Lowerer::deleteStorage(ir::Value *P, SourceLocation L) {
  ir::Arg A;
  A.V = P;
  shadowCall("::mixedad::detail::delete_storage($0)", {A}, L)->ReleasesShadow = true;
}

/// new T(...), and the delete of it.
ir::Value *Lowerer::newObject(const CXXNewExpr *E) {
  QualType T = E->getAllocatedType();
  SourceLocation L = E->getBeginLoc();
  ir::Value *P = newStorage(T, L);
  if (const Expr *Init = E->getConstructExpr() ? E->getConstructExpr() : E->getInitializer())
    makeIn(Init, deref(P, T), T);
  return P;
}

void Lowerer::deleteObject(ir::Value *P, QualType T, const CXXDeleteExpr *E) {
  SourceLocation L = E->getBeginLoc();
  if (E->isArrayForm()) {
    refuse(L, llvm::Twine("'delete[]' of '") + T.getAsString() + "'", "use a std::vector");
    return;
  }
  lowerIf(opaque("$0 != nullptr", {P}, Ctx.Types.boolType(), L),
          [&] {
            destroy(deref(P, T), T, L);
            deleteStorage(P, L);
          },
          [] {}, L);
}

/// Ends the lifetimes of what was made since Mark, last first, but for one object.
void Lowerer::endLifetimes(size_t Mark, const ir::Op *But, SourceLocation L) {
  if (Cleanups.size() <= Mark)
    return;
  std::vector<Cleanup> Ending(Cleanups.begin() + Mark, Cleanups.end());
  Cleanups.resize(Mark);
  for (const Cleanup &C : llvm::reverse(Ending))
    if (C.Var && C.Var != But)
      destroy(placeOf(C.Var), C.T, L);
  for (const Cleanup &C : Ending)
    if (C.Var && C.Var == But)
      Cleanups.push_back(C);
}

/// The object is handed on: who gets it ends its lifetime. Whether it had been waiting for its end.
bool Lowerer::release(const ir::Op *Var, QualType &T) {
  for (Cleanup &C : Cleanups)
    if (C.Var == Var) {
      T = C.T;
      C.Var = nullptr;
      return true;
    }
  return false;
}

} // namespace mixedad
