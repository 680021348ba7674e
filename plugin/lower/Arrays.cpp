//===- Arrays.cpp - lazy broadcasts become one operation ------------------===//
//
// An expression over Arrays (nested broadcasts, operators, functions) is a tree of scalar functions over leaves. The
// tree is lowered into one scalar function of its own, so that primal and pullback are one kernel each.
//
//===----------------------------------------------------------------------===//
#include "inject/Attributes.h"
#include "lower/LazyTree.h"
#include "rules/Rules.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

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

static QualType arrayElement(QualType T) {
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
static QualType arrayOfLazy(QualType T) {
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
    if (E->getType()->isArithmeticType()) // keep the conversions of a scalar operand
      return Leaf(rvalue(E), E->getType().getNonReferenceType());
    return Leaf(X->isGLValue() ? loadLV(lvalue(X), L) : rvalue(X), X->getType().getNonReferenceType());
  }
  QualType Element = arrayElement(X->getType());
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
  if (T->FD)
    return T;
  llvm::SmallVector<QualType, 4> Types;
  for (auto &C : T->Children)
    Types.push_back(C->Element);
  if (FnObject) {
    T->C = closure(FnObject);
    const CXXRecordDecl *RD = FnObject->getType().getNonReferenceType()->getAsCXXRecordDecl();
    T->FD = RD ? callOperator(RD, Types) : nullptr;
    if (!T->C && RD && !RD->isEmpty())
      refuse(L, "a broadcast of a function object with state", "use a lambda that captures the state");
  } else if (rules::find(Row)) {
    T->Row = Row;
  } else if (const CXXRecordDecl *RD = lazyFunctionObject(X->getType())) {
    T->FD = callOperator(RD, Types);
  }
  if (T->Row.empty() && !T->FD)
    refuse(L, "this elementwise function", "use mixedad::broadcast with a function or a lambda");
  return T;
}

/// The Fn of Lazy<Fn, ...>.
const CXXRecordDecl *Lowerer::lazyFunctionObject(QualType T) {
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T.getNonReferenceType()->getAsCXXRecordDecl());
  return S ? S->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl() : nullptr;
}

ir::Value *Lowerer::scalarNode(LazyTree &T, llvm::function_ref<ir::Value *(ir::Value *)> LeafValue) {
  if (T.Leaf)
    return LeafValue(T.Leaf);
  return T.Row.empty() ? loadLV(scalarCall(T, LeafValue), {}) : scalarRow(T, LeafValue);
}

ir::Value *Lowerer::scalarRow(LazyTree &T, llvm::function_ref<ir::Value *(ir::Value *)> LeafValue) {
  llvm::SmallVector<ir::Value *, 4> Ops;
  for (auto &C : T.Children)
    Ops.push_back(scalarNode(*C, LeafValue));
  if (Failed)
    return constant("0", Ctx.Types.boolType());
  const rules::Row *Row = rules::find(T.Row);
  const ir::Type *Ty = type(T.Element);
  if (Ty->Class != ir::TypeClass::Real)
    return opaque(Row->Primal, Ops, Ty, {});
  for (ir::Value *&V : Ops)
    V = convert(V, T.Element, {});
  return Row->NonDifferentiable ? opaque(Row->Primal, Ops, Ty, {}) : prim(T.Row, Ops, Ty, {});
}

/// A node that calls a function; what it returns may be an object.
LValue Lowerer::scalarCall(LazyTree &T, llvm::function_ref<ir::Value *(ir::Value *)> LeafValue) {
  llvm::SmallVector<LValue, 8> Args;
  for (auto &C : T.Children) {
    if (!C->Leaf && C->Row.empty()) {
      Args.push_back(scalarCall(*C, LeafValue));
      continue;
    }
    ir::Value *V = scalarNode(*C, LeafValue);
    Args.push_back(temporary(V, V->Ty));
  }
  const FunctionDecl *FD = definition(T.FD);
  if (Failed || !FD || (!T.Outputs && !shouldInline(FD))) {
    llvm::SmallVector<ir::Value *, 8> Values;
    for (LValue &A : Args)
      Values.push_back(Failed ? constant("0", Ctx.Types.boolType()) : loadLV(A, {}));
    ir::Value *V = Failed ? Values.empty() ? constant("0", Ctx.Types.boolType()) : Values[0] : inlineValues(T.FD, Values, T.C);
    return temporary(V, V->Ty);
  }
  for (unsigned I = 0; I < T.Outputs; ++I) {
    const ir::Type *Ty = type(T.FD->getParamDecl(T.Children.size() + I)->getType().getNonReferenceType());
    Args.push_back(temporary(constant("$T(0)", Ty), Ty));
  }
  LValue Result = inlineResult(FD, Args, T.C);
  return T.Outputs ? Args[T.Children.size() + T.Output] : Result;
}

/// Inlines a scalar function on values.
ir::Value *Lowerer::inlineValues(const FunctionDecl *Decl, llvm::ArrayRef<ir::Value *> Args, std::shared_ptr<Closure> C) {
  const FunctionDecl *FD = definition(Decl);
  if (!FD) {
    return refuse(Decl->getLocation(), llvm::Twine("'") + Decl->getNameAsString() + "', whose body is not visible",
                  "define it in this translation unit");
  }
  if (!shouldInline(FD))
    return callValues(FD, Args);
  llvm::SmallVector<LValue, 4> Operands;
  for (ir::Value *V : Args)
    Operands.push_back(temporary(V, V->Ty));
  return inlineOperands(FD, Operands, C);
}

/// Inlines a function that returns a scalar; reference parameters are aliases of the operands.
ir::Value *Lowerer::inlineOperands(const FunctionDecl *Decl, llvm::ArrayRef<LValue> Args, std::shared_ptr<Closure> C,
                                   const ir::Place *Self) {
  const FunctionDecl *FD = definition(Decl);
  if (!FD || !shouldInline(FD))
    return refuse(Decl->getLocation(), llvm::Twine("'") + Decl->getNameAsString() + "' as a comparison",
                  "define it in this translation unit, without recursion");
  return loadLV(inlineResult(FD, Args, C, Self), FD->getLocation());
}

/// The same for one that may return an object.
LValue Lowerer::inlineResult(const FunctionDecl *FD, llvm::ArrayRef<LValue> Args, std::shared_ptr<Closure> C,
                             const ir::Place *Self) {
  scan(FD);
  Frame New;
  New.FD = FD;
  New.Self = C;
  New.Single = singleReturn(FD);
  if (Self) {
    New.This.P = *Self;
    New.HasThis = true;
  }
  for (unsigned I = 0; I < FD->getNumParams(); ++I) {
    const ParmVarDecl *P = FD->getParamDecl(I);
    Bound.erase(P);
    bool Output = P->getType()->isLValueReferenceType() && !P->getType()->getPointeeType().isConstQualified();
    bool Alias = Args[I].isVar() ? Output && !InMemory.count(P) : P->getType()->isReferenceType() || P->getType()->isRecordType();
    if (Alias) {
      Bound[P] = Args[I];
      continue;
    }
    ir::Value *V = convert(loadLV(Args[I], P->getLocation()), P->getType().getNonReferenceType(), P->getLocation());
    if (InMemory.count(P)) {
      ir::Op *O = variable(P->getName(), V->Ty, ir::InitKind::Zero, P->getLocation());
      store(placeOf(O), V, P->getLocation());
      Bound[P].P = placeOf(O);
      continue;
    }
    VarTypes[P] = V->Ty;
    VarNames[P] = P->getName().str();
    Declared.insert(P);
    Vars[P] = V;
  }
  QualType RT = FD->getReturnType();
  bool Record = !RT->isReferenceType() && type(RT)->Class == ir::TypeClass::Record;
  if (Record && !New.Single)
    New.ResultPlace = placeOf(emptyVariable("result", RT, FD->getLocation()));
  enter(New, type(RT));
  stmt(FD->getBody());
  ir::Value *V = leave(New);
  LValue Object;
  Object.P = New.ResultPlace;
  if (Record)
    return New.Single ? New.RefResult : Object;
  if (RT->isReferenceType())
    return New.RefResult;
  return temporary(V ? V : constant("$T()", type(RT)), type(RT));
}

ir::Value *Lowerer::callValues(const FunctionDecl *FD, llvm::ArrayRef<ir::Value *> Args) {
  ir::Op *O = add(ir::OpKind::Call, FD->getLocation());
  O->C = Ctx.callee(FD);
  O->Pure = false;
  for (unsigned I = 0; I < Args.size(); ++I) {
    ir::Arg A;
    A.V = Args[I];
    O->Args.push_back(A);
  }
  return result(O, type(FD->getReturnType()));
}

/// What the user forced for the functions of a tree, which become one kernel.
static bool forcedChoice(const LazyTree &T, ir::KernelChoice &Choice, const FunctionDecl *&From) {
  if (T.FD) {
    ir::KernelChoice Own = broadcastChoice(T.FD);
    if (Own == ir::KernelChoice() || Own == Choice)
      Own = Choice;
    else if (From)
      return false;
    else
      From = T.FD;
    Choice = Own;
  }
  for (const auto &C : T.Children)
    if (!forcedChoice(*C, Choice, From))
      return false;
  return true;
}

ir::Value *Lowerer::vectorValue(const Expr *E) {
  if (Failed)
    return constant("0", Ctx.Types.boolType());
  std::unique_ptr<LazyTree> T = lazyTree(E);
  if (Failed || T->Leaf)
    return Failed ? constant("0", Ctx.Types.boolType()) : T->Leaf;
  return fuse(std::move(T), arrayOfLazy(E->getType()), E->getBeginLoc());
}

ir::Value *Lowerer::fuse(std::unique_ptr<LazyTree> T, QualType Result, SourceLocation L) {
  if (type(T->Element)->Class == ir::TypeClass::Record)
    return refuse(L, "an array of objects with real members that a broadcast makes",
                  "nest the broadcast of the function that takes the objects apart: broadcast<g>(broadcast<f>(x))", Result);
  // The leaves, each once, become the scalar function's parameters.
  auto Fn = std::make_unique<ir::Function>();
  std::string Name = T->Row.empty() ? (T->FD->getIdentifier() ? T->FD->getNameAsString() : "lambda") : T->Row;
  bool Nested = false;
  for (auto &C : T->Children)
    Nested |= !C->Leaf;
  Fn->Name = Nested ? "fused_" + Name : Name;
  bool Own = !Nested && T->FD && !Ctx.Ast.getSourceManager().isInSystemHeader(T->FD->getLocation());
  Fn->Where = Ctx.loc(Own ? T->FD->getLocation() : L);
  Fn->Broadcast = true;
  const FunctionDecl *Forced = nullptr;
  if (!forcedChoice(*T, Fn->Choice, Forced))
    return refuse(L, llvm::Twine("this expression, whose functions force different modes of one kernel, '") +
                         Forced->getNameAsString() + "' among them",
                  "name an inner result with an Array variable", Result);
  Lowerer Sub(Ctx, *Fn);
  Sub.Cur = &Fn->Body;
  Frame Top;
  Top.FD = Fr->FD;
  Sub.Fr = &Top;
  std::vector<ir::Value *> Leaves;
  llvm::DenseMap<ir::Value *, ir::Value *> Param;
  auto AddLeaf = [&](ir::Value *V, QualType Element) {
    if (V->Def && V->Def->Kind == ir::OpKind::Const && V->Ty->Class != ir::TypeClass::Vector && V->Def->Text.find('"') == std::string::npos)
      return; // a literal stays inside
    if (Param.count(V))
      return;
    ir::Param P;
    P.Name = V->Name.empty() ? "x" + std::to_string(Leaves.size()) : V->Name;
    P.Ty = Sub.type(Element);
    P.DeclSpelling = P.Ty->Spelling;
    P.V = Sub.newValue(P.Ty, P.Name);
    P.Inactive = P.Ty->Class == ir::TypeClass::Inactive;
    Fn->Params.push_back(P);
    Param[V] = P.V;
    Leaves.push_back(V);
  };
  llvm::DenseMap<ir::Value *, ir::Value *> Whole;
  auto AddWhole = [&](ir::Value *V, QualType Element, llvm::StringRef Name) {
    if (ir::Value *Known = Whole.lookup(V))
      return Known;
    ir::Param P;
    P.Name = Name.str();
    P.Ty = Ctx.elementsType(Sub.type(Element));
    P.DeclSpelling = P.Ty->Spelling;
    P.V = Sub.newValue(P.Ty, P.Name);
    P.Inactive = P.Ty->Class == ir::TypeClass::Inactive;
    Fn->Params.push_back(P);
    Leaves.push_back(V);
    return Whole[V] = P.V;
  };
  auto Walk = [&](LazyTree &N, auto &&Self) -> void {
    if (N.Leaf)
      return AddLeaf(N.Leaf, N.Element);
    for (auto &C : N.Children)
      Self(*C, Self);
    if (N.C) { // captures are operands too: scalars of the surrounding program
      auto Inner = std::make_shared<Closure>();
      Inner->Class = N.C->Class;
      auto Capture = [&](const Closure &From, Closure &To, auto &&Again) -> void {
        for (auto &[D, LV] : From.Captures) {
          QualType CT = D->getType().getNonReferenceType();
          if (TypeTable::isArrayClass(CT)) {
            Sub.CapturedArrays[D] = AddWhole(loadLV(LV, L), arrayElement(CT), D->getName());
            continue;
          }
          if (!CT->isArithmeticType() && !CT->isEnumeralType()) {
            refuse(L, llvm::Twine("the capture of '") + D->getNameAsString() + "' in a broadcast lambda",
                   "pass it as an operand of the broadcast");
            continue;
          }
          ir::Value *V = loadLV(LV, L);
          AddLeaf(V, CT.getUnqualifiedType());
          Sub.Slots.push_back(0);
          LValue Own;
          Own.Var = &Sub.Slots.back();
          Sub.VarTypes[Own.Var] = V->Ty;
          Sub.Declared.insert(Own.Var);
          Sub.Vars[Own.Var] = Param.count(V) ? Param[V] : Sub.constant(V->Def->Text, V->Ty);
          To.Captures[D] = Own;
        }
        for (auto &[D, C] : From.ClosureCaptures) {
          auto N2 = std::make_shared<Closure>();
          N2->Class = C->Class;
          Again(*C, *N2, Again);
          To.ClosureCaptures[D] = N2;
        }
        if (From.HasThis)
          refuse(L, "a broadcast lambda that captures 'this'", "capture the members that it uses by value: [k = this->k]");
      };
      Capture(*N.C, *Inner, Capture);
      N.C = Inner;
    }
  };
  Walk(*T, Walk);
  ir::Value *R = Failed ? nullptr : Sub.scalarNode(*T, [&](ir::Value *V) {
    auto It = Param.find(V);
    return It != Param.end() ? It->second : Sub.constant(V->Def->Text, V->Ty);
  });
  Failed |= Sub.Failed;
  if (Failed)
    return constant("0", Ctx.Types.boolType());
  R = Sub.convert(R, T->Element, L);
  Fn->Body.Yields.push_back(R);
  Fn->ResultTy = R->Ty;
  removeDeadCode(*Fn);
  ir::Op *O = add(ir::OpKind::Broadcast, L);
  O->Operands = Leaves;
  O->Scalar = Fn.get();
  Ctx.Scalars.push_back(std::move(Fn));
  return result(O, type(Result));
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
