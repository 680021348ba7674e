//===- Functions.cpp - lambdas and std::function as objects ---------------===//
//
// Where a closure is not known at compile time - assigned in a branch, kept in a container, calling itself - the
// function is lowered once more with closures that are what C++ says they are: objects whose members are the captures.
// A call operator is then a method like any other. A std::function holds such an object, and so does its shadow; a call
// looks which class it holds, among those that the program puts into functions of this type.
//
//===----------------------------------------------------------------------===//
#include "lower/Library.h"

using namespace clang;

namespace mixedad {

#define FUNCTIONS "::mixedad::detail::functions::"

/// The member that a variable is captured in, when the function being lowered is the call operator of a closure object.
const FieldDecl *Lowerer::captureField(const ValueDecl *D) const {
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(Fr->FD);
  if (!M || !Fr->HasThis || Fr->Self || !M->getParent()->isLambda())
    return nullptr;
  llvm::DenseMap<const ValueDecl *, FieldDecl *> Fields;
  FieldDecl *ThisField = nullptr;
  M->getParent()->getCaptureFields(Fields, ThisField);
  return Fields.lookup(D);
}

/// Makes a closure in storage.
void Lowerer::makeClosure(const LambdaExpr *E, const ir::Place &At) {
  auto Field = E->getLambdaClass()->field_begin();
  for (const Expr *Init : E->capture_inits()) {
    const FieldDecl *FD = *Field++;
    if (FD->getType()->isReferenceType())
      bindMember(At, FD, Init);
    else
      initMember(field(At, FD), FD->getType(), Init);
  }
}

/// A std::function (not std::any, or one that only moves) gets what E gives.
bool Lowerer::eraseInto(const ir::Place &Function, const Expr *E) {
  SourceLocation L = E->getBeginLoc();
  if (!Ctx.Ast.getLangOpts().RTTI) {
    refuse(L, "a 'std::function' without run-time type information", "compile with -frtti");
    return true;
  }
  const Expr *X = E->IgnoreParenImpCasts();
  while (const Expr *Held = belowTemporary(X))
    X = Held->IgnoreParenImpCasts();
  QualType T = X->getType().getNonReferenceType().getUnqualifiedType();
  if (T->isNullPtrType()) {
    shapeOp("$0 = nullptr", FUNCTIONS "point(tape, $0, nullptr)", FUNCTIONS "undo_point(tape, $0)",
            {objectArg(Function)}, L);
    return true;
  }
  if (T->isFunctionType() || T->isFunctionPointerType()) {
    ir::Value *V = T->isFunctionType() ? loadLV(bindReference(X, "target"), L) : rvalue(E);
    shapeOp("$0 = $1", FUNCTIONS "point(tape, $0, $1)", FUNCTIONS "undo_point(tape, $0)",
            {objectArg(Function), valueArg(V)}, L);
    return true;
  }
  if (!T->isRecordType() || T->getAsCXXRecordDecl()->isInStdNamespace())
    return false;
  LValue Target = bindReference(E, "target");
  if (Failed || Target.isVar())
    return Failed;
  std::string Class = type(T)->Spelling;
  ir::Op *O =
      shapeOp("$0 = $1", FUNCTIONS "hold<" + Class + ">(tape, $0, $1)",
              FUNCTIONS "undo_hold<" + Class + ">(tape, $0, $1)", {objectArg(Function), objectArg(Target.P)}, L);
  O->ShadowText = FUNCTIONS "hold<" + Class + ">($0, $1)";
  return true;
}

/// Constructs a std::function; false when it is none, or made in a way that has no rule.
bool Lowerer::functionInit(const CXXConstructExpr *C, QualType T, llvm::StringRef Name, SourceLocation L,
                           ir::Op **Out) {
  if (!isClassNamed(T, "std", "function") || C->getConstructor()->isCopyOrMoveConstructor())
    return false;
  SawClosure = true;
  if (!Objects)
    return false;
  *Out = variable(Name, type(T), ir::InitKind::Zero, L);
  for (const Expr *A : C->arguments())
    if (!isa<CXXDefaultArgExpr>(A) && !A->getType()->isNullPtrType())
      return eraseInto(placeOf(*Out), A);
  return true;
}

/// The outermost function around a lambda; null at namespace scope.
static const FunctionDecl *functionAround(const CXXRecordDecl *Lambda) {
  const FunctionDecl *Outer = nullptr;
  for (const DeclContext *DC = Lambda->getDeclContext(); DC; DC = DC->getParent())
    if (const auto *FD = dyn_cast<FunctionDecl>(DC))
      Outer = FD;
  return Outer;
}

/// Whether what derivatives are asked for can have made a closure: only running the function around it does.
bool Lowerer::mayBeMade(const CXXRecordDecl *Lambda) {
  const FunctionDecl *Around = functionAround(Lambda);
  if (!Around)
    return true;
  if (Ctx.ReachedFrom < Ctx.Roots.size()) {
    llvm::SmallVector<const FunctionDecl *, 16> Work(Ctx.Roots.begin() + Ctx.ReachedFrom, Ctx.Roots.end());
    Ctx.ReachedFrom = Ctx.Roots.size();
    while (!Work.empty()) {
      const FunctionDecl *D = Work.pop_back_val();
      if (!Ctx.Reached.insert(D->getCanonicalDecl()).second || !(D = definition(D)))
        continue;
      const Callees &Called = calleesOf(D);
      Work.append(Called.Functions.begin(), Called.Functions.end());
    }
  }
  return Ctx.Reached.contains(Around->getCanonicalDecl());
}

/// The types of objects that the program puts into std::functions of a class, each once.
llvm::SmallVector<QualType, 8> Lowerer::targetTypes(const CXXRecordDecl *Function) {
  llvm::SmallVector<QualType, 8> Types;
  auto Add = [&](const FunctionDecl *FD) {
    if (FD->getNumParams() < 1)
      return;
    QualType T = FD->getParamDecl(0)->getType().getNonReferenceType().getUnqualifiedType();
    if (T->isFunctionType())
      T = Ctx.Ast.getPointerType(T);
    const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
    if (RD ? RD->isInStdNamespace() || (RD->isLambda() && !mayBeMade(RD)) : !T->isFunctionPointerType())
      return;
    if (llvm::none_of(Types, [&](QualType K) { return Ctx.Ast.hasSameType(K, T); }))
      Types.push_back(T);
  };
  for (const Decl *D : Function->decls())
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
      if (const FunctionDecl *Of = Template->getTemplatedDecl();
          isa<CXXConstructorDecl>(Of) || Of->getOverloadedOperator() == OO_Equal)
        for (const FunctionDecl *S : Template->specializations())
          Add(S);
  return Types;
}

/// The call operator for arguments of these types: the only one, or the instance that takes exactly them.
const FunctionDecl *Lowerer::operatorFor(QualType Object, const FunctionProtoType *Signature) {
  const CXXRecordDecl *RD = Object->getAsCXXRecordDecl();
  llvm::SmallVector<const FunctionDecl *, 4> Found;
  auto Fits = [&](const FunctionDecl *F) {
    if (F->getNumParams() != Signature->getNumParams())
      return false;
    for (unsigned I = 0; I < F->getNumParams(); ++I) {
      QualType To = F->getParamDecl(I)->getType(), From = Signature->getParamType(I).getNonReferenceType();
      if (!Ctx.Ast.hasSameUnqualifiedType(To.getNonReferenceType(), From) &&
          !(To->isArithmeticType() && From->isArithmeticType()))
        return false;
    }
    return true;
  };
  for (const Decl *D : RD->decls()) {
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D)) {
      if (Template->getTemplatedDecl()->getOverloadedOperator() == OO_Call)
        for (const FunctionDecl *S : Template->specializations())
          if (Fits(S))
            Found.push_back(S);
    } else if (const auto *M = dyn_cast<CXXMethodDecl>(D); M && M->getOverloadedOperator() == OO_Call && Fits(M)) {
      Found.push_back(M);
    }
  }
  return Found.size() == 1 ? Found[0] : nullptr;
}

/// Whether an object of this type has a std::function in it.
static bool holdsFunction(QualType T, llvm::SmallPtrSetImpl<const CXXRecordDecl *> &Seen) {
  T = T.getNonReferenceType();
  while (T->isPointerType() || T->isArrayType())
    T = T->isPointerType() ? T->getPointeeType() : QualType(T->getBaseElementTypeUnsafe(), 0);
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || !(RD = RD->getDefinition()) || !Seen.insert(RD).second)
    return false;
  if (TypeTable::isTypeErased(T))
    return true;
  auto Holds = [&](QualType Part) { return holdsFunction(Part, Seen); };
  return (RD->isInStdNamespace() && llvm::any_of(typeArguments(T), Holds)) ||
         llvm::any_of(RD->fields(), [&](const FieldDecl *F) { return Holds(F->getType()); }) ||
         llvm::any_of(RD->bases(), [&](const CXXBaseSpecifier &B) { return Holds(B.getType()); });
}

/// What is held may have been made where nobody looks: the caller of what is being differentiated, or before main.
bool Lowerer::mayComeFromOutside(const ir::Place &Held) {
  const ir::Op *Address = Held.BasePtr ? Held.BasePtr->Def : nullptr;
  const bool Global = Address && Address->Kind == ir::OpKind::ShadowCall && Address->Args.empty() && Address->Text[0] == '&';
  if (!Held.BaseVar && (!Held.BasePtr || Global))
    return true;
  const auto *Root = static_cast<const FunctionDecl *>(F.Self->Decl);
  if (!Ctx.Roots.contains(Root->getCanonicalDecl()))
    return false;
  llvm::SmallPtrSet<const CXXRecordDecl *, 16> Seen;
  const auto *M = dyn_cast<CXXMethodDecl>(Root);
  return llvm::any_of(Root->parameters(), [&](const ParmVarDecl *P) { return holdsFunction(P->getType(), Seen); }) ||
         (M && !M->isStatic() && holdsFunction(compat::tagType(Ctx.Ast, M->getParent()), Seen));
}

/// Calls what a std::function holds.
bool Lowerer::callHeld(const Expr *E, Callable &Call, CallResult &R) {
  const auto *M = cast<CXXMethodDecl>(Call.FD);
  SourceLocation L = E->getBeginLoc();
  ir::Place Held = object(Call).P;
  const auto *Signature = M->getType()->castAs<FunctionProtoType>();
  QualType RT = M->getReturnType();
  if (mayComeFromOutside(Held)) {
    refuse(L, "a 'std::function' whose target is not known here",
           "give it a lambda or a function where it is declared, or make it a template parameter");
    if (!RT->isVoidType())
      R = finish(constant("$T()", type(RT)));
    return true;
  }
  struct Candidate {
    QualType T;
    const FunctionDecl *FD;
  };
  llvm::SmallVector<Candidate, 8> Found;
  for (QualType T : targetTypes(M->getParent())) {
    if (T->isRecordType()) {
      const FunctionDecl *FD = operatorFor(T, Signature);
      if (!FD ||
          (!RT->isVoidType() && !RT->isArithmeticType() &&
           !Ctx.Ast.hasSameUnqualifiedType(RT.getNonReferenceType(), FD->getReturnType().getNonReferenceType()))) {
        refuse(L, "a 'std::function' whose target has another signature", "give both the same parameters and result");
        return true;
      }
      Found.push_back({T, FD});
      continue;
    }
    for (const FunctionDecl *FD : Ctx.Targets.addressTaken(T->getPointeeType()))
      if (definition(FD))
        Found.push_back({T, FD});
  }
  const bool Nested = InHeld;
  // All arguments once, before it is known who gets them.
  for (const Expr *&A : Call.Args)
    A = evaluated(A);
  R = alternatives(
      E, RT, Found.size(),
      [&](unsigned I) {
        std::string Class = type(Found[I].T)->Spelling;
        ir::Op *O = add(ir::OpKind::Opaque, L);
        O->PlaceOperands.push_back(Held);
        O->ReadsMemory = true;
        O->Text = FUNCTIONS "holds<" + Class + ">($&0)";
        if (!Found[I].T->isRecordType())
          O->Text += " && " FUNCTIONS "target<" + Class + ">($&0) == " + Ctx.SpellAddress(Found[I].FD);
        return result(O, Ctx.Types.boolType());
      },
      [&](unsigned I) {
        Callable Target = Call;
        Target.FD = Found[I].FD;
        for (unsigned K = 0; K < Target.Args.size(); ++K) // numbers are converted
          if (QualType To = Target.FD->getParamDecl(K)->getType(), From = Target.Args[K]->getType();
              To->isArithmeticType() && !Ctx.Ast.hasSameUnqualifiedType(To, From)) {
            auto *Stand = new (Ctx.Ast) OpaqueValueExpr(L, To.getUnqualifiedType(), VK_XValue);
            Evaluated[Stand] =
                temporary(convert(loadLV(bindReference(Target.Args[K], "argument"), L), To, L), type(To));
            Target.Args[K] = Stand;
          }
        CallResult One;
        // What is held calls what is held: all of them inside each other would have no end.
        const bool Inlined = !Nested && Found.size() <= 4;
        llvm::SaveAndRestore<bool> Inside(InHeld, true);
        if (Found[I].T->isRecordType()) {
          ir::Place Self =
              sub(Held, FUNCTIONS "target<" + llvm::Twine(type(Found[I].T)->Spelling) + ">($p)", {}, type(Found[I].T));
          One = Inlined ? inlineOn(E, Target, Self) : plainCall(E, Target, &Self);
        } else {
          Target.Object = nullptr;
          One = Inlined ? dispatch(E, Target, nullptr) : plainCall(E, Target, nullptr);
        }
        if (RT->isArithmeticType() && !Failed)
          One = finish(convert(One.IsLV ? loadLV(One.LV, L) : One.V, RT, L));
        return One;
      });
  return true;
}

bool Lowerer::functionCall(const Expr *E, Callable &Call, CallResult &R) {
  const auto *M = cast<CXXMethodDecl>(Call.FD);
  SourceLocation L = E->getBeginLoc();
  R = finish(static_cast<ir::Value *>(nullptr));
  if (M->getOverloadedOperator() == OO_Call)
    return callHeld(E, Call, R);
  if (M->getOverloadedOperator() == OO_Equal) {
    LValue To = object(Call);
    if (M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator())
      recordInto(Call.Args[0], To.P, /*Fresh=*/false);
    else if (!eraseInto(To.P, Call.Args[0]))
      refuse(L, "what this 'std::function' is given",
             "give it a lambda, a function or an object of a class of your own");
    R = finish(To);
    return true;
  }
  if (isa<CXXConversionDecl>(M)) {
    ir::Op *O = add(ir::OpKind::Opaque, L);
    O->PlaceOperands.push_back(object(Call).P);
    O->ReadsMemory = true;
    O->Text = "static_cast<bool>($&0)";
    R = finish(result(O, Ctx.Types.boolType()));
    return true;
  }
  if (M->getIdentifier() && M->getName() == "swap") {
    ir::Place A = object(Call).P, B = place(Call.Args[0]);
    swapObjects(A, B, L);
    return true;
  }
  refuse(L, llvm::Twine("'std::function::") + M->getNameAsString() + "'", "call it");
  return true;
}

} // namespace mixedad
