//===- Lower.cpp - one function from end to end; the callee table ---------===//
#include "lower/Lower.h"
#include "inject/Attributes.h"
#include "lower/Library.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Mangle.h"

using namespace clang;

namespace mixedad {

static std::string identifierOf(const FunctionDecl *FD) {
  if (const auto *M = dyn_cast<CXXMethodDecl>(FD); M && M->getParent()->isLambda())
    return "lambda";
  if (FD->getIdentifier())
    return FD->getName().str();
  if (isa<CXXConstructorDecl>(FD))
    return cast<CXXMethodDecl>(FD)->getParent()->getName().str() + "_ctor";
  if (FD->isOverloadedOperator()) {
    const auto *M = dyn_cast<CXXMethodDecl>(FD);
    return (M && M->getParent()->getIdentifier() ? M->getParent()->getName().str() + "_" : std::string()) +
           (FD->getOverloadedOperator() == OO_Call ? "call" : "operator_" + std::to_string(FD->getOverloadedOperator()));
  }
  return "function";
}

ir::Callee *LowerContext::callee(const FunctionDecl *FD) {
  FD = FD->getCanonicalDecl();
  std::unique_ptr<ir::Callee> &Slot = Callees[FD];
  if (Slot)
    return Slot.get();
  Slot = std::make_unique<ir::Callee>();
  ir::Callee &C = *Slot;
  C.Name = identifierOf(FD);
  C.Key = C.Name + "#" + std::to_string(Callees.size());
  C.Decl = const_cast<FunctionDecl *>(FD);
  const auto *M = dyn_cast<CXXMethodDecl>(FD);
  C.IsMethod = M && !M->isStatic();
  const auto *Ctor = dyn_cast<CXXConstructorDecl>(FD);
  if (Ctor)
    C.IsMethod = false;
  if (Ctor)
    C.CallText = Spell(compat::tagType(Ast, Ctor->getParent())) + "($*)";
  else if (C.IsMethod && M->isOverloadedOperator() && M->getOverloadedOperator() == OO_Call)
    C.CallText = "$0($*1)";
  else if (C.IsMethod)
    C.CallText = "$0." + M->getNameAsString() + "($*1)";
  else
    C.CallText = SpellCallee(FD) + "($*)";
  if (FD->hasAttr<CUDAGlobalAttr>()) {
    C.Kernel = true;
    C.CallText = "launch_kernel(&" + SpellCallee(FD) + ", $*)";
  }
  C.ReturnsReference = FD->getReturnType()->isReferenceType();
  C.ResultTy = Ctor ? Types.get(compat::tagType(Ast, Ctor->getParent())) : C.ReturnsReference ? Types.pointerTo(FD->getReturnType()) : Types.get(FD->getReturnType());
  C.Tag = SpellTag ? SpellTag(FD) : "";
  UserRules R = RulesFor(FD);
  C.PushforwardRule = R.Pushforward;
  C.PullbackRule = R.Pullback;
  if (R.PushforwardDecl || R.PullbackDecl)
    checkPlaces(C, FD, R);
  const FunctionDecl *Def = nullptr;
  if (!R.Pushforward.empty() || !R.Pullback.empty())
    C.Kind = ir::CalleeKind::UserRule;
  else if (FD->hasBody(Def) || FD->getTemplateInstantiationPattern())
    C.Kind = ir::CalleeKind::Visible;
  else if (isDifferentiable(FD))
    C.Kind = ir::CalleeKind::Declared;
  else
    C.Kind = ir::CalleeKind::Unknown;
  return &C;
}

/// Calls of a rule pass a place for each parameter whose type may carry a derivative; one that has no parameters for
/// these would be called with arguments of something else, or not compile.
void LowerContext::checkPlaces(const ir::Callee &C, const FunctionDecl *FD, const UserRules &R) {
  auto Carries = [&](QualType T) {
    ir::TypeClass Class = Types.get(T)->Class;
    return Class != ir::TypeClass::Inactive && Class != ir::TypeClass::Void;
  };
  unsigned Given = C.IsMethod + FD->getNumParams();
  unsigned Places = C.IsMethod && Carries(compat::tagType(Ast, cast<CXXMethodDecl>(FD)->getParent()));
  for (const ParmVarDecl *P : FD->parameters())
    Places += Carries(P->getType().getNonReferenceType());
  auto Check = [&](const FunctionDecl *Rule, unsigned Seeds) {
    bool Pack = !Rule || Rule->isVariadic() || llvm::any_of(Rule->parameters(), [](const ParmVarDecl *P) {
      return P->isParameterPack();
    });
    unsigned Own = Rule ? Rule->getNumParams() + (isa<CXXMethodDecl>(Rule) && cast<CXXMethodDecl>(Rule)->isInstance()) : 0;
    if (Pack || Own == Given + Seeds + Places)
      return;
    int Has = static_cast<int>(Own) - static_cast<int>(Given + Seeds);
    Refuse(Rule->getLocation(),
           "'" + C.Name + "' by its rule '" + Rule->getNameAsString() + "', which has " + std::to_string(std::max(Has, 0)) +
               (Has == 1 ? " place" : " places") + " for derivatives where '" + C.Name + "' has " + std::to_string(Places) +
               (Places == 1 ? " parameter" : " parameters") + " that can have one",
           Seeds || Rule == R.PullbackDecl ? "a pullback takes 'parameters..., cotangent of the result, reference to the cotangent of each "
                                             "parameter...', also for those that it leaves alone; only those without reals have none"
                                           : "a pushforward takes 'parameters..., tangent of each parameter...', also for those that it does "
                                             "not use; only those without reals have none");
  };
  bool Seeded = !C.ReturnsReference && Carries(isa<CXXConstructorDecl>(FD) ? compat::tagType(Ast, cast<CXXConstructorDecl>(FD)->getParent())
                                                                            : FD->getReturnType());
  if (Seeded || FD->getReturnType()->isVoidType())
    Check(R.PullbackDecl, Seeded);
  Check(R.PushforwardDecl, 0);
}

const ir::Function *LowerContext::body(ir::Callee *C) {
  auto It = Bodies.find(C);
  if (It != Bodies.end())
    return It->second.get();
  Bodies[C] = nullptr; // while lowering, and for good when it is refused
  auto F = lowerFunction(*this, static_cast<FunctionDecl *>(C->Decl), C);
  return (Bodies[C] = std::move(F)).get();
}

ir::Loc LowerContext::loc(SourceLocation L) const {
  ir::Loc R;
  R.Raw = L.getRawEncoding();
  const SourceManager &SM = Ast.getSourceManager();
  PresumedLoc P = SM.getPresumedLoc(SM.getExpansionLoc(L));
  if (P.isValid()) {
    R.File = P.getFilename();
    R.Line = P.getLine();
  }
  return R;
}

static std::string declared(LowerContext &Ctx, QualType T) {
  // As a parameter of a generated function: references and constness stay.
  if (T->isReferenceType()) {
    QualType P = T.getNonReferenceType();
    if (P->isArrayType())
      return Ctx.Spell(T);
    return (P.isConstQualified() ? "const " : "") + Ctx.Types.get(P)->Spelling + (T->isRValueReferenceType() ? "&&" : "&");
  }
  if (T->isPointerType() && T->getPointeeType().isConstQualified() && !T->getPointeeType()->isPointerType() &&
      !T->getPointeeType()->isFunctionType())
    return "const " + Ctx.Types.get(T->getPointeeType())->Spelling + "*";
  return Ctx.Types.get(T)->Spelling;
}

void Lowerer::declareResult(Frame &New, const ir::Type *Value) {
  VarTypes[&New.Returned] = Ctx.Types.boolType();
  Declared.insert(&New.Returned);
  Vars[&New.Returned] = boolean(false);
  if (!Value)
    return;
  VarTypes[&New.Value] = Value;
  Declared.insert(&New.Value);
}

void Lowerer::enter(Frame &New, const ir::Type *Value) {
  declareResult(New, Value);
  New.Outer = Fr;
  Fr = &New;
  ++InlineDepth;
}

ir::Value *Lowerer::leave(Frame &New) {
  Fr = New.Outer;
  --InlineDepth;
  ir::Value *V = Vars.lookup(&New.Value);
  for (Key K : {Key(&New.Returned), Key(&New.Value)}) {
    Vars.erase(K);
    VarTypes.erase(K);
    Declared.erase(K);
  }
  return V;
}

bool Lowerer::run(const FunctionDecl *Decl) {
  Cur = &F.Body;
  const FunctionDecl *FD = definition(Decl);
  const bool ByRule = F.Self->Kind == ir::CalleeKind::UserRule; // its derivative is the user's: the body is one call of it
  if (!FD && ByRule)
    FD = Decl;
  if (!FD) {
    if (Ctx.Roots.contains(Decl->getCanonicalDecl()) && Ctx.Ast.getSourceManager().isInSystemHeader(Decl->getLocation()))
      refuse(Decl->getLocation(), llvm::Twine("'") + Decl->getNameAsString() + "' by itself, because its body is not visible",
             llvm::Twine("ask for the derivative of a lambda or function of yours that calls it"));
    else
      refuse(Decl->getLocation(), llvm::Twine("'") + Decl->getNameAsString() + "', whose body is not visible",
             llvm::Twine("define it in this translation unit, annotate it [[mixedad::differentiable]] where it is defined, or "
                         "give it a derivative with [[mixedad::derivative_of(") + Decl->getNameAsString() + ")]]");
    return false;
  }
  if (!ByRule)
    scan(FD);
  F.Where = Ctx.loc(FD->getLocation());
  F.Broadcast = isBroadcast(FD);
  F.Choice = broadcastChoice(FD);
  Frame Top;
  Top.FD = FD;
  Fr = &Top;
  const auto *Asked = dyn_cast<CXXMethodDecl>(Decl); // perhaps the function that a lambda converts to
  if (const auto *M = dyn_cast<CXXMethodDecl>(FD); M && !M->isStatic() && !Asked->isStatic()) {
    QualType Class = compat::tagType(Ctx.Ast, M->getParent());
    F.Params.emplace_back();
    ir::Param &P = F.Params.back();
    P.Name = "self";
    P.Ty = type(Class);
    P.DeclSpelling = (M->isConst() ? "const " : "") + P.Ty->Spelling + (M->getRefQualifier() == RQ_RValue ? "&&" : "&");
    P.V = newValue(Ctx.Types.pointerTo(Class), "self");
    P.ByReference = P.ByAddress = true;
    P.Open = isOpenClass(Class);
    F.Virtual = M->isVirtual() && P.Open && !M->hasAttr<FinalAttr>();
    P.Inactive = !Ctx.Types.mayHoldReals(Class);
    Top.This.P = deref(P.V, Class);
    Top.HasThis = true;
  }
  if (F.Self->Kernel)
    shapeParameter();
  for (const ParmVarDecl *PD : FD->parameters()) {
    QualType T = PD->getType();
    F.Params.emplace_back();
    ir::Param &P = F.Params.back();
    P.Name = PD->getName().empty() ? "arg" + std::to_string(F.Params.size()) : PD->getName().str();
    P.Ty = type(T);
    refusesHidden(T, PD->getLocation());
    P.DeclSpelling = declared(Ctx, T);
    P.ByReference = T->isReferenceType();
    P.Restrict = T.isRestrictQualified();
    P.Inactive = Ctx.IsInactive(PD) || !Ctx.Types.mayHoldReals(T);
    P.Open = (P.ByReference || T->isPointerType()) && isOpenClass(T->isPointerType() ? T->getPointeeType() : T);
    bool Vector = P.Ty->Class == ir::TypeClass::Vector;
    bool Record = !Vector && (T->isRecordType() || T->isAnyComplexType());
    if ((P.ByReference && !(Vector && T.getNonReferenceType().isConstQualified())) || Record) {
      P.ByAddress = true;
      P.V = newValue(Ctx.Types.pointerTo(T), P.Name);
      ir::Place At = deref(P.V, T.getNonReferenceType());
      if (P.Inactive)
        At.ActiveMemory = false;
      Bound[PD].P = At;
      // A record by value is the function's own copy; emission's parameter is that copy already.
      continue;
    }
    P.V = newValue(P.Ty, P.Name);
    if (InMemory.count(PD)) {
      ir::Op *O = variable(P.Name, P.Ty, ir::InitKind::Zero, PD->getLocation());
      store(placeOf(O), P.V, PD->getLocation());
      Bound[PD].P = placeOf(O);
      continue;
    }
    VarTypes[PD] = P.Ty;
    VarNames[PD] = P.Name;
    Declared.insert(PD);
    Vars[PD] = P.V;
  }
  QualType RT = FD->getReturnType();
  F.ResultTy = RT->isReferenceType() ? Ctx.Types.pointerTo(RT) : type(RT);
  if (RT->isUndeducedType())
    return false;
  if (ByRule)
    return ruleBody(FD);
  bool Record = !RT->isReferenceType() && (RT->isRecordType() || RT->isAnyComplexType()) &&
                F.ResultTy->Class != ir::TypeClass::Vector && !TypeTable::isLazyClass(RT);
  if (Record && isOnlyMoved(RT)) {
    refuse(FD->getLocation(), llvm::Twine("'") + FD->getNameAsString() + "', which returns an object that can only be moved and is not inlined",
           "let it fill an object that its caller owns, or return a shared_ptr");
    return false;
  }
  if (Record && needsStorage(RT)) {
    refuse(FD->getLocation(), llvm::Twine("an object of class '") + RT.getAsString() + "' as the result of a function that is not inlined",
           "give it a default constructor and no destructor, or let the function fill an object of its caller's");
    return false;
  }
  if (Record) {
    F.ResultVar = emptyVariable("result", RT, FD->getLocation());
    Top.ResultPlace = placeOf(F.ResultVar);
  }
  declareResult(Top, RT->isVoidType() || Record ? nullptr : F.ResultTy);
  stmt(FD->getBody());
  if (!RT->isVoidType() && !Record) {
    ir::Value *V = Vars.lookup(&Top.Value);
    F.Body.Yields.push_back(V ? V : constant("$T()", F.ResultTy));
    if (!RT->isReferenceType() && !RT->isPointerType()) // those may be to what is constant
      F.ResultTy = F.Body.Yields[0]->Ty;
  }
  Fr = nullptr;
  return !Failed;
}

bool Lowerer::ruleBody(const FunctionDecl *FD) {
  QualType RT = FD->getReturnType();
  bool Record = !RT->isReferenceType() && (RT->isRecordType() || RT->isAnyComplexType()) && F.ResultTy->Class != ir::TypeClass::Vector;
  if (Record)
    F.ResultVar = variable("result", F.ResultTy, ir::InitKind::Result, FD->getLocation());
  ir::Op *O = add(ir::OpKind::Call, FD->getLocation());
  O->C = F.Self;
  O->Pure = false;
  O->Dest = F.ResultVar;
  for (ir::Param &P : F.Params) {
    ir::Arg A;
    if (P.ByAddress) {
      A.P = deref(P.V, Ctx.Types.clangType(P.Ty));
      A.Mutable = P.DeclSpelling.find("const ") != 0;
    } else {
      A.V = P.V;
    }
    O->Args.push_back(A);
  }
  if (!Record && !RT->isVoidType())
    F.Body.Yields.push_back(result(O, F.ResultTy));
  return !Failed;
}

std::unique_ptr<ir::Function> lowerFunction(LowerContext &Ctx, const FunctionDecl *FD, ir::Callee *Self) {
  Ctx.Targets.forget(); // the program has gone on since
  std::vector<Lowerer::Refusal> Refused;
  bool SawClosure = false;
  auto Try = [&](bool Objects) {
    auto F = std::make_unique<ir::Function>();
    F->Self = Self;
    F->Name = Self->Name;
    Lowerer L(Ctx, *F, Objects);
    bool Good = L.run(FD);
    if (Good) {
      removeDeadCode(*F);
      Good = !L.readsUndetermined();
    }
    Refused = std::move(L.Refused);
    SawClosure |= L.SawClosure && !L.NeedsKnown;
    return Good ? std::move(F) : nullptr;
  };
  auto F = Try(/*Objects=*/false);
  if (!F && SawClosure)
    F = Try(/*Objects=*/true);
  if (!F) {
    for (const Lowerer::Refusal &R : Refused)
      Ctx.Refuse(R.At, R.What, R.WayOut);
    return nullptr;
  }
  followGlobalPointers(*F, Ctx);
  fuseBroadcasts(*F, Ctx.Scalars);
  return F;
}

} // namespace mixedad
