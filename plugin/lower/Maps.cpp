//===- Maps.cpp - std::map and std::unordered_map -------------------------===//
//
// A shadow map has the primal's keys. Elements of both kinds of map stay where they are while the map changes, so an
// element is reached through its address, on both sides.
//
//===----------------------------------------------------------------------===//
#include "lower/Library.h"

using namespace clang;

namespace mixedad {

/// A real as a key: the same on both sides, and an error where it would carry a derivative.
ir::Value *Lowerer::constantKey(ir::Value *V, SourceLocation L) {
  return V && V->isReal() ? opaque("::mixedad::detail::constant_key($0)", {V}, Ctx.Types.inactive(V->Ty), L) : V;
}

/// A key as an argument: a value, or the address of an object that both sides look at.
Lowerer::KeyArg Lowerer::keyArg(const Expr *E, QualType Key) {
  SourceLocation L = E->getBeginLoc();
  KeyArg K;
  if (!Key->isRecordType()) {
    K.A = valueArg(constantKey(convert(E->isGLValue() ? loadLV(bindReference(E, "key"), L) : rvalue(E), Key, L), L));
    return K;
  }
  LValue LV = bindReference(E, "key");
  return keyAt(LV.P, L);
}

Lowerer::KeyArg Lowerer::keyAt(const ir::Place &P, SourceLocation L) {
  KeyArg K;
  if (P.Ty->Class == ir::TypeClass::Real) {
    K.A = valueArg(constantKey(load(P, L), L));
    return K;
  }
  if (P.Ty->Class != ir::TypeClass::Inactive) {
    K.A = objectArg(P);
    return K;
  }
  if (P.BaseVar)
    P.BaseVar->AddressTaken = true;
  ir::Op *O = add(ir::OpKind::Opaque, L);
  O->PlaceOperands = {P};
  O->Text = "&$&0";
  O->ReadsMemory = true;
  const QualType T = Ctx.Types.clangType(P.Ty);
  if (T->isRecordType()) {
    K.A = valueArg(result(O, Ctx.Types.pointerTo(T.withConst())));
    K.Text = "*$1";
    return K;
  }
  O->Text = "$&0";
  K.A = valueArg(result(O, P.Ty));
  return K;
}

/// The same key in a variable of its own: what it refers to may go while both sides still look for it.
Lowerer::KeyArg Lowerer::ownKey(const KeyArg &K, QualType Key, SourceLocation L) {
  if (!K.A.V || K.Text != "*$1")
    return K;
  const ir::Type *T = type(Key);
  ir::Op *Copy = variable("key", T, ir::InitKind::Text, L);
  Copy->InitText = T->Spelling + " $n = *$0";
  Copy->Operands = {K.A.V};
  return keyAt(placeOf(Copy), L);
}

/// The address of the element of a key that is there.
ir::Place Lowerer::elementOf(const ir::Place &Map, const KeyArg &K, QualType T, SourceLocation L) {
  ir::Op *O = shadowCall("const_cast<$T>(&$0.at(" + K.Text + "))", {objectArg(Map), K.A}, L);
  return deref(result(O, Ctx.Types.pointerTo(T)), T);
}

void Lowerer::insertKey(const ir::Place &Map, const KeyArg &K, QualType T, SourceLocation L) {
  const std::string Empty = emptyArgument(T, "a map", L), Given = K.Text + (Empty.empty() ? "" : ", ") + Empty;
  ir::Op *O = shapeOp(Empty.empty() ? "$0[" + K.Text + "]" : "$0.try_emplace(" + Given + ")", SHAPE "insert_key(tape, $0, " + llvm::Twine(Given) + ")",
                      SHAPE "undo_insert_key(tape, $0)", {objectArg(Map), K.A}, L);
  O->ShadowText = SHAPE "zero_key($0, " + Given + ")";
}

void Lowerer::putElement(const ir::Place &At, NewElement N, SourceLocation L) {
  if (N.Object)
    copyRecord(At, placeOf(N.Object), L);
  else
    store(At, N.V, L);
}

/// insert, emplace and their like: the value goes in when the key was not there, or always.
ir::Value *Lowerer::insertPair(const ir::Place &Map, const KeyArg &K, NewElement N, QualType T, bool Always, SourceLocation L) {
  ir::Op *O = add(ir::OpKind::Opaque, L);
  O->PlaceOperands = {Map};
  std::string Key = K.Text;
  if (K.A.V) {
    O->Operands = {K.A.V};
    Key.replace(Key.find("$1"), 2, "$0");
  } else {
    O->PlaceOperands.push_back(K.A.P);
    Key.replace(Key.find("$1"), 2, "$&1");
  }
  O->Text = "$&0.find(" + Key + ") == $&0.end()";
  O->ReadsMemory = true;
  O->Pure = false;
  ir::Value *Missing = result(O, Ctx.Types.boolType());
  auto Put = [&] {
    insertKey(Map, K, T, L);
    putElement(elementOf(Map, K, T, L), N, L);
  };
  if (Always)
    Put();
  else
    lowerIf(Missing, Put, [] {}, L);
  return Missing;
}

bool Lowerer::mapCall(const Expr *E, Callable &Call, CallResult &R) {
  const auto *M = dyn_cast<CXXMethodDecl>(Call.FD);
  if (!M || !isMap(className(M)))
    return false;
  QualType Key = elementType(M->getParent(), 0).getUnqualifiedType(), T = elementType(M->getParent(), 1);
  SourceLocation L = E->getBeginLoc();
  auto &Args = Call.Args;
  llvm::StringRef N = M->getIdentifier() ? M->getName() : "";
  bool Subscript = M->getOverloadedOperator() == OO_Subscript;
  R = finish(static_cast<ir::Value *>(nullptr));
  if (Subscript || (N == "at" && Args.size() == 1)) {
    ir::Place Map = object(Call).P;
    KeyArg K = keyArg(Args[0], Key);
    if (Failed)
      return true;
    if (Subscript)
      insertKey(Map, K, T, L);
    LValue LV;
    LV.P = elementOf(Map, K, M->getReturnType().getNonReferenceType(), L);
    R = finish(LV);
    return true;
  }
  if (oneOf(N, {"insert", "emplace", "try_emplace", "insert_or_assign"})) {
    KeyArg K;
    NewElement New;
    if ((N == "try_emplace" && !Args.empty()) || (Args.size() == 2 && N != "insert" && !Args[0]->getType()->isPointerType())) {
      K = keyArg(Args[0], Key);
      New = newElement(T, llvm::ArrayRef<const Expr *>(Args).drop_front(), L);
    } else if (Args.size() == 1 && isClassNamed(Args[0]->getType(), "std", "pair")) {
      LValue Pair = bindReference(Args[0], "entry");
      splitPair(Pair.P, K, New, L);
    } else {
      refuse(L, llvm::Twine("'std::map::") + N + "' with these arguments", "use operator[]");
      return true;
    }
    if (Failed)
      return true;
    ir::Place Map = object(Call).P;
    ir::Value *Inserted = insertPair(Map, K, New, T, N == "insert_or_assign", L);
    if (Discarded != E) {
      ir::Op *Dest = variable("inserted", type(M->getReturnType()), ir::InitKind::Result, L);
      ir::Op *O = shadowCall(Dest->VarTy->Spelling + "($0.find(" + K.Text + "), $2)", {objectArg(Map), K.A, valueArg(Inserted)}, L);
      O->Dest = Dest;
      LValue LV;
      LV.P = placeOf(Dest);
      R = finish(LV);
    }
    return true;
  }
  if (N == "erase" && Args.size() == 1) {
    ir::Place Map = object(Call).P;
    bool ByKey = M->getReturnType()->isIntegerType();
    if (!ByKey && Discarded != E)
      return refuse(L, "the iterator that 'erase' returns", "advance the iterator before the element is erased"), true;
    KeyArg K;
    if (ByKey) {
      K = keyArg(Args[0], Key);
    } else {
      ir::Place It = place(Args[0]);
      K = keyAt(sub(It, "$p->first", {}, type(Key)), L);
    }
    if (Failed)
      return true;
    K = ownKey(K, Key, L);
    if (ByKey && Discarded != E) {
      Callable Count = Call;
      ir::Op *O = add(ir::OpKind::Opaque, L);
      O->PlaceOperands = {Map};
      std::string Text = K.Text;
      if (K.A.V) {
        O->Operands = {K.A.V};
        Text.replace(Text.find("$1"), 2, "$0");
      } else {
        O->PlaceOperands.push_back(K.A.P);
        Text.replace(Text.find("$1"), 2, "$&1");
      }
      O->Text = "$&0.count(" + Text + ")";
      O->ReadsMemory = true;
      O->Pure = false;
      R = finish(result(O, type(M->getReturnType())));
    }
    shapeOp("$0.erase(" + K.Text + ")", SHAPE "erase_key(tape, $0, " + K.Text + ")", SHAPE "undo_erase_key(tape, $0)",
            {objectArg(Map), K.A}, L);
    return true;
  }
  if (N == "clear") {
    const char *Clear = className(M) == "map" ? SHAPE "clear(tape, $0)" : SHAPE "clear_table(tape, $0)";
    shapeOp("$0.clear()", Clear, SHAPE "undo_clear(tape, $0)", {objectArg(object(Call).P)}, L);
    return true;
  }
  if (N == "swap" && Args.size() == 1) {
    ir::Place A = object(Call).P, B = place(Args[0]);
    swapObjects(A, B, L);
    return true;
  }
  return false;
}

/// Key and value of a pair that is in memory.
void Lowerer::splitPair(const ir::Place &Pair, KeyArg &K, NewElement &N, SourceLocation L) {
  const CXXRecordDecl *RD = Ctx.Types.clangType(Pair.Ty)->getAsCXXRecordDecl();
  QualType Key = elementType(RD, 0).getUnqualifiedType(), T = elementType(RD, 1);
  K = keyAt(sub(Pair, "$p.first", {}, type(Key)), L);
  ir::Place Second = sub(Pair, "$p.second", {}, type(T));
  if (!T->isRecordType() && !T->isArrayType()) {
    N.V = load(Second, L);
    return;
  }
  N.Object = copyVariable(Second, T, "value", L);
}

} // namespace mixedad
