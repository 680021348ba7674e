//===- CudaMemory.cpp - cudaMalloc, cudaMemcpy and their like -------------===//
//
// An allocation on a device is one as by malloc, with a shadow on the device; copies and clearings are calls of helpers
// that have rules (mixedad/detail/device_memory.h). Failures throw, so the status of every call is cudaSuccess.
//
//===----------------------------------------------------------------------===//
#include "lower/Library.h"
#include "lower/Lowerer.h"

using namespace clang;

namespace mixedad {

const Expr *allocatedPointer(const CallExpr *E) {
  const FunctionDecl *FD = E->getDirectCallee();
  if (!FD || !FD->getIdentifier() || E->getNumArgs() < 2)
    return nullptr;
  llvm::StringRef N = FD->getName();
  if (N != "cudaMalloc" && N != "cudaMallocManaged" && N != "cudaMallocAsync")
    return nullptr;
  const auto *A = dyn_cast<UnaryOperator>(belowCasts(E->getArg(0)));
  return A && A->getOpcode() == UO_AddrOf && A->getSubExpr()->getType()->isPointerType() ? A->getSubExpr()->IgnoreParens() : nullptr;
}

void Lowerer::deviceAllocation(const CallExpr *E, const Expr *Target) {
  SourceLocation L = E->getBeginLoc();
  QualType T = Target->getType();
  const ir::Type *Ty = type(T);
  std::string Of = "<" + type(T->getPointeeType())->Spelling + ">($0)";
  ir::Value *Bytes = rvalue(E->getArg(1));
  ir::Op *O = add(Ty->Class == ir::TypeClass::Pointer ? ir::OpKind::ShadowCall : ir::OpKind::Opaque, L);
  O->Text = "::mixedad::detail::device_allocate" + Of;
  if (O->Kind == ir::OpKind::Opaque) {
    O->Pure = false;
    O->Operands.push_back(Bytes);
  } else {
    O->Device = true;
    O->ShadowText = "::mixedad::detail::device_zeros" + Of;
    O->SweepText = "::mixedad::detail::device_shadow" + Of;
    allocates(*O, "::mixedad::detail::device_release($r)");
    O->Args.emplace_back();
    O->Args.back().V = Bytes;
  }
  ir::Value *P = result(O, Ty);
  storeLV(lvalue(Target), P, L);
}

bool Lowerer::deviceMemoryCall(const Expr *E, Callable &Call, CallResult &R) {
  if (!Ctx.Ast.getLangOpts().CUDA || !Call.FD->getIdentifier() || !isa<CallExpr>(E))
    return false;
  llvm::StringRef N = Call.FD->getName();
  if (!N.consume_front("cuda"))
    return false;
  const bool Async = N.consume_back("Async");
  SourceLocation L = E->getBeginLoc();
  auto &Args = Call.Args;
  auto Done = [&] {
    R = finish(constant("::cudaSuccess", type(E->getType())));
    return true;
  };
  if (N == "Malloc" || N == "MallocManaged") {
    const Expr *Target = allocatedPointer(cast<CallExpr>(E));
    if (!Target) {
      refuse(L, llvm::Twine("this way to call '") + Call.FD->getName() + "'", "give it the address of a pointer variable: cudaMalloc(&p, bytes)");
      return Done();
    }
    deviceAllocation(cast<CallExpr>(E), Target);
    return Done();
  }
  if (N != "Free" && N != "Memcpy" && N != "Memset") {
    if (N.starts_with("Memcpy") || N.starts_with("Memset") || N.starts_with("Graph") || N.starts_with("Launch") || N.starts_with("Host") || N.starts_with("MallocHost")) {
      refuse(L, llvm::Twine("'") + Call.FD->getName() + "'", "use cudaMemcpy, cudaMemset and <<<...>>>, or give the function that calls it a pullback with [[mixedad::derivative_of]]");
      return Done();
    }
    R = inactiveCall(E, Call, nullptr); // synchronization, streams, events, properties
    return true;
  }
  const QualType T = pointedAt(Args[0]);
  if (T.isNull() || T->isVoidType()) {
    refuse(L, llvm::Twine("'") + Call.FD->getName() + "' of memory without a type", "pass a pointer to numbers");
    return Done();
  }
  if (!Ctx.Types.mayHoldReals(T)) {
    R = inactiveCall(E, Call, nullptr);
    return true;
  }
  if (N == "Free") {
    ir::Op *O = shadowCall("::mixedad::detail::device_free($0)", {valueArg(firstElement(Args[0]))}, L);
    O->SweepText = "::mixedad::detail::device_free_later($0)";
    O->ReleasesShadow = O->Device = true;
    return Done();
  }
  if (type(T)->Class != ir::TypeClass::Real) {
    refuse(L, llvm::Twine("'") + Call.FD->getName() + "' of objects of type '" + T.getUnqualifiedType().getAsString() + "'", "copy memory of plain numbers");
    return Done();
  }
  const ir::Type *Size = type(Ctx.Ast.getSizeType());
  std::vector<ir::Arg> List{valueArg(firstElement(Args[0]))};
  if (N == "Memcpy") {
    const QualType Of = pointedAt(Args[1]);
    if (Of.isNull() || !Ctx.Ast.hasSameUnqualifiedType(T, Of)) {
      refuse(L, "a copy between memory of different types", "convert the values in a kernel");
      return Done();
    }
    List.push_back(valueArg(firstElement(Args[1])));
  } else {
    Expr::EvalResult Byte;
    if (!Args[1]->EvaluateAsInt(Byte, Ctx.Ast) || Byte.Val.getInt() != 0) {
      refuse(L, llvm::Twine("'") + Call.FD->getName() + "' of reals to something else than zero", "assign the values in a kernel");
      return Done();
    }
  }
  List.push_back(valueArg(opaque(llvm::Twine("$0 / sizeof(") + type(T)->Spelling + ")", {rvalue(Args[2])}, Size, L)));
  if (N == "Memcpy")
    List.push_back(valueArg(rvalue(Args[3])));
  const unsigned Stream = N == "Memcpy" ? 4 : 3;
  ir::Value *S = Async && Stream < Args.size() && !isa<CXXDefaultArgExpr>(Args[Stream])
                     ? opaque("$0", {rvalue(Args[Stream])}, Ctx.Types.helper("::cudaStream_t"), L)
                     : constant("static_cast<::cudaStream_t>(nullptr)", Ctx.Types.helper("::cudaStream_t"));
  List.push_back(valueArg(S));
  List.push_back(valueArg(boolean(!Async)));
  ir::Op *O = add(ir::OpKind::Call, L);
  O->C = Ctx.helper(N == "Memcpy" ? "mixedad::detail::device_copy" : "mixedad::detail::device_clear");
  O->C->Device = true;
  O->Args = std::move(List);
  O->Pure = false;
  return Done();
}

} // namespace mixedad
