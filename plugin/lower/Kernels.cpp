//===- Kernels.cpp - the scalar function of a tree of broadcasts ----------===//
//
// The leaves of a tree become the parameters of one scalar function and the operands of one Broadcast. An element that
// is an object is a parameter passed by address, and an object that is the result is the function's result variable. An
// object beside the arrays is an operand a number in it, put together again inside: so numbers are all that is summed.
//
//===----------------------------------------------------------------------===//
#include "inject/Attributes.h"
#include "lower/LazyTree.h"
#include "rules/Rules.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace mixedad {

bool Lowerer::isObject(QualType T) { return type(T)->Class == ir::TypeClass::Record; }

ir::Value *Lowerer::scalarNode(LazyTree &T, LeafValue Leaf) {
  if (T.Leaf && !isObject(T.Element))
    return Leaf(T.Leaf);
  if (!T.Row.empty())
    return scalarRow(T, Leaf);
  return loadLV(scalarElement(T, Leaf), {});
}

/// What a node is for one element; perhaps an object.
LValue Lowerer::scalarElement(LazyTree &T, LeafValue Leaf) {
  if (T.Parts) {
    llvm::SmallVector<ir::Value *, 8> Parts;
    for (auto &C : T.Children)
      Parts.push_back(scalarNode(*C, Leaf));
    return objectOf(Parts, T.Element);
  }
  if (T.Leaf && isObject(T.Element)) {
    LValue LV;
    LV.P = deref(Leaf(T.Leaf), T.Element);
    return LV;
  }
  if (!T.Leaf && T.Row.empty())
    return scalarCall(T, Leaf);
  ir::Value *V = scalarNode(T, Leaf);
  return temporary(V, V->Ty);
}

ir::Value *Lowerer::scalarRow(LazyTree &T, LeafValue Leaf) {
  llvm::SmallVector<ir::Value *, 4> Ops;
  for (auto &C : T.Children)
    Ops.push_back(scalarNode(*C, Leaf));
  if (Failed)
    return constant("0", Ctx.Types.boolType());
  const rules::Row *Row = rules::find(T.Row);
  const ir::Type *Ty = type(T.Element);
  if (Ty->Class != ir::TypeClass::Real)
    return opaque(Row->Primal, Ops, Ty, {});
  for (ir::Value *&V : Ops)
    V = convert(V, T.Element, {});
  return Row->NonDifferentiable ? opaque(Row->Primal, Ops, Ty, {}) : prim(T.Row, Ops, Ty, {});
}

/// A node that calls a function.
LValue Lowerer::scalarCall(LazyTree &T, LeafValue Leaf) {
  llvm::SmallVector<LValue, 8> Args;
  for (auto &C : T.Children)
    Args.push_back(scalarElement(*C, Leaf));
  const FunctionDecl *FD = definition(T.FD);
  if (Failed)
    return temporary(constant("0", Ctx.Types.boolType()), Ctx.Types.boolType());
  if (!FD || (!T.Outputs && !shouldInline(FD)))
    return callElements(T.FD, Args);
  for (unsigned I = 0; I < T.Outputs; ++I) {
    QualType QT = T.FD->getParamDecl(T.Children.size() + I)->getType().getNonReferenceType();
    LValue Out;
    if (isObject(QT))
      Out.P = placeOf(emptyVariable("out", QT, {}));
    else
      Out = temporary(constant("$T(0)", type(QT)), type(QT));
    Args.push_back(Out);
  }
  LValue Result = inlineResult(FD, Args, T.C);
  return T.Outputs && !T.WantsValue ? Args[T.Children.size() + T.Output] : Result;
}

/// A call of a function that is not inlined.
LValue Lowerer::callElements(const FunctionDecl *Decl, llvm::ArrayRef<LValue> Args) {
  const FunctionDecl *FD = definition(Decl);
  if (!FD) {
    ir::Value *V = refuse(Decl->getLocation(), llvm::Twine("'") + Decl->getNameAsString() + "', whose body is not visible",
                          "define it in this translation unit");
    return temporary(V, V->Ty);
  }
  llvm::SmallVector<ir::Arg, 8> List;
  for (const LValue &LV : Args) {
    ir::Arg A;
    if (LV.isVar())
      A.V = loadLV(LV, {});
    else
      A.P = LV.P;
    List.push_back(A);
  }
  QualType RT = FD->getReturnType();
  ir::Op *Dest = isObject(RT) ? variable("result", type(RT), ir::InitKind::Result, FD->getLocation()) : nullptr;
  ir::Op *O = add(ir::OpKind::Call, FD->getLocation());
  O->C = Ctx.callee(FD);
  O->Pure = false;
  O->Args.assign(List.begin(), List.end());
  O->Dest = Dest;
  if (!Dest)
    return temporary(result(O, type(RT)), type(RT));
  LValue LV;
  LV.P = placeOf(Dest);
  return LV;
}

/// Inlines a function that returns a scalar; reference parameters are aliases of the operands.
ir::Value *Lowerer::inlineOperands(const FunctionDecl *Decl, llvm::ArrayRef<LValue> Args, std::shared_ptr<Closure> C,
                                   const ir::Place *Self) {
  const FunctionDecl *FD = definition(Decl);
  if (!FD || !shouldInline(FD))
    return refuse(Decl->getLocation(), llvm::Twine("'") + Decl->getNameAsString() + "' as a comparison",
                  "define it in this translation unit, without recursion");
  return loadLV(inlineResult(FD, Args, C, Self), FD->getLocation());
}

/// The same for one that may return an object.
LValue Lowerer::inlineResult(const FunctionDecl *FD, llvm::ArrayRef<LValue> Args, std::shared_ptr<Closure> C,
                             const ir::Place *Self) {
  scan(FD);
  Frame New;
  New.FD = FD;
  New.Self = C;
  New.Single = singleReturn(FD);
  if (Self) {
    New.This.P = *Self;
    New.HasThis = true;
  }
  for (unsigned I = 0; I < FD->getNumParams(); ++I)
    bindOperand(FD->getParamDecl(I), Args[I]);
  QualType RT = FD->getReturnType();
  bool Record = !RT->isReferenceType() && isObject(RT);
  if (Record && !New.Single)
    New.ResultPlace = placeOf(emptyVariable("result", RT, FD->getLocation()));
  enter(New, type(RT));
  stmt(FD->getBody());
  ir::Value *V = leave(New);
  LValue Object;
  Object.P = New.ResultPlace;
  if (Record)
    return New.Single ? New.RefResult : Object;
  if (RT->isReferenceType())
    return New.RefResult;
  return temporary(V ? V : constant("$T()", type(RT)), type(RT));
}

/// A parameter of an inlined function: an alias of its operand, or a variable of its own.
void Lowerer::bindOperand(const ParmVarDecl *P, const LValue &Operand) {
  Bound.erase(P);
  QualType T = P->getType();
  bool Output = T->isLValueReferenceType() && !T->getPointeeType().isConstQualified();
  bool Alias = Operand.isVar() ? Output && !InMemory.count(P) : T->isReferenceType() || T.isConstQualified();
  if (Alias) {
    Bound[P] = Operand;
    return;
  }
  if (!Operand.isVar() && isObject(T)) { // by value: the function may change it
    ir::Op *O = variable(P->getName(), type(T), ir::InitKind::Copy, P->getLocation());
    O->Src = Operand.P;
    Bound[P].P = placeOf(O);
    return;
  }
  ir::Value *V = convert(loadLV(Operand, P->getLocation()), T.getNonReferenceType(), P->getLocation());
  if (InMemory.count(P)) {
    ir::Op *O = variable(P->getName(), V->Ty, ir::InitKind::Zero, P->getLocation());
    store(placeOf(O), V, P->getLocation());
    Bound[P].P = placeOf(O);
    return;
  }
  VarTypes[P] = V->Ty;
  VarNames[P] = P->getName().str();
  Declared.insert(P);
  Vars[P] = V;
}

//===----------------------------------------------------------------------===//
// Objects as their numbers
//===----------------------------------------------------------------------===//

/// The numbers in an object, or nothing and a refusal.
llvm::SmallVector<std::pair<ir::Place, QualType>, 8> Lowerer::partsOf(const ir::Place &Object, QualType T,
                                                                      SourceLocation L) {
  llvm::SmallVector<std::pair<ir::Place, QualType>, 8> Out;
  for (const ir::Leaf &Leaf : type(T)->Leaves)
    Out.emplace_back(sub(Object, Leaf.Text, {}, Leaf.Ty), Ctx.Types.clangType(Leaf.Ty));
  if (Out.empty())
    refuse(L, llvm::Twine("an object of type '") + type(T)->Spelling + "' beside the arrays of a broadcast",
           "pass the numbers in it that the function uses");
  return Out;
}

/// The object that these numbers are in.
LValue Lowerer::objectOf(llvm::ArrayRef<ir::Value *> Parts, QualType T) {
  ir::Op *O = emptyVariable("object", T, {});
  LValue LV;
  LV.P = placeOf(O);
  const ir::Type *Ty = type(T);
  for (size_t I = 0; I < Parts.size() && I < Ty->Leaves.size(); ++I)
    store(sub(LV.P, Ty->Leaves[I].Text, {}, Ty->Leaves[I].Ty), Parts[I], {});
  return LV;
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

/// What the user forced for the functions of a tree, which become one kernel.
static bool forcedChoice(const LazyTree &T, ir::KernelChoice &Choice, const FunctionDecl *&From) {
  if (T.FD) {
    ir::KernelChoice Own = broadcastChoice(T.FD);
    if (Own == ir::KernelChoice() || Own == Choice)
      Own = Choice;
    else if (From)
      return false;
    else
      From = T.FD;
    Choice = Own;
  }
  for (const auto &C : T.Children)
    if (!forcedChoice(*C, Choice, From))
      return false;
  return true;
}

/// The scalar function while it is made: its own lowering, whose parameters stand for values of the surrounding one.
struct Lowerer::Kernel {
  Lowerer &Outer;
  ir::Function &Fn;
  Lowerer Sub;
  Frame Top;
  SourceLocation L;
  std::vector<ir::Value *> Operands;
  llvm::DenseMap<ir::Value *, ir::Value *> Params, Whole;

  Kernel(Lowerer &Outer, ir::Function &Fn, SourceLocation L) : Outer(Outer), Fn(Fn), Sub(Outer.Ctx, Fn, /*Objects=*/false), L(L) {
    Sub.Cur = &Fn.Body;
    Top.FD = Outer.Fr->FD;
    Sub.Fr = &Top;
  }

  /// The value inside; a literal stays one.
  ir::Value *inside(ir::Value *V) {
    auto It = Params.find(V);
    return It != Params.end() ? It->second : Sub.constant(V->Def->Text, V->Ty);
  }

  ir::Param &parameter(llvm::StringRef Name, const ir::Type *Ty, const ir::Type *Passed, ir::Value *Operand) {
    Fn.Params.emplace_back();
    ir::Param &P = Fn.Params.back();
    P.Name = Name.str();
    P.Ty = Ty;
    P.DeclSpelling = Ty->Spelling;
    P.V = Sub.newValue(Passed, P.Name);
    P.Inactive = Ty->Class == ir::TypeClass::Inactive;
    Operands.push_back(Operand);
    return P;
  }

  void addLeaf(ir::Value *V, QualType Element) {
    bool Literal = V->Def && V->Def->Kind == ir::OpKind::Const && V->Ty->Class != ir::TypeClass::Vector &&
                   V->Def->Text.find('"') == std::string::npos;
    if (Literal || Params.count(V))
      return;
    const ir::Type *Ty = Sub.type(Element);
    bool Object = Ty->Class == ir::TypeClass::Record;
    if (Object && Ty->Leaves.empty())
      Outer.refuse(L, llvm::Twine("an array of '") + Ty->Spelling + "' in a broadcast",
                   "let its elements be classes of at most 32 numbers, without pointers and unions");
    std::string Name = V->Name.empty() ? "x" + std::to_string(Operands.size()) : V->Name;
    ir::Param &P = parameter(Name, Ty, Object ? Outer.Ctx.Types.pointerTo(Element) : Ty, V);
    if (Object) {
      P.DeclSpelling = "const " + Ty->Spelling + " &";
      P.ByReference = P.ByAddress = true;
    }
    Params[V] = P.V;
  }

  /// An array that is read by index.
  ir::Value *addWhole(ir::Value *V, QualType Element, llvm::StringRef Name) {
    if (ir::Value *Known = Whole.lookup(V))
      return Known;
    if (Outer.isObject(Element))
      return Outer.refuse(L, llvm::Twine("the capture of '") + Name + "', an array of objects with real members, in a broadcast lambda",
                          "capture an array of numbers, or pass the array as an operand of the broadcast", Element);
    const ir::Type *Ty = Outer.Ctx.elementsType(Sub.type(Element));
    return Whole[V] = parameter(Name, Ty, Ty, V).V;
  }

  /// A variable inside that starts as what the program captured.
  LValue variable(const LValue &LV, QualType T) {
    T = T.getUnqualifiedType();
    if (Outer.isObject(T)) {
      llvm::SmallVector<ir::Value *, 8> Parts;
      for (auto &[P, PartT] : Outer.partsOf(LV.P, T, L)) {
        ir::Value *V = Outer.load(P, L);
        addLeaf(V, PartT);
        Parts.push_back(inside(V));
      }
      return Sub.objectOf(Parts, T);
    }
    ir::Value *V = Outer.loadLV(LV, L);
    addLeaf(V, T);
    return Sub.temporary(inside(V), V->Ty);
  }

  std::shared_ptr<Closure> captured(const Closure &From) {
    auto To = std::make_shared<Closure>();
    To->Class = From.Class;
    for (auto &[D, LV] : From.Captures) {
      QualType T = D->getType().getNonReferenceType();
      if (TypeTable::isArrayClass(T))
        Sub.CapturedArrays[D] = addWhole(Outer.loadLV(LV, L), elementOf(T), D->getName());
      else if (T->isArithmeticType() || T->isEnumeralType() || (Outer.isObject(T) && !LV.isVar()))
        To->Captures[D] = variable(LV, T);
      else
        Outer.refuse(L, llvm::Twine("the capture of '") + D->getNameAsString() + "' in a broadcast lambda",
                     "pass it as an operand of the broadcast");
    }
    for (auto &[D, C] : From.ClosureCaptures)
      To->ClosureCaptures[D] = captured(*C);
    for (auto &Part : From.Parts)
      To->Parts.push_back(captured(*Part));
    if (From.HasThis)
      Outer.refuse(L, "a broadcast lambda that captures 'this'", "capture the members that it uses by value: [k = this->k]");
    return To;
  }

  void collect(LazyTree &N) {
    if (N.Leaf)
      return addLeaf(N.Leaf, N.Element);
    for (auto &C : N.Children)
      collect(*C);
    if (N.C) // captures are operands too
      N.C = captured(*N.C);
  }

  /// The body, after the operands.
  void write(LazyTree &T) {
    auto Inside = [this](ir::Value *V) { return inside(V); };
    if (Outer.isObject(T.Element)) {
      LValue From = Sub.scalarElement(T, Inside);
      if (Sub.Failed)
        return;
      Fn.ResultVar = Sub.emptyVariable("result", T.Element, L);
      Fn.ResultTy = Sub.type(T.Element);
      Sub.copyRecord(Sub.placeOf(Fn.ResultVar), From.P, L);
      return;
    }
    ir::Value *R = Sub.convert(Sub.scalarNode(T, Inside), T.Element, L);
    Fn.Body.Yields.push_back(R);
    Fn.ResultTy = R->Ty;
  }
};

static std::string kernelName(const LazyTree &T) {
  std::string Name = !T.Row.empty() ? T.Row : T.FD && T.FD->getIdentifier() ? T.FD->getNameAsString() : "lambda";
  return llvm::any_of(T.Children, [](const auto &C) { return !C->Leaf && !C->Parts; }) ? "fused_" + Name : Name;
}

ir::Value *Lowerer::vectorValue(const Expr *E) {
  if (Failed)
    return constant("0", Ctx.Types.boolType());
  std::unique_ptr<LazyTree> T = lazyTree(E);
  if (Failed || T->Leaf)
    return Failed ? constant("0", Ctx.Types.boolType()) : T->Leaf;
  return fuse(std::move(T), arrayOfLazy(E->getType()), E->getBeginLoc());
}

ir::Value *Lowerer::fuse(std::unique_ptr<LazyTree> T, QualType Result, SourceLocation L) {
  if (isObject(T->Element) && type(T->Element)->Leaves.empty())
    return refuse(L, llvm::Twine("an array of '") + type(T->Element)->Spelling + "' that a broadcast makes",
                  "let its elements be classes of at most 32 numbers, without pointers and unions", Result);
  auto Fn = std::make_unique<ir::Function>();
  Fn->Name = kernelName(*T);
  bool Own = Fn->Name.find("fused_") != 0 && T->FD && !Ctx.Ast.getSourceManager().isInSystemHeader(T->FD->getLocation());
  Fn->Where = Ctx.loc(Own ? T->FD->getLocation() : L);
  Fn->Broadcast = true;
  const FunctionDecl *Forced = nullptr;
  if (!forcedChoice(*T, Fn->Choice, Forced))
    return refuse(L, llvm::Twine("this expression, whose functions force different modes of one kernel, '") +
                         Forced->getNameAsString() + "' among them",
                  "name an inner result with an Array variable", Result);
  Kernel K(*this, *Fn, L);
  K.collect(*T);
  if (!Failed)
    K.write(*T);
  Failed |= K.Sub.Failed;
  Refused.insert(Refused.end(), K.Sub.Refused.begin(), K.Sub.Refused.end());
  SawClosure |= K.Sub.SawClosure;
  if (Failed)
    return constant("0", Ctx.Types.boolType());
  removeDeadCode(*Fn);
  ir::Op *O = add(ir::OpKind::Broadcast, L);
  O->Operands = K.Operands;
  O->Scalar = Fn.get();
  Ctx.Scalars.push_back(std::move(Fn));
  return result(O, type(Result));
}

} // namespace mixedad
