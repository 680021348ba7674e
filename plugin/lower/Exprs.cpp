//===- Exprs.cpp - scalar expressions -------------------------------------===//
#include "lower/Lowerer.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallString.h"

using namespace clang;

namespace mixedad {

static std::string realLiteral(const llvm::APFloat &V, QualType T, ASTContext &Ctx) {
  if (V.isNaN() || V.isInfinity())
    return std::string("static_cast<$T>(") + (V.isNaN() ? "__builtin_nan(\"\")" : V.isNegative() ? "-__builtin_inf()" : "__builtin_inf()") + ")";
  llvm::SmallString<40> S;
  V.toString(S, 0, 6); // the shortest text that reads back exactly
  std::string Out(S);
  if (Out.find_first_of(".eEn") == std::string::npos)
    Out += ".0";
  else if (Out.find('.') == std::string::npos && Out.find_first_of("eE") == std::string::npos)
    Out += ".0";
  QualType C = T.getCanonicalType().getUnqualifiedType();
  if (C == Ctx.FloatTy)
    Out += "f";
  else if (C == Ctx.LongDoubleTy)
    Out += "L";
  else if (C != Ctx.DoubleTy)
    Out = "static_cast<$T>(" + Out + ")";
  return Out;
}

ir::Value *Lowerer::constantValue(const Expr *E) {
  QualType T = E->getType();
  if (E->isValueDependent() || T->isVoidType())
    return nullptr;
  if (T->isIntegralOrEnumerationType()) {
    Expr::EvalResult R;
    if (!E->EvaluateAsInt(R, Ctx.Ast, Expr::SE_NoSideEffects))
      return nullptr;
    llvm::APSInt I = R.Val.getInt();
    if (T->isBooleanType())
      return boolean(I.getBoolValue());
    std::string S = llvm::toString(I, 10);
    QualType C = T.getCanonicalType().getUnqualifiedType();
    if (C == Ctx.Ast.IntTy && !I.isMinSignedValue())
      return constant(S, type(T));
    if (I.isMinSignedValue() && I.isSigned())
      S = "(" + std::to_string(I.getExtValue() + 1) + "LL - 1)";
    else if (C == Ctx.Ast.UnsignedLongTy)
      return constant(S + "ul", type(T));
    else if (C == Ctx.Ast.UnsignedIntTy)
      return constant(S + "u", type(T));
    else if (I.isUnsigned())
      S += "ull";
    else if (C == Ctx.Ast.LongTy)
      return constant(S + "L", type(T));
    return constant("static_cast<$T>(" + S + ")", type(T));
  }
  if (T->isRealFloatingType()) {
    llvm::APFloat R(0.0);
    if (E->EvaluateAsFloat(R, Ctx.Ast, Expr::SE_NoSideEffects))
      return constant(realLiteral(R, T, Ctx.Ast), type(T));
  }
  return nullptr;
}

ir::Value *Lowerer::rvalue(const Expr *E) {
  if (Failed)
    return constant("0", Ctx.Types.boolType());
  E = E->IgnoreParens();
  QualType T = E->getType();
  if (isa<MemberExpr, PseudoObjectExpr, MSPropertyRefExpr>(E))
    if (ir::Value *V = threadIndex(E))
      return V;
  if (E->isGLValue()) {
    if (T->isRecordType() && type(T)->Class != ir::TypeClass::Vector)
      return addressOf(place(E), E->getBeginLoc());
    if (const auto *C = dyn_cast<ConditionalOperator>(E)) // read at once: neither variable needs an address
      return select(rvalue(C->getCond()), [&] { return rvalue(C->getTrueExpr()); },
                    [&] { return rvalue(C->getFalseExpr()); }, type(T), E->getBeginLoc());
    return loadLV(lvalue(E), E->getBeginLoc());
  }
  if (type(T)->Class == ir::TypeClass::Vector || TypeTable::isLazyClass(T))
    return vectorValue(E);
  const auto *Comma = dyn_cast<BinaryOperator>(E);
  if (!isa<CallExpr>(E) && !hasEffects(E) && !(Comma && Comma->getOpcode() == BO_Comma))
    if (ir::Value *K = constantValue(E))
      return K;
  switch (E->getStmtClass()) {
  case Stmt::ExprWithCleanupsClass:
  case Stmt::ConstantExprClass: {
    const size_t Mark = Cleanups.size();
    ir::Value *V = rvalue(cast<FullExpr>(E)->getSubExpr());
    endLifetimes(Mark, nullptr, E->getEndLoc());
    return V;
  }
  case Stmt::MaterializeTemporaryExprClass:
    return rvalue(cast<MaterializeTemporaryExpr>(E)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return rvalue(cast<CXXBindTemporaryExpr>(E)->getSubExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return rvalue(cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement());
  case Stmt::CXXDefaultArgExprClass:
    return rvalue(cast<CXXDefaultArgExpr>(E)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return rvalue(cast<CXXDefaultInitExpr>(E)->getExpr());
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return rvalue(cast<CXXRewrittenBinaryOperator>(E)->getSemanticForm());
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
    return constant("nullptr", type(T));
  case Stmt::StmtExprClass: {
    const CompoundStmt *B = cast<StmtExpr>(E)->getSubStmt();
    ir::Value *V = nullptr;
    for (const Stmt *S : B->body()) {
      if (exits(S).any())
        return refuse(S->getBeginLoc(), "a jump out of a statement expression", "use a function", T);
      const auto *Last = S == B->body_back() ? dyn_cast<Expr>(S) : nullptr;
      if (Last && !T->isVoidType())
        V = rvalue(Last);
      else
        stmt(S);
    }
    return V;
  }
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::ImplicitValueInitExprClass:
    return constant("$T()", type(T));
  case Stmt::StringLiteralClass:
    break;
  case Stmt::InitListExprClass: {
    const auto *I = cast<InitListExpr>(E);
    return I->getNumInits() ? rvalue(I->getInit(0)) : constant("$T()", type(T));
  }
  case Stmt::CXXThisExprClass:
    return Fr->HasThis && !Fr->This.isVar() ? addressOf(Fr->This.P, E->getBeginLoc())
                                            : refuse(E->getBeginLoc(), "'this' here", "pass the object", T);
  case Stmt::UnaryOperatorClass:
    return unary(cast<UnaryOperator>(E));
  case Stmt::BinaryOperatorClass:
    return binary(cast<BinaryOperator>(E));
  case Stmt::ConditionalOperatorClass: {
    const auto *C = cast<ConditionalOperator>(E);
    ir::Value *Cond = rvalue(C->getCond());
    if (T->isVoidType()) {
      choose(Cond, [&] { effectOf(C->getTrueExpr()); }, [&] { effectOf(C->getFalseExpr()); }, E->getBeginLoc());
      return nullptr;
    }
    return select(Cond, [&] { return rvalue(C->getTrueExpr()); }, [&] { return rvalue(C->getFalseExpr()); }, type(T),
                  E->getBeginLoc());
  }
  case Stmt::BinaryConditionalOperatorClass: {
    const auto *C = cast<BinaryConditionalOperator>(E);
    ir::Value *V = rvalue(C->getCommon());
    ir::Value *Cond = opaque("static_cast<bool>($0)", {V}, Ctx.Types.boolType(), E->getBeginLoc());
    return select(Cond, [&] { return convert(V, T, E->getBeginLoc()); }, [&] { return rvalue(C->getFalseExpr()); },
                  type(T), E->getBeginLoc());
  }
  case Stmt::CXXNewExprClass:
    return newExpr(cast<CXXNewExpr>(E));
  case Stmt::CXXThrowExprClass:
    effectOf(E);
    return nullptr;
  case Stmt::OpaqueValueExprClass:
    return rvalue(cast<OpaqueValueExpr>(E)->getSourceExpr());
  case Stmt::UserDefinedLiteralClass:
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::CUDAKernelCallExprClass: {
    CallResult R = call(E, nullptr);
    return R.IsLV ? loadLV(R.LV, E->getBeginLoc()) : R.V;
  }
  default:
    break;
  }
  if (const auto *C = dyn_cast<CastExpr>(E))
    return castExpr(C);
  if (type(T)->Class == ir::TypeClass::Inactive)
    if (std::string Text = verbatim(E); !Text.empty())
      return constant(Text, type(T));
  return refuse(E->getBeginLoc(), llvm::Twine("this expression (") + E->getStmtClassName() + ")",
                "move it into a function and give that a derivative with [[mixedad::derivative_of]]", T);
}

ir::Value *Lowerer::convert(ir::Value *V, QualType To, SourceLocation L) {
  const ir::Type *T = type(To);
  if (V->Ty == T)
    return V;
  if (V->isReal() && T->Class == ir::TypeClass::Real)
    return prim("cast", {V}, T, L);
  return opaque("static_cast<$T>($0)", {V}, T, L);
}

/// The address of the function that E names.
ir::Value *Lowerer::functionAddress(const Expr *E, QualType T) {
  E = E->IgnoreParenImpCasts();
  if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    if (ir::Value *Reference = R->getDecl()->getType()->isReferenceType() ? Vars.lookup(R->getDecl()) : nullptr)
      return Reference;
    if (const auto *FD = dyn_cast<FunctionDecl>(R->getDecl())) {
      ir::Value *V = constant(Ctx.SpellAddress(FD), type(T));
      KnownFunctions[V] = FD;
      return V;
    }
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    ir::Value *Cond = rvalue(C->getCond());
    return select(Cond, [&] { return functionAddress(C->getTrueExpr(), T); },
                  [&] { return functionAddress(C->getFalseExpr(), T); }, type(T), E->getBeginLoc());
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
    return rvalue(U->getSubExpr());
  return rvalue(E);
}

ir::Value *Lowerer::castExpr(const CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  QualType T = E->getType();
  SourceLocation L = E->getBeginLoc();
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
  case CK_LValueToRValueBitCast:
    if (E->getCastKind() == CK_LValueToRValueBitCast && (type(T)->Class != ir::TypeClass::Inactive ||
                                                         type(Sub->getType())->Class != ir::TypeClass::Inactive))
      return refuse(L, "a bit cast of a real", "compute it from the value instead", T);
    return rvalue(Sub->IgnoreParens());
  case CK_NoOp:
    if (T->isPointerType() && Sub->getType()->isPointerType() && Sub->getType()->getPointeeType().isConstQualified() &&
        !T->getPointeeType().isConstQualified() && type(T)->Class == ir::TypeClass::Pointer)
      return pointer("const_cast<$T>($0)", {rvalue(Sub)}, type(T), L); // it may be stored through
    return rvalue(Sub);
  case CK_UserDefinedConversion:
  case CK_ConstructorConversion:
    return rvalue(Sub);
  case CK_FloatingCast:
    return convert(rvalue(Sub), T, L);
  case CK_IntegralToFloating:
  case CK_BooleanToSignedIntegral:
  case CK_IntegralCast:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_IntegralToBoolean:
    return opaque("static_cast<$T>($0)", {rvalue(Sub)}, type(T), L);
  case CK_PointerToBoolean:
    return opaque("$0 != nullptr", {rvalue(Sub)}, type(T), L);
  case CK_MemberPointerToBoolean:
    return opaque("static_cast<bool>($0)", {rvalue(Sub)}, type(T), L);
  case CK_NullToPointer:
  case CK_NullToMemberPointer:
    return constant("static_cast<$T>(nullptr)", type(T));
  case CK_ArrayToPointerDecay: {
    if (isa<StringLiteral>(Sub->IgnoreParens()) || type(Sub->getType())->Class == ir::TypeClass::Inactive)
      if (std::string Text = verbatim(Sub); !Text.empty())
        return constant(Text, type(T));
    ir::Place P = place(Sub);
    return addressOf(this->sub(P, "$p[0]", {}, type(T->getPointeeType())), L);
  }
  case CK_FunctionToPointerDecay:
    return functionAddress(Sub, T);
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_BaseToDerived:
    if (T->isPointerType())
      return pointer("::mixedad::detail::cast_to<" + type(T->getPointeeType())->Spelling + ">($0)", {rvalue(Sub)}, type(T), L);
    break;
  case CK_Dynamic:
    if (T->isPointerType())
      return pointer("dynamic_cast<$T>($0)", {rvalue(Sub)}, type(T), L);
    break;
  case CK_BitCast: {
    QualType From = Sub->getType();
    if (T->isPointerType() && From->isPointerType()) {
      QualType A = From->getPointeeType(), B = T->getPointeeType();
      if (A->isVoidType() || B->isVoidType()) { // (double*)malloc(n), and arguments of memcpy: see memoryCall
        if (B->isVoidType()) {
          ir::Value *Typed = rvalue(Sub);
          ir::Value *V = pointer("static_cast<$T>($0)", {Typed}, type(T), L);
          Untyped[V] = Typed;
          return V;
        }
        CallResult R;
        Callable C;
        const Expr *Inner = Sub->IgnoreParenImpCasts();
        if (isa<CallExpr>(Inner) && callable(Inner, C) && allocation(cast<CallExpr>(Inner), C, T, R))
          return R.V;
        if (Ctx.Types.mayHoldReals(B)) // as what it was before it became a void pointer, where that is known
          if (ir::Value *Typed = Untyped.lookup(rvalue(Sub)); Typed && Typed->isPointer()) {
            if (Typed->Ty == type(T))
              return Typed;
            QualType Was = Ctx.Types.onlyScalar(Ctx.Types.clangType(Typed->Ty)->getPointeeType()), Is = Ctx.Types.onlyScalar(B);
            if (!Was.isNull() && !Is.isNull() && Ctx.Ast.hasSameType(Was, Is))
              return pointer("(" + type(T)->Spelling + ")$0", {Typed}, type(T), L);
          }
      }
      if (!Ctx.Types.mayHoldReals(A) && !Ctx.Types.mayHoldReals(B))
        return opaque("reinterpret_cast<$T>($0)", {rvalue(Sub)}, type(T), L);
      if (Ctx.Ast.hasSameUnqualifiedType(A, B))
        return rvalue(Sub);
      QualType LeafA = Ctx.Types.onlyScalar(A), LeafB = Ctx.Types.onlyScalar(B);
      if (!LeafA.isNull() && !LeafB.isNull() && Ctx.Ast.hasSameType(LeafA, LeafB)) // a struct of reals as its reals: the shadow alike
        return pointer("(" + type(T)->Spelling + ")$0", {rvalue(Sub)}, type(T), L);
    }
    return refuse(L, llvm::Twine("a cast of '") + From.getAsString() + "' to '" + T.getAsString() + "'",
                  "keep the type of memory that holds reals", T);
  }
  case CK_ToVoid:
    effectOf(Sub);
    return nullptr;
  case CK_FloatingRealToComplex:
  case CK_FloatingComplexCast:
  default:
    break;
  }
  if (type(T)->Class == ir::TypeClass::Inactive && type(Sub->getType())->Class == ir::TypeClass::Inactive)
    return opaque("(" + type(T)->Spelling + ")($0)", {rvalue(Sub)}, type(T), L);
  return refuse(L, llvm::Twine("a cast of kind ") + E->getCastKindName(), "rewrite it without the cast", T);
}

ir::Value *Lowerer::unary(const UnaryOperator *E) {
  const Expr *Sub = E->getSubExpr();
  QualType T = E->getType();
  SourceLocation L = E->getBeginLoc();
  switch (E->getOpcode()) {
  case UO_Plus:
  case UO_Extension:
    return rvalue(Sub);
  case UO_Minus: {
    ir::Value *V = rvalue(Sub);
    return V->isReal() ? prim("neg", {V}, type(T), L) : opaque("-$0", {V}, type(T), L);
  }
  case UO_Not:
    return opaque("~$0", {rvalue(Sub)}, type(T), L);
  case UO_LNot:
    return negate(rvalue(Sub));
  case UO_AddrOf: {
    if (const auto *R = dyn_cast<DeclRefExpr>(Sub->IgnoreParens())) {
      if (const auto *FD = dyn_cast<FunctionDecl>(R->getDecl())) {
        ir::Value *V = constant(Ctx.SpellAddress(FD), type(T));
        KnownFunctions[V] = FD;
        return V;
      }
      if (Sub->getType()->isFunctionType())
        return functionAddress(Sub, T);
      if (T->isMemberPointerType())
        return constant(verbatim(E), type(T));
    }
    return addressOf(place(Sub), L);
  }
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    return increment(E, nullptr);
  case UO_Real:
    return rvalue(Sub);
  default:
    return refuse(L, llvm::Twine("operator '") + UnaryOperator::getOpcodeStr(E->getOpcode()) + "'",
                  "write it another way", T);
  }
}

ir::Value *Lowerer::increment(const UnaryOperator *E, LValue *Out) {
  LValue LV = lvalue(E->getSubExpr());
  SourceLocation L = E->getBeginLoc();
  ir::Value *Old = loadLV(LV, L), *New;
  const char *Op = E->isIncrementOp() ? "$0 + 1" : "$0 - 1";
  if (Old->isReal())
    New = prim(E->isIncrementOp() ? "add" : "sub", {Old, constant("static_cast<$T>(1)", Old->Ty)}, Old->Ty, L);
  else if (E->getType()->isPointerType())
    New = pointer(Op, {Old}, Old->Ty, L);
  else
    New = opaque(llvm::Twine("static_cast<$T>(") + Op + ")", {Old}, Old->Ty, L);
  if (Old->Ty->Spelling == "int" || Old->Ty->Spelling == "unsigned long" || Old->Ty->Spelling == "long")
    New->Def->Text = Op;
  storeLV(LV, New, L);
  if (Out)
    *Out = LV;
  return E->isPrefix() ? New : Old;
}

/// The literal 1 of a real type.
static bool isOne(const ir::Value *V) {
  if (!V->Def || V->Def->Kind != ir::OpKind::Const)
    return false;
  double Number = 0;
  llvm::StringRef Text = V->Def->Text;
  return !Text.rtrim("fFlL").getAsDouble(Number) && Number == 1;
}

ir::Value *Lowerer::arithmetic(BinaryOperatorKind K, ir::Value *A, ir::Value *B, QualType T, SourceLocation L) {
  const ir::Type *Ty = type(T);
  if (Ty->Class == ir::TypeClass::Real) {
    const char *Row = K == BO_Add ? "add" : K == BO_Sub ? "sub" : K == BO_Mul ? "mul" : K == BO_Div ? "div" : nullptr;
    if (K == BO_Div && isOne(A)) // its partial needs the result alone, and no second division
      return prim("rcp", {B}, Ty, L);
    if (Row)
      return prim(Row, {A, B}, Ty, L);
  }
  std::string Text = ("$0 " + BinaryOperator::getOpcodeStr(K) + " $1").str();
  return T->isPointerType() ? pointer(Text, {A, B}, Ty, L) : opaque(Text, {A, B}, Ty, L);
}

ir::Value *Lowerer::binary(const BinaryOperator *E) {
  SourceLocation L = E->getOperatorLoc();
  BinaryOperatorKind K = E->getOpcode();
  if (const auto *A = dyn_cast<CompoundAssignOperator>(E))
    return loadLV(compoundAssign(A), L);
  switch (K) {
  case BO_Assign:
    return loadLV(assign(E), L);
  case BO_Comma:
    effectOf(E->getLHS());
    return rvalue(E->getRHS());
  case BO_LAnd:
  case BO_LOr:
    return logical(E);
  case BO_PtrMemD:
  case BO_PtrMemI:
    return loadLV(lvalue(E), L);
  default:
    break;
  }
  ir::Value *A = rvalue(E->getLHS()), *B = rvalue(E->getRHS());
  if (Failed)
    return constant("$T()", type(E->getType()));
  return arithmetic(K, A, B, E->getType(), L);
}

ir::Value *Lowerer::logical(const BinaryOperator *E) {
  bool And = E->getOpcode() == BO_LAnd;
  const ir::Type *Bool = type(E->getType());
  ir::Value *A = rvalue(E->getLHS());
  if (const bool *K = knownBool(A))
    return *K == And ? rvalue(E->getRHS()) : A;
  // A right side without effects or memory may be computed in any case: one expression instead of a branch.
  llvm::SaveAndRestore<bool> Branches(InExpression, true);
  char Slot = 0; // a variable of its own, merged like any other
  VarTypes[&Slot] = Bool;
  Declared.insert(&Slot);
  Branch R = inRegion([&] { Vars[&Slot] = rvalue(E->getRHS()); });
  bool Simple = true;
  for (auto &O : R.R->Ops)
    Simple &= O->Kind == ir::OpKind::Const || O->Kind == ir::OpKind::Prim ||
              (O->Kind == ir::OpKind::Opaque && O->Pure && !O->ReadsMemory &&
               O->Text.find('/') == std::string::npos && O->Text.find('%') == std::string::npos);
  for (auto &[K, V] : R.After)
    Simple &= !Vars.count(K) || Vars.lookup(K) == V;
  ir::Value *Result = nullptr;
  if (Simple) {
    ir::Value *B = R.After.lookup(&Slot);
    for (auto &O : R.R->Ops) {
      O->Parent = Cur;
      for (ir::Value *V : O->Results)
        V->Parent = Cur;
      Cur->Ops.push_back(std::move(O));
    }
    Result = opaque(And ? "$0 && $1" : "$0 || $1", {A, B}, Bool, E->getOperatorLoc());
  } else {
    Branch Known = inRegion([&] { Vars[&Slot] = boolean(!And); });
    join(A, And ? R : Known, And ? Known : R, E->getOperatorLoc());
    Result = Vars.lookup(&Slot);
  }
  Vars.erase(&Slot);
  VarTypes.erase(&Slot);
  Declared.erase(&Slot);
  return Result;
}

LValue Lowerer::assign(const BinaryOperator *E) {
  SourceLocation L = E->getOperatorLoc();
  QualType T = E->getLHS()->getType();
  const ir::Type *Ty = type(T);
  if (Ty->Class == ir::TypeClass::Record || T->isRecordType() || T->isAnyComplexType()) {
    LValue To = lvalue(E->getLHS());
    recordInto(E->getRHS(), To.P, false);
    return To;
  }
  ir::Value *V = rvalue(E->getRHS()); // C++17: the right side first
  LValue LV = lvalue(E->getLHS());
  storeLV(LV, V, L);
  return LV;
}

LValue Lowerer::compoundAssign(const CompoundAssignOperator *E) {
  SourceLocation L = E->getOperatorLoc();
  ir::Value *B = rvalue(E->getRHS());
  LValue LV = lvalue(E->getLHS());
  ir::Value *A = loadLV(LV, L);
  if (Failed)
    return LV;
  BinaryOperatorKind K = BinaryOperator::getOpForCompoundAssignment(E->getOpcode());
  QualType To = E->getLHS()->getType();
  ir::Value *V;
  if (To->isPointerType()) {
    V = arithmetic(K, A, B, To, L);
  } else {
    A = convert(A, E->getComputationLHSType(), L);
    V = convert(arithmetic(K, A, B, E->getComputationResultType(), L), To, L);
  }
  storeLV(LV, V, L);
  return LV;
}

} // namespace mixedad
