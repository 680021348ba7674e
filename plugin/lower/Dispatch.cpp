//===- Dispatch.cpp - virtual calls and function pointers -----------------===//
//
// The target is one of those that this translation unit defines: a chain of tests picks it, each branch calls it
// directly, and an unknown target throws. So the derivative is that of the target, or nothing.
//
//===----------------------------------------------------------------------===//
#include "lower/Lowerer.h"
#include "rules/Rules.h"

using namespace clang;

namespace mixedad {

static bool samePlace(const ir::Place &A, const ir::Place &B) {
  return A.BaseVar == B.BaseVar && A.BasePtr == B.BasePtr && A.Text == B.Text && A.Operands == B.Operands;
}

/// What is called is none of the functions that were found: an exception.
static void unknownTarget(ir::Op *O) {
  O->Pure = false;
  O->Text = "::mixedad::detail::unknown_target()";
}

/// A chain of branches, of which one runs its alternative and leaves the result in the shared slot.
Lowerer::CallResult Lowerer::alternatives(const Expr *E, QualType RT, unsigned N,
                                          llvm::function_ref<ir::Value *(unsigned)> Test,
                                          llvm::function_ref<CallResult(unsigned)> Run) {
  SourceLocation L = E->getBeginLoc();
  bool Record = !RT->isReferenceType() && (RT->isRecordType() || RT->isAnyComplexType()) && type(RT)->Class != ir::TypeClass::Vector;
  Slots.push_back(0);
  Key Slot = &Slots.back();
  ir::Op *Var = nullptr;
  if (Record) {
    Var = emptyVariable("result", RT, L);
  } else if (!RT->isVoidType()) {
    VarTypes[Slot] = RT->isReferenceType() ? Ctx.Types.pointerTo(RT) : type(RT);
    Declared.insert(Slot);
  }
  auto Chain = [&](unsigned I, auto &&Self) -> void {
    if (I == N) {
      unknownTarget(add(ir::OpKind::Opaque, L));
      return;
    }
    ir::Value *Is = Test(I);
    lowerIf(Is,
            [&] {
              CallResult R = Run(I);
              if (Record)
                copyRecord(placeOf(Var), R.LV.P, L);
              else if (RT->isReferenceType())
                Vars[Slot] = addressOf(R.LV.P, L);
              else if (!RT->isVoidType())
                Vars[Slot] = R.IsLV ? loadLV(R.LV, L) : R.V;
            },
            [&] { Self(I + 1, Self); }, L);
  };
  Chain(0, Chain);
  LValue LV;
  if (Record) {
    LV.P = placeOf(Var);
    return finish(LV);
  }
  if (RT->isVoidType())
    return finish(static_cast<ir::Value *>(nullptr));
  ir::Value *V = Vars.lookup(Slot);
  if (!V)
    V = constant("$T()", VarTypes.lookup(Slot));
  if (!RT->isReferenceType())
    return finish(V);
  LV.P = deref(V, RT.getNonReferenceType());
  return finish(LV);
}

bool Lowerer::virtualCall(const Expr *E, Callable &Call, const ir::Place *Dest, CallResult &R) {
  const auto *M = cast<CXXMethodDecl>(Call.FD);
  ir::Place Obj = Call.Arrow ? pointee(Call.Object) : place(Call.Object);
  SourceLocation L = E->getBeginLoc();
  auto Direct = [&](const CXXMethodDecl *Target, const ir::Place &Self) {
    Callable C = Call;
    C.FD = Target;
    C.Qualified = true;
    return inlineOn(E, C, Self);
  };
  // While its constructor or destructor runs, an object is of that class.
  for (const Frame *Fp = Fr; Fp; Fp = Fp->Outer)
    if (isa_and_nonnull<CXXConstructorDecl, CXXDestructorDecl>(Fp->FD) && Fp->HasThis && samePlace(Fp->This.P, Obj))
      if (const CXXMethodDecl *T = const_cast<CXXMethodDecl *>(M)->getCorrespondingMethodInClass(
              cast<CXXMethodDecl>(Fp->FD)->getParent(), /*MayBeBase=*/true)) {
        R = Direct(T, Obj);
        return true;
      }
  // An object whose class is known exactly.
  if (Obj.BaseVar && Obj.Text == "$b")
    if (const CXXRecordDecl *RD = Ctx.Types.clangType(Obj.BaseVar->VarTy)->getAsCXXRecordDecl())
      if (const CXXMethodDecl *T = const_cast<CXXMethodDecl *>(M)->getCorrespondingMethodInClass(RD)) {
        R = Direct(T, Obj);
        return true;
      }
  if (M->hasAttr<FinalAttr>() || M->getParent()->isEffectivelyFinal()) {
    R = Direct(M, Obj);
    return true;
  }
  const auto Found = Ctx.Targets.classesOf(M->getParent());
  auto Class = [&](unsigned I) { return compat::tagType(Ctx.Ast, Found[I]); };
  if (Found.empty()) {
    refuse(L, "a virtual call whose targets are not in this translation unit",
           "include the derived classes, or make the function a template over the class");
    R = finish(constant("0", Ctx.Types.boolType()));
    return true;
  }
  R = alternatives(
      E, M->getReturnType(), Found.size(),
      [&](unsigned I) {
        ir::Op *O = add(ir::OpKind::Opaque, L);
        O->PlaceOperands.push_back(Obj);
        O->ReadsMemory = true;
        O->Text = "::mixedad::detail::is_exactly<" + type(Class(I))->Spelling + ">($&0)";
        return result(O, Ctx.Types.boolType());
      },
      [&](unsigned I) {
        const CXXMethodDecl *T = const_cast<CXXMethodDecl *>(M)->getCorrespondingMethodInClass(Found[I]);
        const CXXRecordDecl *Of = (T ? T : M)->getParent();
        QualType To = compat::tagType(Ctx.Ast, Of);
        ir::Place Self = Of == M->getParent() ? Obj : sub(Obj, "::mixedad::detail::cast_to<" + type(To)->Spelling + ">($p)", {}, type(To));
        return Direct(T ? T : M, Self);
      });
  return true;
}

/// (object.*pointer)(args...)
bool Lowerer::memberPointerCall(const CallExpr *C, CallResult &R) {
  const auto *B = dyn_cast<BinaryOperator>(C->getCallee()->IgnoreParens());
  if (!B || !B->isPtrMemOp())
    return false;
  QualType PT = B->getRHS()->getType();
  const auto *MP = PT->getAs<MemberPointerType>();
  const auto *Proto = MP ? MP->getPointeeType()->getAs<FunctionProtoType>() : nullptr;
  if (!Proto)
    return false;
  SourceLocation L = C->getBeginLoc();
  ir::Place Obj = B->getOpcode() == BO_PtrMemI ? pointee(B->getLHS()) : place(B->getLHS());
  ir::Value *P = rvalue(B->getRHS());
  llvm::SmallVector<const CXXMethodDecl *, 8> Found;
  const CXXRecordDecl *RD = compat::classOf(Ctx.Ast, MP)->getAsCXXRecordDecl();
  for (const CXXMethodDecl *M : RD->getDefinition()->methods())
    if (!M->isStatic() && !M->isVirtual() && M->getIdentifier() && definition(M) &&
        Ctx.Ast.hasSameFunctionTypeIgnoringExceptionSpec(M->getType(), MP->getPointeeType()))
      Found.push_back(M);
  if (Found.empty())
    return false;
  R = alternatives(
      C, Proto->getReturnType(), Found.size(),
      [&](unsigned I) {
        return opaque("$0 == " + llvm::Twine(Ctx.SpellAddress(Found[I])), {P}, Ctx.Types.boolType(), L);
      },
      [&](unsigned I) {
        Callable T;
        T.FD = Found[I];
        T.Object = B->getLHS();
        T.Args.append(C->arg_begin(), C->arg_end());
        return inlineOn(C, T, Obj);
      });
  return true;
}

/// A function of <cmath> with a row in the rule table: a target without a body that can be seen.
bool Lowerer::isKnownMath(const FunctionDecl *FD) {
  return !isa<CXXMethodDecl>(FD) && FD->getIdentifier() && isMathLibrary(FD) &&
         rules::forCallee(FD->getQualifiedNameAsString(), FD->getNumParams());
}

bool Lowerer::indirectCall(const Expr *E, Callable &Call, CallResult &R) {
  const auto *C = dyn_cast<CallExpr>(E);
  if (!C)
    return false;
  if (isa<CXXMemberCallExpr>(C))
    return memberPointerCall(C, R);
  QualType CT = C->getCallee()->getType();
  QualType Fn = CT->isPointerType() ? CT->getPointeeType() : CT;
  const auto *Proto = Fn->getAs<FunctionProtoType>();
  if (!Proto)
    return false;
  ir::Value *P = Call.Target ? Call.Target : rvalue(C->getCallee());
  auto Found = Ctx.Targets.addressTaken(Fn);
  // One that asks for a derivative that may need this one is an unknown target.
  llvm::erase_if(Found, [&](const FunctionDecl *FD) {
    return (!definition(FD) && !isKnownMath(FD)) || (Ctx.Waits && Ctx.Waits(FD));
  });
  if (Found.empty())
    return false;
  SourceLocation L = E->getBeginLoc();
  R = alternatives(
      E, Proto->getReturnType(), Found.size(),
      [&](unsigned I) {
        return opaque("$0 == " + llvm::Twine(Ctx.SpellAddress(Found[I])), {P}, Ctx.Types.boolType(), L);
      },
      [&](unsigned I) {
        Callable T = Call;
        T.FD = Found[I];
        return dispatch(E, T, nullptr);
      });
  return true;
}

} // namespace mixedad
