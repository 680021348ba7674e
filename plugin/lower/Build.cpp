//===- Build.cpp - making operations --------------------------------------===//
#include "lower/Lowerer.h"

using namespace clang;

namespace mixedad {

ir::Value *Lowerer::newValue(const ir::Type *T, llvm::StringRef Name) {
  auto V = std::make_unique<ir::Value>();
  V->Id = F.Values.size();
  V->Name = Name.str();
  V->Ty = T;
  V->Parent = Cur;
  F.Values.push_back(std::move(V));
  return F.Values.back().get();
}

ir::Op *Lowerer::add(ir::OpKind K, SourceLocation L) {
  auto O = std::make_unique<ir::Op>();
  O->Kind = K;
  O->Parent = Cur;
  if (L.isValid())
    O->Where = Ctx.loc(L);
  ++OpCount;
  Cur->Ops.push_back(std::move(O));
  return Cur->Ops.back().get();
}

ir::Value *Lowerer::result(ir::Op *O, const ir::Type *T, llvm::StringRef Name) {
  ir::Value *V = newValue(T, Name);
  V->Def = O;
  O->Results.push_back(V);
  return V;
}

ir::Value *Lowerer::constant(llvm::Twine Text, const ir::Type *T) {
  ir::Op *O = add(ir::OpKind::Const);
  O->Text = Text.str();
  if (O->Text == "$T()" && (T->Class == ir::TypeClass::Pointer || llvm::StringRef(T->Spelling).ends_with("*"))) // no call of its name makes one
    O->Text = "static_cast<$T>(nullptr)";
  return result(O, T);
}

ir::Value *Lowerer::boolean(bool B) { return constant(B ? "true" : "false", Ctx.Types.boolType()); }

const bool *Lowerer::knownBool(const ir::Value *V) {
  static const bool True = true, False = false;
  if (!V || !V->Def || V->Def->Kind != ir::OpKind::Const)
    return nullptr;
  if (V->Def->Text == "true")
    return &True;
  return V->Def->Text == "false" ? &False : nullptr;
}

ir::Value *Lowerer::prim(llvm::StringRef Row, llvm::ArrayRef<ir::Value *> Ops, const ir::Type *T, SourceLocation L) {
  ir::Op *O = add(ir::OpKind::Prim, L);
  O->Row = Row.str();
  O->Operands.assign(Ops.begin(), Ops.end());
  return result(O, T);
}

ir::Value *Lowerer::opaque(llvm::Twine Text, llvm::ArrayRef<ir::Value *> Ops, const ir::Type *T, SourceLocation L) {
  ir::Op *O = add(ir::OpKind::Opaque, L);
  O->Text = Text.str();
  O->Operands.assign(Ops.begin(), Ops.end());
  return T->Class == ir::TypeClass::Void ? nullptr : result(O, T);
}

ir::Value *Lowerer::pointer(llvm::Twine Text, llvm::ArrayRef<ir::Value *> Ops, const ir::Type *T, SourceLocation L) {
  // Pointers to memory without reals are plain inactive values.
  if (T->Class != ir::TypeClass::Pointer)
    return opaque(Text, Ops, T, L);
  bool Shadowed = false; // what the shadow side is computed from
  for (ir::Value *V : Ops)
    Shadowed |= V->isPointer();
  if (!Shadowed)
    return refuse(L, llvm::Twine("a pointer to memory of type '") + T->Pointee->Spelling + "' made from one to a type without reals",
                  "keep the type of memory that holds reals", Ctx.Types.clangType(T));
  ir::Op *O = add(ir::OpKind::PtrArith, L);
  O->Text = Text.str();
  O->Operands.assign(Ops.begin(), Ops.end());
  return result(O, T);
}

ir::Value *Lowerer::load(const ir::Place &P, SourceLocation L, llvm::StringRef Name) {
  ir::Op *O = add(ir::OpKind::Load, L);
  O->P = P;
  return result(O, P.Ty, Name);
}

void Lowerer::store(const ir::Place &P, ir::Value *V, SourceLocation L) {
  ir::Op *O = add(ir::OpKind::Store, L);
  O->P = P;
  O->Operands.push_back(V);
}

void Lowerer::copyRecord(const ir::Place &To, const ir::Place &From, SourceLocation L) {
  if (Ctx.Types.holdsUnion(Ctx.Types.clangType(From.Ty)))
    refuse(L, "a copy of an object with a union that holds reals", "copy the member that is used");
  QualType T = Ctx.Types.clangType(To.Ty);
  refusesCopy(T, L);
  if (!T.isTriviallyCopyableType(Ctx.Ast) && isOnlyMoved(T))
    return moveRecord(To, From, T, L);
  ir::Op *O = add(ir::OpKind::CopyRecord, L);
  O->P = To;
  O->Src = From;
  copyClosures(To, From, L);
}

ir::Value *Lowerer::addressOf(const ir::Place &P, SourceLocation L) {
  if (P.BasePtr && P.Text == "(*$b)")
    return P.BasePtr;
  if (holdsClosures(P))
    return refuse(L, "a pointer to an object that holds a lambda", "use a reference to it, or make the lambda a class with operator()");
  if (P.BaseVar)
    P.BaseVar->AddressTaken = true;
  const ir::Type *T = Ctx.Types.pointerTo(P.Ty);
  if (T->Class != ir::TypeClass::Pointer) {
    ir::Op *O = add(ir::OpKind::Opaque, L);
    O->PlaceOperands.push_back(P);
    O->Text = "const_cast<$T>(&$&0)"; // types of the IR know no const
    return result(O, T);
  }
  ir::Op *O = add(ir::OpKind::AddrOf, L);
  O->P = P;
  return result(O, T);
}

ir::Place Lowerer::deref(ir::Value *Pointer, QualType Pointee) {
  ir::Place P;
  P.BasePtr = Pointer;
  P.Text = "(*$b)";
  P.Ty = type(Pointee);
  P.ActiveMemory = Pointer->isPointer();
  return P;
}

ir::Place Lowerer::sub(const ir::Place &P, llvm::Twine Text, llvm::ArrayRef<ir::Value *> Ops, const ir::Type *T) {
  // Text uses `$p` for the outer place and `$0..` for Ops, which are renumbered behind the place's own operands.
  ir::Place N = P;
  N.Ty = T;
  std::string In = Text.str(), Out;
  for (size_t I = 0; I < In.size(); ++I) {
    if (In[I] == '$' && I + 1 < In.size() && In[I + 1] == 'p') {
      Out += P.Text;
      ++I;
    } else if (In[I] == '$' && I + 1 < In.size() && isdigit(In[I + 1])) {
      Out += "$" + std::to_string(In[I + 1] - '0' + P.Operands.size());
      ++I;
    } else {
      Out += In[I];
    }
  }
  N.Text = Out;
  N.Operands.insert(N.Operands.end(), Ops.begin(), Ops.end());
  return N;
}

ir::Op *Lowerer::variable(llvm::StringRef Name, const ir::Type *T, ir::InitKind I, SourceLocation L) {
  refusesHidden(Ctx.Types.clangType(T), L);
  ir::Op *O = add(ir::OpKind::Var, L);
  O->Name = Name.str();
  O->VarTy = T;
  O->Init = I;
  return O;
}

ir::Place Lowerer::placeOf(ir::Op *Var) const {
  ir::Place P;
  P.BaseVar = Var;
  const ir::Type *Stored = Ctx.Types.storedIn(Var->VarTy);
  P.Text = Stored ? "$b.get()" : "$b";
  P.Ty = Stored ? Stored : Var->VarTy;
  return P;
}

ir::Value *Lowerer::negate(ir::Value *V) {
  if (const bool *B = knownBool(V))
    return boolean(!*B);
  return opaque("!$0", {V}, Ctx.Types.boolType(), {});
}

ir::Value *Lowerer::either(ir::Value *A, ir::Value *B) {
  if (const bool *K = knownBool(A))
    return *K ? A : B;
  if (const bool *K = knownBool(B))
    return *K ? B : A;
  return A == B ? A : opaque("$0 || $1", {A, B}, Ctx.Types.boolType(), {});
}

const ir::Type *Lowerer::typeOf(const LValue &LV) { return LV.isVar() ? VarTypes.lookup(LV.Var) : LV.P.Ty; }

ir::Value *Lowerer::loadLV(const LValue &LV, SourceLocation L, llvm::StringRef Name) {
  if (!LV.isVar())
    return LV.P.valid() ? load(LV.P, L, Name) : refuse(L, "this expression", "rewrite it with a variable");
  if (ir::Value *V = Vars.lookup(LV.Var))
    return V;
  const ir::Type *T = VarTypes.lookup(LV.Var); // read before it was written
  return constant("$T()", T);
}

void Lowerer::storeLV(const LValue &LV, ir::Value *V, SourceLocation L) {
  if (!V) // something in it was refused
    V = refuse(L, "this expression", "rewrite it with a variable");
  if (!LV.isVar()) {
    if (LV.P.valid())
      store(LV.P, V, L);
    return;
  }
  if (V->isReal() && InactiveLocals.contains(LV.Var))
    V = opaque("$0", {V}, V->Ty, L);
  Vars[LV.Var] = V;
  if (V->Name.empty() && V->Def && VarNames.count(LV.Var))
    V->Name = VarNames[LV.Var];
}

Lowerer::CallSite Lowerer::siteOf(SourceLocation L, const NamedDecl *Callee) const {
  return L.isInvalid() || Ctx.Ast.getSourceManager().isInSystemHeader(L) ? Site : CallSite{L, Callee};
}

/// A construct of the library's own code is nothing to its user, who can change the call that led there.
ir::Value *Lowerer::refuse(SourceLocation L, llvm::Twine What, llvm::Twine WayOut, QualType T) {
  const bool Inside = Site.Callee && L.isValid() && Ctx.Ast.getSourceManager().isInSystemHeader(L);
  if (!Failed && Inside) {
    Refused.push_back({Site.At, ("'" + Site.Callee->getQualifiedNameAsString() + "', in which the library uses " + What).str(),
                       "write it out in your own code, or in a function with a derivative of its own: [[mixedad::derivative_of]]"});
  } else if (!Failed) {
    Refused.push_back({L, What.str(), WayOut.str()});
  }
  Failed = true;
  return T.isNull() || T->isVoidType() ? constant("0", Ctx.Types.boolType()) : constant("$T()", type(T));
}

ir::Place Lowerer::refusePlace(SourceLocation L, llvm::Twine What, llvm::Twine WayOut, QualType T) {
  refuse(L, What, WayOut);
  ir::Op *V = variable("refused", type(T), ir::InitKind::Zero, L);
  return placeOf(V);
}

} // namespace mixedad
