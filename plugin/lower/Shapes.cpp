//===- Shapes.cpp - containers that grow and shrink -----------------------===//
//
// push_back, insert, erase and the other operations that change how many elements there are, as operations on both
// sides: see mixedad/detail/shapes.h for what the shadow does. A new element is zero first; its value is stored into
// it by an operation of its own, which carries the derivative.
//
//===----------------------------------------------------------------------===//
#include "lower/Library.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace mixedad {

/// An operation that Text does to the primal and, without a tape, to the shadow.
ir::Op *Lowerer::shapeOp(llvm::Twine Text, llvm::Twine Sweep, llvm::Twine Reverse, llvm::ArrayRef<ir::Arg> Args,
                         SourceLocation L) {
  ir::Op *O = shadowCall(Text, Args, L);
  O->SweepText = Sweep.str();
  O->ReverseText = Reverse.str();
  return O;
}

/// Containers or owners that exchange what they hold, and do it again in the reverse sweep.
void Lowerer::swapObjects(const ir::Place &A, const ir::Place &B, SourceLocation L) {
  shapeOp("$0.swap($1)", "$0.swap($1)", "$0.swap($1)", {objectArg(A), objectArg(B)}, L);
}

/// What a call adds to a container: a real or a record, evaluated before the container changes.
Lowerer::NewElement Lowerer::newElement(QualType T, llvm::ArrayRef<const Expr *> Args, SourceLocation L) {
  NewElement N;
  if (Args.size() == 1 && !T->isRecordType() && !T->isArrayType()) {
    N.V = convert(Args[0]->isGLValue() ? loadLV(bindReference(Args[0], "x"), L) : rvalue(Args[0]), T, L);
  } else if (Args.empty() && !T->isRecordType()) {
    N.V = constant("$T()", type(T));
  } else if (Args.size() == 1 && Ctx.Ast.hasSameUnqualifiedType(Args[0]->getType().getNonReferenceType(), T)) {
    N.Object = recordVariable(Args[0], T, "pushed", L);
  } else {
    N.Object = emptyVariable("pushed", T, L);
    if (const CXXRecordDecl *RD = T->getAsCXXRecordDecl(); Args.empty() && RD && RD->hasUserProvidedDefaultConstructor())
      refuse(L, "an element that its default constructor makes", "make the object first, then push it");
    if (!Args.empty() && !makeInto(placeOf(N.Object), T, Args))
      refuse(L, "an element that is made from these arguments", "make the object first, then push it");
  }
  return N;
}

/// One element more: Where is an expression for its index, At the place it has afterwards.
void Lowerer::addElement(const ir::Place &Obj, QualType T, NewElement N, llvm::StringRef Where, llvm::StringRef Insert,
                         const ir::Place &At, ir::Value *Index, SourceLocation L) {
  llvm::SmallVector<ir::Arg, 3> Args{objectArg(Obj)};
  std::string Item = "$1";
  if (Index) {
    Args.push_back(valueArg(Index));
    Item = "$2";
  }
  if (N.Object) {
    Args.push_back(objectArg(placeOf(N.Object)));
    bool Move = isOnlyMoved(T);
    std::string Given = Move ? "::std::move(" + Item + ")" : Item;
    std::string Text = Insert.str();
    Text.replace(Text.find('@'), 1, Given);
    if (Move)
      shapeOp(Text, SHAPE "insert_moved(tape, $0, " + Where + ", " + Item + ")",
              SHAPE "undo_insert_moved(tape, $0, " + llvm::Twine(Item) + ")", Args, L);
    else
      shapeOp(Text, SHAPE "insert(tape, $0, " + Where + ", 1, " + Item + ")",
              SHAPE "undo_insert(tape, $0, " + llvm::Twine(Item) + ")", Args, L);
    return;
  }
  std::string Text = Insert.str();
  Text.replace(Text.find('@'), 1, T->isPointerType() ? std::string("nullptr") : type(T)->Spelling + "()");
  shapeOp(Text, SHAPE "insert(tape, $0, " + Where + ", 1)", SHAPE "undo_insert(tape, $0)", Args, L);
  store(At, N.V, L);
}

ir::Value *Lowerer::sizeOf(const ir::Place &P, SourceLocation L) {
  ir::Op *O = add(ir::OpKind::Opaque, L);
  O->PlaceOperands.push_back(P);
  O->Text = "$&0.size()";
  O->ReadsMemory = true;
  return result(O, type(Ctx.Ast.getSizeType()));
}

/// How far an iterator is from the beginning of its container.
ir::Value *Lowerer::indexOf(const ir::Place &Container, const Expr *Iterator, SourceLocation L) {
  ir::Place It = place(Iterator);
  ir::Op *O = add(ir::OpKind::Opaque, L);
  O->PlaceOperands = {Container, It};
  O->ReadsMemory = true;
  const ir::Type *Size = type(Ctx.Ast.getSizeType());
  O->Text = "static_cast<$T>(::std::distance<" + It.Ty->Spelling + ">($&0.begin(), $&1))";
  return result(O, Size);
}

/// The iterator that a call returns, unless nobody looks at it.
Lowerer::CallResult Lowerer::iteratorResult(const Expr *E, const ir::Place &Obj, QualType T, ir::Value *Index,
                                            SourceLocation L) {
  if (Discarded == E || !T->isRecordType())
    return finish(static_cast<ir::Value *>(nullptr));
  ir::Op *Dest = variable("it", type(T), ir::InitKind::Result, L);
  shadowCall("static_cast<" + Dest->VarTy->Spelling + ">(::std::next($0.begin(), $1))", {objectArg(Obj), valueArg(Index)}, L)->Dest = Dest;
  LValue LV;
  LV.P = placeOf(Dest);
  return finish(LV);
}

bool Lowerer::insertCall(const Expr *E, Callable &Call, QualType T, CallResult &R) {
  SourceLocation L = E->getBeginLoc();
  auto &Args = Call.Args;
  llvm::StringRef N = Call.FD->getName();
  ir::Place Obj = object(Call).P;
  const ir::Type *Size = type(Ctx.Ast.getSizeType());
  if (N == "erase") {
    ir::Value *First = indexOf(Obj, Args[0], L);
    ir::Value *Last = Args.size() == 2 ? indexOf(Obj, Args[1], L) : opaque("$0 + 1", {First}, Size, L);
    shapeOp("$0.erase(::std::next($0.begin(), $1), ::std::next($0.begin(), $2))", SHAPE "erase(tape, $0, $1, $2)",
            SHAPE "undo_erase(tape, $0)", {objectArg(Obj), valueArg(First), valueArg(Last)}, L);
    R = iteratorResult(E, Obj, Call.FD->getReturnType(), First, L);
    return true;
  }
  bool One = (N == "emplace" && Args.size() >= 1) ||
             (N == "insert" && Args.size() == 2 &&
              Ctx.Ast.hasSameUnqualifiedType(Call.FD->getParamDecl(1)->getType().getNonReferenceType(), T));
  if (!One)
    return N == "insert" && insertMany(E, Call, T, Obj, R);
  ir::Value *Index = indexOf(Obj, Args[0], L);
  NewElement New = newElement(T, llvm::ArrayRef<const Expr *>(Args).drop_front(), L);
  if (Failed)
    return true;
  addElement(Obj, T, New, "$1", "$0.insert(::std::next($0.begin(), $1), @)",
             sub(Obj, "(*::std::next($p.begin(), $0))", {Index}, type(T)), Index, L);
  R = iteratorResult(E, Obj, Call.FD->getReturnType(), Index, L);
  return true;
}

/// The elements of a call's arguments from the first on, as a new container: those of a braced list, or of a range.
ir::Op *Lowerer::givenElements(llvm::ArrayRef<const Expr *> Args, QualType Container, SourceLocation L) {
  QualType T = elementType(Container->getAsCXXRecordDecl());
  if (Args.size() == 2)
    return isOnlyMoved(T) ? nullptr : fromRange(Args, Container, "given", L);
  const InitListExpr *List = Args.size() == 1 ? bracedList(Args[0]) : nullptr;
  if (!List)
    return nullptr;
  ir::Op *V = variable("given", type(Container), ir::InitKind::Text, L);
  V->InitText = emptyElements(std::to_string(List->getNumInits()), T, L);
  for (unsigned I = 0; I < List->getNumInits(); ++I)
    fillElement(sub(placeOf(V), "$p[" + llvm::Twine(I) + "]", {}, type(T)), T, List->getInit(I));
  return V;
}

/// insert(position, count, value), insert(position, first, last), insert(position, {values...})
bool Lowerer::insertMany(const Expr *E, Callable &Call, QualType T, const ir::Place &Obj, CallResult &R) {
  SourceLocation L = E->getBeginLoc();
  auto Rest = llvm::ArrayRef<const Expr *>(Call.Args).drop_front();
  if (!oneOf(className(Call.FD), {"vector", "deque"}))
    return false;
  const ir::Type *Size = type(Ctx.Ast.getSizeType());
  ir::Value *Index = indexOf(Obj, Call.Args[0], L), *Count;
  const bool Fill = Rest.size() == 2 && Rest[0]->getType()->isIntegerType();
  NewElement Value;
  ir::Op *Given = nullptr;
  if (Fill) {
    Count = convert(rvalue(Rest[0]), Ctx.Ast.getSizeType(), L);
    Value = newElement(T, {Rest[1]}, L);
  } else {
    Given = givenElements(Rest, Ctx.Types.clangType(Obj.Ty), L);
    if (!Given)
      return false;
    Count = sizeOf(placeOf(Given), L);
  }
  if (Failed)
    return true;
  const std::string Empty = emptyObject(T), Like = hasDefault(T) ? "" : ", " + Empty;
  if (Empty.empty())
    return false;
  shapeOp("$0.insert(::std::next($0.begin(), $1), $2, " + Empty + ")", SHAPE "insert(tape, $0, $1, $2" + llvm::Twine(Like) + ")", SHAPE "undo_insert(tape, $0)",
          {objectArg(Obj), valueArg(Index), valueArg(Count)}, L);
  if (Fill)
    fillElements(Obj, T, Index, Count, Value, L);
  else
    countedLoop(Count, [&](ir::Value *I) {
      ir::Value *At = opaque("$0 + $1", {Index, I}, Size, L);
      copyElement(sub(Obj, "$p[$0]", {At}, type(T)), sub(placeOf(Given), "$p[$0]", {I}, type(T)), L);
    }, L);
  R = iteratorResult(E, Obj, Call.FD->getReturnType(), Index, L);
  return true;
}

/// Sets the elements from First on to copies of what V is.
void Lowerer::fillElements(const ir::Place &Obj, QualType T, ir::Value *First, ir::Value *Count, NewElement V, SourceLocation L) {
  const ir::Type *Size = type(Ctx.Ast.getSizeType());
  countedLoop(Count, [&](ir::Value *I) {
    ir::Value *At = First ? opaque("$0 + $1", {First, I}, Size, L) : I;
    ir::Place P = sub(Obj, "$p[$0]", {At}, type(T));
    if (V.Object)
      copyRecord(P, placeOf(V.Object), L);
    else
      store(P, V.V, L);
  }, L);
}

bool Lowerer::resizeCall(const Expr *E, Callable &Call, QualType T, CallResult &R) {
  SourceLocation L = E->getBeginLoc();
  auto &Args = Call.Args;
  bool Assign = Call.FD->getName() == "assign";
  bool Fill = Args.size() == 2 && !isa<CXXDefaultArgExpr>(Args[1]);
  NewElement V;
  if (Fill)
    V = newElement(T, {Args[1]}, L);
  ir::Place Obj = object(Call).P;
  ir::Value *Old = sizeOf(Obj, L), *New = rvalue(Args[0]);
  if (Failed)
    return true;
  const std::string Empty = emptyArgument(T, "a container that is resized", L), Like = Empty.empty() ? "" : ", " + Empty;
  if (!Empty.empty() && isOnlyMoved(T))
    return refuse(L, llvm::Twine("resizing a container of '") + T.getAsString() + "', which has no default constructor", "push the elements"), true;
  ir::Op *O = shapeOp("$0.resize($1" + Like + ")", SHAPE "resize(tape, $0, $1" + llvm::Twine(Like) + ")", SHAPE "undo_resize(tape, $0)",
                      {objectArg(Obj), valueArg(New)}, L);
  if (mayBeginNonzero(T) && Empty.empty())
    O->ShadowText = "::mixedad::detail::zeroed_resize($0, $1)";
  if (Fill && !isRandomAccess(className(Call.FD)))
    refuse(L, "resizing a list with a value", "push the elements");
  else if (Fill && Assign)
    fillElements(Obj, T, nullptr, New, V, L);
  else if (Fill)
    fillElements(Obj, T, Old, opaque("$0 > $1 ? $0 - $1 : 0", {New, Old}, type(Ctx.Ast.getSizeType()), L), V, L);
  R = finish(static_cast<ir::Value *>(nullptr));
  return true;
}

bool Lowerer::shapeCall(const Expr *E, Callable &Call, CallResult &R) {
  const auto *M = dyn_cast<CXXMethodDecl>(Call.FD);
  if (!M || !M->getIdentifier() || !isSequence(className(M)))
    return false;
  llvm::StringRef C = className(M), N = M->getName();
  SourceLocation L = E->getBeginLoc();
  QualType T = elementType(M->getParent());
  auto &Args = Call.Args;
  R = finish(static_cast<ir::Value *>(nullptr));
  bool Back = oneOf(N, {"push_back", "emplace_back"}), Front = oneOf(N, {"push_front", "emplace_front"});
  if (Back || Front) {
    NewElement New = newElement(T, Args, L);
    if (Failed)
      return true;
    ir::Place Obj = object(Call).P;
    LValue LV;
    LV.P = sub(Obj, Back ? "$p.back()" : "$p.front()", {}, type(T));
    addElement(Obj, T, New, Back ? "$0.size()" : "0", Back ? "$0.push_back(@)" : "$0.push_front(@)", LV.P, nullptr, L);
    R = finish(LV);
    return true;
  }
  if (oneOf(N, {"pop_back", "pop_front", "clear"})) {
    const char *Sweep = N == "pop_back"    ? SHAPE "erase(tape, $0, $0.size() - 1, $0.size())"
                        : N == "pop_front" ? SHAPE "erase(tape, $0, 0, 1)"
                                           : SHAPE "erase(tape, $0, 0, $0.size())";
    shapeOp("$0." + N + "()", Sweep, SHAPE "undo_erase(tape, $0)", {objectArg(object(Call).P)}, L);
    return true;
  }
  if (N == "resize" || (N == "assign" && Args.size() == 2 && Args[0]->getType()->isIntegerType()))
    return resizeCall(E, Call, T, R);
  if (N == "shrink_to_fit") {
    if (className(Call.FD) == "vector") // capacity() tells
      shapeOp("$0.shrink_to_fit()", SHAPE "shrink(tape, $0)", SHAPE "undo_insert(tape, $0)", {objectArg(object(Call).P)}, L);
    return true;
  }
  if (N == "reserve") {
    ir::Place Obj = object(Call).P;
    ir::Value *Count = rvalue(Args[0]);
    shapeOp("$0.reserve($1)", SHAPE "reserve(tape, $0, $1)", SHAPE "undo_insert(tape, $0)", {objectArg(Obj), valueArg(Count)}, L);
    return true;
  }
  if (N == "swap" && Args.size() == 1) {
    ir::Place A = object(Call).P, B = place(Args[0]);
    swapObjects(A, B, L);
    return true;
  }
  if (oneOf(N, {"insert", "emplace", "erase"}) && insertCall(E, Call, T, R))
    return true;
  if (N == "assign" && oneOf(C, {"vector", "deque"})) { // of a range, or of a braced list
    ir::Place Obj = object(Call).P;
    if (ir::Op *Given = givenElements(Args, Ctx.Types.clangType(Obj.Ty), L)) {
      copyRecord(Obj, placeOf(Given), L);
      return true;
    }
  }
  if (oneOf(N, {"insert", "erase", "emplace", "splice", "sort", "merge", "assign", "remove", "remove_if", "unique", "reverse"})) {
    refuse(L, llvm::Twine("'std::") + C + "::" + N + "' with these arguments", "use push_back, insert or erase of one element, or assignment of elements");
    R = finish(constant("0", Ctx.Types.boolType()));
    return true;
  }
  return false;
}

} // namespace mixedad
