//===- Library.cpp - math functions and small library functions -----------===//
#include "lower/Lowerer.h"
#include "rules/Rules.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace mixedad {

static std::string libraryName(const FunctionDecl *FD) {
  if (!FD->getIdentifier())
    return "";
  if (FD->isInStdNamespace() || FD->getDeclContext()->getRedeclContext()->isTranslationUnit())
    return FD->getName().str();
  return "";
}

bool Lowerer::isValueLibraryFunction(const FunctionDecl *FD) {
  std::string N = libraryName(FD);
  return !isa<CXXMethodDecl>(FD) && (N == "min" || N == "max" || N == "clamp" || N == "swap" || N == "abs");
}

bool Lowerer::picksArgument(const CallExpr *E) {
  const FunctionDecl *FD = E->getDirectCallee();
  return FD && FD->isInStdNamespace() && E->isGLValue() && E->getNumArgs() == 2 && E->getType()->isRealFloatingType() &&
         FD->getIdentifier() && (FD->getName() == "min" || FD->getName() == "max");
}

/// What such a call refers to, where a variable goes on referring to it.
LValue Lowerer::pickedArgument(const CallExpr *E) {
  SourceLocation L = E->getBeginLoc();
  ir::Place A = place(E->getArg(0)), B = place(E->getArg(1));
  bool Min = E->getDirectCallee()->getName() == "min";
  ir::Value *Second = opaque(Min ? "$1 < $0" : "$0 < $1", {load(A, L), load(B, L)}, Ctx.Types.boolType(), L);
  LValue LV;
  LV.P = deref(select(Second, [&] { return addressOf(B, L); }, [&] { return addressOf(A, L); }, Ctx.Types.pointerTo(E->getType()), L), E->getType());
  return LV;
}

/// A function of the user's own that shares a name with a library function is not that function, also when its body
/// is in another unit. Ours that have a row (mixedad::detail::vec_exp) count as the library's.
bool Lowerer::isMathLibrary(const FunctionDecl *FD) {
  return FD->isInStdNamespace() || FD->getBuiltinID() ||
         llvm::StringRef(FD->getQualifiedNameAsString()).starts_with("mixedad::detail::") ||
         Ctx.Ast.getSourceManager().isInSystemHeader(FD->getLocation());
}

bool Lowerer::mathCall(const Expr *E, Callable &Call, CallResult &R) {
  const FunctionDecl *FD = Call.FD;
  // INFINITY, std::numeric_limits<T>::quiet_NaN(), ...: constants, whatever they are made of.
  if (E->isPRValue() && isMathLibrary(FD))
    if (ir::Value *K = constantValue(E)) {
      R = finish(K);
      return true;
    }
  if (isa<CXXMethodDecl>(FD) || !FD->getIdentifier())
    return false;
  for (const Expr *A : Call.Args)
    if (!A->getType()->isArithmeticType() && !A->getType()->isEnumeralType())
      return outputCall(E, Call, R);
  std::string Name = FD->getQualifiedNameAsString();
  if (llvm::StringRef(Name).starts_with("mixedad::detail::vec_")) // what kernels call for std::
    Name = "std::" + Name.substr(sizeof("mixedad::detail::vec_") - 1);
  const rules::Row *Row = rules::forCallee(Name, Call.Args.size());
  if (!Row)
    return false;
  QualType RT = FD->getReturnType().getNonReferenceType();
  if (!isMathLibrary(FD))
    return false;
  llvm::SmallVector<ir::Value *, 4> Ops;
  const bool ByReference = FD->getNumParams() && FD->getParamDecl(0)->getType()->isReferenceType(); // std::max
  for (const Expr *A : ByReference ? evaluated(Call.Args) : Call.Args)
    Ops.push_back(ByReference && A->isGLValue() ? loadLV(bindReference(A, "x"), A->getBeginLoc()) : rvalue(A));
  if (type(RT)->Class != ir::TypeClass::Real || Row->NonDifferentiable) {
    R = finish(opaque(Row->Primal, Ops, type(RT), E->getBeginLoc()));
    return true;
  }
  // Integers where the library takes any number: it computes with them as reals, and so must helpers of one real type.
  if (const FunctionTemplateDecl *Template = FD->getPrimaryTemplate();
      Template && llvm::any_of(Row->Partials, [](const std::string &P) { return P.find("::mixedad::detail::math::") != std::string::npos; }))
    for (unsigned I = 0; I < Ops.size() && I < Template->getTemplatedDecl()->getNumParams(); ++I)
      if (!Ops[I]->isReal() && Template->getTemplatedDecl()->getParamDecl(I)->getType()->isTemplateTypeParmType())
        Ops[I] = convert(Ops[I], RT, E->getBeginLoc());
  for (ir::Value *&V : Ops) // std::pow(float, double) computes in double
    if (V->isReal() && V->Ty->Size < type(RT)->Size) // but std::nexttoward(float, long double) does not narrow
      V = prim("cast", {V}, type(RT), E->getBeginLoc());
  R = finish(prim(Row->Name, Ops, type(RT), E->getBeginLoc()));
  return true;
}

/// Owners and containers, which std::swap only has to exchange what they hold.
static bool swapsContents(QualType T) {
  for (const char *Name : {"unique_ptr", "shared_ptr", "vector", "deque", "list", "forward_list", "map", "unordered_map"})
    if (isClassNamed(T, "std", Name))
      return true;
  return false;
}

bool Lowerer::libraryCall(const Expr *E, Callable &Call, const ir::Place *Dest, CallResult &R) {
  std::string N = libraryName(Call.FD);
  SourceLocation L = E->getBeginLoc();
  if (N.empty() || isa<CXXMethodDecl>(Call.FD))
    return false;
  bool Std = Call.FD->isInStdNamespace();
  auto &Args = Call.Args;
  if (Std && Args.size() == 1 && (N == "move" || N == "forward" || N == "as_const")) {
    if ((R.C = closure(Args[0])))
      return true;
    R = finish(bindReference(Args[0], "tmp"));
    return true;
  }
  if (Std && Args.size() == 1 && (N == "addressof" || N == "__addressof")) {
    R = finish(addressOf(place(Args[0]), L));
    return true;
  }
  if (Std && (N == "min" || N == "max") && Args.size() == 2 && E->getType()->isArithmeticType()) {
    // The value of the argument that std::min or std::max would refer to.
    LValue First = bindReference(Args[0], "a"), Second = bindReference(Args[1], "b");
    ir::Value *A = loadLV(First, L), *B = loadLV(Second, L); // what both have when all arguments are evaluated
    if (A->isReal())
      R = finish(prim(N, {A, B}, A->Ty, L));
    else
      R = finish(opaque(N == "min" ? "$1 < $0 ? $1 : $0" : "$0 < $1 ? $1 : $0", {A, B}, A->Ty, L));
    return true;
  }
  if (Std && N == "clamp" && Args.size() == 3 && E->getType()->isArithmeticType()) {
    LValue Of = bindReference(Args[0], "v"), From = bindReference(Args[1], "lo"), To = bindReference(Args[2], "hi");
    ir::Value *V = loadLV(Of, L), *Lo = loadLV(From, L), *Hi = loadLV(To, L);
    ir::Value *Below = opaque("$0 < $1", {V, Lo}, Ctx.Types.boolType(), L);
    ir::Value *Above = opaque("$1 < $0", {V, Hi}, Ctx.Types.boolType(), L);
    R = finish(select(Below, [&] { return Lo; },
                      [&] { return select(Above, [&] { return Hi; }, [&] { return V; }, V->Ty, L); }, V->Ty, L));
    return true;
  }
  if (Std && N == "swap" && Args.size() == 2) {
    QualType T = Args[0]->getType();
    const bool Owner = swapsContents(T) && type(T)->Class == ir::TypeClass::Record;
    if (needsStorage(T) || hasOwnCopies(T) || (isOnlyMoved(T) && !Owner))
      return false; // by its moves, as the library does
    LValue A = lvalue(Args[0]), B = lvalue(Args[1]);
    const ir::Type *Ty = type(T);
    if (Owner)
      swapObjects(A.P, B.P, L);
    else if (Ty->Class == ir::TypeClass::Record || T->isRecordType() || T->isArrayType()) {
      ir::Op *Tmp = variable("swapped", Ty, ir::InitKind::Copy, L);
      Tmp->Src = A.P;
      copyRecord(A.P, B.P, L);
      copyRecord(B.P, placeOf(Tmp), L);
    } else {
      ir::Value *VA = loadLV(A, L), *VB = loadLV(B, L);
      storeLV(A, VB, L);
      storeLV(B, VA, L);
    }
    R = finish(static_cast<ir::Value *>(nullptr));
    return true;
  }
  return memoryCall(E, Call, R) || sequenceCall(E, Call, Dest, R);
}

void Lowerer::countedLoop(ir::Value *N, llvm::function_ref<void(ir::Value *)> Body, SourceLocation L,
                          llvm::ArrayRef<Key> Carried) {
  // for (std::size_t i = 0; i < N; ++i) Body(i)
  Slots.push_back(0);
  Key I = &Slots.back();
  const ir::Type *Size = type(Ctx.Ast.getSizeType());
  VarTypes[I] = Size;
  VarNames[I] = "i";
  Declared.insert(I);
  Vars[I] = constant("0ul", Size);
  LoopParts P;
  P.Carried.push_back(I);
  P.Carried.append(Carried.begin(), Carried.end());
  auto Cond = [&]() -> ir::Value * { return opaque("$0 < $1", {Vars.lookup(I), N}, Ctx.Types.boolType(), L); };
  auto BodyFn = [&] { Body(Vars.lookup(I)); };
  auto Step = [&] { Vars[I] = opaque("$0 + 1", {Vars.lookup(I)}, Size, L); };
  P.Cond = Cond;
  P.Body = BodyFn;
  P.Step = Step;
  lowerLoop(P, L);
  Vars.erase(I);
  Declared.erase(I);
}

void Lowerer::copyElement(const ir::Place &To, const ir::Place &From, SourceLocation L) {
  if (To.Ty->Class == ir::TypeClass::Record || type(Ctx.Types.clangType(To.Ty))->Class == ir::TypeClass::Record ||
      Ctx.Types.clangType(To.Ty)->isRecordType())
    copyRecord(To, From, L);
  else
    store(To, load(From, L), L);
}

const Expr *belowCasts(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  while (const auto *C = dyn_cast<ExplicitCastExpr>(E))
    E = C->getSubExpr()->IgnoreParenImpCasts();
  return E;
}

QualType Lowerer::pointedAt(const Expr *E) {
  QualType T = belowCasts(E)->getType();
  return T->isArrayType() ? Ctx.Ast.getBaseElementType(T) : T->getPointeeType();
}

ir::Value *Lowerer::firstElement(const Expr *E) {
  E = belowCasts(E);
  QualType T = E->getType();
  if (!T->isArrayType())
    return rvalue(E);
  std::string First = "$p";
  for (; const auto *A = Ctx.Ast.getAsArrayType(T); T = A->getElementType())
    First += "[0]";
  return addressOf(sub(place(E), First, {}, type(T)), E->getBeginLoc());
}

/// The typed pointer below the conversion to void*, or null.
static const Expr *typedPointer(const Expr *E) {
  E = belowCasts(E);
  return E->getType()->isPointerType() || E->getType()->isArrayType() ? E : nullptr;
}

bool Lowerer::memoryCall(const Expr *E, Callable &Call, CallResult &R) {
  std::string N = libraryName(Call.FD);
  if (llvm::StringRef(N).starts_with("__builtin_"))
    N = N.substr(10);
  SourceLocation L = E->getBeginLoc();
  auto &Args = Call.Args;
  auto At = [&](ir::Value *P, QualType T, ir::Value *I) {
    ir::Place Pl = deref(P, T);
    Pl.Text = "$b[$0]";
    Pl.Operands = {I};
    return Pl;
  };
  bool Copy = (N == "memcpy" || N == "memmove") && Args.size() == 3, Set = N == "memset" && Args.size() == 3;
  if (Copy || Set) {
    QualType T = pointedAt(Args[0]);
    if (!T->isVoidType() && !Ctx.Types.mayHoldReals(T)) {
      R = inactiveCall(E, Call, nullptr);
      return true;
    }
    if (T->isVoidType())
      return false;
    const ir::Type *Size = type(Ctx.Ast.getSizeType());
    Expr::EvalResult Bytes;
    if (Args[2]->EvaluateAsInt(Bytes, Ctx.Ast) &&
        Bytes.Val.getInt().getZExtValue() % Ctx.Ast.getTypeSizeInChars(T).getQuantity() != 0) {
      refuse(L, llvm::Twine("'") + N + "' of a part of an object", "assign the members");
      R = finish(rvalue(Args[0]));
      return true;
    }
    ir::Value *Count = opaque(llvm::Twine("$0 / sizeof(") + type(T)->Spelling + ")", {rvalue(Args[2])}, Size, L);
    ir::Value *To = firstElement(Args[0]);
    R = finish(To);
    if (Set) {
      Expr::EvalResult Byte;
      if (!Args[1]->EvaluateAsInt(Byte, Ctx.Ast) || Byte.Val.getInt() != 0 || T->isRecordType()) {
        refuse(L, "'memset' of reals to something else than zero", "assign the values in a loop");
        return true;
      }
      countedLoop(Count, [&](ir::Value *I) { store(At(To, T, I), constant("$T()", type(T)), L); }, L);
      return true;
    }
    if (!Ctx.Ast.hasSameUnqualifiedType(T, pointedAt(Args[1]))) {
      refuse(L, "a copy between memory of different types", "convert the values in a loop");
      return true;
    }
    ir::Value *From = firstElement(Args[1]);
    if (N == "memmove") {
      ir::Value *Down = opaque("$0 > $1", {To, From}, Ctx.Types.boolType(), L);
      lowerIf(Down,
              [&] {
                countedLoop(Count, [&](ir::Value *I) {
                  ir::Value *J = opaque("$0 - 1 - $1", {Count, I}, Size, L);
                  copyElement(At(To, T, J), At(From, T, J), L);
                }, L);
              },
              [&] { countedLoop(Count, [&](ir::Value *I) { copyElement(At(To, T, I), At(From, T, I), L); }, L); }, L);
      return true;
    }
    countedLoop(Count, [&](ir::Value *I) { copyElement(At(To, T, I), At(From, T, I), L); }, L);
    return true;
  }
  if (N == "free" && Args.size() == 1) {
    const Expr *P = typedPointer(Args[0]);
    if (!P || !P->getType()->isPointerType() || !Ctx.Types.mayHoldReals(P->getType()))
      return false;
    ir::Op *O = add(ir::OpKind::ShadowCall, L);
    O->Text = "::std::free($0)";
    O->ReleasesShadow = true;
    ir::Arg A;
    A.V = rvalue(P);
    O->Args.push_back(A);
    R = finish(static_cast<ir::Value *>(nullptr));
    return true;
  }
  return false;
}

bool Lowerer::allocation(const CallExpr *E, Callable &Call, QualType T, CallResult &R) {
  std::string N = libraryName(Call.FD);
  if (N != "malloc" && N != "calloc")
    return false;
  const ir::Type *Ty = type(T);
  if (Ty->Class != ir::TypeClass::Pointer)
    return false;
  ir::Op *O = add(ir::OpKind::ShadowCall, E->getBeginLoc());
  std::string Cast = "static_cast<$T>(::std::" + N;
  O->Text = N == "malloc" ? Cast + "($0))" : Cast + "($0, $1))";
  O->ShadowText = N == "malloc" ? "static_cast<$T>(::std::calloc(1, $0))" : Cast + "($0, $1))";
  allocates(*O, "::std::free($r)");
  std::vector<ir::Arg> Args;
  for (const Expr *A : Call.Args) {
    ir::Arg X;
    X.V = rvalue(A);
    Args.push_back(X);
  }
  // The operation is added before its operands were: keep the order of evaluation.
  auto Own = std::find_if(Cur->Ops.begin(), Cur->Ops.end(), [&](auto &P) { return P.get() == O; });
  std::rotate(Own, Own + 1, Cur->Ops.end());
  O->Args = Args;
  R = finish(result(O, Ty, ""));
  return true;
}

/// Its default constructor may set numbers.
bool Lowerer::mayBeginNonzero(QualType T) {
  const CXXRecordDecl *RD = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return RD && !RD->hasTrivialDefaultConstructor();
}

/// The shadow of what New, a new expression, makes begins as zero. Count: ", " and how many there are.
void Lowerer::zeroShadow(ir::Op &New, QualType T, llvm::StringRef Count) {
  if (mayBeginNonzero(T))
    New.ShadowText = "::mixedad::detail::zeroed_new(" + New.Text + Count.str() + ")";
}

ir::Value *Lowerer::newExpr(const CXXNewExpr *E) {
  QualType T = E->getAllocatedType();
  SourceLocation L = E->getBeginLoc();
  const ir::Type *Ty = type(E->getType());
  if (E->getNumPlacementArgs())
    return refuse(L, "placement new", "use an object of its own", E->getType());
  if (Ty->Class != ir::TypeClass::Pointer) {
    std::string Text = verbatim(E);
    ir::Value *N = E->isArray() ? rvalue(*E->getArraySize()) : nullptr;
    ir::Op *O = add(ir::OpKind::Opaque, L);
    O->Pure = false;
    O->Text = "new " + type(T)->Spelling + (N ? "[$0]()" : "()");
    if (N)
      O->Operands.push_back(N);
    if (E->hasInitializer() && !N && !T->isRecordType() && E->getInitializer() && !isa<ImplicitValueInitExpr>(E->getInitializer())) {
      ir::Value *V = result(O, Ty);
      store(deref(V, T), rvalue(E->getInitializer()->IgnoreParens()), L);
      return V;
    }
    return result(O, Ty);
  }
  if (needsStorage(T) && (E->isArray() || T->isArrayType()))
    return refuse(L, llvm::Twine("'new' of an array of '") + T.getAsString() + "'", "use a std::vector, or a class with an empty state", E->getType());
  if (needsStorage(T))
    return newObject(E);
  ir::Value *N = E->isArray() ? rvalue(*E->getArraySize()) : nullptr;
  ir::Op *O = add(ir::OpKind::ShadowCall, L);
  std::string Spelling = type(T)->Spelling;
  if (N) {
    ir::Arg A;
    A.V = N;
    O->Args.push_back(A);
    O->Text = "new " + Spelling + "[$0]()";
    zeroShadow(*O, T, ", $0");
    allocates(*O, "delete[] $r");
  } else {
    const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
    if (RD && !defaultConstructor(RD)) {
      bool Nonzero = false;
      std::string Empty = emptyObject(T, &Nonzero);
      if (Empty.empty())
        return refuse(L, llvm::Twine("'new ") + T.getAsString() + "'", "give the class a default constructor", E->getType());
      O->Text = "new " + Spelling + "(" + Empty + ")";
      if (Nonzero)
        zeroShadow(*O, T);
    } else {
      O->Text = "new " + Spelling + "()";
      zeroShadow(*O, T);
    }
    allocates(*O, "delete $r");
  }
  ir::Value *P = result(O, Ty, "");
  if (!N) {
    ir::Place At = deref(P, T);
    if (const CXXConstructExpr *C = E->getConstructExpr()) {
      if (C->getConstructor()->isUserProvided() || C->getNumArgs())
        recordInto(C, At, /*Fresh=*/true);
    } else if (E->hasInitializer() && E->getInitializer()) {
      initMember(At, T, E->getInitializer()->IgnoreParens());
    }
  } else if (const auto *I = dyn_cast_or_null<InitListExpr>(E->getInitializer())) {
    for (unsigned K = 0; K < I->getNumInits(); ++K) {
      ir::Place At = deref(P, T);
      At.Text = "$b[" + std::to_string(K) + "]";
      initMember(At, T, I->getInit(K));
    }
  }
  return P;
}

void Lowerer::deleteExpr(const CXXDeleteExpr *E) {
  ir::Value *P = rvalue(E->getArgument());
  std::string Text = E->isArrayForm() ? "delete[] $0" : "delete $0";
  if (!P->isPointer()) {
    ir::Op *O = add(ir::OpKind::Opaque, E->getBeginLoc());
    O->Pure = false;
    O->Text = Text;
    O->Operands.push_back(P);
    return;
  }
  if (QualType T = E->getDestroyedType(); !T.isNull() && needsStorage(T))
    return deleteObject(P, T, E);
  ir::Op *O = add(ir::OpKind::ShadowCall, E->getBeginLoc());
  O->Text = Text;
  O->ReleasesShadow = true;
  ir::Arg A;
  A.V = P;
  O->Args.push_back(A);
}

} // namespace mixedad
