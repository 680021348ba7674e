//===- Calls.cpp - calls: inlined, by rule, by derivative, or inactive ----===//
#include "lower/Library.h"
#include "lower/OpenMP.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace mixedad {

bool Lowerer::callable(const Expr *E, Callable &Out) {
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E)) {
    Out.FD = O->getDirectCallee();
    unsigned First = 0;
    if (const auto *M = dyn_cast_or_null<CXXMethodDecl>(Out.FD); M && !M->isStatic()) {
      Out.Object = O->getArg(0);
      First = 1;
    } else if (M) {
      First = 1;
    }
    for (unsigned I = First; I < O->getNumArgs(); ++I)
      Out.Args.push_back(O->getArg(I));
    return Out.FD;
  }
  const auto *C = dyn_cast<CallExpr>(E);
  if (!C)
    return false;
  for (const Expr *A : C->arguments())
    Out.Args.push_back(A);
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
    Out.FD = M->getMethodDecl();
    Out.Object = M->getImplicitObjectArgument();
    if (const auto *ME = dyn_cast<MemberExpr>(M->getCallee()->IgnoreParens())) {
      Out.Arrow = ME->isArrow();
      Out.Qualified = ME->hasQualifier();
    }
    return Out.FD;
  }
  Out.FD = C->getDirectCallee();
  if (Out.FD)
    return true;
  // A call through a pointer or reference: known when it can only be one function.
  Out.Target = rvalue(C->getCallee());
  auto It = KnownFunctions.find(Out.Target);
  if (It != KnownFunctions.end())
    Out.FD = It->second;
  return Out.FD;
}

LValue Lowerer::object(const Callable &Call) {
  LValue LV;
  if (Call.Arrow)
    LV.P = pointee(Call.Object);
  else
    LV = Call.Object->isGLValue() ? lvalue(Call.Object) : materialize(Call.Object, "tmp");
  return LV;
}

static bool mutableReference(QualType T) {
  return (T->isReferenceType() || T->isPointerType()) && !T->getPointeeType().isConstQualified();
}

bool Lowerer::touchesReals(const Callable &Call, const Expr *E) {
  const FunctionDecl *FD = Call.FD;
  if (Ctx.Types.mayHoldReals(FD->getReturnType()))
    return true;
  if (FD->getReturnType()->isPointerType() && FD->getReturnType()->getPointeeType()->isVoidType())
    return true;
  for (unsigned I = 0; I < Call.Args.size(); ++I) {
    QualType T = I < FD->getNumParams() ? FD->getParamDecl(I)->getType() : Call.Args[I]->getType();
    if (mutableReference(T) && Ctx.Types.mayHoldReals(T))
      return true;
    if (T->isPointerType() && T->getPointeeType()->isVoidType() && !T->getPointeeType().isConstQualified())
      return true;
    QualType V = T.getNonReferenceType();
    if (V->isRecordType() && Ctx.Types.reachesMutableReals(V))
      return true; // writes through it, or calls it, perhaps
  }
  if (Call.C)
    return true;
  if (Call.Object)
    if (const auto *M = dyn_cast<CXXMethodDecl>(FD); M && !M->isStatic()) {
      QualType Class = compat::tagType(Ctx.Ast, M->getParent());
      return M->isConst() ? Ctx.Types.reachesMutableReals(Class) : Ctx.Types.mayHoldReals(Class);
    }
  return false;
}

Lowerer::CallResult Lowerer::call(const Expr *E, const ir::Place *Dest) {
  CallResult R;
  if (Failed)
    return finish(constant("0", Ctx.Types.boolType()));
  if (isa<CXXConstructExpr>(E)) {
    ir::Op *V = recordVariable(E, E->getType(), "tmp", E->getBeginLoc());
    LValue LV;
    LV.P = placeOf(V);
    return finish(LV);
  }
  if (const auto *K = dyn_cast<CUDAKernelCallExpr>(E))
    return launch(K);
  Callable Call;
  size_t SpilledBefore = Spilled.size();
  if (!callable(E, Call)) {
    const Expr *Callee = isa<CallExpr>(E) ? cast<CallExpr>(E)->getCallee()->IgnoreParenImpCasts() : E;
    if (indirectCall(E, Call, R))
      return R;
    refuse(Callee->getBeginLoc(), "a call through a pointer whose target is not known here",
           "call the function by name, pass a lambda or function object to a template, or define what it may point to in this "
           "translation unit", E->getType());
    return finish(constant("$T()", type(E->getType())));
  }
  if (Call.Object && (Call.FD->getOverloadedOperator() == OO_Call || isWrapper(cast<CXXMethodDecl>(Call.FD)->getParent())))
    Call.C = closure(Call.Object);
  if (!erasedCall(E, Call, R))
    R = dispatch(E, Call, Dest);
  // Variables lent to the call as memory get what it left there.
  while (Spilled.size() > SpilledBefore) {
    auto [K, Var] = Spilled.pop_back_val();
    if (Vars.count(K))
      Vars[K] = load(placeOf(Var), E->getBeginLoc());
  }
  return R;
}

/// setjmp, longjmp and contexts: control flow that is in no function's text.
static bool jumpsAcrossFunctions(const FunctionDecl *FD) {
  return FD->getIdentifier() && !isa<CXXMethodDecl>(FD) &&
         oneOf(FD->getName(), {"setjmp", "_setjmp", "__setjmp", "sigsetjmp", "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp", "__builtin_setjmp",
                               "__builtin_longjmp", "getcontext", "setcontext", "swapcontext", "makecontext"});
}

Lowerer::CallResult Lowerer::dispatch(const Expr *E, Callable &Call, const ir::Place *Dest) {
  CallResult R;
  llvm::SaveAndRestore<CallSite> Here(Site, siteOf(E->getBeginLoc(), Call.FD));
  if (dependsOnThread(Call.FD)) {
    refuse(E->getBeginLoc(), llvm::Twine("'") + Call.FD->getName() + "', whose result depends on the thread",
           "pass what depends on it as an argument");
    return finish(constant("$T()", type(Call.FD->getReturnType())));
  }
  if (amongThreads(E, Call, R) || deviceMemoryCall(E, Call, R))
    return R;
  if (Call.FD->isInStdNamespace() && Call.FD->getIdentifier() && Call.FD->getName() == "async")
    return finish(refuseThread(E->getBeginLoc(), Call.FD));
  if (jumpsAcrossFunctions(Call.FD))
    return finish(refuse(E->getBeginLoc(), llvm::Twine("a call of '") + Call.FD->getName() + "', which leaves or enters functions in their middle",
                         "return a status, or throw an exception", Call.FD->getReturnType()));
  UserRules Rules = Ctx.RulesFor(Call.FD);
  if (!Rules.Pushforward.empty() || !Rules.Pullback.empty()) {
    if (refusesSharedGlobal(Call.FD, E->getBeginLoc()))
      return finish(constant("$T()", type(Call.FD->getReturnType())));
    return plainCall(E, Call, nullptr);
  }
  if (Ctx.IsInactive(Call.FD))
    return inactiveCall(E, Call, Dest);
  if (tapeCall(E, Call, R) || arrayCall(E, Call, R) || mathCall(E, Call, R) || libraryCall(E, Call, Dest, R))
    return R;
  if (const auto *M = dyn_cast<CXXMethodDecl>(Call.FD);
      M && M->isTrivial() && (M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator()) && Call.Object) {
    LValue To = object(Call); // the whole object, unions included
    recordInto(Call.Args[0], To.P, /*Fresh=*/false);
    return finish(To);
  }
  bool Std = Call.FD->isInStdNamespace() || Ctx.Ast.getSourceManager().isInSystemHeader(Call.FD->getLocation());
  if (!touchesReals(Call, E) && (Std || !shouldInline(Call.FD))) {
    if (!Std && (refusesSharedGlobal(Call.FD, E->getBeginLoc()) || refusesHiddenChange(Call.FD, E->getBeginLoc())))
      return finish(constant("$T()", type(Call.FD->getReturnType())));
    return inactiveCall(E, Call, Dest);
  }
  if (containerCall(E, Call, Dest, R))
    return R;
  if (const auto *M = dyn_cast<CXXMethodDecl>(Call.FD); M && M->isVirtual() && !Call.Qualified && virtualCall(E, Call, Dest, R))
    return R;
  if (OpCount < 60000 && InlineDepth < 100 && shouldInline(Call.FD))
    return inlineCall(E, Call, Dest);
  return plainCall(E, Call, nullptr);
}

namespace {
struct BoundArgument {
  std::shared_ptr<Closure> C;
  LValue LV;
  ir::Value *V = nullptr;
};
} // namespace

void Lowerer::bindParameters(const FunctionDecl *FD, llvm::ArrayRef<const Expr *> Args) {
  // All arguments first: lowering one may inline the same function and bind the same parameters.
  std::vector<BoundArgument> All(FD->getNumParams());
  for (unsigned I = 0; I < FD->getNumParams() && I < Args.size(); ++I) {
    const ParmVarDecl *P = FD->getParamDecl(I);
    const Expr *A = Args[I];
    QualType T = P->getType();
    BoundArgument &B = All[I];
    if ((B.C = closure(A))) {
      if (!T->isReferenceType())
        refusesCopy(A, *B.C);
      continue;
    }
    if (T->isReferenceType())
      B.LV = namedReference(A, P->getName());
    else if (type(T)->Class == ir::TypeClass::Vector || TypeTable::isLazyClass(T))
      B.V = vectorValue(A);
    else if (T->isRecordType() || T->isAnyComplexType())
      B.LV.P = placeOf(recordVariable(A, T, P->getName(), A->getBeginLoc()));
    else
      B.V = rvalue(A);
  }
  for (unsigned I = 0; I < FD->getNumParams() && I < Args.size(); ++I) {
    const ParmVarDecl *P = FD->getParamDecl(I);
    BoundArgument &B = All[I];
    // What std::make_shared and the like pass on was not converted by Sema.
    if (QualType T = P->getType().getNonReferenceType(); T->isArithmeticType() && !B.C && !mutableReference(P->getType())) {
      if (B.V)
        B.V = convert(B.V, T, Args[I]->getBeginLoc());
      else if (typeOf(B.LV) != type(T) && Args[I]->getType().getNonReferenceType()->isArithmeticType())
        B.LV = temporary(convert(loadLV(B.LV, Args[I]->getBeginLoc()), T, Args[I]->getBeginLoc()), type(T));
    }
    if (Ctx.IsInactive(P) && !B.C) { // a constant to the callee
      if (B.V && B.V->isReal())
        B.V = opaque("$0", {B.V}, B.V->Ty, Args[I]->getBeginLoc());
      else if (B.LV.isVar() && typeOf(B.LV)->Class == ir::TypeClass::Real && !mutableReference(P->getType())) {
        ir::Value *V = loadLV(B.LV, Args[I]->getBeginLoc());
        B.LV = temporary(opaque("$0", {V}, V->Ty, Args[I]->getBeginLoc()), V->Ty);
      } else {
        B.LV.P.ActiveMemory = false;
      }
    }
    Closures.erase(P);
    Bound.erase(P);
    Vars.erase(P);
    Declared.erase(P);
    if (DeclaredInside)
      DeclaredInside->insert(P);
    if (B.C) {
      Closures[P] = B.C;
    } else if (B.V) {
      if (InMemory.count(P)) {
        ir::Op *O = variable(P->getName(), B.V->Ty, ir::InitKind::Zero, Args[I]->getBeginLoc());
        store(placeOf(O), B.V, Args[I]->getBeginLoc());
        Bound[P].P = placeOf(O);
      } else {
        VarTypes[P] = B.V->Ty;
        VarNames[P] = P->getName().str();
        Declared.insert(P);
        Vars[P] = B.V;
      }
    } else {
      if (B.LV.isVar() && InMemory.count(P)) { // the callee takes the address of what it was lent
        ir::Value *V = loadLV(B.LV, Args[I]->getBeginLoc());
        ir::Op *O = variable(P->getName(), V->Ty, ir::InitKind::Zero, Args[I]->getBeginLoc());
        store(placeOf(O), V, Args[I]->getBeginLoc());
        if (mutableReference(P->getType()))
          Spilled.push_back({B.LV.Var, O});
        B.LV = LValue();
        B.LV.P = placeOf(O);
      }
      Bound[P] = B.LV;
    }
  }
}

Lowerer::CallResult Lowerer::inlineCall(const Expr *E, Callable &Call, const ir::Place *) {
  ir::Place Self;
  if (const auto *M = dyn_cast<CXXMethodDecl>(Call.FD); M && !M->isStatic() && Call.Object && !Call.C)
    Self = Call.Arrow ? pointee(Call.Object)
                      : Call.Object->isGLValue() ? place(Call.Object) : materialize(Call.Object, "tmp").P;
  return inlineOn(E, Call, Self);
}

Lowerer::CallResult Lowerer::inlineOn(const Expr *E, Callable &Call, const ir::Place &Self) {
  const FunctionDecl *FD = definition(Call.FD);
  bool Running = false; // reached again through a pointer: its locals are in use
  for (const Frame *Fp = Fr; Fp; Fp = Fp->Outer)
    Running |= FD && Fp->FD == FD;
  if (Running && Call.C) {
    refuse(E->getBeginLoc(), "a lambda that is called again while it runs", "make it a function");
    return finish(constant("$T()", type(FD->getReturnType())));
  }
  if (!FD || Running || !shouldInline(FD)) {
    if (!Self.valid() || !FD)
      return plainCall(E, Call, nullptr);
    return plainCall(E, Call, &Self);
  }
  QualType RT = FD->getReturnType();
  scan(FD);
  Frame New;
  New.FD = FD;
  New.Self = Call.C;
  New.Single = singleReturn(FD);
  if (Self.valid()) {
    New.This.P = Self;
    New.HasThis = true;
  }
  const size_t Mark = Cleanups.size();
  bindParameters(FD, Call.Args);
  bool Record = !RT->isReferenceType() && (RT->isRecordType() || RT->isAnyComplexType()) &&
                type(RT)->Class != ir::TypeClass::Vector && !TypeTable::isLazyClass(RT) &&
                (Objects || !(RT->getAsCXXRecordDecl() && RT->getAsCXXRecordDecl()->isLambda()));
  if (Record && !New.Single) {
    ir::Op *Result = emptyVariable("result", RT, E->getBeginLoc());
    New.ResultPlace = placeOf(Result);
    release(Result, New.Result);
  }
  enter(New, RT->isVoidType() || Record ? nullptr : RT->isReferenceType() ? Ctx.Types.pointerTo(RT) : type(RT));
  stmt(FD->getBody());
  const ir::Type *VT = VarTypes.lookup(&New.Value);
  ir::Value *V = leave(New);
  if (!RT->isReferenceType() && !(Record && bindsReferences(RT)))
    endLifetimes(Mark, nullptr, E->getEndLoc()); // of parameters
  if (!New.Result.isNull() && !Failed)
    Cleanups.push_back({(New.Single ? New.RefResult.P : New.ResultPlace).BaseVar, New.Result});
  CallResult R;
  if (New.ClosureResult) {
    R.C = New.ClosureResult;
    return R;
  }
  if (Failed)
    return finish(constant("0", Ctx.Types.boolType()));
  if (RT->isReferenceType()) {
    if (New.Single)
      return finish(New.RefResult);
    LValue LV;
    if (V)
      LV.P = deref(V, RT.getNonReferenceType());
    return finish(LV);
  }
  if (Record) {
    if (New.Single)
      return finish(New.RefResult);
    LValue LV;
    LV.P = New.ResultPlace;
    return finish(LV);
  }
  if (RT->isVoidType())
    return finish(static_cast<ir::Value *>(nullptr));
  return finish(V ? V : constant("$T()", VT));
}

ir::Arg Lowerer::argument(const Expr *E, QualType T) {
  ir::Arg A;
  if ((type(T)->Class == ir::TypeClass::Vector && !mutableReference(T)) || TypeTable::isLazyClass(T)) {
    A.V = vectorValue(E);
    return A;
  }
  bool Object = T->isReferenceType() || T->isRecordType() || T->isAnyComplexType();
  if (!Object) {
    A.V = rvalue(E);
    return A;
  }
  LValue LV = bindReference(E, "tmp");
  if (!LV.isVar() && holdsClosures(LV.P))
    refuse(E->getBeginLoc(), "an object that holds a lambda, as an argument of a function that is not inlined", "pass it to a template, or to a function that does not recurse");
  if (LV.isVar()) {
    if (T->isReferenceType() && !mutableReference(T)) {
      A.P = place(E);
    } else {
      ir::Value *V = loadLV(LV, E->getBeginLoc());
      ir::Op *O = variable("tmp", V->Ty, ir::InitKind::Zero, E->getBeginLoc());
      store(placeOf(O), V, E->getBeginLoc());
      Spilled.push_back({LV.Var, O});
      A.P = placeOf(O);
    }
  } else {
    A.P = LV.P;
  }
  A.Mutable = mutableReference(T);
  A.Reaches = !A.Mutable && Ctx.Types.reachesMutableReals(T);
  if (A.P.BaseVar)
    A.P.BaseVar->AddressTaken = true;
  return A;
}

Lowerer::CallResult Lowerer::plainCall(const Expr *E, Callable &Call, const ir::Place *Self) {
  const FunctionDecl *FD = Call.FD;
  ir::Callee *C = Ctx.callee(FD);
  SourceLocation L = E->getBeginLoc();
  if (C->Kind == ir::CalleeKind::Unknown) {
    refuse(L, llvm::Twine("a call of '") + FD->getQualifiedNameAsString() + "', whose body is not visible",
           llvm::Twine("define it in this translation unit, give it a derivative with [[mixedad::derivative_of(") +
               FD->getNameAsString() + ")]], or mark it [[mixedad::inactive]]");
    return finish(constant("$T()", type(FD->getReturnType())));
  }
  if (Call.C) {
    refuse(L, "a recursive lambda", "make it a function");
    return finish(constant("$T()", type(FD->getReturnType())));
  }
  if (C->Kind == ir::CalleeKind::Visible && refusesSharedGlobal(FD, L))
    return finish(constant("$T()", type(FD->getReturnType())));
  llvm::SmallVector<ir::Arg, 8> Args;
  if (const auto *M = dyn_cast<CXXMethodDecl>(FD); M && !M->isStatic() && Call.Object) {
    ir::Arg A;
    A.P = Self ? *Self : Call.Arrow ? pointee(Call.Object) : place(Call.Object);
    if (holdsClosures(A.P))
      refuse(L, "an object that holds a lambda, in a function that is not inlined", "call a function that does not recurse");
    A.Mutable = !M->isConst();
    A.Reaches = M->isConst() && Ctx.Types.reachesMutableReals(compat::tagType(Ctx.Ast, M->getParent()));
    if (A.P.BaseVar)
      A.P.BaseVar->AddressTaken = true;
    Args.push_back(A);
  }
  for (unsigned I = 0; I < Call.Args.size(); ++I) {
    const Expr *A = Call.Args[I];
    if (closure(A)) {
      refuse(A->getBeginLoc(), llvm::Twine("a lambda passed to '") + FD->getNameAsString() + "'",
             "use a function object, or a function that does not recurse");
      break;
    }
    Args.push_back(argument(A, I < FD->getNumParams() ? FD->getParamDecl(I)->getType() : A->getType()));
  }
  const auto *Ctor = dyn_cast<CXXConstructorDecl>(FD);
  QualType RT = Ctor ? compat::tagType(Ctx.Ast, Ctor->getParent()) : FD->getReturnType();
  ir::Op *DestVar = nullptr;
  const ir::Type *Ty = RT->isReferenceType() ? Ctx.Types.pointerTo(RT) : type(RT);
  bool Record = !RT->isReferenceType() && Ty->Class != ir::TypeClass::Vector && (RT->isRecordType() || RT->isAnyComplexType());
  bool Stored = Record && ownsResources(RT);
  for (const ParmVarDecl *P : FD->parameters())
    Stored |= ownsResources(P->getType()) && !P->getType()->isReferenceType();
  if (Stored) {
    refuse(L, llvm::Twine("an object with a destructor that is given to '") + FD->getNameAsString() + "', or comes from it, by value",
           "pass it by reference, or call a function that does not recurse");
    return finish(constant("0", Ctx.Types.boolType()));
  }
  if (TypeTable::isLazyClass(RT))
    Record = false;
  if (Record)
    DestVar = variable("result", Ty, ir::InitKind::Result, L);
  ir::Op *O = add(ir::OpKind::Call, L);
  O->C = C;
  O->Args.assign(Args.begin(), Args.end());
  O->Dest = DestVar;
  O->Pure = false;
  if (RT->isVoidType())
    return finish(static_cast<ir::Value *>(nullptr));
  LValue LV;
  if (Record) {
    LV.P = placeOf(DestVar);
    return finish(LV);
  }
  ir::Value *V = result(O, Ty, "");
  if (!RT->isReferenceType())
    return finish(V);
  LV.P = deref(V, RT.getNonReferenceType());
  return finish(LV);
}

Lowerer::CallResult Lowerer::inactiveCall(const Expr *E, Callable &Call, const ir::Place *Dest) {
  const FunctionDecl *FD = Call.FD;
  SourceLocation L = E->getBeginLoc();
  ir::Op Tmp;
  std::vector<std::string> Holes;
  const auto *M = dyn_cast<CXXMethodDecl>(FD);
  std::string Object;
  bool Method = M && !M->isStatic() && Call.Object;
  if (Method) {
    if (Call.Arrow) {
      Tmp.PlaceOperands.push_back(pointee(Call.Object));
      Object = "$&0";
    } else {
      Object = operandText(Call.Object, Tmp);
    }
  }
  std::vector<std::pair<const Expr *, ir::Place>> Moved;
  for (const Expr *A : Call.Args)
    if (!isa<CXXDefaultArgExpr>(A)) {
      Holes.push_back(operandText(A, Tmp));
      if (M && M->getParent()->isInStdNamespace() && A->isXValue() && !Tmp.PlaceOperands.empty())
        Moved.push_back({A, Tmp.PlaceOperands.back()});
    }
  auto Leave = [&] {
    for (auto &[From, P] : Moved)
      leaveMoved(From, P, L);
  };
  std::string Text, List;
  for (auto &H : Holes)
    List += (List.empty() ? "" : ", ") + H;
  OverloadedOperatorKind Op = FD->getOverloadedOperator();
  std::vector<std::string> All;
  if (Method)
    All.push_back(Object);
  All.insert(All.end(), Holes.begin(), Holes.end());
  if (Op == OO_Call)
    Text = Object + "(" + List + ")";
  else if (Op == OO_Subscript)
    Text = Object + "[" + List + "]";
  else if (Op == OO_Arrow)
    Text = Object + ".operator->()";
  else if (Op != OO_None && isa<CXXOperatorCallExpr>(E))
    Text = All.size() == 2 && (Op == OO_PlusPlus || Op == OO_MinusMinus) ? All[0] + getOperatorSpelling(Op)
           : All.size() == 1 ? std::string(getOperatorSpelling(Op)) + All[0]
                           : All[0] + " " + getOperatorSpelling(Op) + " " + All[1];
  else if (Method)
    Text = Object + "." + FD->getNameAsString() + "(" + List + ")";
  else
    Text = Ctx.SpellCallee(FD) + "(" + List + ")";
  if (const auto *Conv = dyn_cast<CXXConversionDecl>(FD))
    Text = "static_cast<" + type(Conv->getConversionType())->Spelling + ">(" + Object + ")";
  QualType RT = FD->getReturnType();
  bool Reads = !Tmp.PlaceOperands.empty();
  const bool Navigates = FD->isInStdNamespace() && M && M->getIdentifier() &&
                         oneOf(M->getName(), {"begin", "end", "rbegin", "rend", "find", "lower_bound", "upper_bound", "equal_range"});
  bool Pure = FD->hasAttr<ConstAttr>() || FD->hasAttr<PureAttr>() || (M && M->isConst()) || Navigates;
  for (const ParmVarDecl *P : FD->parameters())
    if (mutableReference(P->getType()))
      Pure = false;
  if (RT->isRecordType() && type(RT)->Class != ir::TypeClass::Vector) {
    ir::Op *O = variable("tmp", type(RT), ir::InitKind::Text, L);
    O->Operands = Tmp.Operands;
    O->PlaceOperands = Tmp.PlaceOperands;
    O->InitText = "$T $n = " + Text;
    O->Pure = Pure;
    Leave();
    LValue LV;
    LV.P = placeOf(O);
    return finish(LV);
  }
  ir::Op *O = add(ir::OpKind::Opaque, L);
  O->Operands = Tmp.Operands;
  O->PlaceOperands = Tmp.PlaceOperands;
  O->Pure = Pure;
  O->ReadsMemory = Reads;
  O->Text = Text;
  Leave();
  if (RT->isVoidType())
    return finish(static_cast<ir::Value *>(nullptr));
  if (RT->isReferenceType()) {
    O->Text = "&(" + Text + ")";
    ir::Value *V = result(O, Ctx.Types.pointerTo(RT), "");
    LValue LV;
    LV.P = deref(V, RT.getNonReferenceType());
    return finish(LV);
  }
  return finish(result(O, type(RT)));
}

} // namespace mixedad
