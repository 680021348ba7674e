//===- Records.cpp - objects: construction, copies, aggregates ------------===//
//
// Objects live in memory. A constructor with a visible body is inlined onto storage that exists already, so its
// initializers become stores that differentiate like any others.
//
//===----------------------------------------------------------------------===//
#include "ir/Walk.h"
#include "lower/Lowerer.h"

using namespace clang;

namespace mixedad {

/// Without what only says how the value is stored.
static const Expr *bare(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const Expr *Held = belowTemporary(E))
      E = Held;
    else if (const auto *X = dyn_cast<CXXDefaultArgExpr>(E))
      E = X->getExpr();
    else if (const auto *X = dyn_cast<CXXDefaultInitExpr>(E))
      E = X->getExpr();
    else if (const auto *X = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = X->getReplacement();
    else if (const auto *X = dyn_cast<CastExpr>(E);
             X && (X->getCastKind() == CK_NoOp || X->getCastKind() == CK_ConstructorConversion ||
                   X->getCastKind() == CK_UserDefinedConversion))
      E = X->getSubExpr();
    else if (const auto *X = dyn_cast<CXXConstructExpr>(E); X && X->isElidable() && X->getNumArgs() == 1)
      E = X->getArg(0);
    else if (const auto *X = dyn_cast<InitListExpr>(E); X && X->isTransparent())
      E = X->getInit(0);
    else
      return E;
  }
}

/// The variable begins as the object that the text is, and so does its shadow, which cannot be made otherwise.
void Lowerer::beginEmpty(ir::Op &Var, const std::string &Empty) {
  Var.InitText = "$T $n = " + Empty;
  Var.ShadowText = Empty;
  Var.AddressTaken = true;
}

ir::Op *Lowerer::emptyVariable(llvm::StringRef Name, QualType T, SourceLocation L) {
  T = T.getNonReferenceType().getUnqualifiedType();
  if (needsStorage(T))
    return storageVariable(Name, T, L);
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  bool Default = !RD || (defaultConstructor(RD) && (!RD->hasUserProvidedDefaultConstructor() || RD->isInStdNamespace()) &&
                         (!RD->isInStdNamespace() || hasDefault(T)));
  const ir::Type *Ty = type(T);
  if (Default)
    return variable(Name, Ty, ir::InitKind::Zero, L);
  ir::Op *O = variable(Name, Ty, ir::InitKind::Text, L);
  if (T.isTriviallyCopyableType(Ctx.Ast))
    O->InitText = "$T $n = ::mixedad::detail::zeroed<$T>()";
  else if (defaultConstructor(RD) && hasDefault(T))
    O->InitText = "$T $n{}";
  else if (std::string Empty = emptyObject(T); !Empty.empty())
    beginEmpty(*O, Empty);
  else
    refuse(L, llvm::Twine("an object of class '") + RD->getName() + "' here", "give it a default constructor");
  return O;
}

/// A new object that is a copy of the one at From, or what From was if it can only be moved.
ir::Op *Lowerer::copyVariable(const ir::Place &From, QualType T, llvm::StringRef Name, SourceLocation L) {
  if (Ctx.Types.holdsUnion(T))
    refuse(L, "a copy of an object with a union that holds reals", "copy the member that is used");
  refusesCopy(T, L);
  if (!T.isTriviallyCopyableType(Ctx.Ast) && isOnlyMoved(T)) {
    ir::Op *O = emptyVariable(Name, T, L);
    moveRecord(placeOf(O), From, T, L, /*Fresh=*/true);
    return O;
  }
  ir::Op *O = variable(Name, type(T), ir::InitKind::Copy, L);
  // The place was lowered before the variable's operation was added.
  O->Src = From;
  copyClosures(placeOf(O), From, L);
  return O;
}

ir::Op *Lowerer::recordVariable(const Expr *Init, QualType T, llvm::StringRef Name, SourceLocation L) {
  const ir::Type *Ty = type(T);
  if (Init && needsStorage(T))
    return storedObject(Init, T, Name, L);
  if (!Init)
    return T->isArrayType() || Ty->PureReal ? variable(Name, Ty, ir::InitKind::Uninit, L) : emptyVariable(Name, T, L);
  const Expr *E = bare(Init);
  ir::Op *Out = nullptr;
  if (Ty->Class == ir::TypeClass::Vector) { // an array in memory: an element of a list, or of a container
    ir::Value *V = vectorValue(Init);
    Out = variable(Name, Ty, ir::InitKind::Zero, L);
    store(placeOf(Out), V, L);
    return Out;
  }
  if (textInit(E, T, Name, L, &Out))
    return Out;
  auto Copy = [&](const ir::Place &From) { return copyVariable(From, T, Name, L); };
  auto CopyOrMove = [&](const Expr *Of) {
    const ir::Place From = place(Of);
    ir::Op *O = Copy(From);
    keepCapacity(Of, placeOf(O), From, L);
    leaveMoved(Of, From, L);
    return O;
  };
  if (E->isGLValue())
    return CopyOrMove(E);
  if (const auto *A = dyn_cast<ArrayInitLoopExpr>(E))
    return Copy(place(A->getCommonExpr()->getSourceExpr()));
  if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
    const CXXConstructorDecl *CD = C->getConstructor();
    UserRules Rules = Ctx.RulesFor(CD);
    if (!Rules.Pullback.empty() || !Rules.Pushforward.empty()) {
      Callable Call;
      Call.FD = CD;
      Call.Args.append(C->arg_begin(), C->arg_end());
      return plainCall(E, Call, nullptr).LV.P.BaseVar;
    }
    if (CD->isCopyOrMoveConstructor() && isPlainCopy(CD))
      return CopyOrMove(C->getArg(0));
    if (CD->isDefaultConstructor() && (!CD->isUserProvided() || CD->getParent()->isInStdNamespace()))
      return variable(Name, Ty, Ty->PureReal && CD->isTrivial() ? ir::InitKind::Uninit : ir::InitKind::Zero, L);
  }
  if (const auto *I = dyn_cast<CXXStdInitializerListExpr>(E))
    return initializerList(I, T, Name, L);
  if (isa<CallExpr>(E)) {
    CallResult R = call(E, nullptr);
    if (R.IsLV && !R.LV.isVar() && R.LV.P.BaseVar && R.LV.P.Text == "$b" && R.LV.P.BaseVar->VarTy == Ty &&
        R.LV.P.BaseVar->Parent == Cur) {
      if (R.LV.P.BaseVar->Name == "result")
        R.LV.P.BaseVar->Name = Name.str();
      return R.LV.P.BaseVar; // built in place
    }
    if (R.IsLV)
      return Copy(R.LV.P);
    refuse(L, "the result of this call", "store it in a variable of its own type");
    return variable(Name, Ty, ir::InitKind::Zero, L);
  }
  if (isClassNamed(T, "mixedad", "Tape")) // of an inner derivative, see TapeRule.cpp
    return variable(Name, Ty, ir::InitKind::Zero, L);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E); C && !hasEmptyState(T))
    return constructVariable(C, T, Name, L);
  ir::Op *O = emptyVariable(Name, T, L);
  recordInto(E, placeOf(O), /*Fresh=*/true);
  return O;
}

/// What is lowered behind Object, the stores of its constructor, may run once more: nothing but the object changes, and
/// it takes the same state again.
static bool repeats(const ir::Op &Object) {
  bool Behind = false, Found = true;
  llvm::SmallPtrSet<const ir::Op *, 8> Own{&Object};
  auto Elsewhere = [&](const ir::Place &P) { return !P.BaseVar || !Own.contains(P.BaseVar); };
  for (const auto &O : Object.Parent->Ops) {
    Behind = Behind || O.get() == &Object;
    if (!Behind)
      continue;
    auto Look = [&](const ir::Op &In) {
      if (In.Kind == ir::OpKind::Var)
        Own.insert(&In);
      else if (In.Kind == ir::OpKind::Store || In.Kind == ir::OpKind::CopyRecord)
        Found = Found && !Elsewhere(In.P);
      else if (In.Kind == ir::OpKind::ShadowCall)
        for (const ir::Arg &A : In.Args)
          Found = Found && (A.V || !A.Mutable || (A.P.BaseVar != &Object && !Elsewhere(A.P)));
      else if (In.Kind == ir::OpKind::Call || In.Kind == ir::OpKind::Opaque)
        Found = Found && In.Pure;
    };
    Look(*O);
    ir::forEachRegion(*O, [&](const ir::Region &R) { ir::forEachOp(R, Look); });
  }
  return Found;
}

/// An object whose class has no empty state and virtual functions: the primal's own constructor makes it, on both
/// sides, and the constructor's stores are then lowered onto it for what depends on its arguments.
ir::Op *Lowerer::constructVariable(const CXXConstructExpr *E, QualType T, llvm::StringRef Name, SourceLocation L) {
  const FunctionDecl *Def = definition(E->getConstructor());
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!Def || ownsResources(T) || bindsReferences(T)) {
    refuse(L, llvm::Twine("an object of class '") + RD->getName() + "' here",
           Def ? "make it a class without virtual functions" : "define its constructor in this translation unit");
    return variable(Name, type(T), ir::InitKind::Zero, L);
  }
  if (std::string Empty = emptyObject(T); !Empty.empty()) {
    ir::Op *O = variable(Name, type(T), ir::InitKind::Text, L);
    beginEmpty(*O, Empty);
    construct(E, placeOf(O));
    return O;
  }
  const auto *CD = cast<CXXConstructorDecl>(Def);
  llvm::SmallVector<const Expr *, 6> Args(E->arguments());
  scan(CD);
  bindParameters(CD, Args);
  ir::Op Tmp;
  std::string Text;
  for (const ParmVarDecl *P : CD->parameters()) {
    LValue LV = variableRef(P, L);
    if (LV.isVar()) {
      Tmp.Operands.push_back(loadLV(LV, L));
      Text += (Text.empty() ? "$" : ", $") + std::to_string(Tmp.Operands.size() - 1);
    } else {
      if (LV.P.BaseVar)
        LV.P.BaseVar->AddressTaken = true;
      Tmp.PlaceOperands.push_back(LV.P);
      Text += (Text.empty() ? "$&" : ", $&") + std::to_string(Tmp.PlaceOperands.size() - 1);
    }
  }
  ir::Op *O = variable(Name, type(T), ir::InitKind::Text, L);
  O->Operands = Tmp.Operands;
  O->PlaceOperands = Tmp.PlaceOperands;
  O->InitText = Text.empty() ? "$T $n" : "$T $n(" + Text + ")";
  const Env Before = Vars;
  llvm::SmallPtrSet<Key, 8> Inner;
  {
    llvm::SaveAndRestore<llvm::SmallPtrSet<Key, 8> *> Here(DeclaredInside, &Inner);
    runConstructor(CD, placeOf(O), L);
  }
  if (DeclaredInside)
    DeclaredInside->insert(Inner.begin(), Inner.end());
  bool Others = false;
  for (auto &[K, V] : Before) // what constructors declare has a value from the last time
    Others = Others || (V != Vars.lookup(K) && !Inner.contains(K) && !llvm::is_contained(CD->parameters(), K));
  if (Others || !repeats(*O))
    refuse(L, llvm::Twine("the constructor of '") + RD->getName() + "', a class with virtual functions, which changes more than its members",
           "give the class a default constructor, and do the rest in a member function");
  return O;
}

/// A member that is an array, in a copy of the object.
void Lowerer::copyArray(const ArrayInitLoopExpr *E, const ir::Place &Dest) {
  const Expr *From = E->getCommonExpr()->getSourceExpr();
  if (copiesByCode(E->getType()))
    return copyElements(Dest, place(From), E->getType(), !From->isXValue(), E->getBeginLoc());
  copyRecord(Dest, place(From), E->getBeginLoc());
}

void Lowerer::recordInto(const Expr *E, const ir::Place &Dest, bool Fresh) {
  if (Failed)
    return;
  if (needsStorage(E->getType()) && !E->getType()->isReferenceType()) {
    if (Fresh)
      return makeIn(E, Dest, E->getType());
    refuse(E->getBeginLoc(), llvm::Twine("assigning to an object of class '") + E->getType().getAsString() + "' here",
           "give the class an assignment operator, or make a new object");
    return;
  }
  E = bare(E);
  if (const CXXRecordDecl *RD = E->getType()->getAsCXXRecordDecl(); RD && RD->isEmpty() && RD->isInStdNamespace() && isa<CXXConstructExpr>(E))
    return; // std::iterator and the like
  SourceLocation L = E->getBeginLoc();
  if (Dest.Ty->Class == ir::TypeClass::Vector)
    return store(Dest, vectorValue(E), L);
  auto CopyOrMove = [&](const Expr *Of) {
    const ir::Place From = place(Of);
    copyRecord(Dest, From, L);
    keepCapacity(Of, Dest, From, L);
    leaveMoved(Of, From, L);
  };
  if (E->isGLValue())
    return CopyOrMove(E);
  if (!Fresh && (isa<InitListExpr>(E) || (isa<CXXConstructExpr>(E) && cast<CXXConstructExpr>(E)->getNumArgs() &&
                                          !cast<CXXConstructExpr>(E)->getConstructor()->isCopyOrMoveConstructor())))
    // The old value may be part of the new one, and what is not mentioned becomes zero.
    return copyRecord(Dest, placeOf(recordVariable(E, E->getType(), "tmp", L)), L);
  if (const auto *I = dyn_cast<InitListExpr>(E))
    return initFields(I, Dest);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(E)) {
    if (Fresh)
      return;
    ir::Op *Zero = variable("zero", Dest.Ty, ir::InitKind::Zero, L);
    return copyRecord(Dest, placeOf(Zero), L);
  }
  if (const auto *I = dyn_cast<CXXInheritedCtorInitExpr>(E))
    return constructInherited(I, Dest);
  if (const auto *A = dyn_cast<ArrayInitLoopExpr>(E))
    return copyArray(A, Dest);
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    ir::Value *Cond = rvalue(C->getCond());
    return choose(Cond, [&] { recordInto(C->getTrueExpr(), Dest, Fresh); },
                   [&] { recordInto(C->getFalseExpr(), Dest, Fresh); }, L);
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
    const CXXConstructorDecl *CD = C->getConstructor();
    if (E->getType()->isArrayType() && !CD->isTrivial())
      return constructElements(C, E->getType(), Dest);
    if (CD->isCopyOrMoveConstructor() && isPlainCopy(CD))
      return CopyOrMove(C->getArg(0));
    if (!CD->getParent()->isInStdNamespace() && (CD->isUserProvided() || !CD->isDefaultConstructor()))
      return construct(C, Dest);
    if (CD->isDefaultConstructor() && !CD->getParent()->isInStdNamespace())
      for (const CXXCtorInitializer *I : CD->inits()) // `struct S { double x = k; }`
        if (I->isInClassMemberInitializer() || I->isBaseInitializer())
          return construct(C, Dest);
    if (Fresh && CD->isDefaultConstructor())
      return; // empty already
  }
  if (isa<LambdaExpr>(E)) {
    refuse(L, "a lambda that is stored or returned", "call it directly, or make it a class with operator()");
    return;
  }
  ir::Op *Tmp = nullptr;
  if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
    if (C->getConstructor()->isDefaultConstructor()) {
      if (Fresh)
        return;
      return copyRecord(Dest, placeOf(variable("zero", Dest.Ty, ir::InitKind::Zero, L)), L);
    }
    if (!textInit(E, E->getType(), "tmp", L, &Tmp)) {
      if (!libraryOwned(C->getType()) && type(C->getType())->Class != ir::TypeClass::Inactive)
        return construct(C, Dest);
      if (isClassNamed(C->getType(), "std", "thread") || isClassNamed(C->getType(), "std", "jthread")) {
        refuseThread(L, C->getConstructor()->getParent());
        return;
      }
      refuse(L, llvm::Twine("this way to construct a '") + C->getType().getAsString() + "'", "construct it outside of the differentiated code");
      return;
    }
  } else if (isa<CallExpr, CXXStdInitializerListExpr>(E)) {
    Tmp = recordVariable(E, E->getType(), "tmp", L);
  } else {
    refuse(L, llvm::Twine("this object (") + E->getStmtClassName() + ")", "name it with a variable");
    return;
  }
  copyRecord(Dest, placeOf(Tmp), L);
}

void Lowerer::initMember(const ir::Place &Dest, QualType T, const Expr *Init) {
  if (T->isReferenceType()) { // in storage it is bound, see bindMember
    if (Ctx.Types.mayHoldReals(T))
      refuse(Init->getBeginLoc(), "a data member of reference type", "make it a pointer");
    return;
  }
  if (isClosureType(T) && Objects && isClassNamed(T, "std", "function")) {
    if (inStorage(Dest))
      beginMember(Dest, Init->getBeginLoc());
    return recordInto(Init, Dest, /*Fresh=*/true);
  }
  if (isClosureType(T) && !(Objects && T->getAsCXXRecordDecl()->isLambda())) {
    if (auto C = closure(Init))
      return storeClosure(Dest, C, Init->getBeginLoc());
    if (TypeTable::isTypeErased(T)) { // empty, unless it comes from somewhere that cannot be followed
      if (inStorage(Dest))
        beginMember(Dest, Init->getBeginLoc());
      const auto *C = dyn_cast<CXXConstructExpr>(bare(Init));
      bool Empty = C && (C->getNumArgs() == 0 || isa<CXXNullPtrLiteralExpr>(C->getArg(0)->IgnoreParenImpCasts()));
      if (C && C->getConstructor()->isCopyOrMoveConstructor() && C->getArg(0)->isGLValue() && !isa<MaterializeTemporaryExpr>(C->getArg(0)))
        Empty = isEmptyFunction(lvalue(C->getArg(0)).P);
      if (bare(Init)->isGLValue())
        Empty = isEmptyFunction(lvalue(bare(Init)).P);
      if (!Empty)
        refuse(Init->getBeginLoc(), "a 'std::function' whose target is not known here", "give it a lambda or a function where it is declared, or make it a template parameter");
      return;
    }
  }
  if (const CXXRecordDecl *RD = T->getAsCXXRecordDecl(); RD && RD->isLambda() && !Objects) {
    refuse(Init->getBeginLoc(), "a lambda that is not known here", "call it directly, or make it a class with operator()");
    return;
  }
  if (inStorage(Dest) && madeWhole(T))
    beginMember(Dest, Init->getBeginLoc());
  ir::Place P = Dest;
  if (T.isConstQualified())
    P.Text = "::mixedad::detail::writable(" + Dest.Text + ")";
  if (T->isRecordType() || T->isArrayType() || T->isAnyComplexType()) {
    if (Dest.Ty->Class == ir::TypeClass::Vector)
      return store(P, vectorValue(Init), Init->getBeginLoc());
    return recordInto(Init, P, /*Fresh=*/true);
  }
  store(P, rvalue(Init), Init->getBeginLoc());
}

void Lowerer::initFields(const InitListExpr *E, const ir::Place &Dest) {
  if (E->getSemanticForm())
    E = E->getSemanticForm();
  QualType T = E->getType();
  LValue SavedThis = Fr->This;
  bool SavedHas = Fr->HasThis;
  auto Member = [&](const ir::Place &P, QualType MT, const Expr *Init) {
    if (isa<CXXDefaultInitExpr>(Init)) { // its `this` is the object being built
      Fr->This = LValue();
      Fr->This.P = Dest;
      Fr->HasThis = true;
    }
    initMember(P, MT, Init);
    Fr->This = SavedThis;
    Fr->HasThis = SavedHas;
  };
  if (const auto *A = Ctx.Ast.getAsConstantArrayType(T)) {
    uint64_t N = A->getSize().getZExtValue();
    for (uint64_t I = 0; I < N; ++I) {
      const Expr *Init = I < E->getNumInits() ? E->getInit(I) : E->getArrayFiller();
      if (!Init || isa<ImplicitValueInitExpr>(Init))
        continue; // zero already
      Member(sub(Dest, "$p[" + llvm::Twine(I) + "]", {}, type(A->getElementType())), A->getElementType(), Init);
    }
    return;
  }
  const auto *RD = T->getAsCXXRecordDecl();
  if (!RD) {
    refuse(E->getBeginLoc(), "this initializer list", "use a constructor");
    return;
  }
  unsigned I = 0;
  for (const CXXBaseSpecifier &B : RD->bases()) {
    if (I >= E->getNumInits())
      return;
    makeBase(E->getInit(I++), B.getType(), Dest);
  }
  for (const FieldDecl *FD : RD->fields()) {
    if (RD->isUnion() && E->getInitializedFieldInUnion() != FD)
      continue;
    if (FD->isUnnamedBitField())
      continue;
    if (I >= E->getNumInits())
      return;
    const Expr *Init = E->getInit(I++);
    if (FD->getType()->isReferenceType() && inStorage(Dest))
      bindMember(Dest, FD, Init);
    else if (!isa<ImplicitValueInitExpr>(Init) || (inStorage(Dest) && madeWhole(FD->getType())))
      Member(field(Dest, FD), FD->getType(), Init);
  }
}

void Lowerer::construct(const CXXConstructExpr *E, const ir::Place &Dest) {
  llvm::SmallVector<const Expr *, 6> Args(E->arguments());
  llvm::SaveAndRestore<CallSite> Here(Site, siteOf(E->getBeginLoc(), E->getConstructor()->getParent()));
  inlineConstructor(E->getConstructor(), Dest, Args);
}

/// `using Base::Base`: the base's constructor has the parameters of the one that is being lowered.
void Lowerer::constructInherited(const CXXInheritedCtorInitExpr *E, const ir::Place &Dest) {
  SourceLocation L = E->getBeginLoc();
  llvm::SmallVector<const Expr *, 6> Args;
  for (const ParmVarDecl *P : Fr->FD->parameters()) {
    QualType T = P->getType().getNonReferenceType();
    if (!P->getType()->isReferenceType() && (needsStorage(T) || hasOwnCopies(T)))
      return (void)refuse(L, llvm::Twine("an inherited constructor that takes a '") + T.getAsString() + "' by value",
                          "write the constructor");
    Expr *Arg = DeclRefExpr::Create(Ctx.Ast, NestedNameSpecifierLoc(), SourceLocation(), const_cast<ParmVarDecl *>(P), false, L, T, VK_LValue);
    if (!P->getType()->isReferenceType() && T->isScalarType())
      Arg = ImplicitCastExpr::Create(Ctx.Ast, T, CK_LValueToRValue, Arg, nullptr, VK_PRValue, FPOptionsOverride());
    Args.push_back(Arg);
  }
  inlineConstructor(E->getConstructor(), Dest, Args);
}

void Lowerer::inlineConstructor(const CXXConstructorDecl *CD, const ir::Place &Dest, llvm::ArrayRef<const Expr *> Args) {
  const FunctionDecl *Def = definition(CD);
  SourceLocation L = Args.empty() ? CD->getLocation() : Args[0]->getBeginLoc();
  if (!Def) {
    refuse(L, llvm::Twine("the constructor of '") + CD->getParent()->getName() + "', whose body is not visible",
           "define it in this translation unit, or give it a derivative with [[mixedad::derivative_of]]");
    return;
  }
  CD = cast<CXXConstructorDecl>(Def);
  if (InlineDepth > 200) {
    refuse(L, "a constructor that recurses", "use a loop");
    return;
  }
  scan(CD);
  const size_t Mark = Cleanups.size();
  bindParameters(CD, Args);
  runConstructor(CD, Dest, L);
  if (!bindsReferences(compat::tagType(Ctx.Ast, CD->getParent())))
    endLifetimes(Mark, nullptr, L);
}

void Lowerer::makeBase(const Expr *Init, QualType Base, const ir::Place &Dest) {
  ir::Place P = sub(Dest, "::mixedad::detail::cast_to<" + type(Base)->Spelling + ">($p)", {}, type(Base));
  if (inStorage(Dest) && madeWhole(Base))
    beginMember(P, Init->getBeginLoc());
  recordInto(Init, P, /*Fresh=*/true);
}

/// Initializers and body of a constructor whose parameters are bound.
void Lowerer::runConstructor(const CXXConstructorDecl *CD, const ir::Place &Dest, SourceLocation L) {
  Frame New;
  New.FD = CD;
  New.This.P = Dest;
  New.HasThis = true;
  enter(New);
  const bool InBase0 = InBase;
  for (const CXXCtorInitializer *I : CD->inits()) {
    InBase = InBase0;
    if (I->isBaseInitializer()) {
      if (I->isBaseVirtual() && InBase)
        continue; // the complete object's constructor has made it
      QualType BT(I->getBaseClass(), 0);
      InBase = true;
      makeBase(I->getInit(), BT, Dest);
      InBase = InBase0;
    } else if (I->isDelegatingInitializer()) {
      recordInto(I->getInit(), Dest, true);
    } else if (const FieldDecl *FD = I->getAnyMember()) {
      InBase = false; // a member is a complete object
      if (FD->getType()->isReferenceType() && inStorage(Dest)) {
        bindMember(Dest, FD, I->getInit());
        continue;
      }
      ir::Place P = Dest;
      if (const IndirectFieldDecl *IF = I->getIndirectMember()) {
        for (const NamedDecl *N : IF->chain())
          P = field(P, cast<FieldDecl>(N));
      } else {
        P = field(P, FD);
      }
      if (!isa<ImplicitValueInitExpr>(I->getInit()->IgnoreParens()) || (inStorage(Dest) && madeWhole(FD->getType())))
        initMember(P, FD->getType(), I->getInit());
      else if (P.Ty->Class != ir::TypeClass::Record && !FD->getType()->isRecordType())
        store(P, constant("$T()", P.Ty), L);
    }
  }
  InBase = false;
  if (CD->getBody())
    stmt(CD->getBody());
  InBase = InBase0;
  leave(New);
}

/// Objects that are built by their own constructor's text: inactive classes, and views of other objects
/// (iterators, spans, reference wrappers), whose shadow is the same construction from shadows.
bool Lowerer::textInit(const Expr *E, QualType T, llvm::StringRef Name, SourceLocation L, ir::Op **Out) {
  if (libraryInit(E, T, Name, L, Out))
    return true;
  const ir::Type *Ty = type(T);
  if (Ty->Class != ir::TypeClass::Inactive || !T->isRecordType())
    return false;
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->getOpcode() == BO_Cmp) {
    ir::Value *Left = rvalue(B->getLHS()), *Right = rvalue(B->getRHS());
    *Out = variable(Name, Ty, ir::InitKind::Text, L);
    (*Out)->Operands = {Left, Right};
    (*Out)->InitText = "$T $n = $0 <=> $1";
    return true;
  }
  llvm::SmallVector<const Expr *, 4> Args;
  bool Braces = false;
  if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
    for (const Expr *A : C->arguments())
      if (!isa<CXXDefaultArgExpr>(A))
        Args.push_back(A);
    Braces = C->isListInitialization();
  } else if (const auto *I = dyn_cast<InitListExpr>(E)) {
    for (const Expr *A : I->inits())
      Args.push_back(A);
    Braces = true;
  } else {
    return false;
  }
  ir::Op Tmp;
  std::string Text;
  for (const Expr *A : Args) {
    if (isa<LambdaExpr>(bare(A)))
      return false;
    Text += Text.empty() ? "" : ", ";
    Braces &= !isa<CXXStdInitializerListExpr>(bare(A)); // T({1, 2}), not T{{1, 2}}
    Text += isa<CXXStdInitializerListExpr>(bare(A)) ? listText(cast<CXXStdInitializerListExpr>(bare(A)), Tmp) : operandText(A, Tmp);
  }
  bool Ends = endsWithScope(T), Effect = false; // what the constructor does to what it is given
  if (const auto *C = dyn_cast<CXXConstructExpr>(E); C && C->getConstructor()->isUserProvided() && !C->getConstructor()->getParent()->isInStdNamespace()) {
    Effect = !C->getConstructor()->isConstexpr();
    for (const ParmVarDecl *P : C->getConstructor()->parameters())
      Effect |= (P->getType()->isPointerType() || P->getType()->isReferenceType()) && !P->getType()->getPointeeType().isConstQualified();
  }
  ir::Op *O = variable(Name, Ends ? Ctx.Types.scoped(T) : Ty, ir::InitKind::Text, L);
  O->Operands = Tmp.Operands;
  O->PlaceOperands = Tmp.PlaceOperands;
  O->Pure = !Effect;
  if (Ends) {
    O->InitText = "$T $n([&]() -> " + Ty->Spelling + " { return " + Ty->Spelling + (Braces || Args.empty() ? "{" + Text + "}" : "(" + Text + ")") + "; })";
    Cleanups.push_back({O, T});
  } else {
    O->InitText = Args.empty() ? "$T $n{}" : Braces ? "$T $n{" + Text + "}" : "$T $n(" + Text + ")";
  }
  *Out = O;
  if (Args.size() == 1 && O->PlaceOperands.size() == 1 && Ty->Class == ir::TypeClass::Inactive && isa<CXXConstructExpr>(E))
    leaveMoved(Args[0], ir::Place(O->PlaceOperands[0]), L);
  return true;
}

/// The elements of a braced list of inactive values; the braces are those of the construction, or its own.
std::string Lowerer::listText(const CXXStdInitializerListExpr *E, ir::Op &O) {
  std::string Text;
  if (const auto *I = dyn_cast<InitListExpr>(bare(E->getSubExpr())))
    for (const Expr *A : I->inits())
      Text += (Text.empty() ? "" : ", ") + operandText(A, O);
  return "{" + Text + "}";
}

/// A hole for an expression handed to inactive code: a value, or a place for objects and references.
std::string Lowerer::operandText(const Expr *A, ir::Op &O) {
  const Expr *E = bare(A);
  QualType T = E->getType();
  bool Object = (T->isRecordType() && type(T)->Class != ir::TypeClass::Vector) || T->isArrayType();
  if (Object || (A->isGLValue() && !isa<MaterializeTemporaryExpr>(A->IgnoreParens()))) {
    if (T->isArrayType() && type(T)->Class == ir::TypeClass::Inactive)
      if (std::string Text = verbatim(E); !Text.empty())
        return Text;
    LValue LV = E->isGLValue() ? lvalue(E) : materialize(E, "tmp");
    if (!LV.isVar()) {
      if (holdsClosures(LV.P))
        refuse(E->getBeginLoc(), "an object that holds a lambda, in code that is not differentiated", "pass what it needs instead");
      if (LV.P.BaseVar)
        LV.P.BaseVar->AddressTaken = true;
      O.PlaceOperands.push_back(LV.P);
      return "$&" + std::to_string(O.PlaceOperands.size() - 1);
    }
    O.Operands.push_back(loadLV(LV, E->getBeginLoc()));
    return "$" + std::to_string(O.Operands.size() - 1);
  }
  ir::Value *V = rvalue(A);
  if (V && V->Def && V->Def->Kind == ir::OpKind::Const && V->Def->Text.find('$') == std::string::npos &&
      V->Def->Text.find('"') != std::string::npos)
    return V->Def->Text; // a string stays one
  O.Operands.push_back(V);
  return "$" + std::to_string(O.Operands.size() - 1);
}

} // namespace mixedad
