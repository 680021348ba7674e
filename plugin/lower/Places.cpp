//===- Places.cpp - lvalues -----------------------------------------------===//
#include "lower/Lowerer.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace mixedad {

static LValue inMemory(ir::Place P) {
  LValue LV;
  LV.P = std::move(P);
  return LV;
}

ir::Place Lowerer::place(const Expr *E) {
  LValue LV = E->isGLValue() ? lvalue(E) : materialize(E, "tmp");
  if (!LV.isVar())
    return LV.P;
  // A value where memory is needed: a temporary of its own. Named variables were put into memory by the scan.
  ir::Value *V = loadLV(LV, E->getBeginLoc());
  ir::Op *O = variable(VarNames.count(LV.Var) ? VarNames[LV.Var] : "tmp", V->Ty, ir::InitKind::Zero, E->getBeginLoc());
  store(placeOf(O), V, E->getBeginLoc());
  if (VarNames.count(LV.Var) && !E->getType().isConstQualified())
    Spilled.push_back({LV.Var, O});
  return placeOf(O);
}

LValue Lowerer::materialize(const Expr *E, llvm::StringRef Name) {
  E = E->IgnoreParens();
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    E = M->getSubExpr();
  QualType T = E->getType();
  if (E->isGLValue())
    return lvalue(E);
  if ((T->isRecordType() || T->isArrayType() || T->isAnyComplexType()) &&
      type(T)->Class != ir::TypeClass::Vector && !TypeTable::isLazyClass(T)) {
    ir::Op *V = recordVariable(E, T, Name, E->getBeginLoc());
    return inMemory(placeOf(V));
  }
  return temporary(rvalue(E), type(T));
}

/// An SSA variable that holds V.
LValue Lowerer::temporary(ir::Value *V, const ir::Type *T) {
  Slots.push_back(0);
  LValue LV;
  LV.Var = &Slots.back();
  VarTypes[LV.Var] = V ? V->Ty : T;
  Declared.insert(LV.Var);
  Vars[LV.Var] = V;
  return LV;
}

LValue Lowerer::bindReference(const Expr *Init, llvm::StringRef Name) {
  Init = Init->IgnoreParens();
  if (const auto *W = dyn_cast<ExprWithCleanups>(Init))
    Init = W->getSubExpr()->IgnoreParens();
  if (const auto *I = dyn_cast<InitListExpr>(Init); I && I->isTransparent())
    return bindReference(I->getInit(0), Name);
  return Init->isGLValue() && !isa<MaterializeTemporaryExpr>(Init) ? lvalue(Init) : materialize(Init, Name);
}

/// Whether E is an element of a deque, or a part of one.
static bool inDeque(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    const auto *M = dyn_cast<MemberExpr>(E);
    if (!M || M->isArrow())
      break;
    E = M->getBase();
  }
  const auto *C = dyn_cast<CallExpr>(E);
  const auto *M = C ? dyn_cast_or_null<CXXMethodDecl>(C->getDirectCallee()) : nullptr;
  return M && E->isGLValue() && M->getParent()->isInStdNamespace() && M->getParent()->getName() == "deque";
}

/// A reference that has a name. Elements of a deque have other indices when it grows or shrinks in front, and are where
/// they were: such a reference is an address.
LValue Lowerer::namedReference(const Expr *Init, llvm::StringRef Name) {
  LValue LV = bindReference(Init, Name);
  if (!Failed && !LV.isVar() && inDeque(Init)) {
    ir::Arg Element;
    Element.P = LV.P;
    Element.Mutable = true;
    ir::Op *O = shadowCall("const_cast<$T>(&$0)", {Element}, Init->getBeginLoc());
    LV.P = deref(result(O, Ctx.Types.pointerTo(Init->getType())), Init->getType());
  }
  return LV;
}

LValue Lowerer::variableRef(const ValueDecl *D, SourceLocation L) {
  if (const auto *FD = dyn_cast<FunctionDecl>(D)) { // a reference to a function is its address
    ir::Value *V = constant(Ctx.SpellAddress(FD), type(Ctx.Ast.getPointerType(FD->getType())));
    KnownFunctions[V] = FD;
    return temporary(V, V->Ty);
  }
  if (Fr->Self) {
    auto It = Fr->Self->Captures.find(D);
    if (It != Fr->Self->Captures.end())
      return It->second;
  }
  if (const FieldDecl *FD = captureField(D))
    return inMemory(field(Fr->This.P, FD));
  auto It = Bound.find(D);
  if (It != Bound.end())
    return It->second;
  if (Vars.count(D) || Declared.count(D)) {
    LValue LV;
    LV.Var = D;
    return LV;
  }
  if (const auto *B = dyn_cast<BindingDecl>(D)) {
    if (const VarDecl *H = B->getHoldingVar()) { // tuple-like: an implicit variable, get<I>(e)
      if (H->getType()->isReferenceType())
        return Bound[D] = bindReference(H->getInit(), B->getName());
      varDecl(H);
      return variableRef(H, L);
    }
    return Bound[D] = lvalue(B->getBinding());
  }
  const auto *VD = dyn_cast<VarDecl>(D);
  if (Closures.count(D)) {
    refuse(L, llvm::Twine("the lambda '") + D->getNameAsString() + "' as an object", "call it directly, or make it a class with operator()");
    return inMemory(refusePlace(L, "", "", D->getType()));
  }
  if (!VD || !VD->hasGlobalStorage()) {
    refuse(L, llvm::Twine("'") + D->getNameAsString() + "' here", "pass it as an argument");
    return inMemory(refusePlace(L, "", "", D->getType()));
  }
  return Bound[D] = globalRef(VD, L);
}

/// Whether a static variable may be used before its initialization has run.
static bool codeInitializes(const VarDecl *VD) {
  const Expr *Init = VD->getInit();
  const auto *C = dyn_cast_or_null<CXXConstructExpr>(Init);
  return Init && !VD->hasConstantInitialization() && !(C && C->getConstructor()->isTrivial() && C->getConstructor()->isDefaultConstructor());
}

LValue Lowerer::globalRef(const VarDecl *VD, SourceLocation L) {
  QualType T = VD->getType();
  ir::Place P;
  P.Ty = type(T);
  P.ActiveMemory = false;
  refusesHidden(T, L);
  if (!deviceVariable(VD, L))
    return inMemory(refusePlace(L, "", "", T));
  if (VD->isStaticLocal() && codeInitializes(VD))
    return inMemory(refusePlace(L, llvm::Twine("the static local variable '") + VD->getName() + "', which code initializes",
                                "make it a variable at namespace scope, or a parameter", T));
  const std::string Name = Ctx.SpellVariable(VD);
  P.Text = Name;
  bool MayCarry = Ctx.Types.mayHoldReals(T) && !T.getNonReferenceType().isConstQualified() && !VD->isConstexpr();
  if (const auto *A = Ctx.Ast.getAsArrayType(T))
    MayCarry &= !Ctx.Ast.getBaseElementType(A).isConstQualified();
  MayCarry |= T->isPointerType() && !T->getPointeeType().isConstQualified() && Ctx.Types.mayHoldReals(T->getPointeeType());
  if (!MayCarry || Ctx.IsInactive(VD))
    return inMemory(P);
  if (Ctx.Types.refersElsewhere(T)) {
    refuse(L, llvm::Twine("the variable '") + VD->getName() + "' outside of functions, which refers to memory that has another name",
           "use that memory by its name, or pass the variable as an argument");
    return inMemory(P);
  }
  if (Ctx.Types.ownsUnknownSize(T)) {
    refuse(L, llvm::Twine("the variable '") + VD->getName() + "' outside of functions, which owns an array or an object of an unknown class",
           "make it a std::vector, or pass what it owns as an argument");
    return inMemory(P);
  }
  // The address is taken at the function's start so that every use sees the same pair.
  ir::Region *Outer = Cur;
  Cur = &F.Body;
  auto Saved = std::move(F.Body.Ops);
  F.Body.Ops.clear();
  ir::Op *O = add(ir::OpKind::ShadowCall, L);
  O->Text = "&" + Name;
  shadowOfGlobal(*O, VD, Name);
  ir::Value *V = result(O, Ctx.Types.pointerTo(T), VD->getName());
  for (auto &S : Saved)
    F.Body.Ops.push_back(std::move(S));
  Cur = Outer;
  return inMemory(deref(V, T.getNonReferenceType()));
}

/// A variable outside of functions has a shadow of its own, cleared on entry. What it leads to is cleared once for all of
/// them: see transform/Outside.h.
void Lowerer::shadowOfGlobal(ir::Op &O, const VarDecl *VD, const std::string &Name) {
  QualType T = VD->getType();
  O.LeadsElsewhere = T->isReferenceType() || Ctx.Types.leadsElsewhere(T);
  const FunctionDecl *Root = rootFunction();
  O.CarriesReals = !Root || carriesReals(VD->getCanonicalDecl(), globalsOf(Root));
  if (T->isReferenceType()) { // see Reached.cpp
    O.ShadowText = (O.CarriesReals ? "::mixedad::detail::begin_reference_in_use<" : "::mixedad::detail::begin_reference<") + type(T)->Spelling + ">()";
    return;
  }
  O.Global = "::mixedad::detail::global_object<&" + Name + ">()";
  if (VD->getTLSKind() != VarDecl::TLS_None) { // its address is no constant: its name is what tells it from others
    std::string Unique = Name;
    if (!VD->isExternallyVisible())
      Unique += Ctx.Ast.getSourceManager().getFilename(VD->getLocation());
    O.Global = "::mixedad::detail::thread_object<" + std::to_string(llvm::xxHash64(Unique)) + "ul>(" + Name + ")";
  }
  O.ShadowText = std::string("::mixedad::detail::") + (O.LeadsElsewhere && !O.CarriesReals ? "begin_leading(" : "begin_shadow(") + O.Global + ", " + Name + ")";
}

LValue Lowerer::declRef(const DeclRefExpr *E) { return variableRef(E->getDecl(), E->getBeginLoc()); }

ir::Place Lowerer::field(const ir::Place &Object, const FieldDecl *FD) {
  const ir::Type *T = type(FD->getType());
  if (FD->getParent()->isUnion() && Ctx.Types.mayHoldReals(compat::tagType(Ctx.Ast, FD->getParent()))) {
    const FieldDecl *&Used = UnionMember[FD->getParent()];
    if (Used && Used != FD)
      refuse(FD->getLocation(), llvm::Twine("a union of which both '") + Used->getName() + "' and '" + FD->getName() +
                                    "' are used",
             "use one member, or a struct");
    Used = FD;
  }
  if (T->Class == ir::TypeClass::Real && FD->getType().isConstQualified() && FD->getName() == "first" &&
      isClassNamed(compat::tagType(Ctx.Ast, FD->getParent()), "std", "pair")) { // a map's key, see constantKey
    ir::Place Key = sub(Object, "$p.first", {}, T);
    Key.ActiveMemory = false;
    return Key;
  }
  std::string Name = Ctx.FieldName ? Ctx.FieldName(FD) : FD->getNameAsString();
  if (Name.empty())
    return sub(Object, "$p", {}, T); // an anonymous struct or union: its members are named directly
  if (FD->getType().getNonReferenceType().isConstQualified() && T->Class != ir::TypeClass::Inactive)
    return sub(Object, "::mixedad::detail::writable($p." + llvm::Twine(Name) + ")", {}, T); // its shadow is written to
  if (Object.Text == "(*$b)") {
    ir::Place P = Object;
    P.Text = "$b->" + Name;
    P.Ty = T;
    return P;
  }
  return sub(Object, "$p." + Name, {}, T);
}

LValue Lowerer::member(const MemberExpr *E) {
  if (const auto *VD = dyn_cast<VarDecl>(E->getMemberDecl()))
    return variableRef(VD, E->getBeginLoc());
  const auto *FD = dyn_cast<FieldDecl>(E->getMemberDecl());
  const Expr *Base = E->getBase()->IgnoreParens();
  if (auto Holder = closureAround(E)) {
    auto It = Holder->Captures.find(E->getMemberDecl());
    if (It != Holder->Captures.end())
      return It->second;
  }
  if (!FD)
    return inMemory(refusePlace(E->getBeginLoc(), "this member", "name a data member", E->getType()));
  ir::Place Object;
  if (E->isArrow()) {
    if (isa<CXXThisExpr>(Base->IgnoreImpCasts()) && Base->getType()->getPointeeType() == Base->IgnoreImpCasts()->getType()->getPointeeType())
      Object = thisPlace(Base->getBeginLoc());
    else
      Object = pointee(Base);
  } else {
    Object = place(Base);
  }
  if (Failed)
    return inMemory(Object);
  ir::Place P = field(Object, FD);
  if (Ctx.IsInactive(FD))
    P.ActiveMemory = false;
  return inMemory(P);
}

ir::Place Lowerer::thisPlace(SourceLocation L) {
  if (Fr->Self && Fr->Self->HasThis)
    return Fr->Self->This.P;
  if (Fr->HasThis) {
    if (const auto *M = dyn_cast<CXXMethodDecl>(Fr->FD); M && M->getParent()->isLambda()) {
      llvm::DenseMap<const ValueDecl *, FieldDecl *> Fields;
      FieldDecl *ThisField = nullptr;
      M->getParent()->getCaptureFields(Fields, ThisField);
      if (ThisField) {
        ir::Place P = field(Fr->This.P, ThisField);
        if (!ThisField->getType()->isPointerType())
          return P;
        return deref(load(P, L), ThisField->getType()->getPointeeType());
      }
    }
    return Fr->This.P;
  }
  return refusePlace(L, "'this' here", "pass the object as an argument", Ctx.Ast.IntTy);
}

/// The object that a pointer-valued expression points to.
ir::Place Lowerer::pointee(const Expr *E) {
  const Expr *B = E->IgnoreParens();
  if (const auto *C = dyn_cast<ImplicitCastExpr>(B)) {
    if (C->getCastKind() == CK_ArrayToPointerDecay && !isa<StringLiteral>(C->getSubExpr()->IgnoreParens()))
      return sub(place(C->getSubExpr()), "$p[0]", {}, type(E->getType()->getPointeeType()));
    if (C->getCastKind() == CK_UncheckedDerivedToBase || C->getCastKind() == CK_DerivedToBase) {
      ir::Place P = pointee(C->getSubExpr());
      QualType To = E->getType()->getPointeeType();
      return sub(P, "::mixedad::detail::cast_to<" + type(To)->Spelling + ">($p)", {}, type(To));
    }
  }
  if (isa<CXXThisExpr>(B))
    return thisPlace(B->getBeginLoc());
  if (const auto *U = dyn_cast<UnaryOperator>(B); U && U->getOpcode() == UO_AddrOf)
    return place(U->getSubExpr());
  return deref(rvalue(E), E->getType()->getPointeeType());
}

LValue Lowerer::subscript(const ArraySubscriptExpr *E) {
  const Expr *Base = E->getBase()->IgnoreParens();
  QualType T = E->getType();
  if (const auto *C = dyn_cast<ImplicitCastExpr>(Base);
      C && C->getCastKind() == CK_ArrayToPointerDecay && !isa<StringLiteral>(C->getSubExpr()->IgnoreParens())) {
    ir::Place P = place(C->getSubExpr());
    ir::Value *I = rvalue(E->getIdx());
    return inMemory(sub(P, "$p[$0]", {I}, type(T)));
  }
  ir::Value *B = rvalue(E->getBase());
  ir::Value *I = rvalue(E->getIdx());
  ir::Place P = deref(B, T);
  P.Text = "$b[$0]";
  P.Operands = {I};
  return inMemory(P);
}

LValue Lowerer::lvalue(const Expr *E) {
  E = E->IgnoreParens();
  SourceLocation L = E->getBeginLoc();
  QualType T = E->getType();
  switch (E->getStmtClass()) {
  case Stmt::DeclRefExprClass:
    return declRef(cast<DeclRefExpr>(E));
  case Stmt::MemberExprClass:
    return member(cast<MemberExpr>(E));
  case Stmt::ArraySubscriptExprClass:
    return subscript(cast<ArraySubscriptExpr>(E));
  case Stmt::ExprWithCleanupsClass:
  case Stmt::ConstantExprClass:
    return lvalue(cast<FullExpr>(E)->getSubExpr());
  case Stmt::MaterializeTemporaryExprClass:
    return materialize(E, "tmp");
  case Stmt::CXXBindTemporaryExprClass:
    return lvalue(cast<CXXBindTemporaryExpr>(E)->getSubExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return lvalue(cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement());
  case Stmt::CXXDefaultArgExprClass:
    return lvalue(cast<CXXDefaultArgExpr>(E)->getExpr());
  case Stmt::OpaqueValueExprClass:
    if (auto It = Evaluated.find(E); It != Evaluated.end())
      return It->second;
    return lvalue(cast<OpaqueValueExpr>(E)->getSourceExpr());
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return lvalue(cast<CXXRewrittenBinaryOperator>(E)->getSemanticForm());
  case Stmt::UnaryOperatorClass: {
    const auto *U = cast<UnaryOperator>(E);
    if (U->getOpcode() == UO_Deref)
      return inMemory(pointee(U->getSubExpr()));
    if (U->isIncrementDecrementOp()) {
      LValue Out;
      increment(U, &Out);
      return Out;
    }
    if (U->getOpcode() == UO_Extension)
      return lvalue(U->getSubExpr());
    break;
  }
  case Stmt::CompoundAssignOperatorClass:
    return compoundAssign(cast<CompoundAssignOperator>(E));
  case Stmt::BinaryOperatorClass: {
    const auto *B = cast<BinaryOperator>(E);
    if (B->isAssignmentOp())
      return assign(B);
    if (B->isCommaOp()) {
      effectOf(B->getLHS());
      return lvalue(B->getRHS());
    }
    if (B->getOpcode() == BO_PtrMemD || B->getOpcode() == BO_PtrMemI) {
      ir::Place O = B->getOpcode() == BO_PtrMemD ? place(B->getLHS()) : pointee(B->getLHS());
      return inMemory(sub(O, "($p.*$0)", {rvalue(B->getRHS())}, type(T)));
    }
    break;
  }
  case Stmt::ConditionalOperatorClass: {
    const auto *C = cast<ConditionalOperator>(E);
    ir::Value *Cond = rvalue(C->getCond());
    ir::Value *P = select(Cond, [&] { return addressOf(place(C->getTrueExpr()), L); },
                          [&] { return addressOf(place(C->getFalseExpr()), L); }, Ctx.Types.pointerTo(T), L);
    return inMemory(deref(P, T));
  }
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass: {
    CallResult R = call(E, nullptr);
    if (R.IsLV)
      return R.LV;
    if (R.V && !E->isPRValue() && R.V->Ty == type(T)) // std::max(x, y) is known by the value that it refers to
      return temporary(R.V, type(T));
    if (R.V && !E->isPRValue())
      return inMemory(deref(R.V, T));
    break;
  }
  case Stmt::StringLiteralClass: {
    ir::Place P;
    P.Text = verbatim(E);
    P.Ty = type(T);
    P.ActiveMemory = false;
    return inMemory(P);
  }
  default:
    break;
  }
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    switch (C->getCastKind()) {
    case CK_NoOp:
      return lvalue(C->getSubExpr());
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived: {
      ir::Place P = place(C->getSubExpr());
      return inMemory(sub(P, "::mixedad::detail::cast_to<" + type(T)->Spelling + ">($p)", {}, type(T)));
    }
    case CK_UserDefinedConversion:
    case CK_ConstructorConversion:
      return lvalue(C->getSubExpr());
    case CK_Dynamic: {
      ir::Value *From = addressOf(place(C->getSubExpr()), L);
      return inMemory(deref(pointer("&dynamic_cast<" + llvm::Twine(type(T)->Spelling) + " &>(*$0)", {From}, Ctx.Types.pointerTo(T), L), T));
    }
    default:
      return inMemory(refusePlace(L, llvm::Twine("a cast of kind ") + C->getCastKindName() + " as an lvalue",
                                  "keep the type of memory that holds reals", T));
    }
  }
  if (E->isPRValue())
    return materialize(E, "tmp");
  return inMemory(refusePlace(L, llvm::Twine("this lvalue (") + E->getStmtClassName() + ")", "name it with a variable", T));
}

} // namespace mixedad
