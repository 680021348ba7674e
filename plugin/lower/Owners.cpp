//===- Owners.cpp - optional, unique_ptr, shared_ptr -----------------------===//
//
// What owns one object, or none. Which object that is belongs to the shape: the shadow owns a shadow of it.
//
//===----------------------------------------------------------------------===//
#include "lower/Library.h"

using namespace clang;

namespace mixedad {

static bool isNull(const Expr *E) {
  return E->getType()->isNullPtrType() || isClassNamed(E->getType(), "std", "nullopt_t") ||
         E->IgnoreParenImpCasts()->getType()->isNullPtrType();
}

void Lowerer::giveValue(const ir::Place &Optional, QualType T, NewElement N, SourceLocation L) {
  const std::string Empty = emptyArgument(T, "a 'std::optional'", L);
  shapeOp("$0.emplace(" + Empty + ")", SHAPE "emplace_value(tape, $0" + llvm::Twine(Empty.empty() ? "" : ", ") + Empty + ")",
          SHAPE "undo_clear(tape, $0)", {objectArg(Optional)}, L);
  putElement(sub(Optional, "(*$p)", {}, type(T)), N, L);
}

/// One optional becomes what another one is, whose value is moved and stays there.
void Lowerer::moveOptional(const ir::Place &To, const ir::Place &From, QualType T, SourceLocation L) {
  ir::Op *Has = add(ir::OpKind::Opaque, L);
  Has->PlaceOperands = {From};
  Has->Text = "$&0.has_value()";
  Has->ReadsMemory = true;
  lowerIf(result(Has, Ctx.Types.boolType()),
          [&] {
            NewElement N;
            N.Object = copyVariable(sub(From, "(*$p)", {}, type(T)), T, "moved", L);
            giveValue(To, T, N, L);
          },
          [&] { shapeOp("$0.reset()", SHAPE "clear(tape, $0)", SHAPE "undo_clear(tape, $0)", {objectArg(To)}, L); }, L);
}

bool Lowerer::optionalCall(const Expr *E, Callable &Call, CallResult &R) {
  const auto *M = dyn_cast<CXXMethodDecl>(Call.FD);
  if (!M || className(M) != "optional")
    return false;
  QualType T = elementType(M->getParent());
  SourceLocation L = E->getBeginLoc();
  llvm::StringRef N = M->getIdentifier() ? M->getName() : "";
  bool Assign = M->getOverloadedOperator() == OO_Equal;
  auto &Args = Call.Args;
  LValue LV;
  if (N == "value_or" && Args.size() == 1 && !T->isRecordType()) {
    ir::Place Obj = object(Call).P;
    ir::Value *Other = convert(Args[0]->isGLValue() ? loadLV(bindReference(Args[0], "x"), L) : rvalue(Args[0]), T, L);
    ir::Op *Has = add(ir::OpKind::Opaque, L);
    Has->PlaceOperands = {Obj};
    Has->Text = "$&0.has_value()";
    Has->ReadsMemory = true;
    ir::Value *Is = result(Has, Ctx.Types.boolType());
    R = finish(select(Is, [&] { return load(sub(Obj, "(*$p)", {}, type(T)), L); }, [&] { return Other; }, type(T), L));
    return true;
  }
  if (N == "reset" || (Assign && isNull(Args[0]))) {
    LV.P = object(Call).P;
    shapeOp("$0.reset()", SHAPE "clear(tape, $0)", SHAPE "undo_clear(tape, $0)", {objectArg(LV.P)}, L);
    R = Assign ? finish(LV) : finish(static_cast<ir::Value *>(nullptr));
    return true;
  }
  bool Copy = M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator();
  if ((Assign && !Copy && !isClassNamed(Args[0]->getType(), "std", "optional")) || N == "emplace") {
    NewElement New = newElement(T, Args, L);
    if (Failed)
      return true;
    LV.P = object(Call).P;
    giveValue(LV.P, T, New, L);
    if (!Assign)
      LV.P = sub(LV.P, "(*$p)", {}, type(T));
    R = finish(LV);
    return true;
  }
  return false;
}

/// A new object of class T made from Args; both sides own it.
ir::Value *Lowerer::makeObject(QualType T, llvm::ArrayRef<const Expr *> Args, SourceLocation L) {
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  std::string Spelling = type(T)->Spelling;
  ir::Op *O;
  if (ownsResources(T) || bindsReferences(T))
    return refuse(L, llvm::Twine("a smart pointer to an object of class '") + T.getAsString() + "'",
                  "give the class members that own what it releases", Ctx.Ast.getPointerType(T));
  const bool Default = !RD || defaultConstructor(RD);
  bool Nonzero = mayBeginNonzero(T);
  std::string Empty = Default ? "" : emptyObject(T, &Nonzero);
  if (Default || !Empty.empty()) {
    O = shadowCall("new " + Spelling + "(" + Empty + ")", {}, L);
    allocates(*O, "delete $r");
    if (Nonzero)
      zeroShadow(*O, T);
    ir::Place At = deref(result(O, Ctx.Types.pointerTo(T)), T);
    if (Args.size() == 1 && !RD)
      fillElement(At, T, Args[0]);
    else if (!Args.empty() && !makeInto(At, T, Args))
      refuse(L, "an object made from these arguments", "create the object, then assign to it");
    return O->Results[0];
  }
  // No empty state: the primal's constructor makes the object, a zero of its shape is the shadow.
  llvm::SmallVector<const Expr *, 4> Once;
  for (const Expr *A : Args)
    Once.push_back(evaluated(A));
  const CXXConstructExpr *Init = constructed(T, Once);
  if (!Init) {
    refuse(L, llvm::Twine("making an object of class '") + RD->getName() + "' here", "give it a default constructor");
    return constant("nullptr", Ctx.Types.pointerTo(T));
  }
  ir::Op Tmp;
  std::string Text;
  for (const Expr *A : Once)
    Text += (Text.empty() ? "" : ", ") + operandText(A, Tmp);
  ir::Op *Made = add(ir::OpKind::Opaque, L);
  Made->Operands = Tmp.Operands;
  Made->PlaceOperands = Tmp.PlaceOperands;
  Made->Pure = false;
  Made->Text = "static_cast<void *>(new " + Spelling + "(" + Text + "))";
  ir::Value *Raw = result(Made, type(Ctx.Ast.VoidPtrTy));
  O = shadowCall("static_cast<" + Spelling + " *>($0)", {valueArg(Raw)}, L);
  O->ShadowText = "new " + Spelling + "(zero_like(*static_cast<" + Spelling + " *>($0)))";
  allocates(*O, "delete $r");
  ir::Value *P = result(O, Ctx.Types.pointerTo(T));
  construct(Init, deref(P, T));
  return P;
}

/// An expression that stands for E and can be lowered twice: what E does is done now.
const Expr *Lowerer::evaluated(const Expr *E) {
  if (const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()); (R && E->isGLValue()) || closure(E))
    return E;
  LValue Value = bindReference(E, "argument");
  auto *Stand = new (Ctx.Ast) OpaqueValueExpr(E->getBeginLoc(), E->getType(), E->isPRValue() ? VK_XValue : E->getValueKind());
  Evaluated[Stand] = Value;
  return Stand;
}

/// Arguments that a function of the library takes by reference: it reads them when all of them are evaluated.
llvm::SmallVector<const Expr *, 4> Lowerer::evaluated(llvm::ArrayRef<const Expr *> Args) {
  llvm::SmallVector<const Expr *, 4> Out(Args);
  if (llvm::any_of(Args.drop_front(Args.empty() ? 0 : 1), [](const Expr *E) { return hasEffects(E) || mayCall(E); }))
    for (const Expr *&E : Out)
      E = evaluated(E);
  return Out;
}

/// The allocation that gave P, perhaps as a pointer to a base; null when it is not known.
static ir::Op *allocationOf(const ir::Value *P) {
  while (P->Def && P->Def->Kind == ir::OpKind::PtrArith && P->Def->Operands.size() == 1)
    P = P->Def->Operands[0];
  return P->Def && P->Def->Kind == ir::OpKind::ShadowCall && !P->Def->ReverseText.empty() ? P->Def : nullptr;
}

/// Owner takes the object that P points to, on both sides.
void Lowerer::adopt(const ir::Place &Owner, ir::Value *P, SourceLocation L) {
  ir::Op *From = allocationOf(P);
  if (From && isClassNamed(Ctx.Types.clangType(Owner.Ty), "std", "unique_ptr"))
    From->Allocates = false; // who owns it releases it
  shapeOp("$0.reset($1)", llvm::Twine(SHAPE) + (From ? "reset_to" : "reset_to_some") + "(tape, $0, $1)", SHAPE "undo_reset_to(tape, $0)",
          {objectArg(Owner), valueArg(P)}, L);
}

bool Lowerer::ownerCall(const Expr *E, Callable &Call, CallResult &R) {
  const auto *M = dyn_cast<CXXMethodDecl>(Call.FD);
  SourceLocation L = E->getBeginLoc();
  auto &Args = Call.Args;
  LValue LV;
  if (!M) {
    if (!Call.FD->getIdentifier() || !oneOf(Call.FD->getName(), {"make_unique", "make_shared"}))
      return false;
    QualType Owner = Call.FD->getReturnType(), T = elementType(Owner->getAsCXXRecordDecl());
    ir::Op *Dest;
    if (T->isArrayType()) {
      QualType Element = Ctx.Ast.getAsArrayType(T)->getElementType();
      ir::Value *N = rvalue(Args[0]);
      Dest = variable("owner", type(Owner), ir::InitKind::Zero, L);
      ir::Op *O = shadowCall("new " + type(Element)->Spelling + "[$0]()", {valueArg(N)}, L);
      allocates(*O, "delete[] $r");
      zeroShadow(*O, Element, ", $0");
      adopt(placeOf(Dest), result(O, Ctx.Types.pointerTo(Element)), L);
    } else {
      ir::Value *P = makeObject(T, Args, L);
      Dest = variable("owner", type(Owner), ir::InitKind::Zero, L);
      if (!Failed)
        adopt(placeOf(Dest), P, L);
    }
    LV.P = placeOf(Dest);
    R = finish(LV);
    return true;
  }
  llvm::StringRef C = className(M), N = M->getIdentifier() ? M->getName() : "";
  if (!oneOf(C, {"unique_ptr", "shared_ptr", "__shared_ptr", "__shared_ptr_access"}))
    return false;
  bool Assign = M->getOverloadedOperator() == OO_Equal;
  if (M->getOverloadedOperator() == OO_Subscript) {
    while (const auto *Up = dyn_cast<ImplicitCastExpr>(Call.Object)) // the library's base has no get()
      Call.Object = Up->getSubExpr();
    ir::Value *I = rvalue(Args[0]);
    QualType T = M->getReturnType().getNonReferenceType();
    ir::Op *Get = shadowCall("$0.get()", {objectArg(object(Call).P)}, L);
    LV.P = deref(result(Get, Ctx.Types.pointerTo(T)), T);
    LV.P.Text = "$b[$0]";
    LV.P.Operands = {I};
    R = finish(LV);
    return true;
  }
  if (N == "reset" || (Assign && isNull(Args[0]))) {
    llvm::SmallVector<const Expr *, 1> Given;
    for (const Expr *A : Args)
      if (!isa<CXXDefaultArgExpr>(A) && !isNull(A))
        Given.push_back(A);
    if (Given.size() > 1 || (C != "unique_ptr" && !Given.empty()))
      return refuse(L, llvm::Twine("'std::") + C + "::" + N + "' with these arguments", "use make_unique or make_shared"), true;
    ir::Value *P = Given.empty() ? nullptr : rvalue(Given[0]);
    LV.P = object(Call).P;
    if (P && !P->isPointer())
      return refuse(L, "taking ownership of this pointer", "use make_unique"), true;
    if (P)
      adopt(LV.P, P, L);
    else
      shapeOp("$0.reset()", SHAPE "drop_owned(tape, $0)", SHAPE "undo_drop_owned(tape, $0)", {objectArg(LV.P)}, L);
    R = Assign ? finish(LV) : finish(static_cast<ir::Value *>(nullptr));
    return true;
  }
  if (Assign && C == "unique_ptr") {
    ir::Place From = place(Args[0]);
    LV.P = object(Call).P;
    takeFrom(LV.P, From, L);
    R = finish(LV);
    return true;
  }
  if (N == "swap" && Args.size() == 1) {
    ir::Place A = object(Call).P, B = place(Args[0]);
    swapObjects(A, B, L);
    R = finish(static_cast<ir::Value *>(nullptr));
    return true;
  }
  if (N == "release") {
    refuse(L, "'std::unique_ptr::release'", "move the unique_ptr");
    return true;
  }
  if (oneOf(N, {"use_count", "unique"})) {
    refuse(L, llvm::Twine("'std::shared_ptr::") + N + "', as a derivative has owners of its own", "count what the program needs to know itself");
    return true;
  }
  return false;
}

void Lowerer::takeFrom(const ir::Place &To, const ir::Place &From, SourceLocation L) {
  shapeOp("$0 = ::std::move($1)", SHAPE "take(tape, $0, $1)", SHAPE "undo_take(tape, $0, $1)", {objectArg(To), objectArg(From)}, L);
}

/// unique_ptr and shared_ptr made from a pointer, from nothing or from another owner.
bool Lowerer::ownerInit(const CXXConstructExpr *E, QualType T, llvm::StringRef Name, SourceLocation L, ir::Op **Out) {
  const CXXConstructorDecl *CD = E->getConstructor();
  llvm::StringRef Class = CD->getParent()->getName();
  if (!oneOf(Class, {"unique_ptr", "shared_ptr"}))
    return false;
  llvm::SmallVector<const Expr *, 2> Args;
  for (const Expr *A : E->arguments())
    if (!isa<CXXDefaultArgExpr>(A))
      Args.push_back(A);
  if (Args.empty() || (Class == "shared_ptr" && CD->isCopyOrMoveConstructor()))
    return false;
  bool Owner = isClassNamed(Args[0]->getType(), "std", "unique_ptr");
  bool Shared = isClassNamed(Args[0]->getType(), "std", "shared_ptr");
  if (Args.size() == 1 && isNull(Args[0])) {
    *Out = variable(Name, type(T), ir::InitKind::Zero, L);
    return true;
  }
  if (Args.size() == 1 && Class == "unique_ptr" && Owner) {
    ir::Place From = place(Args[0]);
    *Out = variable(Name, type(T), ir::InitKind::Zero, L);
    takeFrom(placeOf(*Out), From, L);
    return true;
  }
  if (Args.size() == 1 && Class == "shared_ptr" && Shared) { // of a base class
    ir::Place From = place(Args[0]);
    *Out = variable(Name, type(T), ir::InitKind::Result, L);
    shadowCall(type(T)->Spelling + "($0)", {objectArg(From)}, L)->Dest = *Out;
    return true;
  }
  if (Args.size() == 1 && Args[0]->getType()->isPointerType()) {
    ir::Value *P = rvalue(Args[0]);
    *Out = variable(Name, type(T), ir::InitKind::Zero, L);
    if (!P->isPointer() || !allocationOf(P))
      refuse(L, "taking ownership of this pointer", "use make_unique or make_shared, or give the owner a new expression");
    else
      adopt(placeOf(*Out), P, L);
    return true;
  }
  return false;
}

} // namespace mixedad
