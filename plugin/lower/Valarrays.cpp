//===- Valarrays.cpp - arithmetic of std::valarray ------------------------===//
//
// An expression over valarrays is a tree of operators; it is lowered to one loop over the elements. The library's own
// expression templates are never looked into.
//
//===----------------------------------------------------------------------===//
#include "lower/Library.h"
#include "rules/Rules.h"

using namespace clang;

namespace mixedad {

struct ValarrayTree {
  ir::Place Array;          ///< a leaf, or
  ir::Value *Scalar = nullptr;
  std::string Row;          ///< of an operator or a function
  std::vector<ValarrayTree> Children;
};

static bool isValarray(QualType T) { return isClassNamed(T, "std", "valarray"); }
static bool isValarrayLike(QualType T) { return isValarray(T) || isClassNamed(T, "std", "_Expr"); }

static const Expr *bareOperand(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const auto *X = dyn_cast<FullExpr>(E))
      E = X->getSubExpr();
    else if (const auto *X = dyn_cast<MaterializeTemporaryExpr>(E))
      E = X->getSubExpr();
    else if (const auto *X = dyn_cast<CXXBindTemporaryExpr>(E))
      E = X->getSubExpr();
    else if (const auto *X = dyn_cast<CXXConstructExpr>(E); X && X->getNumArgs() == 1 && isValarrayLike(X->getArg(0)->getType()))
      E = X->getArg(0);
    else
      return E;
  }
}

bool Lowerer::valarrayTree(const Expr *E, QualType T, ValarrayTree &Out, ir::Place &Shape) {
  const Expr *X = bareOperand(E);
  SourceLocation L = X->getBeginLoc();
  if (!isValarrayLike(X->getType())) {
    Out.Scalar = convert(E->isGLValue() ? loadLV(bindReference(E, "x"), L) : rvalue(E), T, L);
    return true;
  }
  const auto *C = dyn_cast<CallExpr>(X);
  const FunctionDecl *FD = C ? C->getDirectCallee() : nullptr;
  if (!FD || isValarray(X->getType())) {
    Out.Array = X->isGLValue() ? place(X) : materialize(X, "values").P;
    Shape = Out.Array;
    return true;
  }
  OverloadedOperatorKind Op = FD->getOverloadedOperator();
  bool Unary = C->getNumArgs() == 1;
  Out.Row = Op == OO_Plus && !Unary    ? "add"
            : Op == OO_Minus           ? (Unary ? "neg" : "sub")
            : Op == OO_Star            ? "mul"
            : Op == OO_Slash           ? "div"
                                       : "";
  if (FD->getIdentifier())
    if (const rules::Row *Row = rules::forCallee("std::" + FD->getName().str(), C->getNumArgs()))
      Out.Row = Row->NonDifferentiable ? "" : Row->Name;
  if (Out.Row.empty()) {
    refuse(L, "this expression of valarrays", "write the loop over its elements");
    return false;
  }
  for (const Expr *A : C->arguments())
    if (!valarrayTree(A, T, Out.Children.emplace_back(), Shape))
      return false;
  return true;
}

ir::Value *Lowerer::valarrayElement(const ValarrayTree &Tree, QualType T, ir::Value *I, SourceLocation L) {
  if (Tree.Scalar)
    return Tree.Scalar;
  if (Tree.Row.empty())
    return load(sub(Tree.Array, "$p[$0]", {I}, type(T)), L);
  llvm::SmallVector<ir::Value *, 2> Ops;
  for (const ValarrayTree &C : Tree.Children)
    Ops.push_back(valarrayElement(C, T, I, L));
  return prim(Tree.Row, Ops, type(T), L);
}

/// A valarray made from an expression.
bool Lowerer::valarrayInit(const Expr *E, QualType T, llvm::StringRef Name, SourceLocation L, ir::Op **Out) {
  QualType Element = elementType(T->getAsCXXRecordDecl());
  ValarrayTree Tree;
  ir::Place Shape;
  if (!valarrayTree(E, Element, Tree, Shape))
    return false;
  ir::Value *N = sizeOf(Shape, L);
  ir::Op *V = variable(Name, type(T), ir::InitKind::Text, L);
  V->Operands.push_back(N);
  V->InitText = "$T $n($0)";
  countedLoop(N, [&](ir::Value *I) { store(sub(placeOf(V), "$p[$0]", {I}, type(Element)), valarrayElement(Tree, Element, I, L), L); }, L);
  *Out = V;
  return true;
}

bool Lowerer::valarrayCall(const Expr *E, Callable &Call, CallResult &R) {
  const auto *M = dyn_cast<CXXMethodDecl>(Call.FD);
  if (!M || !Call.Object || !isValarrayLike(Call.Object->getType()))
    return false;
  SourceLocation L = E->getBeginLoc();
  llvm::StringRef N = M->getIdentifier() ? M->getName() : "";
  QualType T = isValarray(Call.Object->getType()) ? elementType(M->getParent()) : M->getReturnType();
  OverloadedOperatorKind Op = M->getOverloadedOperator();
  const char *Row = Op == OO_PlusEqual ? "add" : Op == OO_MinusEqual ? "sub" : Op == OO_StarEqual ? "mul" : Op == OO_SlashEqual ? "div" : nullptr;
  if (N == "sum") {
    ValarrayTree Tree;
    ir::Place Shape;
    R = finish(constant("$T()", type(T)));
    if (!valarrayTree(Call.Object, T, Tree, Shape))
      return true;
    LValue Sum = temporary(constant("$T()", type(T)), type(T));
    countedLoop(sizeOf(Shape, L), [&](ir::Value *I) {
      storeLV(Sum, prim("add", {loadLV(Sum, L), valarrayElement(Tree, T, I, L)}, type(T), L), L);
    }, L, {Sum.Var});
    R = finish(loadLV(Sum, L));
    return true;
  }
  if (Row || (Op == OO_Equal && !M->isCopyAssignmentOperator() && !M->isMoveAssignmentOperator())) {
    LValue LV;
    LV.P = object(Call).P;
    ValarrayTree Tree;
    ir::Place Shape = LV.P;
    R = finish(LV);
    if (!valarrayTree(Call.Args[0], T, Tree, Shape))
      return true;
    if (!Row) { // may change its size: through a new one
      ir::Op *New = nullptr;
      if (Tree.Scalar)
        countedLoop(sizeOf(LV.P, L), [&](ir::Value *I) { store(sub(LV.P, "$p[$0]", {I}, type(T)), Tree.Scalar, L); }, L);
      else if (valarrayInit(Call.Args[0], compat::tagType(Ctx.Ast, M->getParent()), "assigned", L, &New))
        copyRecord(LV.P, placeOf(New), L);
      return true;
    }
    countedLoop(sizeOf(LV.P, L), [&](ir::Value *I) {
      ir::Place At = sub(LV.P, "$p[$0]", {I}, type(T));
      store(At, prim(Row, {load(At, L), valarrayElement(Tree, T, I, L)}, type(T), L), L);
    }, L);
    return true;
  }
  if (Op == OO_Subscript && Call.Args[0]->getType()->isIntegerType())
    return false;
  if (N == "size" || M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator())
    return false;
  refuse(L, llvm::Twine("'std::valarray::") + M->getNameAsString() + "'", "write the loop over its elements");
  R = finish(constant("$T()", Ctx.Types.boolType()));
  return true;
}

} // namespace mixedad
