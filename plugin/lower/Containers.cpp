//===- Containers.cpp - the standard containers, one rule per operation ---===//
//
// Element access is a place of the container itself ("v[i]", whose shadow is "d_v[i]"). What changes a container's
// shape runs on the shadow too, and the reverse sweep undoes it there, so that the shadow has the primal's shape of
// that moment whenever an earlier statement's cotangents arrive. What only navigates runs on both sides. Iterators
// over contiguous memory and everything else with plain bodies are inlined like user code and need no rule.
//
//===----------------------------------------------------------------------===//
#include "lower/Library.h"
#include "clang/Sema/Initialization.h"

using namespace clang;

namespace mixedad {

static bool fromLibrary(LowerContext &Ctx, const FunctionDecl *FD) {
  return FD->isInStdNamespace() || Ctx.Ast.getSourceManager().isInSystemHeader(FD->getLocation());
}

static bool isNodeBased(llvm::StringRef C) {
  return oneOf(C, {"map", "unordered_map", "multimap", "unordered_multimap", "set", "list", "forward_list", "deque",
                   "_Rb_tree_iterator", "_Rb_tree_const_iterator", "_List_iterator", "_List_const_iterator",
                   "_Deque_iterator", "_Node_iterator", "_Node_const_iterator", "_Node_iterator_base", "_Fwd_list_iterator"});
}
static bool isOwner(llvm::StringRef C) {
  return oneOf(C, {"unique_ptr", "shared_ptr", "__shared_ptr", "__shared_ptr_access", "optional", "reference_wrapper"});
}

ir::Op *Lowerer::shadowCall(llvm::Twine Text, llvm::ArrayRef<ir::Arg> Args, SourceLocation L) {
  ir::Op *O = add(ir::OpKind::ShadowCall, L);
  O->Text = Text.str();
  O->Args.assign(Args.begin(), Args.end());
  for (ir::Arg &A : O->Args)
    if (!A.V && A.P.BaseVar)
      A.P.BaseVar->AddressTaken = true;
  return O;
}

/// Stores what E gives into the element that a container has just grown by.
void Lowerer::fillElement(const ir::Place &At, QualType T, const Expr *E) {
  if (T->isRecordType() || T->isArrayType())
    recordInto(E, At, /*Fresh=*/true);
  else
    store(At, convert(E->isGLValue() ? loadLV(bindReference(E, "x"), E->getBeginLoc()) : rvalue(E), T, E->getBeginLoc()),
          E->getBeginLoc());
}

/// v[i], v.at(i), v.front(), *optional, std::get<0>(t): places of the container.
bool Lowerer::elementCall(const Expr *E, Callable &Call, CallResult &R) {
  const FunctionDecl *FD = Call.FD;
  const auto *M = dyn_cast<CXXMethodDecl>(FD);
  SourceLocation L = E->getBeginLoc();
  LValue LV;
  if (!M) {
    if (FD->getIdentifier() && FD->getName() == "get" && FD->isInStdNamespace() && Call.Args.size() == 1 &&
        FD->getReturnType()->isReferenceType()) {
      const TemplateArgumentList *TA = FD->getTemplateSpecializationArgs();
      if (!TA || !TA->size())
        return false;
      std::string Which = TA->get(0).getKind() == TemplateArgument::Integral
                              ? llvm::toString(TA->get(0).getAsIntegral(), 10)
                              : type(TA->get(0).getAsType())->Spelling;
      ir::Place Obj = place(Call.Args[0]);
      LV.P = sub(Obj, "::std::get<" + llvm::Twine(Which) + ">($p)", {}, type(FD->getReturnType()));
      const CXXRecordDecl *Pair = Call.Args[0]->getType()->getAsCXXRecordDecl();
      if (LV.P.Ty->Class == ir::TypeClass::Real && Which == "0" && isClassNamed(Call.Args[0]->getType(), "std", "pair") &&
          elementType(Pair).isConstQualified())
        LV.P.ActiveMemory = false; // a map's key, see constantKey
      R = finish(LV);
      return true;
    }
    return false;
  }
  llvm::StringRef C = className(M);
  OverloadedOperatorKind Op = M->getOverloadedOperator();
  llvm::StringRef N = M->getIdentifier() ? M->getName() : "";
  QualType RT = M->getReturnType();
  if (C == "storage_of" && N == "get" && isClassNamed(compat::tagType(Ctx.Ast, M->getParent()), "detail", C)) { // of an inner derivative
    LV.P = sub(object(Call).P, "$p.get()", {}, type(RT));
    R = finish(LV);
    return true;
  }
  if (isRandomAccess(C) && (RT->isReferenceType() || C == "valarray")) {
    if ((Op == OO_Subscript || N == "at") && Call.Args.size() == 1 &&
        (Call.Args[0]->getType()->isIntegralOrEnumerationType())) {
      ir::Place Obj = object(Call).P;
      ir::Value *I = rvalue(Call.Args[0]);
      LV.P = sub(Obj, N == "at" ? "$p.at($0)" : "$p[$0]", {I}, type(RT));
      R = finish(LV);
      return true;
    }
    if (N == "front" || N == "back") {
      LV.P = sub(object(Call).P, "$p." + N + "()", {}, type(RT));
      // The last element is another one after the next push_back: name it by its index now.
      if (N == "back" && isRandomAccess(C) && C != "valarray") {
        ir::Place Obj = object(Call).P;
        ir::Op *O = add(ir::OpKind::Opaque, L);
        O->PlaceOperands.push_back(Obj);
        O->Text = "$&0.size() - 1";
        O->ReadsMemory = true;
        ir::Value *I = result(O, type(Ctx.Ast.getSizeType()));
        LV.P = sub(Obj, "$p[$0]", {I}, type(RT));
      }
      R = finish(LV);
      return true;
    }
  }
  if (isOwner(C) && (Op == OO_Star || Op == OO_Arrow || N == "get" || N == "value") && Call.Args.empty()) {
    // The accessors of a shared_ptr are in a base class of it.
    const Expr *Whole = Call.Object->IgnoreParenImpCasts();
    ir::Place Obj = C == "__shared_ptr_access" && !Call.Arrow && Whole->isGLValue() ? place(Whole) : object(Call).P;
    QualType T = RT->isReferenceType() ? RT.getNonReferenceType() : RT->getPointeeType();
    if (T.isNull())
      return false;
    if (C == "optional") { // its value lives inside
      LV.P = sub(Obj, "(*$p)", {}, type(T));
      R = Op == OO_Arrow ? finish(addressOf(LV.P, L)) : finish(LV);
      return true;
    }
    ir::Op *O = shadowCall(C == "reference_wrapper" ? "&$0.get()" : "$0.get()", {objectArg(Obj)}, L);
    const ir::Type *PT = Ctx.Types.pointerTo(T);
    O->Text = "static_cast<$T>(" + O->Text + ")";
    ir::Value *V = result(O, PT);
    LV.P = deref(V, T);
    R = RT->isReferenceType() ? finish(LV) : finish(V);
    return true;
  }
  return false;
}

/// begin, end, find, ++it and their like, on containers of nodes: both sides do the same.
bool Lowerer::navigationCall(const Expr *E, Callable &Call, CallResult &R) {
  const FunctionDecl *FD = Call.FD;
  const auto *M = dyn_cast<CXXMethodDecl>(FD);
  llvm::StringRef C = className(FD);
  bool Member = M && isNodeBased(C);
  bool Data = M && oneOf(C, {"vector", "array", "span"}) && FD->getIdentifier() && FD->getName() == "data";
  if (!Member && !Data)
    return false;
  SourceLocation L = E->getBeginLoc();
  llvm::StringRef N = FD->getIdentifier() ? FD->getName() : "";
  OverloadedOperatorKind Op = FD->getOverloadedOperator();
  const bool Assigns = Op == OO_Equal && oneOf(C, {"map", "multimap", "unordered_map", "unordered_multimap", "list", "forward_list", "deque"});
  if (Assigns || (!Data && Op == OO_None && !oneOf(N, {"begin", "end", "cbegin", "cend", "rbegin", "rend", "find", "lower_bound", "upper_bound", "front", "back", "at"}))) {
    if (FD->getReturnType()->isIntegralOrEnumerationType())
      return false;
    refuse(L, llvm::Twine("'std::") + C + "::" + FD->getNameAsString() + "'",
           "use operator[] or a loop, or give the surrounding function a derivative with [[mixedad::derivative_of]]");
    R = finish(constant("0", Ctx.Types.boolType()));
    return true;
  }
  llvm::SmallVector<ir::Arg, 4> Args;
  Args.push_back(objectArg(Call.Arrow ? pointee(Call.Object) : place(Call.Object)));
  std::string List;
  for (const Expr *A : Call.Args) {
    if (isa<CXXDefaultArgExpr>(A))
      continue;
    QualType T = A->getType();
    bool Object = T->isRecordType() && type(T)->Class == ir::TypeClass::Inactive;
    if (Object)
      Args.push_back(keyAt(bindReference(A, "key").P, L).A);
    else if (T->isRecordType())
      Args.push_back(objectArg(place(A)));
    else
      Args.push_back(valueArg(constantKey(A->isGLValue() ? loadLV(bindReference(A, "key"), L) : rvalue(A), L)));
    List += (List.empty() ? (Object ? "*$" : "$") : Object ? ", *$" : ", $") + std::to_string(Args.size() - 1);
  }
  std::string Text;
  if (Op == OO_Subscript)
    Text = "$0[" + List + "]";
  else if (Op == OO_Arrow)
    Text = "$0.operator->()";
  else if (Op != OO_None)
    Text = List.empty() ? std::string(getOperatorSpelling(Op)) + "$0" : "$0 " + std::string(getOperatorSpelling(Op)) + " " + List;
  else
    Text = "$0." + FD->getNameAsString() + "(" + List + ")";
  if ((Op == OO_PlusPlus || Op == OO_MinusMinus) && !List.empty())
    Text = std::string("$0") + getOperatorSpelling(Op);
  QualType RT = FD->getReturnType();
  LValue LV;
  if (RT->isRecordType()) {
    ir::Op *Dest = variable("it", type(RT), ir::InitKind::Result, L);
    ir::Op *O = shadowCall(Text, Args, L);
    O->Dest = Dest;
    LV.P = placeOf(Dest);
    R = finish(LV);
    return true;
  }
  ir::Op *O = shadowCall(Text, Args, L);
  if (Op == OO_PlusPlus || Op == OO_MinusMinus || Op == OO_PlusEqual || Op == OO_MinusEqual || RT->isVoidType()) {
    LV.P = Args[0].P;
    R = finish(LV);
    return true;
  }
  if (RT->isReferenceType()) {
    O->Text = "const_cast<$T>(&(" + Text + "))";
    ir::Value *V = result(O, Ctx.Types.pointerTo(RT));
    LV.P = deref(V, RT.getNonReferenceType());
    R = finish(LV);
    return true;
  }
  const ir::Type *PT = type(RT);
  if (PT->Class == ir::TypeClass::Pointer) // a pointer to const as the IR knows it: to what it points to
    O->Text = "const_cast<$T>(" + Text + ")";
  R = finish(result(O, PT));
  return true;
}

/// A container's operation that copies or moves elements: all but those that only look at it.
static bool copiesElements(const FunctionDecl *FD) {
  const auto *M = dyn_cast<CXXMethodDecl>(FD);
  if (!M || M->isConst() || isa<CXXConstructorDecl, CXXDestructorDecl>(M))
    return false;
  OverloadedOperatorKind Op = M->getOverloadedOperator();
  if (Op != OO_None)
    return Op == OO_Equal;
  return M->getIdentifier() &&
         !oneOf(M->getName(), {"at", "front", "back", "begin", "end", "rbegin", "rend", "data", "find", "lower_bound", "upper_bound",
                               "get", "value", "clear", "pop_back", "pop_front", "pop", "top", "swap", "reset"});
}

/// The braces that a std::initializer_list is made of, or null.
const InitListExpr *Lowerer::bracedList(const Expr *E) {
  auto Bare = [](const Expr *X) {
    X = X->IgnoreParenImpCasts();
    while (const Expr *Held = belowTemporary(X))
      X = Held->IgnoreParenImpCasts();
    return X;
  };
  E = Bare(E);
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E))
    E = Bare(List->getSubExpr());
  return dyn_cast<InitListExpr>(E);
}

/// v = {x, y}, m = {{k, x}, {l, y}}: as from a container of these elements.
bool Lowerer::listAssigned(Callable &Call, CallResult &R) {
  const auto *M = dyn_cast<CXXMethodDecl>(Call.FD);
  if (!M || M->getOverloadedOperator() != OO_Equal || Call.Args.size() != 1)
    return false;
  const bool Indexed = oneOf(className(M), {"vector", "deque"});
  if (!Indexed && !isMap(className(M)) && className(M) != "list")
    return false;
  if (!isClassNamed(Call.Args[0]->getType(), "std", "initializer_list"))
    return false;
  LValue To = object(Call);
  const QualType T = Ctx.Types.clangType(To.P.Ty);
  const SourceLocation L = Call.Args[0]->getBeginLoc();
  const InitListExpr *List = bracedList(Call.Args[0]);
  const auto *Made = dyn_cast<CXXConstructExpr>(Call.Args[0]->IgnoreParenImpCasts());
  ir::Op *Given = nullptr;
  if (Made && Made->getNumArgs() == 0) { // v = {}
    Given = variable("given", type(T), ir::InitKind::Zero, L);
  } else if (Indexed) {
    Given = givenElements(Call.Args, T, L);
  } else if (List) {
    Given = variable("given", type(T), ir::InitKind::Zero, L);
    for (const Expr *I : List->inits())
      addToList(placeOf(Given), T, I, L);
  }
  if (!Given)
    return false;
  copyRecord(To.P, placeOf(Given), L);
  R = finish(To);
  return true;
}

bool Lowerer::containerCall(const Expr *E, Callable &Call, const ir::Place *Dest, CallResult &R) {
  if (!fromLibrary(Ctx, Call.FD))
    return false;
  if (copiesElements(Call.FD) && refusesCopy(compat::tagType(Ctx.Ast, cast<CXXMethodDecl>(Call.FD)->getParent()), E->getBeginLoc())) {
    R = finish(constant("$T()", type(E->getType())));
    return true;
  }
  const auto *M = dyn_cast<CXXMethodDecl>(Call.FD);
  SourceLocation L = E->getBeginLoc();
  auto Assign = [&] {
    LValue To = object(Call);
    recordInto(Call.Args[0], To.P, false);
    R = finish(To);
    return true;
  };
  const bool Assigns = M && isPlainCopy(M) && (M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator());
  if (Assigns && oneOf(className(M), {"vector", "deque", "list", "forward_list", "map", "multimap", "unordered_map", "unordered_multimap"}))
    return Assign();
  if (listAssigned(Call, R))
    return true;
  if (complexCall(E, Call, R) || mapCall(E, Call, R) || optionalCall(E, Call, R) || ownerCall(E, Call, R) ||
      variantCall(E, Call, R) || tieCall(E, Call, R) || valarrayCall(E, Call, R) || elementCall(E, Call, R) || shapeCall(E, Call, R) ||
      navigationCall(E, Call, R))
    return true;
  if (Assigns)
    return Assign();
  if (!M && Call.FD->getIdentifier() && oneOf(Call.FD->getName(), {"make_pair", "make_tuple"})) {
    ir::Op *V = emptyVariable("result", Call.FD->getReturnType(), L);
    elementsInto(placeOf(V), Call.FD->getReturnType(), Call.Args);
    LValue LV;
    LV.P = placeOf(V);
    R = finish(LV);
    return true;
  }
  return false;
}

/// `T(Args...)` as the program would have written it: by the constructor that overload resolution picks, each argument
/// converted. Null when there is none, or when the object is not made by a constructor.
const CXXConstructExpr *Lowerer::constructed(QualType T, llvm::ArrayRef<const Expr *> Args) {
  llvm::SmallVector<Expr *, 4> Given;
  for (const Expr *A : Args)
    Given.push_back(const_cast<Expr *>(A));
  SourceLocation L = Args.empty() ? SourceLocation() : Args[0]->getBeginLoc();
  InitializedEntity Entity = InitializedEntity::InitializeTemporary(T.getUnqualifiedType());
  InitializationKind Kind = InitializationKind::CreateDirect(L, L, L);
  InitializationSequence Sequence(Ctx.S, Entity, Kind, Given);
  if (!Sequence)
    return nullptr;
  ExprResult Made = Sequence.Perform(Ctx.S, Entity, Kind, Given);
  if (!Made.isUsable())
    return nullptr;
  const Expr *E = Made.get()->IgnoreParens();
  while (const Expr *Held = belowTemporary(E))
    E = Held->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E); Cast && Cast->getCastKind() == CK_ConstructorConversion)
    E = Cast->getSubExpr()->IgnoreParens();
  return dyn_cast<CXXConstructExpr>(E);
}

/// Constructs an object of class T in place from a call's arguments.
bool Lowerer::makeInto(const ir::Place &At, QualType T, llvm::ArrayRef<const Expr *> Args) {
  if (!T->getAsCXXRecordDecl())
    return false;
  if (Args.size() == 1 && Ctx.Ast.hasSameUnqualifiedType(Args[0]->getType().getNonReferenceType(), T)) {
    recordInto(Args[0], At, true);
    return true;
  }
  const CXXConstructExpr *C = constructed(T, Args);
  if (C)
    recordInto(C, At, true);
  return C;
}

/// pair and tuple, element by element.
bool Lowerer::elementsInto(const ir::Place &At, QualType T, llvm::ArrayRef<const Expr *> Args) {
  if (!isa_and_nonnull<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl()))
    return false;
  llvm::SmallVector<QualType, 4> Types = typeArguments(T);
  if (Types.size() != Args.size())
    return false;
  llvm::SmallVector<const Expr *, 4> Once = evaluated(Args);
  Args = Once;
  for (unsigned I = 0; I < Args.size(); ++I) {
    if (Types[I]->isReferenceType()) {
      refuse(Args[I]->getBeginLoc(), "a tuple of references", "use variables");
      return true;
    }
    const ir::Type *Ty = type(Types[I]);
    if (Types[I].isConstQualified() && Ty->Class == ir::TypeClass::Real) {
      const Expr *E = Args[I];
      ir::Value *V = E->isGLValue() ? loadLV(bindReference(E, "x"), E->getBeginLoc()) : rvalue(E);
      ir::Place Key = sub(At, "const_cast<" + llvm::Twine(Ty->Spelling) + " &>(::std::get<" + llvm::Twine(I) + ">($p))", {}, Ty);
      Key.ActiveMemory = false;
      store(Key, constantKey(convert(V, Types[I], E->getBeginLoc()), E->getBeginLoc()), E->getBeginLoc());
      continue;
    }
    std::string Get = "::std::get<" + std::to_string(I) + ">($p)";
    if (Types[I].isConstQualified()) // the key of a map's entry
      Get = "const_cast<" + Ty->Spelling + " &>(" + Get + ")";
    ir::Place Part = sub(At, Get, {}, Ty);
    QualType T = Types[I].getUnqualifiedType(), From = Args[I]->getType().getNonReferenceType();
    if (!T->isRecordType() || Ctx.Ast.hasSameUnqualifiedType(T, From)) {
      fillElement(Part, T, Args[I]);
    } else if (Ty->Class == ir::TypeClass::Inactive) { // a string of a literal, say
      ir::Op Tmp;
      std::string Text = operandText(Args[I], Tmp);
      ir::Op *V = variable("part", Ty, ir::InitKind::Text, Args[I]->getBeginLoc());
      V->Operands = Tmp.Operands;
      V->PlaceOperands = Tmp.PlaceOperands;
      V->InitText = "$T $n(" + Text + ")";
      copyRecord(Part, placeOf(V), Args[I]->getBeginLoc());
    } else if (!makeInto(Part, T, {Args[I]})) {
      refuse(Args[I]->getBeginLoc(), llvm::Twine("making a '") + T.getAsString() + "' of this", "make it first");
    }
  }
  return true;
}

/// A class of the library whose members are its own business: objects of it are made by a rule or not at all.
bool Lowerer::libraryOwned(QualType T) {
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || !RD->getIdentifier() || !RD->isInStdNamespace())
    return false;
  llvm::StringRef N = RD->getName();
  return isSequence(N) || isNodeBased(N) || N.starts_with("unordered_") || N.starts_with("basic_") || TypeTable::isTypeErased(T) ||
         oneOf(N, {"valarray", "multiset", "unique_ptr", "shared_ptr", "weak_ptr", "optional", "variant", "stack", "queue",
                   "priority_queue", "thread", "future", "promise"});
}

/// The array that a braced list is, and the object that refers to it.
ir::Op *Lowerer::initializerList(const CXXStdInitializerListExpr *E, QualType T, llvm::StringRef Name, SourceLocation L) {
  const Expr *Array = E->getSubExpr()->IgnoreParens();
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Array))
    Array = M->getSubExpr();
  QualType AT = Ctx.Ast.getUnqualifiedArrayType(Array->getType());
  ir::Op *Values = recordVariable(Array, AT, "list", L);
  ir::Op *V = variable(Name, type(T), ir::InitKind::Zero, L);
  for (const FieldDecl *F : T->getAsCXXRecordDecl()->fields()) {
    ir::Place P = field(placeOf(V), F);
    if (F->getType()->isPointerType())
      store(P, addressOf(sub(placeOf(Values), "$p[0]", {}, type(Ctx.Ast.getAsArrayType(AT)->getElementType())), L), L);
    else
      store(P, constant(llvm::toString(Ctx.Ast.getAsConstantArrayType(AT)->getSize(), 10, false) + "ul", P.Ty), L);
  }
  return V;
}

/// One entry of the braced list that a map or a list is made from.
void Lowerer::addToList(const ir::Place &Obj, QualType T, const Expr *E, SourceLocation L) {
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (isMap(RD->getName())) {
    KeyArg K;
    NewElement N;
    splitPair(place(E), K, N, L);
    insertPair(Obj, K, N, elementType(RD, 1), /*Always=*/false, L);
    return;
  }
  QualType Element = elementType(RD);
  addElement(Obj, Element, newElement(Element, {E}, L), "$0.size()", "$0.push_back(@)", sub(Obj, "$p.back()", {}, type(Element)), nullptr, L);
}

/// An element of one container becomes one of another, perhaps of another type.
void Lowerer::convertElement(const ir::Place &To, QualType T, const ir::Place &From, QualType FromT, SourceLocation L) {
  if (Ctx.Ast.hasSameUnqualifiedType(T, FromT))
    return copyElement(To, From, L);
  if (T->isArithmeticType() && FromT->isArithmeticType())
    return store(To, convert(load(From, L), T, L), L);
  if (isClassNamed(T, "std", "complex") && FromT->isArithmeticType()) {
    QualType Part = elementType(T->getAsCXXRecordDecl());
    return store(complexPart(To, Part, 0), convert(load(From, L), Part, L), L);
  }
  refuse(L, llvm::Twine("making '") + T.getAsString() + "' of elements of type '" + FromT.getAsString() + "'", "copy them in a loop");
}

/// Whether `T{}` is an object.
bool Lowerer::hasDefault(QualType T) {
  const CXXRecordDecl *RD = Ctx.Ast.getBaseElementType(T)->getAsCXXRecordDecl();
  return !RD || (RD->hasDefaultConstructor() && constructed(Ctx.Ast.getBaseElementType(T), {}));
}

/// The declaration of a container with this many elements, which get their values afterwards.
std::string Lowerer::emptyElements(llvm::StringRef Count, QualType Element, SourceLocation L) {
  if (hasDefault(Element))
    return ("$T $n(" + Count + ")").str();
  const std::string Empty = emptyObject(Element);
  if (Empty.empty() || isOnlyMoved(Element))
    refuse(L, llvm::Twine("a container of '") + Element.getAsString() + "', which has no default constructor, made like this",
           "make it empty and push the elements, or give the class a default constructor");
  return ("$T $n(" + Count + ", " + Empty + ")").str();
}

/// A vector or deque of the elements between two iterators.
ir::Op *Lowerer::fromRange(llvm::ArrayRef<const Expr *> Args, QualType T, llvm::StringRef Name, SourceLocation L) {
  QualType Element = elementType(T->getAsCXXRecordDecl());
  const ir::Type *Size = type(Ctx.Ast.getSizeType());
  auto Sized = [&](ir::Value *N) {
    ir::Op *V = variable(Name, type(T), ir::InitKind::Text, L);
    V->Operands.push_back(N);
    V->InitText = emptyElements("$0", Element, L);
    return V;
  };
  if (ir::Value *First = iteratorAddress(Args[0])) {
    ir::Value *Last = iteratorAddress(Args[1]);
    QualType From = Ctx.Types.clangType(First->Ty)->getPointeeType();
    ir::Value *N = opaque("static_cast<$T>($1 - $0)", {First, Last}, Size, L);
    ir::Op *V = Sized(N);
    countedLoop(N, [&](ir::Value *I) {
      ir::Place Src = deref(First, From);
      Src.Text = "$b[$0]";
      Src.Operands = {I};
      convertElement(sub(placeOf(V), "$p[$0]", {I}, type(Element)), Element, Src, From, L);
    }, L);
    return V;
  }
  const CXXRecordDecl *It = Args[0]->getType().getNonReferenceType()->getAsCXXRecordDecl();
  QualType From = It && isNodeBased(It->getIdentifier() ? It->getName() : "") ? elementType(It) : QualType();
  if (From.isNull() || It->getName().contains("Rb_tree") || It->getName().contains("Node")) {
    refuse(L, "constructing a container from these iterators", "construct it with a size and copy in a loop");
    return variable(Name, type(T), ir::InitKind::Zero, L);
  }
  ir::Place Begin = place(Args[0]), End = place(Args[1]);
  ir::Op *At = variable("it", Begin.Ty, ir::InitKind::Result, L);
  shadowCall(Begin.Ty->Spelling + "($0)", {objectArg(Begin)}, L)->Dest = At;
  ir::Op *Count = add(ir::OpKind::Opaque, L);
  Count->PlaceOperands = {Begin, End};
  Count->ReadsMemory = true;
  Count->Text = "static_cast<$T>(::std::distance<" + Begin.Ty->Spelling + ">($&0, $&1))";
  ir::Value *N = result(Count, Size);
  ir::Op *V = Sized(N);
  countedLoop(N, [&](ir::Value *I) {
    ir::Op *Get = shadowCall("const_cast<$T>(&*$0)", {objectArg(placeOf(At))}, L);
    ir::Place Src = deref(result(Get, Ctx.Types.pointerTo(From)), From);
    convertElement(sub(placeOf(V), "$p[$0]", {I}, type(Element)), Element, Src, From, L);
    shadowCall("++$0", {objectArg(placeOf(At))}, L);
  }, L);
  return V;
}

bool Lowerer::libraryInit(const Expr *E, QualType T, llvm::StringRef Name, SourceLocation L, ir::Op **Out) {
  const auto *C = dyn_cast<CXXConstructExpr>(E);
  if (!C || !C->getConstructor()->getParent()->isInStdNamespace() || type(T)->Class != ir::TypeClass::Record)
    return false;
  const CXXConstructorDecl *CD = C->getConstructor();
  llvm::StringRef Class = CD->getParent()->getIdentifier() ? CD->getParent()->getName() : "";
  llvm::SmallVector<const Expr *, 4> Args;
  for (const Expr *A : C->arguments())
    if (!isa<CXXDefaultArgExpr>(A))
      Args.push_back(A);
  if (ownerInit(C, T, Name, L, Out) || functionInit(C, T, Name, L, Out))
    return true;
  if (libraryOwned(T) && (CD->isCopyOrMoveConstructor() || Args.size() > 1 || (Args.size() == 1 && !Args[0]->getType()->isIntegerType())) && refusesCopy(T, L)) {
    *Out = variable(Name, type(T), ir::InitKind::Zero, L);
    return true;
  }
  if (CD->isCopyOrMoveConstructor())
    return false;
  if (complexInit(C, T, Name, L, Out) || variantInit(C, T, Name, L, Out))
    return true;
  if ((Class == "pair" || Class == "tuple") && !Args.empty()) {
    const bool References = llvm::any_of(typeArguments(T), [](QualType P) { return P->isReferenceType(); }); // refused below
    ir::Op *V = References ? variable(Name, type(T), ir::InitKind::Zero, L) : emptyVariable(Name, T, L);
    *Out = V;
    return elementsInto(placeOf(V), T, Args);
  }
  QualType Element = elementType(CD->getParent());
  if (Class == "optional" && Args.size() == 1 && !isClassNamed(Args[0]->getType(), "std", "optional")) {
    bool Empty = isClassNamed(Args[0]->getType(), "std", "nullopt_t");
    NewElement N;
    if (!Empty)
      N = newElement(Element, Args, L);
    *Out = variable(Name, type(T), ir::InitKind::Zero, L);
    if (!Empty && !Failed)
      giveValue(placeOf(*Out), Element, N, L);
    return true;
  }
  if (isNodeBased(Class) && Class.contains("iterator") && Args.size() == 1) { // to an iterator over const elements
    ir::Place From = place(Args[0]);
    *Out = variable(Name, type(T), ir::InitKind::Result, L);
    shadowCall(type(T)->Spelling + "($0)", {objectArg(From)}, L)->Dest = *Out;
    return true;
  }
  auto Refused = [&] {
    refuse(L, llvm::Twine("this way to construct a 'std::") + Class + "'", "make it empty, then give it its elements");
    *Out = variable(Name, type(T), ir::InitKind::Zero, L);
    return true;
  };
  if (Args.empty() || !libraryOwned(T))
    return false;
  const Expr *First = Args[0]->IgnoreParens();
  while (const auto *X = dyn_cast<ImplicitCastExpr>(First))
    First = X->getSubExpr();
  if (const auto *X = dyn_cast<FullExpr>(First))
    First = X->getSubExpr();
  if (const auto *IL = dyn_cast<CXXStdInitializerListExpr>(First)) {
    const Expr *Sub = IL->getSubExpr()->IgnoreParens();
    if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Sub))
      Sub = M->getSubExpr();
    const auto *List = dyn_cast<InitListExpr>(Sub->IgnoreImplicit());
    if (!List)
      return Refused();
    if (isMap(Class) || Class == "list") {
      *Out = variable(Name, type(T), ir::InitKind::Zero, L);
      for (const Expr *I : List->inits())
        addToList(placeOf(*Out), T, I, L);
      return true;
    }
    if (!isRandomAccess(Class))
      return Refused();
    // The values first, as the variable may shadow nothing it is made of.
    ir::Op *V = variable(Name, type(T), ir::InitKind::Text, L);
    V->InitText = emptyElements(std::to_string(List->getNumInits()), Element, L);
    for (unsigned I = 0; I < List->getNumInits(); ++I)
      fillElement(sub(placeOf(V), "$p[" + llvm::Twine(I) + "]", {}, type(Element)), Element, List->getInit(I));
    *Out = V;
    return true;
  }
  if (Class == "valarray" && Args.size() == 1 && isClassNamed(Args[0]->getType(), "std", "_Expr")) {
    if (!valarrayInit(Args[0], T, Name, L, Out))
      *Out = variable(Name, type(T), ir::InitKind::Zero, L);
    return true;
  }
  if (!oneOf(Class, {"vector", "deque", "list", "valarray"}))
    return Refused();
  bool ValueFirst = Class == "valarray" && Args.size() == 2; // valarray(value, n)
  const Expr *SizeArg = ValueFirst ? Args[1] : Args[0];
  if (SizeArg->getType()->isIntegerType()) {
    ir::Value *N = rvalue(SizeArg);
    ir::Value *Fill = nullptr;
    ir::Op *FillRecord = nullptr;
    if (Args.size() == 2) {
      const Expr *F = ValueFirst ? Args[0] : Args[1];
      if (Element->isRecordType())
        FillRecord = recordVariable(F, Element, "fill", L);
      else
        Fill = convert(F->isGLValue() ? loadLV(bindReference(F, "fill"), L) : rvalue(F), Element, L);
    }
    ir::Op *V = variable(Name, type(T), ir::InitKind::Text, L);
    V->Operands.push_back(N);
    V->InitText = FillRecord ? emptyElements("$0", Element, L) : "$T $n($0)";
    bool Zero = Fill && Fill->Def && Fill->Def->Kind == ir::OpKind::Const && (Fill->Def->Text == "0.0" || Fill->Def->Text == "0.0f");
    if (FillRecord && FillRecord->VarTy->Class == ir::TypeClass::Record && !FillRecord->VarTy->PureReal) {
      // vector<vector<double>> m(n, vector<double>(k)): built with its shape, so that the shadow has it too.
      V->PlaceOperands.push_back(placeOf(FillRecord));
      V->InitText = "$T $n($0, $&0)";
    }
    if ((Fill && !Zero) || FillRecord) {
      if (Class == "list") {
        refuse(L, "a list of a repeated value", "push the elements");
        *Out = V;
        return true;
      }
      countedLoop(N, [&](ir::Value *I) {
        ir::Place At = sub(placeOf(V), "$p[$0]", {I}, type(Element));
        if (Fill)
          store(At, Fill, L);
        else
          copyRecord(At, placeOf(FillRecord), L);
      }, L);
    }
    *Out = V;
    return true;
  }
  if (Args.size() == 2 && (Class == "vector" || Class == "deque")) { // from a range of iterators or pointers
    *Out = fromRange(Args, T, Name, L);
    return true;
  }
  return Refused();
}

} // namespace mixedad
