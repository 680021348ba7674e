//===- Variants.cpp - variant, visit, tie ----------------------------------===//
//
// Which alternative a variant holds is its shape: the shadow holds a shadow of the same one.
//
//===----------------------------------------------------------------------===//
#include "lower/Library.h"

using namespace clang;

namespace mixedad {

static llvm::SmallVector<QualType, 4> alternativesOf(QualType T) {
  llvm::SmallVector<QualType, 4> Types;
  if (const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T.getNonReferenceType()->getAsCXXRecordDecl()))
    for (const TemplateArgument &P : S->getTemplateArgs()[0].getPackAsArray())
      Types.push_back(P.getAsType());
  return Types;
}

/// The alternative that std::in_place_index or std::in_place_type names; less than 0 for other types.
int Lowerer::inPlace(QualType Variant, QualType T) {
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T.getNonReferenceType()->getAsCXXRecordDecl());
  if (isClassNamed(T, "std", "in_place_index_t"))
    return int(S->getTemplateArgs()[0].getAsIntegral().getZExtValue());
  return isClassNamed(T, "std", "in_place_type_t") ? alternativeOf(Variant, S->getTemplateArgs()[0].getAsType()) : -1;
}

/// variant: which alternative it holds is its shape.
bool Lowerer::variantInit(const CXXConstructExpr *E, QualType T, llvm::StringRef Name, SourceLocation L, ir::Op **Out) {
  if (!isClassNamed(T, "std", "variant") || E->getNumArgs() < 1)
    return false;
  llvm::SmallVector<const Expr *, 4> Args(E->arguments());
  int Index = inPlace(T, Args[0]->getType());
  if (Index >= 0)
    Args.erase(Args.begin());
  else
    Index = alternativeOf(T, Args[0]->getType());
  if (Index < 0)
    return false;
  QualType Of = alternativesOf(T)[Index].getUnqualifiedType();
  NewElement N = newElement(Of, Args, L);
  ir::Op *V = variable(Name, type(T), ir::InitKind::Text, L);
  const std::string Empty = emptyArgument(Of, "a 'std::variant'", L);
  V->InitText = "$T $n(::std::in_place_index<" + std::to_string(Index) + ">" + (Empty.empty() ? "" : ", ") + Empty + ")";
  putElement(sub(placeOf(V), "::std::get<" + llvm::Twine(Index) + ">($p)", {}, type(Of)), N, L);
  *Out = V;
  return true;
}

int Lowerer::alternativeOf(QualType Variant, QualType T) {
  int Found = -1;
  auto Types = alternativesOf(Variant);
  for (unsigned I = 0; I < Types.size(); ++I)
    if (Ctx.Ast.hasSameUnqualifiedType(Types[I], T.getNonReferenceType()))
      Found = Found < 0 ? int(I) : -2;
  return Found;
}

/// variant = value, emplace: what it held before is kept until this is undone.
bool Lowerer::variantMember(const Expr *E, const CXXMethodDecl &M, Callable &Call, CallResult &R) {
  const bool Emplace = M.getIdentifier() && M.getName() == "emplace";
  if (className(&M) != "variant" || !(Emplace || (M.getOverloadedOperator() == OO_Equal && !M.isCopyAssignmentOperator() && !M.isMoveAssignmentOperator())))
    return false;
  SourceLocation L = E->getBeginLoc();
  QualType V = compat::tagType(Ctx.Ast, M.getParent());
  auto Types = alternativesOf(V);
  int Index;
  if (Emplace) {
    const TemplateArgument &Which = M.getTemplateSpecializationArgs()->get(0);
    Index = Which.getKind() == TemplateArgument::Integral ? int(Which.getAsIntegral().getZExtValue()) : alternativeOf(V, Which.getAsType());
  } else {
    Index = alternativeOf(V, Call.Args[0]->getType());
  }
  if (Index < 0 || unsigned(Index) >= Types.size()) {
    refuse(L, "giving this value to a 'std::variant'", "convert it to the alternative's type first");
    return true;
  }
  QualType T = Types[Index];
  NewElement N = newElement(T, Call.Args, L);
  ir::Place Obj = object(Call).P;
  const std::string Empty = emptyArgument(T, "a 'std::variant'", L), Which = "<" + std::to_string(Index) + ">";
  if (Failed)
    return true;
  shapeOp("$0.emplace" + Which + "(" + Empty + ")", SHAPE "emplace_alternative" + Which + "(tape, $0" + (Empty.empty() ? "" : ", ") + Empty + ")",
          SHAPE "undo_emplace_alternative(tape, $0)", {objectArg(Obj)}, L);
  LValue LV;
  LV.P = sub(Obj, "::std::get" + llvm::Twine(Which) + "($p)", {}, type(T));
  putElement(LV.P, N, L);
  if (!Emplace)
    LV.P = Obj;
  R = finish(LV);
  return true;
}

bool Lowerer::variantCall(const Expr *E, Callable &Call, CallResult &R) {
  const FunctionDecl *FD = Call.FD;
  SourceLocation L = E->getBeginLoc();
  auto &Args = Call.Args;
  if (const auto *M = dyn_cast<CXXMethodDecl>(FD))
    return variantMember(E, *M, Call, R);
  if (!FD->getIdentifier() || !FD->isInStdNamespace())
    return false;
  if (FD->getName() == "get_if" && Args.size() == 1) {
    const TemplateArgumentList *TA = FD->getTemplateSpecializationArgs();
    std::string Which = TA->get(0).getKind() == TemplateArgument::Integral ? llvm::toString(TA->get(0).getAsIntegral(), 10)
                                                                          : type(TA->get(0).getAsType())->Spelling;
    ir::Value *P = rvalue(Args[0]);
    ir::Op *O = shadowCall("static_cast<$T>(::std::get_if<" + Which + ">($0))", {valueArg(P)}, L);
    R = finish(result(O, type(FD->getReturnType())));
    return true;
  }
  return FD->getName() == "visit" && visitCall(E, Call, R);
}

/// std::visit of one variant or several: every combination of alternatives is a branch.
bool Lowerer::visitCall(const Expr *E, Callable &Call, CallResult &R) {
  SourceLocation L = E->getBeginLoc();
  auto Visited = llvm::ArrayRef<const Expr *>(Call.Args).drop_front();
  if (Visited.empty() || !llvm::all_of(Visited, [](const Expr *V) { return isClassNamed(V->getType(), "std", "variant"); }))
    return false;
  const Expr *VisitorExpr = Call.Args[0];
  std::shared_ptr<Closure> C = closure(VisitorExpr);
  LValue Visitor;
  if (!C)
    Visitor = VisitorExpr->isGLValue() ? lvalue(VisitorExpr) : materialize(VisitorExpr, "visitor");
  struct Variant {
    ir::Place P;
    llvm::SmallVector<QualType, 4> Types;
    const Expr *From;
  };
  llvm::SmallVector<Variant, 2> Variants;
  unsigned Count = 1;
  for (const Expr *V : Visited) {
    Variants.push_back({place(V), alternativesOf(V->getType()), V});
    Count *= Variants.back().Types.size();
  }
  QualType RT = Call.FD->getReturnType();
  if (RT->isRecordType() || RT->isReferenceType())
    return refuse(L, "'std::visit' with this result", "return a number"), true;
  if (Count > 256)
    return refuse(L, "'std::visit' of this many alternatives", "visit one variant after the other"), true;
  // The combination I: the index of an alternative in each variant.
  auto Indices = [&](unsigned I) {
    llvm::SmallVector<unsigned, 2> Each;
    for (const Variant &V : Variants) {
      Each.push_back(I % V.Types.size());
      I /= V.Types.size();
    }
    return Each;
  };
  auto Is = [&](unsigned I) {
    ir::Op *O = add(ir::OpKind::Opaque, L);
    for (auto [N, Which] : llvm::enumerate(Indices(I))) {
      O->PlaceOperands.push_back(Variants[N].P);
      O->Text += (N ? " && $&" : "$&") + std::to_string(N) + ".index() == " + std::to_string(Which);
    }
    O->ReadsMemory = true;
    return result(O, Ctx.Types.boolType());
  };
  auto Run = [&](unsigned I) {
    llvm::SmallVector<QualType, 2> Types;
    llvm::SmallVector<LValue, 2> Operands;
    for (auto [N, Which] : llvm::enumerate(Indices(I))) {
      const Variant &V = Variants[N];
      QualType T = V.From->getType().isConstQualified() ? V.Types[Which].withConst() : V.Types[Which];
      Types.push_back(V.From->isLValue() ? Ctx.Ast.getLValueReferenceType(T) : Ctx.Ast.getRValueReferenceType(T));
      Operands.emplace_back();
      Operands.back().P = sub(V.P, "::std::get<" + llvm::Twine(Which) + ">($p)", {}, type(T));
    }
    const FunctionDecl *F = callOperatorFor(VisitorExpr->getType(), Types);
    const CXXRecordDecl *Class = F ? cast<CXXMethodDecl>(F)->getParent() : nullptr;
    if (!F || F->getNumParams() != Types.size() || !Ctx.Ast.hasSameUnqualifiedType(F->getReturnType(), RT) ||
        (!C && Class->getCanonicalDecl() != VisitorExpr->getType()->getAsCXXRecordDecl()->getCanonicalDecl())) {
      refuse(L, "this visitor", "use a lambda, or a function object with its own operator() for each alternative");
      return finish(constant("$T()", type(RT)));
    }
    for (unsigned N = 0; N < Types.size(); ++N)
      Operands[N] = operandFor(F->getParamDecl(N), Operands[N], Types[N], L);
    return finish(inlineOperands(F, Operands, C ? C->partOf(Class) : C, C ? nullptr : &Visitor.P));
  };
  R = alternatives(E, RT, Count, Is, Run);
  return true;
}

/// std::tie(a, b) = t: element by element.
bool Lowerer::tieCall(const Expr *E, Callable &Call, CallResult &R) {
  const auto *M = dyn_cast<CXXMethodDecl>(Call.FD);
  if (!M || M->getOverloadedOperator() != OO_Equal || !oneOf(className(M), {"tuple", "pair"}) || !Call.Object)
    return false;
  const Expr *Target = Call.Object->IgnoreParenImpCasts();
  if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(Target))
    Target = T->getSubExpr()->IgnoreParenImpCasts();
  const auto *Tie = dyn_cast<CallExpr>(Target);
  if (!Tie || !Tie->getDirectCallee() || !Tie->getDirectCallee()->getIdentifier() || Tie->getDirectCallee()->getName() != "tie")
    return false;
  SourceLocation L = E->getBeginLoc();
  ir::Place From = place(Call.Args[0]);
  llvm::SmallVector<ir::Value *, 4> Values;
  for (unsigned I = 0; I < Tie->getNumArgs(); ++I) {
    QualType T = Tie->getArg(I)->getType();
    if (T->isRecordType() && T->getAsCXXRecordDecl()->isEmpty()) { // std::ignore
      Values.push_back(nullptr);
      continue;
    }
    QualType Of = tupleElement(Call.Args[0]->getType(), I);
    if (T->isRecordType() || Of.isNull() || Of->isRecordType())
      return refuse(L, "'std::tie' of objects", "assign them one by one"), true;
    Values.push_back(convert(load(sub(From, "::std::get<" + llvm::Twine(I) + ">($p)", {}, type(Of)), L), T, L));
  }
  for (unsigned I = 0; I < Values.size(); ++I)
    if (Values[I])
      storeLV(lvalue(Tie->getArg(I)), Values[I], L);
  R = finish(static_cast<ir::Value *>(nullptr));
  return true;
}

QualType Lowerer::tupleElement(QualType T, unsigned I) {
  llvm::SmallVector<QualType, 4> Types = typeArguments(T.getNonReferenceType());
  return I < Types.size() ? Types[I].getNonReferenceType() : QualType();
}

} // namespace mixedad
