//===- Cuda.cpp - launches, and what a kernel's threads share -------------===//
//
// A launch is a call whose argument 0 is its shape. A kernel's body is what one thread does; the threads' numbers are
// inactive values. What threads do together has a derivative only where it is known, and is refused by name otherwise.
//
//===----------------------------------------------------------------------===//
#include "lower/Library.h"
#include "lower/Lowerer.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace mixedad {

static const char *const LaunchWayOut =
    "broadcast the function of one element over arrays, or give the function that launches the kernel a pullback with "
    "[[mixedad::derivative_of]]";

/// Parameter 0 of a kernel's function.
void Lowerer::shapeParameter() {
  ir::Param &P = F.Params.emplace_back();
  P.Name = "shape";
  P.Ty = Ctx.Types.helper("launch_shape");
  P.DeclSpelling = "const launch_shape &";
  P.V = newValue(P.Ty, P.Name);
  P.Inactive = true;
}

Lowerer::CallResult Lowerer::launch(const CUDAKernelCallExpr *E) {
  SourceLocation L = E->getBeginLoc();
  const FunctionDecl *FD = E->getDirectCallee();
  auto Refused = [&](llvm::Twine What, llvm::Twine WayOut) {
    refuse(L, What, WayOut);
    return finish(constant("0", Ctx.Types.boolType()));
  };
  if (!FD)
    return Refused("the launch of a kernel that is not known here", "launch it by its name");
  UserRules Rules = Ctx.RulesFor(FD);
  if (!Rules.Pushforward.empty() || !Rules.Pullback.empty())
    return Refused(llvm::Twine("the launch of '") + FD->getName() + "', which has a rule of its own",
                   "give the rule to the function that launches it");
  const FunctionDecl *Body = definition(FD);
  if (!Body)
    return Refused(llvm::Twine("the launch of '") + FD->getName() + "', whose body is not visible", LaunchWayOut);
  // What is evaluated for the shape comes first.
  ir::Op Config;
  std::string Parts[4];
  for (unsigned I = 0; I < 4 && I < E->getConfig()->getNumArgs(); ++I) {
    const Expr *A = E->getConfig()->getArg(I);
    if (isa<CXXDefaultArgExpr>(A))
      Parts[I] = I == 2 ? "0" : "nullptr";
    else if (I < 2)
      Parts[I] = extent(A, Config);
    else
      Parts[I] = operandText(A, Config);
  }
  ir::Op *Shape = add(ir::OpKind::Opaque, L);
  Shape->Operands = Config.Operands;
  Shape->PlaceOperands = Config.PlaceOperands;
  Shape->ReadsMemory = !Config.PlaceOperands.empty();
  Shape->Text = "launch_shape{" + Parts[0] + ", " + Parts[1] + ", " + Parts[2] + ", static_cast<::cudaStream_t>(" + Parts[3] + ")}";
  std::vector<ir::Arg> Args(1);
  Args[0].V = result(Shape, Ctx.Types.helper("launch_shape"), "shape");
  for (unsigned I = 0; I < E->getNumArgs() && I < FD->getNumParams(); ++I)
    Args.push_back(argument(E->getArg(I), FD->getParamDecl(I)->getType()));
  ir::Op *O = add(ir::OpKind::Call, L);
  O->C = Ctx.callee(FD);
  O->Args = std::move(Args);
  O->Pure = false;
  return finish(static_cast<ir::Value *>(nullptr));
}

/// The text of a dim3, from its three numbers.
std::string Lowerer::extent(const Expr *E, ir::Op &O) {
  const Expr *X = E->IgnoreImplicit();
  for (;;) { // copies and conversions of the one number or the three
    if (const auto *F = dyn_cast<CXXFunctionalCastExpr>(X))
      X = F->getSubExpr()->IgnoreImplicit();
    else if (const auto *C = dyn_cast<CXXConstructExpr>(X); C && C->getNumArgs() == 1 && C->getConstructor()->isCopyOrMoveConstructor())
      X = C->getArg(0)->IgnoreImplicit();
    else
      break;
  }
  if (X->getType()->isIntegerType())
    return "dim3(" + operandText(X, O) + ")";
  if (const auto *C = dyn_cast<CXXConstructExpr>(X)) {
    std::string List;
    for (const Expr *A : C->arguments())
      if (!isa<CXXDefaultArgExpr>(A))
        List += (List.empty() ? "" : ", ") + operandText(A, O);
    return "dim3(" + List + ")";
  }
  return operandText(X, O);
}

/// `threadIdx.x` and its like; "" for other expressions.
std::string threadIndexText(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *P = dyn_cast<PseudoObjectExpr>(E))
    E = P->getSyntacticForm()->IgnoreParenImpCasts();
  const Expr *Base = nullptr;
  std::string Member;
  if (const auto *M = dyn_cast<MSPropertyRefExpr>(E)) {
    Base = M->getBaseExpr();
    Member = M->getPropertyDecl()->getName().str();
  } else if (const auto *M = dyn_cast<MemberExpr>(E)) {
    Base = M->getBase();
    Member = M->getMemberDecl()->getName().str();
  }
  Base = Base ? Base->IgnoreParenImpCasts() : nullptr;
  if (const auto *O = dyn_cast_or_null<OpaqueValueExpr>(Base))
    Base = O->getSourceExpr()->IgnoreParenImpCasts();
  const auto *R = dyn_cast_or_null<DeclRefExpr>(Base);
  const auto *VD = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  if (!VD || !VD->getDeclContext()->getRedeclContext()->isTranslationUnit() || !VD->getIdentifier())
    return "";
  for (const char *Name : {"threadIdx", "blockIdx", "blockDim", "gridDim"})
    if (VD->getName() == Name)
      return Name + ("." + Member);
  return "";
}

ir::Value *Lowerer::threadIndex(const Expr *E) {
  std::string Text = threadIndexText(E);
  return Text.empty() ? nullptr : opaque(Text, {}, type(Ctx.Ast.UnsignedIntTy), E->getBeginLoc());
}

/// Calls in which threads of a block take part together, or that change memory that they share.
bool Lowerer::amongThreads(const Expr *E, Callable &Call, CallResult &R) {
  if (!Ctx.Ast.getLangOpts().CUDA || !Call.FD->getIdentifier())
    return false;
  llvm::StringRef N = Call.FD->getName();
  if (N == "atomicAdd" && Discarded == E && Call.Args.size() == 2 && type(Call.Args[1]->getType())->Class == ir::TypeClass::Real) {
    const std::vector<ir::Arg> Args{valueArg(rvalue(Call.Args[0])), valueArg(rvalue(Call.Args[1]))};
    ir::Op *O = add(ir::OpKind::Call, E->getBeginLoc());
    O->C = Ctx.helper("mixedad::detail::atomic_add");
    O->C->Device = true;
    O->Pure = false;
    O->Args = Args;
    R = finish(constant("$T()", type(E->getType()))); // nobody uses it
    return true;
  }
  bool Together = false;
  for (const char *Prefix : {"__syncthreads", "__syncwarp", "__shfl", "__ballot", "__any", "__all", "__reduce_", "__match_",
                             "__vote", "atomic", "__nvvm_shfl", "__nvvm_bar", "__nvvm_atom", "__pipeline", "__cp_async"})
    Together |= N.starts_with(Prefix);
  if (!Together)
    return false;
  refuse(E->getBeginLoc(), llvm::Twine("'") + N + "', in which threads take part together",
         "let every thread write what it computes, or give the function that launches the kernel a pullback with "
         "[[mixedad::derivative_of]]");
  R = finish(constant("$T()", type(E->getType()->isVoidType() ? Ctx.Ast.BoolTy : E->getType())));
  return true;
}

/// A global or static variable that generated code may mention; others are refused.
bool Lowerer::deviceVariable(const VarDecl *VD, SourceLocation L) {
  if (VD->hasAttr<CUDASharedAttr>()) {
    refuse(L, llvm::Twine("the __shared__ variable '") + VD->getName() + "'", LaunchWayOut);
    return false;
  }
  if ((VD->hasAttr<CUDADeviceAttr>() || VD->hasAttr<CUDAConstantAttr>()) && Ctx.Types.mayHoldReals(VD->getType()) &&
      !VD->isConstexpr() && !VD->getType().isConstQualified()) {
    refuse(L, llvm::Twine("the device variable '") + VD->getName() + "'", "pass a pointer to the kernel");
    return false;
  }
  return true;
}

} // namespace mixedad
