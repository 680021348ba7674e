//===- Complex.cpp - std::complex through its parts -----------------------===//
//
// A complex number is a record of two reals here; its arithmetic is lowered to theirs. Parts are reached as C++
// guarantees: reinterpreted as an array of two ([complex.numbers]).
//
//===----------------------------------------------------------------------===//
#include "lower/Lowerer.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace mixedad {

static bool isComplex(QualType T) { return isClassNamed(T, "std", "complex"); }

static QualType partType(QualType T) {
  return cast<ClassTemplateSpecializationDecl>(T.getNonReferenceType()->getAsCXXRecordDecl())->getTemplateArgs()[0].getAsType();
}

ir::Place Lowerer::complexPart(const ir::Place &Z, QualType Part, int I) {
  const ir::Type *T = type(Part);
  return sub(Z, "::mixedad::detail::complex_part<" + T->Spelling + ">($p)[" + llvm::Twine(I) + "]", {}, T);
}

Lowerer::Parts Lowerer::parts(const Expr *E, QualType Part) {
  QualType T = E->getType().getNonReferenceType();
  Parts P;
  SourceLocation L = E->getBeginLoc();
  if (isComplex(T)) {
    ir::Place Z = E->isGLValue() ? place(E) : materialize(E, "z").P;
    if (Failed)
      return {constant("0", type(Part)), constant("0", type(Part))};
    P.Re = convert(load(complexPart(Z, partType(T), 0), L), Part, L);
    P.Im = convert(load(complexPart(Z, partType(T), 1), L), Part, L);
    return P;
  }
  ir::Value *V = E->isGLValue() ? loadLV(bindReference(E, "x"), L) : rvalue(E);
  P.Re = convert(V, Part, L);
  P.Im = nullptr; // a real number
  return P;
}

Lowerer::CallResult Lowerer::complexResult(Parts P, QualType T, SourceLocation L) {
  QualType Part = partType(T);
  ir::Op *V = variable("z", type(T), ir::InitKind::Zero, L);
  store(complexPart(placeOf(V), Part, 0), P.Re, L);
  if (P.Im)
    store(complexPart(placeOf(V), Part, 1), P.Im, L);
  LValue LV;
  LV.P = placeOf(V);
  return finish(LV);
}

bool Lowerer::complexInit(const CXXConstructExpr *E, QualType T, llvm::StringRef Name, SourceLocation L, ir::Op **Out) {
  if (!isComplex(T))
    return false;
  QualType Part = partType(T);
  Parts P;
  llvm::SmallVector<const Expr *, 2> Args;
  for (const Expr *A : E->arguments())
    Args.push_back(A);
  if (Args.size() == 1) {
    P = parts(Args[0], Part);
  } else if (Args.size() == 2) {
    P.Re = parts(Args[0], Part).Re;
    P.Im = parts(Args[1], Part).Re;
  }
  ir::Op *V = variable(Name, type(T), ir::InitKind::Zero, L);
  if (P.Re)
    store(complexPart(placeOf(V), Part, 0), P.Re, L);
  if (P.Im)
    store(complexPart(placeOf(V), Part, 1), P.Im, L);
  *Out = V;
  return true;
}

Lowerer::Parts Lowerer::complexArithmetic(OverloadedOperatorKind Op, Parts A, Parts B, QualType Part, SourceLocation L) {
  const ir::Type *T = type(Part);
  auto Do = [&](const char *Row, ir::Value *X, ir::Value *Y) { return prim(Row, {X, Y}, T, L); };
  Parts R;
  switch (Op) {
  case OO_Plus:
  case OO_PlusEqual:
    R.Re = Do("add", A.Re, B.Re);
    R.Im = A.Im && B.Im ? Do("add", A.Im, B.Im) : A.Im ? A.Im : B.Im;
    return R;
  case OO_Minus:
  case OO_MinusEqual:
    R.Re = Do("sub", A.Re, B.Re);
    R.Im = A.Im && B.Im ? Do("sub", A.Im, B.Im) : A.Im ? A.Im : B.Im ? prim("neg", {B.Im}, T, L) : nullptr;
    return R;
  case OO_Star:
  case OO_StarEqual:
    if (!A.Im || !B.Im) {
      R.Re = Do("mul", A.Re, B.Re);
      R.Im = A.Im ? Do("mul", A.Im, B.Re) : B.Im ? Do("mul", A.Re, B.Im) : nullptr;
      return R;
    }
    R.Re = Do("sub", Do("mul", A.Re, B.Re), Do("mul", A.Im, B.Im));
    R.Im = Do("add", Do("mul", A.Re, B.Im), Do("mul", A.Im, B.Re));
    return R;
  default: { // division
    if (!B.Im) {
      R.Re = Do("div", A.Re, B.Re);
      R.Im = A.Im ? Do("div", A.Im, B.Re) : nullptr;
      return R;
    }
    ir::Value *D = Do("add", Do("mul", B.Re, B.Re), Do("mul", B.Im, B.Im));
    Parts Conj{B.Re, prim("neg", {B.Im}, T, L)};
    Parts N = complexArithmetic(OO_Star, A, Conj, Part, L);
    R.Re = Do("div", N.Re, D);
    R.Im = Do("div", N.Im, D);
    return R;
  }
  }
}

bool Lowerer::complexCall(const Expr *E, Callable &Call, CallResult &R) {
  const FunctionDecl *FD = Call.FD;
  SourceLocation L = E->getBeginLoc();
  const auto *M = dyn_cast<CXXMethodDecl>(FD);
  OverloadedOperatorKind Op = FD->getOverloadedOperator();
  llvm::StringRef N = FD->getIdentifier() ? FD->getName() : "";
  if (M && isComplex(compat::tagType(Ctx.Ast, M->getParent()))) {
    QualType T = compat::tagType(Ctx.Ast, M->getParent()), Part = partType(T);
    ir::Place Z = object(Call).P;
    if (N == "real" || N == "imag") {
      ir::Place P = complexPart(Z, Part, N == "imag");
      if (Call.Args.empty()) {
        R = finish(load(P, L));
      } else {
        store(P, rvalue(Call.Args[0]), L);
        R = finish(static_cast<ir::Value *>(nullptr));
      }
      return true;
    }
    if (Op == OO_Equal || Op == OO_PlusEqual || Op == OO_MinusEqual || Op == OO_StarEqual || Op == OO_SlashEqual) {
      Parts B = parts(Call.Args[0], Part);
      if (Op != OO_Equal) {
        Parts A{load(complexPart(Z, Part, 0), L), load(complexPart(Z, Part, 1), L)};
        B = complexArithmetic(Op, A, B, Part, L);
      }
      store(complexPart(Z, Part, 0), B.Re, L);
      store(complexPart(Z, Part, 1), B.Im ? B.Im : constant("$T()", type(Part)), L);
      LValue LV;
      LV.P = Z;
      R = finish(LV);
      return true;
    }
    return false;
  }
  if (!FD->isInStdNamespace())
    return false;
  QualType T;
  for (const Expr *A : Call.Args)
    if (isComplex(A->getType()))
      T = A->getType().getNonReferenceType().getUnqualifiedType();
  bool Polar = N == "polar" && isComplex(FD->getReturnType());
  if (Polar)
    T = FD->getReturnType();
  if (T.isNull())
    return false;
  QualType Part = partType(T);
  const ir::Type *PT = type(Part);
  auto Un = [&](const char *Row, ir::Value *X) { return prim(Row, {X}, PT, L); };
  auto Bin = [&](const char *Row, ir::Value *X, ir::Value *Y) { return prim(Row, {X, Y}, PT, L); };
  if ((Op == OO_Plus || Op == OO_Minus) && Call.Args.size() == 1) {
    Parts A = parts(Call.Args[0], Part);
    R = complexResult(Op == OO_Plus ? A : Parts{Un("neg", A.Re), Un("neg", A.Im)}, T, L);
    return true;
  }
  if ((Op == OO_Plus || Op == OO_Minus || Op == OO_Star || Op == OO_Slash) && Call.Args.size() == 2) {
    Parts A = parts(Call.Args[0], Part), B = parts(Call.Args[1], Part);
    R = complexResult(complexArithmetic(Op, A, B, Part, L), T, L);
    return true;
  }
  if (Polar) {
    ir::Value *Rho = parts(Call.Args[0], Part).Re;
    ir::Value *Theta = Call.Args.size() > 1 ? parts(Call.Args[1], Part).Re : constant("$T()", PT);
    R = complexResult({Bin("mul", Rho, Un("cos", Theta)), Bin("mul", Rho, Un("sin", Theta))}, T, L);
    return true;
  }
  if (Call.Args.size() == 1) {
    Parts A = parts(Call.Args[0], Part);
    if (N == "real" || N == "imag")
      return R = finish(N == "real" ? A.Re : A.Im), true;
    if (N == "abs")
      return R = finish(Bin("hypot", A.Re, A.Im)), true;
    if (N == "arg")
      return R = finish(Bin("atan2", A.Im, A.Re)), true;
    if (N == "norm")
      return R = finish(Bin("add", Bin("mul", A.Re, A.Re), Bin("mul", A.Im, A.Im))), true;
    if (N == "conj")
      return R = complexResult({A.Re, Un("neg", A.Im)}, T, L), true;
    if (N == "exp") {
      ir::Value *Mag = Un("exp", A.Re);
      return R = complexResult({Bin("mul", Mag, Un("cos", A.Im)), Bin("mul", Mag, Un("sin", A.Im))}, T, L), true;
    }
    if (N == "log")
      return R = complexResult({Un("log", Bin("hypot", A.Re, A.Im)), Bin("atan2", A.Im, A.Re)}, T, L), true;
    if (N == "sin")
      return R = complexResult({Bin("mul", Un("sin", A.Re), Un("cosh", A.Im)), Bin("mul", Un("cos", A.Re), Un("sinh", A.Im))}, T, L), true;
    if (N == "cos")
      return R = complexResult({Bin("mul", Un("cos", A.Re), Un("cosh", A.Im)),
                                Un("neg", Bin("mul", Un("sin", A.Re), Un("sinh", A.Im)))}, T, L), true;
    if (N == "sqrt") {
      // sqrt(z) = sqrt(|z|) e^(i arg(z)/2)
      ir::Value *Mag = Un("sqrt", Bin("hypot", A.Re, A.Im));
      ir::Value *Half = Bin("mul", Bin("atan2", A.Im, A.Re), constant("static_cast<$T>(0.5)", PT));
      return R = complexResult({Bin("mul", Mag, Un("cos", Half)), Bin("mul", Mag, Un("sin", Half))}, T, L), true;
    }
  }
  if (N == "pow" && Call.Args.size() == 2) {
    // z^w = exp(w log z)
    Parts A = parts(Call.Args[0], Part), B = parts(Call.Args[1], Part);
    Parts Log{Un("log", A.Im ? Bin("hypot", A.Re, A.Im) : A.Re), A.Im ? Bin("atan2", A.Im, A.Re) : constant("$T()", PT)};
    Parts W = complexArithmetic(OO_Star, Log, B, Part, L);
    ir::Value *Mag = Un("exp", W.Re);
    ir::Value *Arg = W.Im ? W.Im : constant("$T()", PT);
    return R = complexResult({Bin("mul", Mag, Un("cos", Arg)), Bin("mul", Mag, Un("sin", Arg))}, T, L), true;
  }
  if (Op == OO_EqualEqual || Op == OO_ExclaimEqual)
    return false;
  refuse(L, llvm::Twine("'std::") + FD->getNameAsString() + "' of complex numbers", "write it with real and imaginary parts");
  R = finish(constant("$T()", PT));
  return true;
}

} // namespace mixedad
