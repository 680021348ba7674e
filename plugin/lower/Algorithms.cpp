//===- Algorithms.cpp - library algorithms that have a rule ---------------===//
//
// Most of <algorithm> and <numeric> is plain code and is inlined. Sorting is not: its recursion would be recorded step
// by step. It is lowered to a permutation, which is inactive, and to moving the values by it.
//
//===----------------------------------------------------------------------===//
#include "lower/Library.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Overload.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace mixedad {

/// The address that a pointer or an iterator over contiguous memory holds; null for other iterators.
ir::Value *Lowerer::iteratorAddress(const Expr *E) {
  QualType T = E->getType().getNonReferenceType();
  if (T->isPointerType())
    return E->isGLValue() ? loadLV(bindReference(E, "it"), E->getBeginLoc()) : rvalue(E);
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || !RD->getIdentifier() || RD->getName() != "__normal_iterator")
    return nullptr;
  for (const FieldDecl *F : RD->fields())
    if (F->getType()->isPointerType())
      return load(field(E->isGLValue() ? place(E) : materialize(E, "it").P, F), E->getBeginLoc());
  return nullptr;
}

/// The call operator that overload resolution finds for arguments of these types; null: none, or more than one. Args:
/// references to lvalues are those, all others are values.
const FunctionDecl *Lowerer::callOperatorFor(QualType Object, llvm::ArrayRef<QualType> Args) {
  Object = Object.getNonReferenceType();
  CXXRecordDecl *RD = Object->getAsCXXRecordDecl();
  if (!RD || !RD->hasDefinition())
    return nullptr;
  const SourceLocation L = RD->getLocation();
  auto Stand = [&](QualType T, ExprValueKind K) { return new (Ctx.Ast) OpaqueValueExpr(L, T.getNonReferenceType(), K); };
  llvm::SmallVector<Expr *, 4> Operands;
  for (QualType T : Args)
    Operands.push_back(Stand(T, T->isLValueReferenceType() ? VK_LValue : VK_XValue));
  LookupResult Found(Ctx.S, Ctx.Ast.DeclarationNames.getCXXOperatorName(OO_Call), L, Sema::LookupOrdinaryName);
  Ctx.S.LookupQualifiedName(Found, RD);
  Found.suppressDiagnostics();
  OverloadCandidateSet Candidates(L, OverloadCandidateSet::CSK_Operator);
  for (auto I = Found.begin(), E = Found.end(); I != E; ++I)
    Ctx.S.AddMethodCandidate(I.getPair(), Object, Stand(Object, VK_LValue)->Classify(Ctx.Ast), Operands, Candidates);
  OverloadCandidateSet::iterator Best;
  return Candidates.BestViableFunction(Ctx.S, L, Best) == OR_Success ? Best->Function : nullptr;
}

/// An operand of type T for a parameter, which may be of another one.
LValue Lowerer::operandFor(const ParmVarDecl *P, const LValue &Operand, QualType T, SourceLocation L) {
  QualType To = P->getType().getNonReferenceType();
  T = T.getNonReferenceType();
  if (Ctx.Ast.hasSameUnqualifiedType(To, T) || (P->getType()->isReferenceType() && Ctx.S.IsDerivedFrom(L, T, To)))
    return Operand;
  if (To->isArithmeticType() && T->isArithmeticType())
    return temporary(convert(loadLV(Operand, L), To, L), type(To));
  refuse(L, llvm::Twine("a value of type '") + T.getAsString() + "' for the parameter '" + P->getName() + "' of another type",
         "give the parameter the value's type");
  return Operand;
}

/// Whether A comes before B: by the comparison that the call was given, or by operator<.
ir::Value *Lowerer::comesBefore(const Expr *Compare, const ir::Place &A, const ir::Place &B, QualType T, SourceLocation L) {
  auto Less = [&](const char *Op) {
    return opaque(llvm::Twine("$0 ") + Op + " $1", {load(A, L), load(B, L)}, Ctx.Types.boolType(), L);
  };
  if (!Compare) {
    if (T->isArithmeticType())
      return Less("<");
    if (const CXXRecordDecl *RD = classIn(Ctx.Ast, T); RD && comparisonChangesOutside(RD))
      return refuse(L, "a comparison that changes variables outside of it", "change them outside of the comparison", Ctx.Ast.BoolTy);
    ir::Op *O = add(ir::OpKind::Opaque, L);
    O->PlaceOperands = {A, B};
    O->ReadsMemory = true;
    O->Text = "$&0 < $&1";
    return result(O, Ctx.Types.boolType());
  }
  QualType CT = Compare->getType().getNonReferenceType();
  if (T->isArithmeticType() && isClassNamed(CT, "std", "greater"))
    return Less(">");
  if (T->isArithmeticType() && isClassNamed(CT, "std", "less"))
    return Less("<");
  std::shared_ptr<Closure> C = closure(Compare);
  const FunctionDecl *FD = nullptr;
  LValue Self;
  if (CT->isPointerType()) {
    ir::Value *V = rvalue(Compare);
    auto It = KnownFunctions.find(V);
    FD = It == KnownFunctions.end() ? nullptr : It->second;
  } else {
    const QualType Element = Ctx.Ast.getLValueReferenceType(T.getUnqualifiedType());
    FD = callOperatorFor(CT.getUnqualifiedType(), {Element, Element});
    if (FD && !C)
      Self = Compare->isGLValue() ? lvalue(Compare) : materialize(Compare, "compare");
  }
  if (!FD)
    return refuse(L, "sorting by this comparison", "use a lambda, or a function object with one operator()", Ctx.Ast.BoolTy);
  if (changesOutside(FD))
    return refuse(L, "a comparison that changes variables outside of it", "change them outside of the comparison", Ctx.Ast.BoolTy);
  LValue LA, LB;
  LA.P = A;
  LB.P = B;
  LA = operandFor(FD->getParamDecl(0), LA, T, L);
  LB = operandFor(FD->getParamDecl(1), LB, T, L);
  return inlineOperands(FD, {LA, LB}, C, Self.P.valid() ? &Self.P : nullptr);
}

bool Lowerer::sortCall(const Expr *E, Callable &Call, CallResult &R) {
  llvm::StringRef N = Call.FD->getName();
  SourceLocation L = E->getBeginLoc();
  auto &Args = Call.Args;
  // A stable sort merges two sorted ranges as inplace_merge does. The others leave the library a choice.
  const bool Stable = N == "stable_sort" || N == "inplace_merge";
  bool Middle = N == "partial_sort" || N == "nth_element" || N == "inplace_merge";
  unsigned Last = Middle ? 2 : 1;
  const Expr *Compare = Args.size() > Last + 1 ? Args[Last + 1] : nullptr;
  R = finish(static_cast<ir::Value *>(nullptr));
  ir::Value *First = iteratorAddress(Args[0]), *End = First ? iteratorAddress(Args[Last]) : nullptr;
  if (!First || !End) {
    refuse(L, llvm::Twine("'std::") + N + "' over these iterators", "sort a vector, an array or memory through a pointer");
    return true;
  }
  QualType T = Ctx.Types.clangType(First->Ty)->getPointeeType();
  const ir::Type *Size = type(Ctx.Ast.getSizeType());
  auto At = [&](ir::Value *I) {
    ir::Place P = deref(First, T);
    P.Text = "$b[$0]";
    P.Operands = {I};
    return P;
  };
  ir::Value *Count = opaque("static_cast<$T>($1 - $0)", {First, End}, Size, L);
  ir::Value *Nth = nullptr;
  if (N == "partial_sort" || N == "nth_element") {
    ir::Value *Chosen = iteratorAddress(Args[1]);
    Nth = Chosen ? opaque("static_cast<$T>($1 - $0)", {First, Chosen}, Size, L) : constant("0", Size);
  }
  ir::Op *Sorter = variable("order", Ctx.Types.helper(Stable ? "::mixedad::detail::merge_sorter" : "::mixedad::detail::library_sorter"),
                            ir::InitKind::Text, L);
  Sorter->InitText = "$T $n($0)";
  Sorter->Operands = {Count};
  Sorter->AddressTaken = true;
  auto Ask = [&](const char *Text, llvm::ArrayRef<ir::Value *> Ops, const ir::Type *Ty) -> ir::Value * {
    ir::Op *O = add(ir::OpKind::Opaque, L);
    O->PlaceOperands = {placeOf(Sorter)};
    O->Operands.assign(Ops.begin(), Ops.end());
    O->Text = Text;
    O->Pure = false;
    O->ReadsMemory = true;
    return Ty ? result(O, Ty) : nullptr;
  };
  LoopParts P;
  auto Cond = [&] { return Ask("$&0.next()", {}, Ctx.Types.boolType()); };
  auto Body = [&] {
    ir::Value *A = Ask("$&0.first()", {}, Size), *B = Ask("$&0.second()", {}, Size);
    ir::Value *Less = comesBefore(Compare, At(B), At(A), T, L);
    if (!Failed)
      Ask("$&0.answer($0)", {Less}, nullptr);
  };
  auto Step = [] {};
  P.Cond = Cond;
  P.Body = Body;
  P.Step = Step;
  lowerLoop(P, L);
  if (Failed)
    return true;
  if (Nth)
    Ask(N == "nth_element" ? "$&0.nth_element($0)" : "$&0.partial_sort($0)", {Nth}, nullptr);
  else if (!Stable)
    Ask("$&0.sort()", {}, nullptr);
  moveInOrder(At, Count, placeOf(Sorter), T, L);
  return true;
}

/// An array of empty objects, for a while.
ir::Value *Lowerer::newElements(QualType T, ir::Value *Count, SourceLocation L) {
  const std::string &Spelling = type(T)->Spelling;
  const bool Default = hasDefault(T);
  const std::string Empty = emptyArgument(T, "elements that are sorted", L);
  ir::Op *New = shadowCall(Default ? "new " + Spelling + "[$0]()" : "::mixedad::detail::new_elements<" + Spelling + ">($0, [] { return " + Empty + "; })",
                           {valueArg(Count)}, L);
  allocates(*New, Default ? "delete[] $r" : "::mixedad::detail::delete_elements($r)");
  zeroShadow(*New, T, ", $0");
  return result(New, Ctx.Types.pointerTo(T), "unsorted");
}

void Lowerer::deleteElements(ir::Value *P, QualType T, SourceLocation L) {
  shadowCall(hasDefault(T) ? "delete[] $0" : "::mixedad::detail::delete_elements($0)", {valueArg(P)}, L)->ReleasesShadow = true;
}

/// Values move out to a copy and back in the new order.
void Lowerer::moveInOrder(llvm::function_ref<ir::Place(ir::Value *)> At, ir::Value *Count, const ir::Place &Order, QualType T,
                          SourceLocation L) {
  T = T.getUnqualifiedType();
  ir::Value *Copy = newElements(T, Count, L);
  auto Old = [&](ir::Value *I) {
    ir::Place P = deref(Copy, T);
    P.Text = "$b[$0]";
    P.Operands = {I};
    return P;
  };
  countedLoop(Count, [&](ir::Value *I) { copyElement(Old(I), At(I), L); }, L);
  countedLoop(Count, [&](ir::Value *I) {
    ir::Op *O = add(ir::OpKind::Opaque, L);
    O->PlaceOperands = {Order};
    O->Operands = {I};
    O->Text = "$&0[$0]";
    O->ReadsMemory = true;
    copyElement(At(I), Old(result(O, type(Ctx.Ast.getSizeType()))), L);
  }, L);
  deleteElements(Copy, T, L);
}

bool Lowerer::sequenceCall(const Expr *E, Callable &Call, const ir::Place *, CallResult &R) {
  if (!Call.FD->isInStdNamespace() || !Call.FD->getIdentifier() || Call.Args.size() < 2)
    return false;
  if (!oneOf(Call.FD->getName(), {"sort", "stable_sort", "inplace_merge", "partial_sort", "nth_element"}))
    return false;
  bool Touches = false;
  for (const Expr *A : Call.Args)
    Touches |= Ctx.Types.mayHoldReals(A->getType().getNonReferenceType()) || closure(A);
  return Touches && sortCall(E, Call, R);
}

} // namespace mixedad
