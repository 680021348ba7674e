//===- Derived.cpp - derivatives of array programs, differentiated again --===//
//
// Generated code and the rules of array functions call a small set of functions of namespace mixedad::detail. Here
// each becomes what it means: a kernel is a broadcast of its functor, a pullback kernel one broadcast a cotangent,
// summed to its operand and added to the shadow. The functions that remain have rules of their own
// (mixedad/rules/helpers.h), so that there is no highest order.
//
//===----------------------------------------------------------------------===//
#include "inject/Attributes.h"
#include "lower/LazyTree.h"
#include "lower/Library.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace mixedad {

static bool isArray(QualType T) { return TypeTable::isArrayClass(T); }
static QualType arrayElementOf(QualType Array) {
  return cast<ClassTemplateSpecializationDecl>(Array.getNonReferenceType()->getAsCXXRecordDecl())
      ->getTemplateArgs()[0]
      .getAsType();
}

/// The name of a function of mixedad::detail, or of mixedad, which detail's using-declarations name.
static llvm::StringRef nameInDetail(const FunctionDecl *FD, const DeclContext *In) {
  const auto *NS = dyn_cast<NamespaceDecl>(In);
  if (!NS || !FD->getIdentifier() || (NS->getName() != "detail" && NS->getName() != "mixedad"))
    return "";
  return FD->getName();
}
static llvm::StringRef nameInDetail(const FunctionDecl *FD) { return nameInDetail(FD, FD->getDeclContext()); }

static const CXXMethodDecl *onlyCallOperator(QualType Functor) {
  if (const CXXRecordDecl *RD = Functor.getNonReferenceType()->getAsCXXRecordDecl())
    for (const CXXMethodDecl *M : RD->methods())
      if (M->getOverloadedOperator() == OO_Call)
        return M;
  return nullptr;
}

static QualType classInDetail(ASTContext &C, llvm::StringRef Name) {
  const DeclContext *In = C.getTranslationUnitDecl();
  for (llvm::StringRef N : {llvm::StringRef("mixedad"), llvm::StringRef("detail"), Name})
    for (const NamedDecl *D : In->lookup(&C.Idents.get(N))) {
      if (const auto *RD = dyn_cast<CXXRecordDecl>(D))
        return compat::tagType(C, RD);
      if (const auto *NS = dyn_cast<NamespaceDecl>(D))
        In = NS;
    }
  return {};
}

/// is_zero() of an array in a rule: an optimization.
bool Lowerer::isHintInRule(const CXXMethodDecl *M) {
  if (!M->getIdentifier() || M->getName() != "is_zero" || !Fr->FD)
    return false;
  if (const auto *NS = dyn_cast<NamespaceDecl>(Fr->FD->getDeclContext()); NS && NS->getName() == "mixedad")
    return true;
  const FunctionDecl *Pattern = Fr->FD->getTemplateInstantiationPattern();
  for (const UserRule &R : registered().Rules)
    for (const FunctionDecl *D : {Fr->FD, Pattern})
      if (D && D->getCanonicalDecl() == R.Rule->getCanonicalDecl())
        return true;
  return nameInDetail(Fr->FD) != "";
}

ir::Callee *LowerContext::helper(llvm::StringRef Name) {
  std::unique_ptr<ir::Callee> &Slot = Helpers[Name];
  if (!Slot) {
    Slot = std::make_unique<ir::Callee>();
    Slot->Key = Name.str();
    Slot->Name = Name.rsplit(':').second.str();
    Slot->CallText = "::" + Name.str() + "($*)";
    Slot->Kind = ir::CalleeKind::UserRule;
    Slot->PushforwardRule = "::" + Name.str() + "_pushforward";
    Slot->PullbackRule = "::" + Name.str() + "_pullback";
  }
  return Slot.get();
}

ir::Value *Lowerer::helperCall(llvm::Twine Name, llvm::ArrayRef<ir::Arg> Args, const ir::Type *Ty, SourceLocation L) {
  ir::Op *O = add(ir::OpKind::Call, L);
  O->C = Ctx.helper(Name.str());
  O->Args.assign(Args.begin(), Args.end());
  return result(O, Ty);
}

void Lowerer::accumulateInto(const LValue &Into, ir::Value *V, SourceLocation L) {
  ir::Value *Before = loadLV(Into, L);
  storeLV(Into, helperCall("mixedad::detail::summed", {valueArg(Before), valueArg(V)}, Before->Ty, L), L);
}

const ir::Type *LowerContext::elementsType(const ir::Type *Element) {
  std::unique_ptr<ir::Type> &Slot = ElementsTypes[Element->Spelling];
  if (!Slot) {
    Slot = std::make_unique<ir::Type>();
    Slot->Class = Element->Class == ir::TypeClass::Real ? ir::TypeClass::Pointer : ir::TypeClass::Inactive;
    Slot->Spelling = "::mixedad::detail::Elements<" + Element->Spelling + ">";
    Slot->Size = 8;
    Slot->Pointee = Element;
  }
  return Slot.get();
}

/// In a kernel's lambda: an element of an array that it captured, or its extents.
bool Lowerer::capturedArrayCall(Callable &Call, CallResult &R) {
  const auto *Ref = Call.Object ? dyn_cast<DeclRefExpr>(Call.Object->IgnoreParenImpCasts()) : nullptr;
  ir::Value *Array = Ref ? CapturedArrays.lookup(Ref->getDecl()) : nullptr;
  if (!Array)
    return false;
  SourceLocation L = Ref->getLocation();
  QualType Element = arrayElementOf(Call.Object->getType());
  llvm::SmallVector<ir::Value *, 4> Ops{Array};
  std::string List;
  for (const Expr *A : Call.Args) {
    Ops.push_back(rvalue(A));
    List += (List.empty() ? "$" : ", $") + std::to_string(Ops.size() - 1);
  }
  std::string Name = Call.FD->getIdentifier() ? Call.FD->getName().str() : "";
  if (Call.FD->getOverloadedOperator() == OO_Call) {
    ir::Value *At = opaque("$0.offset(" + List + ")", Ops, type(Ctx.Ast.LongTy), L);
    if (Array->Ty->Class != ir::TypeClass::Pointer) {
      R = finish(opaque("$0[$1]", {Array, At}, type(Element), L));
      return true;
    }
    ir::Place P;
    P.BasePtr = Array;
    P.Text = "$b[$0]";
    P.Operands.push_back(At);
    P.Ty = type(Element);
    R = finish(load(P, L));
  } else if (Name == "size" || Name == "rank") {
    R = finish(opaque("$0." + Name + "(" + List + ")", Ops, type(Call.FD->getReturnType()), L));
  } else {
    R = finish(refuse(L, llvm::Twine("this use of the captured array '") + Ref->getDecl()->getNameAsString() + "'",
                      "read its elements, a(i, j), or pass it as an operand of the broadcast", Call.FD->getReturnType()));
  }
  return true;
}

static bool isElements(QualType T) {
  const CXXRecordDecl *RD = T.getNonReferenceType()->getAsCXXRecordDecl();
  return RD && RD->getIdentifier() && RD->getName() == "Elements";
}

/// broadcast_run<R>(functor, operands...)
ir::Value *Lowerer::kernelRun(Callable &Call) {
  auto T = std::make_unique<LazyTree>();
  QualType Result = Call.FD->getReturnType();
  T->FD = onlyCallOperator(Call.Args[0]->getType());
  T->Element = arrayElementOf(Result);
  for (const Expr *A : llvm::ArrayRef(Call.Args).drop_front())
    if (isElements(A->getType()))
      return refuse(A->getBeginLoc(), "the second derivative of a broadcast whose lambda captures an array",
                    "use mixedad::gather, and pass its result as an operand", Result);
  for (const Expr *A : llvm::ArrayRef(Call.Args).drop_front())
    T->Children.push_back(lazyTree(A));
  SourceLocation L = Call.Args[0]->getBeginLoc();
  if (!T->FD)
    return refuse(L, "this kernel", "use mixedad::broadcast", Result);
  return Failed ? constant("$T()", type(Result)) : fuse(std::move(T), Result, L);
}

static llvm::SmallVector<bool, 8> maskOf(const FunctionDecl *FD) {
  llvm::SmallVector<bool, 8> Mask;
  const CXXRecordDecl *Acts = FD->getTemplateSpecializationArgs()->get(0).getAsType()->getAsCXXRecordDecl();
  for (const TemplateArgument &A : cast<ClassTemplateSpecializationDecl>(Acts)->getTemplateArgs().get(0).pack_elements())
    Mask.push_back(A.getAsIntegral() != 0);
  return Mask;
}

/// The call `operands(...)` behind E.
static const CallExpr *packCall(const Expr *E) {
  while (const Expr *Held = belowTemporary(E->IgnoreParenImpCasts()))
    E = Held;
  return dyn_cast<CallExpr>(E->IgnoreParenImpCasts());
}

/// A cotangent, and where it is empty the zero of the shape that the operands broadcast to.
ir::Value *Lowerer::shapedBy(ir::Value *Seed, llvm::ArrayRef<ir::Value *> Operands, SourceLocation L) {
  ir::Op *Shape = variable("target", type(classInDetail(Ctx.Ast, "Target")), ir::InitKind::Text, L);
  Shape->InitText = "$T $n = ::mixedad::detail::target_of(";
  for (size_t I = 0; I < Operands.size(); ++I)
    Shape->InitText += (I ? ", $" : "$") + std::to_string(I);
  Shape->InitText += ")";
  Shape->Operands.assign(Operands.begin(), Operands.end());
  ir::Arg Of;
  Of.P = placeOf(Shape);
  return helperCall("mixedad::detail::shaped", {valueArg(Seed), Of}, Seed->Ty, L);
}

/// The shadow of an operand gets its cotangents of the whole shape, summed.
void Lowerer::addCotangent(const LValue &Shadow, ir::Value *All, const LazyTree &Operand, QualType T, SourceLocation L) {
  if (isArray(T))
    return accumulateInto(Shadow, helperCall("mixedad::detail::summed_to", {valueArg(All), valueArg(Operand.Leaf)}, All->Ty, L), L);
  const ir::Type *Ty = type(Operand.Element);
  ir::Value *Total = helperCall("mixedad::sum", {valueArg(All)}, Ty, L);
  storeLV(Shadow, prim("add", {loadLV(Shadow, L), Total}, Ty, L), L);
}

/// broadcast_pull<acts<...>>(functor, seed, operands(...), shadows...): one array a shadow, of the whole shape.
void Lowerer::kernelPull(Callable &Call) {
  KernelPull P;
  const unsigned First = Call.FD->getName() == "broadcast_pull_over"; // behind the shape
  P.Functor = Call.Args[First];
  P.Seed = Call.Args[First + 1];
  const CallExpr *Operands = packCall(Call.Args[First + 2]);
  llvm::SmallVector<bool, 8> Mask = maskOf(Call.FD);
  unsigned Next = First + 3;
  for (unsigned I = 0; Operands && I < Operands->getNumArgs() && I < Mask.size(); ++I)
    P.Operands.push_back({Operands->getArg(I), Mask[I] ? Call.Args[Next++] : nullptr});
  pullKernel(P);
}

/// broadcast_pulls<acts<...>>(parts(part<take<...>>(functor, seed)...), operands(...), shadows...)
void Lowerer::kernelPulls(Callable &Call) {
  const CallExpr *Parts = packCall(Call.Args[0]), *Operands = packCall(Call.Args[1]);
  llvm::SmallVector<bool, 8> Mask = maskOf(Call.FD);
  for (unsigned K = 0; Parts && Operands && K < Parts->getNumArgs() && !Failed; ++K) {
    const CallExpr *Part = packCall(Parts->getArg(K));
    KernelPull P;
    P.Functor = Part->getArg(0);
    P.Seed = Part->getArg(1);
    QualType Take = Part->getDirectCallee()->getTemplateSpecializationArgs()->get(0).getAsType();
    const auto *Taken = cast<ClassTemplateSpecializationDecl>(Take->getAsCXXRecordDecl());
    for (const TemplateArgument &A : Taken->getTemplateArgs().get(0).pack_elements()) {
      unsigned I = A.getAsIntegral().getZExtValue();
      P.Operands.push_back({Operands->getArg(I), Mask[I] ? Call.Args[2 + std::count(Mask.begin(), Mask.begin() + I, true)] : nullptr});
    }
    pullKernel(P);
  }
}

void Lowerer::pullKernel(const KernelPull &P) {
  SourceLocation L = P.Functor->getBeginLoc();
  const CXXMethodDecl *Functor = onlyCallOperator(P.Functor->getType());
  if (!Functor || P.Operands.empty()) {
    refuse(L, "this pullback of a broadcast", "use vjp of a function that calls mixedad::broadcast");
    return;
  }
  for (const auto &[Operand, Shadow] : P.Operands)
    if (isElements(Operand->getType())) {
      refuse(Operand->getBeginLoc(), "the second derivative of a broadcast whose lambda captures an array",
             "use mixedad::gather, and pass its result as an operand");
      return;
    }
  llvm::SmallVector<std::unique_ptr<LazyTree>, 8> Leaves;
  Leaves.push_back(lazyTree(P.Seed));
  llvm::SmallVector<ir::Value *, 8> Values;
  for (const auto &[Operand, Shadow] : P.Operands) {
    Leaves.push_back(lazyTree(Operand));
    Values.push_back(Leaves.back()->Leaf);
  }
  if (Failed)
    return;
  if (isArray(P.Seed->getType()))
    Leaves[0]->Leaf = shapedBy(Leaves[0]->Leaf, Values, L);
  auto ArrayOf = [&](QualType Element) {
    auto Fits = [&](const Expr *E) {
      return isArray(E->getType()) && Ctx.Ast.hasSameUnqualifiedType(arrayElementOf(E->getType()), Element);
    };
    if (Fits(P.Seed))
      return P.Seed->getType();
    for (const auto &[Operand, Shadow] : P.Operands)
      if (Fits(Operand))
        return Operand->getType();
    return QualType();
  };
  unsigned Outputs = llvm::count_if(P.Operands, [](const auto &O) { return O.second; }), Output = 0;
  for (size_t I = 0; I < P.Operands.size(); ++I) {
    const auto &[Operand, Shadow] = P.Operands[I];
    if (!Shadow)
      continue;
    QualType OfOperand = Operand->getType(), Whole = isArray(OfOperand) ? OfOperand : ArrayOf(Leaves[I + 1]->Element);
    if (Whole.isNull()) {
      refuse(L, "the second derivative of a broadcast by a number whose type is not that of any array's elements",
             "convert the number to the arrays' element type");
      return;
    }
    Whole = Whole.getNonReferenceType().getUnqualifiedType();
    auto T = std::make_unique<LazyTree>();
    T->FD = Functor;
    T->Element = arrayElementOf(Whole);
    T->Outputs = Outputs;
    T->Output = Output++;
    for (const auto &Leaf : Leaves) {
      auto Copy = std::make_unique<LazyTree>();
      Copy->Leaf = Leaf->Leaf;
      Copy->Element = Leaf->Element;
      T->Children.push_back(std::move(Copy));
    }
    ir::Value *All = fuse(std::move(T), Whole, L);
    if (Failed)
      return;
    addCotangent(lvalue(Shadow), All, *Leaves[I + 1], OfOperand, L);
  }
}

/// broadcast_store<R>(functor, operands(...), partials...): the functor's value, and what it adds for a seed of 1.
ir::Value *Lowerer::kernelStore(Callable &Call) {
  SourceLocation L = Call.Args[0]->getBeginLoc();
  QualType Result = Call.FD->getReturnType();
  const CXXMethodDecl *Functor = onlyCallOperator(Call.Args[0]->getType());
  const CallExpr *Operands = packCall(Call.Args[1]);
  if (!Functor || !Operands)
    return refuse(L, "this kernel", "use mixedad::broadcast", Result);
  QualType SeedT = Functor->getParamDecl(0)->getType();
  std::vector<std::unique_ptr<LazyTree>> Leaves;
  Leaves.push_back(std::make_unique<LazyTree>());
  Leaves[0]->Leaf = constant("$T(1)", type(SeedT));
  Leaves[0]->Element = SeedT;
  for (const Expr *A : Operands->arguments())
    Leaves.push_back(lazyTree(A));
  auto Tree = [&](QualType Array) {
    auto T = std::make_unique<LazyTree>();
    T->FD = Functor;
    T->Element = arrayElementOf(Array);
    T->Outputs = Call.Args.size() - 2;
    for (const auto &Leaf : Leaves) {
      T->Children.push_back(std::make_unique<LazyTree>());
      T->Children.back()->Leaf = Leaf->Leaf;
      T->Children.back()->Element = Leaf->Element;
    }
    return T;
  };
  for (unsigned K = 2; K < Call.Args.size() && !Failed; ++K) {
    QualType Array = Call.Args[K]->getType().getUnqualifiedType();
    auto T = Tree(Array);
    T->Output = K - 2;
    ir::Value *Partials = fuse(std::move(T), Array, L);
    if (!Failed)
      storeLV(lvalue(Call.Args[K]), Partials, L);
  }
  auto T = Tree(Result);
  T->WantsValue = true;
  return Failed ? constant("$T()", type(Result)) : fuse(std::move(T), Result, L);
}

/// broadcast_pull_stored(seed, operands(...), operands(partials...), shadows...): products.
void Lowerer::kernelPullStored(Callable &Call) {
  SourceLocation L = Call.Args[0]->getBeginLoc();
  const CallExpr *Operands = packCall(Call.Args[1]), *Partials = packCall(Call.Args[2]);
  if (!Operands || !Partials) {
    refuse(L, "this pullback of a broadcast", "use vjp of a function that calls mixedad::broadcast");
    return;
  }
  auto Seed = lazyTree(Call.Args[0]);
  for (unsigned K = 0; K < Partials->getNumArgs() && !Failed; ++K) {
    QualType Array = Partials->getArg(K)->getType().getNonReferenceType().getUnqualifiedType();
    auto Partial = lazyTree(Partials->getArg(K)), Operand = lazyTree(Operands->getArg(K));
    if (Failed)
      return;
    auto T = std::make_unique<LazyTree>();
    T->Row = "mul";
    T->Element = arrayElementOf(Array);
    T->Children.push_back(std::make_unique<LazyTree>());
    T->Children[0]->Leaf = isArray(Call.Args[0]->getType()) ? shapedBy(Seed->Leaf, {Partial->Leaf}, L) : Seed->Leaf;
    T->Children[0]->Element = Seed->Element;
    T->Children.push_back(std::move(Partial));
    ir::Value *All = fuse(std::move(T), Array, L);
    if (!Failed)
      addCotangent(lvalue(Call.Args[3 + K]), All, *Operand, Operands->getArg(K)->getType(), L);
  }
}

/// What an inner reverse mode does to the shape of a shadow is linear in its reals: a tangent of the shadow follows it.
bool Lowerer::shapeOfShadow(Callable &Call, CallResult &R) {
  const auto *NS = dyn_cast<NamespaceDecl>(Call.FD->getDeclContext());
  if (!NS || NS->getName() != "shape" || !Call.FD->getReturnType()->isVoidType() ||
      nameInDetail(Call.FD, NS->getDeclContext()).empty())
    return false;
  SourceLocation L = Call.FD->getLocation();
  llvm::SmallVector<ir::Arg, 4> Args;
  std::string Text;
  for (const Expr *A : Call.Args) {
    ir::Arg Passed;
    if (A->getType()->isRecordType() || (A->isGLValue() && type(A->getType())->Class != ir::TypeClass::Inactive)) {
      Passed.P = place(A);
      Passed.Mutable = true;
    } else {
      Passed.V = rvalue(A);
    }
    Args.push_back(Passed);
    Text += (Text.empty() ? "$" : ", $") + std::to_string(Args.size() - 1);
  }
  std::string Name = Call.FD->getNameAsString();
  if (const TemplateArgumentList *TA = Call.FD->getTemplateSpecializationArgs(); TA && TA->size() && TA->get(0).getKind() == TemplateArgument::Integral)
    Name += "<" + llvm::toString(TA->get(0).getAsIntegral(), 10) + ">"; // all others are deduced
  ir::Op *O = shadowCall("::mixedad::detail::shape::" + Name + "(" + Text + ")", Args, L);
  O->ForwardOnly = "a container that grows, shrinks or changes its owner, in reverse mode twice; nest "
                   "forward mode: jvp of a gradient, hvp or hessian";
  R = finish(static_cast<ir::Value *>(nullptr));
  return true;
}

/// Members and objects in storage that an inner derivative begins and ends, primal ones and shadows.
bool Lowerer::storageCall(llvm::StringRef N, Callable &Call, CallResult &R) {
  if (N == "new_storage" && Call.Args.empty()) {
    R = finish(newStorage(Call.FD->getReturnType()->getPointeeType(), Call.FD->getLocation()));
    return true;
  }
  if (N == "new_elements" && Call.Args.size() == 2) {
    R = finish(newElements(Call.FD->getReturnType()->getPointeeType(), rvalue(Call.Args[0]), Call.Args[0]->getBeginLoc()));
    return true;
  }
  if (N == "delete_elements" && Call.Args.size() == 1) {
    deleteElements(rvalue(Call.Args[0]), Call.FD->getParamDecl(0)->getType()->getPointeeType(), Call.Args[0]->getBeginLoc());
    R = finish(static_cast<ir::Value *>(nullptr));
    return true;
  }
  if (N == "bind_member" && Call.Args.size() == 3) { // what the shadow's member refers to has a tangent or a shadow too
    Expr::EvalResult Offset;
    if (!Call.Args[1]->EvaluateAsInt(Offset, Ctx.Ast))
      return false;
    const ir::Place Object = place(Call.Args[0]), Target = place(Call.Args[2]);
    if (!Failed)
      shadowCall("::mixedad::detail::bind_member($0, " + llvm::toString(Offset.Val.getInt(), 10) + ", $1)",
                 {objectArg(Object), objectArg(Target)}, Call.Args[0]->getBeginLoc());
    R = finish(static_cast<ir::Value *>(nullptr));
    return true;
  }
  if (Call.Args.size() != 1 || !oneOf(N, {"make_member", "destroy_member", "delete_storage"}))
    return false;
  SourceLocation L = Call.Args[0]->getBeginLoc();
  R = finish(static_cast<ir::Value *>(nullptr));
  if (N == "delete_storage") {
    deleteStorage(rvalue(Call.Args[0]), L);
    return true;
  }
  ir::Place Member = place(Call.Args[0]);
  if (Member.Ty->Class == ir::TypeClass::Inactive) {
    ir::Op *O = add(ir::OpKind::Opaque, L);
    O->PlaceOperands = {Member};
    O->Pure = false;
    O->Text = ("::mixedad::detail::" + N + "($&0)").str();
  } else if (N == "make_member") {
    beginMember(Member, L);
  } else {
    endMember(Member, L);
  }
  return true;
}

bool Lowerer::derivedCall(Callable &Call, CallResult &R) {
  if (shapeOfShadow(Call, R))
    return true;
  llvm::StringRef N = nameInDetail(Call.FD);
  if (storageCall(N, Call, R))
    return true;
  if (N == "keep_shadow" || N == "forget_shadow") { // who differentiates again pulls
    R = finish(static_cast<ir::Value *>(nullptr));
    return true;
  }
  if (N == "blank") {
    LValue LV;
    LV.P = placeOf(emptyVariable("blank", Call.FD->getReturnType(), Call.FD->getLocation()));
    R = finish(LV);
    return true;
  }
  if (N == "zeroed") { // its bytes are no business of the outer derivative
    ir::Op *O = variable("zero", type(Call.FD->getReturnType()), ir::InitKind::Text, Call.FD->getLocation());
    O->InitText = "$T $n = ::mixedad::detail::zeroed<$T>()";
    LValue LV;
    LV.P = placeOf(O);
    R = finish(LV);
    return true;
  }
  if (N.empty() || Call.Args.empty())
    return false;
  if (N == "complex_part") { // a reinterpretation that is allowed
    QualType Parts = Call.FD->getReturnType().getNonReferenceType();
    QualType Part = Ctx.Ast.getAsArrayType(Parts)->getElementType().getUnqualifiedType();
    LValue LV;
    LV.P = sub(place(Call.Args[0]), "::mixedad::detail::complex_part<" + type(Part)->Spelling + ">($p)", {}, type(Parts));
    R = finish(LV);
    return true;
  }
  SourceLocation L = Call.Args[0]->getBeginLoc();
  if (N == "broadcast_run") {
    R = finish(kernelRun(Call));
    return true;
  }
  if (N == "broadcast_store") {
    R = finish(kernelStore(Call));
    return true;
  }
  if (N == "broadcast_pull_stored") {
    kernelPullStored(Call);
    R = finish(static_cast<ir::Value *>(nullptr));
    return true;
  }
  if (N == "broadcast_pulls") {
    kernelPulls(Call);
    R = finish(static_cast<ir::Value *>(nullptr));
    return true;
  }
  if (N == "broadcast_pull" || N == "broadcast_pull_over") {
    kernelPull(Call);
    R = finish(static_cast<ir::Value *>(nullptr));
    return true;
  }
  if (!isArray(Call.Args[0]->getType()))
    return false;
  const ir::Type *Ty = type(Call.Args[0]->getType().getNonReferenceType());
  if (Ty->Class != ir::TypeClass::Vector)
    return false; // of integers
  bool Whole = N == "accumulate" || N == "array_accumulate";
  if (Whole || N.starts_with("accumulate_")) { // accumulate_f(into, ...) is accumulate(into, f(...))
    ir::Value *V = nullptr;
    if (Whole) {
      V = vectorValue(Call.Args[1]);
    } else {
      llvm::SmallVector<ir::Arg, 4> Args;
      for (unsigned I = 1; I < Call.Args.size(); ++I)
        Args.push_back(argument(Call.Args[I], Call.FD->getParamDecl(I)->getType()));
      V = helperCall("mixedad::detail::" + N.drop_front(strlen("accumulate_")), Args, Ty, L);
    }
    accumulateInto(lvalue(Call.Args[0]), V, L);
    R = finish(static_cast<ir::Value *>(nullptr));
    return true;
  }
  if (N == "clear_adjoint") {
    storeLV(lvalue(Call.Args[0]), constant("$T{}", Ty), L);
    R = finish(static_cast<ir::Value *>(nullptr));
    return true;
  }
  if (N == "zero_like" || N == "shadow_like" || N == "set_zero") {
    ir::Value *V = vectorValue(Call.Args[0]);
    ir::Value *Zero = opaque("::mixedad::detail::zero_like($0)", {V}, Ty, L);
    if (N == "set_zero")
      storeLV(lvalue(Call.Args[0]), Zero, L);
    R = finish(N == "set_zero" ? nullptr : Zero);
    return true;
  }
  return false;
}

} // namespace mixedad
