//===- Stmts.cpp - statements and declarations ----------------------------===//
#include "inject/Attributes.h"
#include "lower/Lowerer.h"
#include "lower/NodeVisitor.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace mixedad {

/// A block with labels. A forward goto sets the label's flag, which guards everything up to the label; a backward
/// one makes the statements from the label to the last such goto a loop. Jumps into a block from outside are refused.
bool Lowerer::labels(llvm::ArrayRef<const Stmt *> L) {
  size_t At = 0;
  while (At < L.size() && !isa_and_nonnull<LabelStmt>(L[At]))
    ++At;
  if (At == L.size())
    return false;
  const auto *Label = cast<LabelStmt>(L[At]);
  const LabelDecl *D = Label->getDecl();
  VarTypes[D] = Ctx.Types.boolType();
  Declared.insert(D);
  Vars[D] = boolean(false);
  const size_t Mark = Cleanups.size();
  stmtsOf(L.take_front(At)); // gotos to this label end here
  if (Cleanups.size() != Mark)
    refuse(Label->getBeginLoc(), "a label in the scope of an object with a destructor", "put a block round the object");
  Exits Before;
  for (const Stmt *S : L.take_front(At))
    Before |= exits(S);
  Before.Labels.erase(D);
  // What is behind the label, its own statement first, and how far gotos back to it reach.
  llvm::SmallVector<const Stmt *, 16> Behind{Label->getSubStmt()};
  Behind.append(L.begin() + At + 1, L.end());
  size_t Last = 0;
  for (size_t I = 0; I < Behind.size(); ++I)
    if (Behind[I] && exits(Behind[I]).Labels.count(D))
      Last = I + 1;
  auto Rest = [&] {
    Vars[D] = boolean(false);
    if (!Last)
      return stmts(Behind);
    auto *Part = new (Ctx.Ast) Stmt *[Last];
    for (size_t I = 0; I < Last; ++I)
      Part[I] = const_cast<Stmt *>(Behind[I]);
    CompoundStmt *Body = CompoundStmt::Create(Ctx.Ast, llvm::ArrayRef<Stmt *>(Part, Last), FPOptionsOverride(),
                                              Label->getBeginLoc(), Label->getEndLoc());
    LoopParts P;
    P.Whole = Body;
    P.Carried.push_back(D);
    auto Cond = [&]() -> ir::Value * { return Vars.lookup(D); };
    auto BodyFn = [&] {
      Vars[D] = boolean(false);
      stmts(llvm::ArrayRef<const Stmt *>(Behind).take_front(Last));
    };
    P.Cond = Cond;
    P.Body = BodyFn;
    P.BodyFirst = true;
    // The body's own way back is not a way out of this loop: it leads to the condition.
    P.OwnLabel = D;
    P.BodyStmt = Body;
    lowerLoop(P, Label->getBeginLoc());
    Exits Out;
    for (const Stmt *S : llvm::ArrayRef<const Stmt *>(Behind).take_front(Last)) {
      Exits E = exits(S);
      Out.Return |= E.Return;
      Out.Labels.insert(E.Labels.begin(), E.Labels.end());
      if (E.Break || E.Continue)
        refuse(Label->getBeginLoc(), "a loop made of 'goto' with 'break' or 'continue' of a loop around it", "use a loop statement");
    }
    Out.Labels.erase(D);
    auto After = llvm::ArrayRef<const Stmt *>(Behind).drop_front(Last);
    if (After.empty())
      return;
    if (!Out.any())
      return stmts(After);
    lowerIf(leaving(Out), [] {}, [&] { stmts(After); }, Label->getEndLoc());
  };
  if (Before.any())
    lowerIf(leaving(Before), [] {}, Rest, Label->getBeginLoc());
  else
    Rest();
  return true;
}

/// A block, or the rest of one: what is declared in it ends with it.
void Lowerer::stmts(llvm::ArrayRef<const Stmt *> L) {
  const size_t Mark = Cleanups.size();
  stmtsOf(L);
  endLifetimes(Mark, nullptr, L.empty() || !L.back() ? SourceLocation() : L.back()->getEndLoc());
}

void Lowerer::stmtsOf(llvm::ArrayRef<const Stmt *> L) {
  if (labels(L))
    return;
  for (size_t I = 0; I < L.size() && !Failed; ++I) {
    const Stmt *S = L[I];
    if (!S)
      continue;
    Exits E = exits(S);
    llvm::ArrayRef<const Stmt *> Rest = L.drop_front(I + 1);
    if (!E.any()) {
      stmt(S);
      continue;
    }
    const Stmt *Bare = S;
    while (const auto *A = dyn_cast<AttributedStmt>(Bare))
      Bare = A->getSubStmt();
    if (const auto *If = dyn_cast<IfStmt>(Bare)) {
      ifStmt(If, Rest);
      return;
    }
    stmt(S);
    if (E.Always || Rest.empty())
      return;
    lowerIf(leaving(E), [] {}, [&] { stmts(Rest); }, S->getEndLoc());
    return;
  }
}

void Lowerer::ifStmt(const IfStmt *S, llvm::ArrayRef<const Stmt *> Rest) {
  if (S->getInit())
    initStatement(S->getInit());
  if (S->isConsteval()) {
    llvm::SmallVector<const Stmt *, 8> All;
    All.push_back(S->isNegatedConsteval() ? S->getThen() : S->getElse());
    All.append(Rest.begin(), Rest.end());
    stmts(All);
    return;
  }
  if (S->isConstexpr())
    if (auto Taken = S->getNondiscardedCase(Ctx.Ast)) {
      llvm::SmallVector<const Stmt *, 8> All;
      if (*Taken)
        All.push_back(*Taken);
      All.append(Rest.begin(), Rest.end());
      stmts(All);
      return;
    }
  if (S->getConditionVariableDeclStmt())
    stmt(S->getConditionVariableDeclStmt());
  ir::Value *C = rvalue(S->getCond());
  Exits T = exits(S->getThen()), E = exits(S->getElse());
  // When one branch always leaves, the rest of the block belongs to the other one: no flag is needed.
  auto With = [&](const Stmt *Own, bool TakesRest) {
    llvm::SmallVector<const Stmt *, 8> All;
    if (Own)
      All.push_back(Own);
    if (TakesRest)
      All.append(Rest.begin(), Rest.end());
    stmts(All);
  };
  bool RestInElse = T.Always && !E.Always, RestInThen = E.Always && !T.Always;
  lowerIf(C, [&] { With(S->getThen(), RestInThen); }, [&] { With(S->getElse(), RestInElse); }, S->getBeginLoc());
  if (RestInElse || RestInThen || (T.Always && E.Always) || Rest.empty())
    return;
  Exits Both = T;
  Both |= E;
  if (!Both.any()) {
    stmts(Rest);
    return;
  }
  lowerIf(leaving(Both), [] {}, [&] { stmts(Rest); }, S->getEndLoc());
}

void Lowerer::stmt(const Stmt *S) {
  if (Failed)
    return;
  llvm::SaveAndRestore<bool> Statement(InExpression, false);
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass: {
    llvm::SmallVector<const Stmt *, 16> L(cast<CompoundStmt>(S)->body_begin(), cast<CompoundStmt>(S)->body_end());
    return stmts(L);
  }
  case Stmt::NullStmtClass:
    return;
  case Stmt::DeclStmtClass:
    return declStmt(cast<DeclStmt>(S));
  case Stmt::IfStmtClass:
    return ifStmt(cast<IfStmt>(S), {});
  case Stmt::ForStmtClass:
    return lowerFor(cast<ForStmt>(S));
  case Stmt::WhileStmtClass:
    return lowerWhile(cast<WhileStmt>(S));
  case Stmt::DoStmtClass:
    return lowerDo(cast<DoStmt>(S));
  case Stmt::CXXForRangeStmtClass:
    return lowerRangeFor(cast<CXXForRangeStmt>(S));
  case Stmt::SwitchStmtClass:
    return lowerSwitch(cast<SwitchStmt>(S));
  case Stmt::ReturnStmtClass:
    return returnStmt(cast<ReturnStmt>(S));
  case Stmt::BreakStmtClass:
    Vars[&Fr->Loops->Break] = boolean(true);
    return;
  case Stmt::ContinueStmtClass: {
    LoopFlags *L = Fr->Loops;
    while (L->IsSwitch)
      L = L->Outer;
    Vars[&L->Continue] = boolean(true);
    return;
  }
  case Stmt::AttributedStmtClass: {
    const auto *A = cast<AttributedStmt>(S);
    for (const Attr *At : A->getAttrs())
      if (const auto *An = dyn_cast<AnnotateAttr>(At); An && An->getAnnotation() == "mixedad::checkpoint") {
        int &States = Checkpoints[A->getSubStmt()] = -1;
        if (An->args_size())
          if (auto N = (*An->args_begin())->getIntegerConstantExpr(Ctx.Ast))
            States = static_cast<int>(N->getExtValue());
      }
    return stmt(A->getSubStmt());
  }
  case Stmt::CXXTryStmtClass: // handlers: generated code lets an exception pass, as a crash is never silent
    return stmt(cast<CXXTryStmt>(S)->getTryBlock());
  case Stmt::LabelStmtClass:
    return stmt(cast<LabelStmt>(S)->getSubStmt());
  case Stmt::GotoStmtClass: {
    const LabelDecl *D = cast<GotoStmt>(S)->getLabel();
    if (!Declared.count(D)) {
      refuse(S->getBeginLoc(), llvm::Twine("a 'goto' into a block that it is not in (label '") + D->getName() + "')",
             "use a loop or an early return");
      return;
    }
    Vars[D] = boolean(true);
    return;
  }
  case Stmt::IndirectGotoStmtClass:
    refuse(S->getBeginLoc(), "an indirect 'goto'", "use a switch");
    return;
  case Stmt::GCCAsmStmtClass:
  case Stmt::MSAsmStmtClass:
    refuse(S->getBeginLoc(), "inline assembly",
           "move it into a function of its own and give that a derivative with [[mixedad::derivative_of]]");
    return;
  default:
    if (const auto *E = dyn_cast<Expr>(S))
      return effect(E);
    if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
      return directive(D);
    refuse(S->getBeginLoc(), llvm::Twine("'") + S->getStmtClassName() + "'",
           "move it into a function of its own and give that a derivative with [[mixedad::derivative_of]]");
  }
}

/// What [[mixedad::checkpoint]] on this loop says, 0 without it.
int Lowerer::checkpoint(const Stmt *Loop) const {
  auto It = Checkpoints.find(Loop);
  return It != Checkpoints.end() ? It->second : checkpointOf(Loop);
}

void Lowerer::declStmt(const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    if (const auto *DD = dyn_cast<DecompositionDecl>(D)) {
      varDecl(DD);
      for (const BindingDecl *B : DD->bindings()) // here: at the first use it could be in an inner region
        if (!Failed && !B->getHoldingVar())
          variableRef(B, B->getLocation());
      continue;
    }
    if (const auto *VD = dyn_cast<VarDecl>(D))
      varDecl(VD);
    // types, using declarations, static assertions: nothing happens at run time
  }
}

/// double a[n];
void Lowerer::runtimeArray(const VarDecl *D) {
  const VariableArrayType *A = Ctx.Ast.getAsVariableArrayType(D->getType());
  QualType Element = A ? A->getElementType() : QualType();
  if (!A || Element->isVariablyModifiedType() || needsStorage(Element) || !hasEmptyState(Ctx.Ast.getBaseElementType(Element))) {
    refuse(D->getLocation(), "a variable of this type, whose length is not a constant", "use a std::vector, or new and delete");
    return;
  }
  ir::Value *N = rvalue(A->getSizeExpr());
  ir::Op *O = variable(D->getName(), Ctx.Types.runtimeArray(Element), ir::InitKind::Text, D->getLocation());
  O->Operands.push_back(N);
  O->InitText = "$T $n($0)";
  LValue LV;
  LV.P = placeOf(O);
  Bound[D] = LV;
}

/// A broadcast that is kept is computed when its value is asked for, and reads then what its lambdas refer to. We
/// compute it at once.
void Lowerer::refusesLateReads(const Expr *Init) {
  struct Lambdas : NodeVisitor {
    const VarDecl *Found = nullptr;
    bool visit(Stmt *S) override {
      const auto *E = dyn_cast<Expr>(S);
      const CXXRecordDecl *RD = E ? E->getType().getNonReferenceType()->getAsCXXRecordDecl() : nullptr;
      if (RD && RD->isLambda())
        for (const LambdaCapture &C : RD->captures())
          if (const auto *V = C.capturesVariable() && C.getCaptureKind() == LCK_ByRef ? dyn_cast<VarDecl>(C.getCapturedVar()) : nullptr;
              V && !V->getType().getNonReferenceType().isConstQualified() && !TypeTable::isArrayClass(V->getType()))
            Found = V;
      return !Found;
    }
  } V;
  V.walk(Init);
  if (V.Found)
    refuse(Init->getBeginLoc(), llvm::Twine("a broadcast that is kept unevaluated and refers to '") + V.Found->getName() + "', which may change before it is read",
           "capture it by value, or assign the broadcast to an Array");
}

void Lowerer::varDecl(const VarDecl *D) {
  if (DeclaredInside)
    DeclaredInside->insert(D);
  if (D->isStaticLocal() || D->hasExternalStorage())
    return; // referred to as a global, by name, see variableRef
  if (const auto *DD = dyn_cast<DecompositionDecl>(D)) // names of the last time that this was lowered, inlined elsewhere
    for (const BindingDecl *B : DD->bindings())
      for (const ValueDecl *Old : {static_cast<const ValueDecl *>(B), static_cast<const ValueDecl *>(B->getHoldingVar())})
        if (Old) {
          Bound.erase(Old);
          Vars.erase(Old);
          Declared.erase(Old);
        }
  QualType T = D->getType();
  const Expr *Init = D->getInit();
  std::string Name = D->getName().str();
  if (T->isReferenceType()) {
    if (auto C = Init ? closure(Init) : nullptr)
      Closures[D] = C;
    else if (const auto *Pick = Init ? dyn_cast<CallExpr>(Init->IgnoreParenImpCasts()) : nullptr; Pick && picksArgument(Pick))
      Bound[D] = pickedArgument(Pick);
    else if (Init && T->getPointeeType()->isFunctionType()) { // as a pointer that nobody can move
      QualType Pointer = Ctx.Ast.getPointerType(T->getPointeeType());
      VarTypes[D] = type(Pointer);
      VarNames[D] = Name;
      Declared.insert(D);
      Vars[D] = functionAddress(Init, Pointer);
    } else if (Init)
      Bound[D] = namedReference(Init, Name);
    return;
  }
  if (Init)
    if (auto C = closure(Init)) {
      refusesCopy(Init, *C);
      Closures[D] = C;
      return;
    }
  if (T->isVariablyModifiedType())
    return runtimeArray(D);
  const ir::Type *Ty = type(T);
  const CXXRecordDecl *Class = classIn(Ctx.Ast, T);
  const bool Inactive = Ctx.IsInactive(D) || (Class && Ctx.IsInactive(Class));
  if (Inactive && Ty->Class == ir::TypeClass::Vector) {
    refuse(D->getLocation(), llvm::Twine("[[mixedad::inactive]] on the Array '") + Name + "'", "let an inactive function compute it");
    return;
  }
  bool Scalar = !T->isRecordType() && !T->isArrayType() && !T->isAnyComplexType() && !T->isVectorType();
  if (Ty->Class == ir::TypeClass::Vector || TypeTable::isLazyClass(T)) {
    VarTypes[D] = Ty;
    VarNames[D] = Name;
    Declared.insert(D);
    if (Init && TypeTable::isLazyClass(T))
      refusesLateReads(Init);
    ir::Value *V = Init ? vectorValue(Init) : constant("$T()", Ty);
    VarTypes[D] = V->Ty;
    if (V->Name.empty())
      V->Name = Name;
    Vars[D] = V;
    return;
  }
  if (!Scalar && Init && madeAsResult(D)) {
    const size_t Mark = Cleanups.size();
    recordInto(Init, Fr->ResultPlace, /*Fresh=*/true);
    endLifetimes(Mark, Fr->ResultPlace.BaseVar, D->getLocation());
    Bound[D].P = Fr->ResultPlace;
    Bound[D].Var = nullptr;
    return;
  }
  if (!Scalar) {
    const size_t Mark = Cleanups.size();
    ir::Op *V = nullptr;
    if (Init && Objects && isClassNamed(T, "std", "function")) { // what it holds may refer to it
      V = variable(Name, Ty, ir::InitKind::Zero, D->getLocation());
      Bound[D] = LValue();
      Bound[D].P = placeOf(V);
      recordInto(Init, placeOf(V), /*Fresh=*/true);
    } else {
      V = recordVariable(Init, T, Name, D->getLocation());
    }
    if (!bindsReferences(T))
      endLifetimes(Mark, V, D->getLocation()); // of temporaries
    LValue LV;
    LV.P = placeOf(V);
    LV.P.ActiveMemory = !Inactive;
    Bound[D] = LV;
    return;
  }
  if (InMemory.count(D)) {
    ir::Value *V = Init ? rvalue(Init) : nullptr;
    ir::Op *O = variable(Name, Ty, ir::InitKind::Zero, D->getLocation());
    LValue LV;
    LV.P = placeOf(O);
    LV.P.ActiveMemory = !Inactive;
    Bound[D] = LV;
    if (V)
      store(LV.P, V, D->getLocation());
    return;
  }
  if (Inactive)
    InactiveLocals.insert(D);
  VarTypes[D] = Ty;
  VarNames[D] = Name;
  Declared.insert(D);
  Vars.erase(D);
  if (Init) {
    ir::Value *V = rvalue(Init);
    LValue LV;
    LV.Var = D;
    storeLV(LV, V, D->getLocation());
  }
}

void Lowerer::returnStmt(const ReturnStmt *S) {
  const Expr *E = S->getRetValue();
  Vars[&Fr->Returned] = boolean(true);
  if (!E)
    return;
  QualType T = Fr->FD->getReturnType();
  if (T->isVoidType())
    return effect(E);
  if (T->isReferenceType()) {
    LValue LV = bindReference(E, "result");
    if (Fr->Outer && Fr->Single) {
      Fr->RefResult = LV;
      return;
    }
    if (LV.isVar()) {
      refuse(E->getBeginLoc(), "a reference to a local variable as a result", "return a value");
      return;
    }
    Vars[&Fr->Value] = addressOf(LV.P, E->getBeginLoc());
    return;
  }
  if (Fr->Outer)
    if (auto C = closure(E)) {
      Fr->ClosureResult = C;
      return;
    }
  const ir::Type *Ty = type(T);
  if (Ty->Class == ir::TypeClass::Vector || TypeTable::isLazyClass(T)) {
    ir::Value *V = vectorValue(E);
    VarTypes[&Fr->Value] = V->Ty;
    Vars[&Fr->Value] = V;
    return;
  }
  if (T->isRecordType() || T->isAnyComplexType() || T->isVectorType()) {
    if (Fr->Outer && Fr->Single) {
      Fr->RefResult = resultObject(E, returnedVariable(S));
      if (QualType Owned; Fr->RefResult.P.BaseVar && release(Fr->RefResult.P.BaseVar, Owned))
        Fr->Result = Owned;
    } else if (const VarDecl *D = returnedVariable(S); !D || !madeAsResult(D)) {
      if (D && !onlyReleases(D->getType())) // the program has one object here, and we have two
        refuse(E->getBeginLoc(),
               llvm::Twine("a variable of class '") + D->getType().getAsString(Ctx.Ast.getPrintingPolicy()) +
                   "' that one of several return statements returns, whose destructor does more than to release",
               "return it from one place");
      recordInto(E, Fr->ResultPlace, /*Fresh=*/true);
    }
    return;
  }
  Vars[&Fr->Value] = rvalue(E);
}

/// The local variable that is the result, where Clang makes them one object: nothing is copied.
const VarDecl *Lowerer::returnedVariable(const ReturnStmt *S) {
  const VarDecl *D = S->getNRVOCandidate();
  return D && D->isNRVOVariable() ? D : nullptr;
}

/// Whether such a variable is made where its function's result is. It makes a difference where copies compute something.
bool Lowerer::madeAsResult(const VarDecl *D) {
  return D->isNRVOVariable() && Fr->FD == D->getDeclContext() && Fr->ResultPlace.valid() && copiesByCode(D->getType()) &&
         !needsDestruction(D->getType());
}

/// What an inlined function returns: its local variable itself, or an object built for it.
LValue Lowerer::resultObject(const Expr *E, const VarDecl *Returned) {
  const Expr *X = E->IgnoreParens();
  if (const auto *W = dyn_cast<ExprWithCleanups>(X))
    X = W->getSubExpr()->IgnoreParens();
  if (const auto *C = dyn_cast<CXXConstructExpr>(X);
      C && C->getNumArgs() == 1 && C->getConstructor()->isCopyOrMoveConstructor() && (Returned || isPlainCopy(C->getConstructor())))
    if (const auto *R = dyn_cast<DeclRefExpr>(C->getArg(0)->IgnoreParenImpCasts()))
      if (const auto *VD = dyn_cast<VarDecl>(R->getDecl()); VD && VD->hasLocalStorage() &&
          !VD->getType()->isReferenceType() && VD->getDeclContext() == Fr->FD && !(Fr->Self && Fr->Self->Captures.count(VD))) {
        LValue LV = variableRef(VD, E->getBeginLoc());
        if (!LV.isVar() && LV.P.BaseVar && LV.P.Text == placeOf(LV.P.BaseVar).Text)
          return LV;
      }
  LValue LV;
  LV.P = placeOf(recordVariable(E, E->getType(), "result", E->getBeginLoc()));
  return LV;
}

/// A full expression: its temporaries live to its end.
void Lowerer::effect(const Expr *E) {
  if (!E || Failed)
    return;
  const size_t Mark = Cleanups.size();
  effectOf(E);
  endLifetimes(Mark, nullptr, E->getEndLoc());
}

void Lowerer::effectOf(const Expr *E) {
  const Expr *X = E->IgnoreParens();
  if (const auto *W = dyn_cast<ExprWithCleanups>(X))
    return effectOf(W->getSubExpr());
  if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(X))
    return effectOf(B->getSubExpr());
  if (const auto *C = dyn_cast<CastExpr>(X); C && (C->getCastKind() == CK_ToVoid || C->getCastKind() == CK_NoOp))
    return effectOf(C->getSubExpr());
  if (const auto *U = dyn_cast<UnaryOperator>(X); U && U->isIncrementDecrementOp()) {
    increment(U, nullptr);
    return;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(X)) {
    if (const auto *A = dyn_cast<CompoundAssignOperator>(B)) {
      compoundAssign(A);
      return;
    }
    if (B->isAssignmentOp()) {
      assign(B);
      return;
    }
    if (B->isCommaOp()) {
      effectOf(B->getLHS());
      return effectOf(B->getRHS());
    }
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(X)) {
    ir::Value *Cond = rvalue(C->getCond());
    return choose(Cond, [&] { effectOf(C->getTrueExpr()); }, [&] { effectOf(C->getFalseExpr()); }, X->getBeginLoc());
  }
  if (isa<CallExpr, CXXConstructExpr>(X)) {
    Discarded = X;
    call(X, nullptr);
    return;
  }
  if (const auto *D = dyn_cast<CXXDeleteExpr>(X))
    return deleteExpr(D);
  if (const auto *T = dyn_cast<CXXThrowExpr>(X)) {
    // Leaves the derivative the same way as the primal.
    ir::Op Thrown;
    const std::string Text = throwText(T, Thrown);
    ir::Op *O = add(ir::OpKind::Opaque, X->getBeginLoc());
    O->Operands = Thrown.Operands;
    O->PlaceOperands = Thrown.PlaceOperands;
    O->Pure = false;
    O->ReadsMemory = !Thrown.PlaceOperands.empty();
    O->Text = Text;
    return;
  }
  if (X->isGLValue()) {
    if (!isa<DeclRefExpr>(X))
      lvalue(X);
    return;
  }
  if (X->getType()->isRecordType()) {
    recordVariable(X, X->getType(), "discarded", X->getBeginLoc());
    return;
  }
  rvalue(X);
}

} // namespace mixedad
