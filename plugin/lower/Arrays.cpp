//===- Arrays.cpp - expressions over arrays -------------------------------===//
//
// An expression over Arrays (nested broadcasts, operators, functions) is read as a tree of scalar functions over
// leaves; Kernels.cpp lowers the tree into one scalar function, so that primal and pullback are one kernel each.
//
//===----------------------------------------------------------------------===//
#include "inject/Attributes.h"
#include "lower/LazyTree.h"
#include "rules/Rules.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace mixedad {

static const Expr *bareArray(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const Expr *Held = belowTemporary(E))
      E = Held;
    else if (const auto *X = dyn_cast<CXXDefaultArgExpr>(E))
      E = X->getExpr();
    else if (const auto *X = dyn_cast<CastExpr>(E))
      E = X->getSubExpr();
    else if (const auto *X = dyn_cast<CXXConstructExpr>(E);
             X && X->getNumArgs() == 1 &&
             (TypeTable::isArrayClass(X->getType()) || TypeTable::isLazyClass(X->getType())) &&
             (TypeTable::isArrayClass(X->getArg(0)->getType()) || TypeTable::isLazyClass(X->getArg(0)->getType())))
      E = X->getArg(0);
    else if (const auto *X = dyn_cast<InitListExpr>(E);
             X && X->getNumInits() == 1 && TypeTable::isArrayClass(X->getInit(0)->getType()))
      E = X->getInit(0);
    else
      return E;
  }
}

static bool isArraylike(QualType T) { return TypeTable::isArrayClass(T) || TypeTable::isLazyClass(T); }

QualType Lowerer::elementOf(QualType T) {
  const CXXRecordDecl *RD = T.getNonReferenceType()->getAsCXXRecordDecl();
  if (const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(RD)) {
    if (TypeTable::isArrayClass(T))
      return S->getTemplateArgs()[0].getAsType();
    for (const Decl *D : S->decls())
      if (const auto *TD = dyn_cast<TypedefNameDecl>(D); TD && TD->getName() == "value_type")
        return TD->getUnderlyingType().getCanonicalType();
  }
  return T;
}

/// The Array that a lazy expression evaluates to: what its eval() returns.
QualType Lowerer::arrayOfLazy(QualType T) {
  if (TypeTable::isArrayClass(T))
    return T.getNonReferenceType().getUnqualifiedType();
  for (const CXXMethodDecl *M : T.getNonReferenceType()->getAsCXXRecordDecl()->methods())
    if (M->getIdentifier() && M->getName() == "eval")
      return M->getReturnType().getCanonicalType();
  return T;
}

static std::string elementwiseName(const FunctionDecl *FD) {
  const FunctionDecl *Pattern = FD->getTemplateInstantiationPattern();
  for (const FunctionDecl *D : {FD, Pattern})
    if (D)
      for (const auto *A : D->specific_attrs<AnnotateAttr>())
        if (A->getAnnotation() == "mixedad::elementwise" && A->args_size())
          if (const auto *S = dyn_cast<clang::StringLiteral>((*A->args_begin())->IgnoreParenImpCasts()->IgnoreImplicit()))
            return S->getString().str();
  return "";
}

static bool isBroadcastCall(const FunctionDecl *FD) {
  const auto *NS = dyn_cast<NamespaceDecl>(FD->getDeclContext());
  return FD->getIdentifier() && FD->getName() == "broadcast" && NS && NS->getName() == "mixedad";
}

/// The call operator of a function object for these argument types, as the program itself instantiated it.
static const FunctionDecl *callOperator(const CXXRecordDecl *RD, llvm::ArrayRef<QualType> Args) {
  auto Fits = [&](const FunctionDecl *F) {
    if (F->getNumParams() != Args.size())
      return false;
    for (unsigned I = 0; I < Args.size(); ++I)
      if (F->getParamDecl(I)->getType().getNonReferenceType().getCanonicalType().getUnqualifiedType() !=
          Args[I].getCanonicalType().getUnqualifiedType())
        return false;
    return true;
  };
  const FunctionDecl *Any = nullptr;
  for (const Decl *D : RD->decls()) {
    if (const auto *T = dyn_cast<FunctionTemplateDecl>(D)) {
      if (T->getTemplatedDecl()->getOverloadedOperator() == OO_Call)
        for (const FunctionDecl *S : T->specializations())
          if (Fits(S))
            return S;
    } else if (const auto *M = dyn_cast<CXXMethodDecl>(D); M && M->getOverloadedOperator() == OO_Call) {
      if (M->getNumParams() == Args.size() && (!Any || Fits(M)))
        Any = M;
    }
  }
  return Any;
}

std::unique_ptr<LazyTree> Lowerer::lazyTree(const Expr *E) {
  auto T = std::make_unique<LazyTree>();
  const Expr *X = bareArray(E);
  SourceLocation L = X->getBeginLoc();
  auto Leaf = [&](ir::Value *V, QualType Element) {
    T->Leaf = V;
    T->Element = Element;
    return std::move(T);
  };
  if (!isArraylike(X->getType())) {
    if (isObject(X->getType()))
      return partsTree(X);
    if (E->getType()->isArithmeticType()) // keep the conversions of a scalar operand
      return Leaf(rvalue(E), E->getType().getNonReferenceType());
    return Leaf(X->isGLValue() ? loadLV(lvalue(X), L) : rvalue(X), X->getType().getNonReferenceType());
  }
  QualType Element = elementOf(X->getType());
  if (X->isGLValue() && !isa<CallExpr>(X))
    return Leaf(loadLV(lvalue(X), L), Element);
  if (const auto *C = dyn_cast<CXXConstructExpr>(X)) {
    if (C->getNumArgs() == 0)
      return Leaf(constant("$T()", type(X->getType())), Element);
    // Another constructor of Array (a shape, a fill value): inactive unless a real goes in.
    ir::Op Tmp;
    std::string Text;
    for (const Expr *A : C->arguments())
      if (!isa<CXXDefaultArgExpr>(A)) {
        if (A->getType()->isRealFloatingType() && !constantValue(A))
          return Leaf(refuse(L, "this constructor of 'mixedad::Array'", "use a function such as broadcast or full", X->getType()), Element);
        Text += (Text.empty() ? "" : ", ") + operandText(A, Tmp);
      }
    ir::Op *O = add(ir::OpKind::Opaque, L);
    O->Operands = Tmp.Operands;
    O->PlaceOperands = Tmp.PlaceOperands;
    O->Pure = false;
    O->Text = "$T(" + Text + ")";
    return Leaf(result(O, type(X->getType())), Element);
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(X)) {
    ir::Value *Cond = rvalue(C->getCond());
    return Leaf(select(Cond, [&] { return vectorValue(C->getTrueExpr()); }, [&] { return vectorValue(C->getFalseExpr()); },
                       type(arrayOfLazy(X->getType())), L), Element);
  }
  Callable Call;
  if (!isa<CallExpr>(X) || !callable(X, Call))
    return Leaf(refuse(L, "this expression over arrays", "name it with an Array variable", X->getType()), Element);
  std::string Row = elementwiseName(Call.FD);
  if (Row.empty() && !isBroadcastCall(Call.FD)) {
    CallResult R = call(X, nullptr);
    return Leaf(R.IsLV ? loadLV(R.LV, L) : R.V, Element);
  }
  T->Element = Element;
  auto Args = llvm::ArrayRef<const Expr *>(Call.Args);
  if (Call.Object)
    T->Children.push_back(lazyTree(Call.Object));
  const Expr *FnObject = nullptr;
  if (Row.empty()) {
    const auto *TA = Call.FD->getTemplateSpecializationArgs();
    if (TA && TA->size() && TA->get(0).getKind() == TemplateArgument::Declaration) {
      T->FD = dyn_cast<FunctionDecl>(TA->get(0).getAsDecl());
    } else {
      FnObject = Args[0];
      Args = Args.drop_front();
    }
  }
  for (const Expr *A : Args)
    T->Children.push_back(lazyTree(A));
  if (T->FD) {
    refusesKernelState(T->FD, L);
    return T;
  }
  llvm::SmallVector<QualType, 4> Types;
  for (auto &C : T->Children)
    Types.push_back(C->Element);
  bool Objects = llvm::any_of(Types, [&](QualType E) { return isObject(E); });
  if (FnObject) {
    T->C = closure(FnObject);
    NeedsKnown = true;
    const CXXRecordDecl *RD = FnObject->getType().getNonReferenceType()->getAsCXXRecordDecl();
    T->FD = RD ? callOperator(RD, Types) : nullptr;
    if (!T->C && RD && !RD->isEmpty())
      refuse(L, "a broadcast of a function object with state", "use a lambda that captures the state");
  } else if (rules::find(Row) && !Objects) {
    T->Row = Row;
  } else if (const CXXRecordDecl *RD = lazyFunctionObject(X->getType())) {
    // A number is stored as the type that stands beside the arrays' elements.
    llvm::SmallVector<QualType, 4> Stored = typeArguments(X->getType().getNonReferenceType());
    for (unsigned I = 0; I < Types.size() && I + 1 < Stored.size(); ++I)
      if (ir::Value *&Leaf = T->Children[I]->Leaf; Leaf && Stored[I + 1]->isArithmeticType()) {
        Types[I] = T->Children[I]->Element = Stored[I + 1];
        Leaf = convert(Leaf, Stored[I + 1], L);
      }
    T->FD = callOperator(RD, Types);
  }
  refusesKernelState(T->FD, L);
  if (T->Row.empty() && !T->FD)
    refuse(L, "this elementwise function", "use mixedad::broadcast with a function or a lambda");
  return T;
}

/// An object beside the arrays: its numbers, each an operand.
std::unique_ptr<LazyTree> Lowerer::partsTree(const Expr *E) {
  auto T = std::make_unique<LazyTree>();
  T->Element = E->getType().getNonReferenceType().getUnqualifiedType();
  T->Parts = true;
  SourceLocation L = E->getBeginLoc();
  ir::Place Object = E->isGLValue() ? lvalue(E).P : materialize(E, "operand").P;
  if (Failed)
    return T;
  for (auto &[P, PartT] : partsOf(Object, T->Element, L)) {
    T->Children.push_back(std::make_unique<LazyTree>());
    T->Children.back()->Leaf = load(P, L);
    T->Children.back()->Element = PartT;
  }
  return T;
}

/// The Fn of Lazy<Fn, ...>.
const CXXRecordDecl *Lowerer::lazyFunctionObject(QualType T) {
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T.getNonReferenceType()->getAsCXXRecordDecl());
  return S ? S->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl() : nullptr;
}

bool Lowerer::arrayCall(const Expr *E, Callable &Call, CallResult &R) {
  const FunctionDecl *FD = Call.FD;
  QualType RT = FD->getReturnType();
  const auto *M = dyn_cast<CXXMethodDecl>(FD);
  bool OnArray = M && isArraylike(compat::tagType(Ctx.Ast, M->getParent()));
  if (derivedCall(Call, R) || capturedArrayCall(Call, R))
    return true;
  if (!elementwiseName(FD).empty() || isBroadcastCall(FD)) {
    R = finish(vectorValue(E));
    return true;
  }
  if (!OnArray)
    return false;
  SourceLocation L = E->getBeginLoc();
  if (M->isStatic()) { // zeros, ones, from: constants of the program
    ir::Op Tmp;
    std::string List;
    for (const Expr *A : Call.Args)
      if (!isa<CXXDefaultArgExpr>(A)) {
        QualType AT = A->getType().getNonReferenceType();
        if (Ctx.Types.mayHoldReals(AT) && !(AT->isRealFloatingType() && constantValue(A)))
          refuse(A->getBeginLoc(), llvm::Twine("'mixedad::Array::") + FD->getNameAsString() + "' of values that may be active",
                 "use mixedad::broadcast or another function of namespace mixedad, which has a derivative");
        List += (List.empty() ? "" : ", ") + operandText(A, Tmp);
      }
    ir::Op *O = add(ir::OpKind::Opaque, L);
    O->Operands = Tmp.Operands;
    O->PlaceOperands = Tmp.PlaceOperands;
    O->Text = type(compat::tagType(Ctx.Ast, M->getParent()))->Spelling + "::" + FD->getNameAsString() + "(" + List + ")";
    R = finish(result(O, type(RT)));
    return true;
  }
  if (M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator() || M->getOverloadedOperator() == OO_Equal) {
    ir::Value *V = vectorValue(Call.Args[0]);
    LValue To = lvalue(Call.Object);
    storeLV(To, V, L);
    R = finish(To);
    return true;
  }
  ir::Value *Self = vectorValue(Call.Object);
  OverloadedOperatorKind Op = M->getOverloadedOperator();
  const char *Row = Op == OO_PlusEqual ? "add" : Op == OO_MinusEqual ? "sub" : Op == OO_StarEqual ? "mul" : Op == OO_SlashEqual ? "div" : nullptr;
  if (Row) {
    refuse(L, "a compound assignment of arrays", llvm::Twine("write a = a ") + (Op == OO_PlusEqual ? "+" : Op == OO_MinusEqual ? "-" : Op == OO_StarEqual ? "*" : "/") + " b");
    R = finish(Self);
    return true;
  }
  if (isHintInRule(M)) { // what it guards is right for zeros too, and the derivative may not be zero
    R = finish(boolean(false));
    return true;
  }
  if (type(RT)->Class == ir::TypeClass::Inactive) { // shape(), size(), rank()
    ir::Op *O = add(ir::OpKind::Opaque, L);
    O->Operands.push_back(Self);
    std::string List;
    for (const Expr *A : Call.Args)
      if (!isa<CXXDefaultArgExpr>(A))
        List += (List.empty() ? "" : ", ") + operandText(A, *O);
    O->Text = "$0." + FD->getNameAsString() + "(" + List + ")";
    if (RT->isRecordType()) {
      ir::Op Copy;
      std::swap(Copy.Operands, O->Operands);
      std::swap(Copy.PlaceOperands, O->PlaceOperands);
      std::string Text = O->Text;
      Cur->Ops.pop_back();
      ir::Op *V = variable(FD->getName(), type(RT), ir::InitKind::Text, L);
      V->Operands = Copy.Operands;
      V->PlaceOperands = Copy.PlaceOperands;
      V->InitText = "$T $n = " + Text;
      LValue LV;
      LV.P = placeOf(V);
      R = finish(LV);
      return true;
    }
    R = finish(RT->isVoidType() ? nullptr : result(O, type(RT.getNonReferenceType())));
    return true;
  }
  if (FD->getIdentifier() && FD->getName() == "eval") {
    R = finish(Self);
    return true;
  }
  refuse(L, llvm::Twine("the member '") + FD->getNameAsString() + "' of mixedad::Array",
         "use a free function of namespace mixedad, which has a derivative");
  R = finish(constant("$T()", type(RT.getNonReferenceType())));
  return true;
}

} // namespace mixedad
