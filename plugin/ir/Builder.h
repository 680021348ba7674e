//===- Builder.h - IR by hand ---------------------------------------------===//
//
// What tests and passes that make functions write IR with. The insertion point is the end of the current region;
// `ifOp` and `loop` run callbacks inside theirs.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_IR_BUILDER_H
#define MIXEDAD_IR_BUILDER_H

#include "ir/IR.h"

#include <deque>
#include <functional>
#include <map>

namespace mixedad::ir {

/// Types by spelling; owns them.
class SimpleTypes {
public:
  const Type *real(const std::string &Spelling = "double") {
    return get(Spelling, TypeClass::Real, [&](Type &T) {
      T.Size = Spelling == "float" ? 4 : 8;
      T.Scalar = Spelling;
    });
  }
  const Type *inactive(const std::string &Spelling = "int") {
    return get(Spelling, TypeClass::Inactive, [](Type &T) { T.Size = 4; });
  }
  const Type *boolean() { return inactive("bool"); }
  const Type *voidType() { return get("void", TypeClass::Void, [](Type &) {}); }
  const Type *pointerTo(const Type *Pointee) {
    return get(Pointee->Spelling + " *", TypeClass::Pointer, [&](Type &T) {
      T.Size = 8;
      T.Pointee = Pointee;
    });
  }
  const Type *record(const std::string &Spelling, bool PureReal) {
    return get(Spelling, TypeClass::Record, [&](Type &T) {
      T.PureReal = T.Trivial = PureReal;
      T.Size = 16;
    });
  }
  const Type *vector(const std::string &Spelling) {
    return get(Spelling, TypeClass::Vector, [](Type &T) { T.Trivial = false; });
  }

private:
  template <class Fn> const Type *get(const std::string &Spelling, TypeClass Class, Fn Init) {
    const Type *&Known = Map[Spelling];
    if (!Known) {
      Type &T = Storage.emplace_back();
      T.Spelling = Spelling;
      T.Class = Class;
      Init(T);
      Known = &T;
    }
    return Known;
  }
  std::deque<Type> Storage;
  std::map<std::string, const Type *> Map;
};

class Builder {
public:
  Builder(Function &F, Callee &Self, const std::string &Name, const Type *ResultTy) : F(F), Cur(&F.Body) {
    F.Name = Self.Name = Self.Key = Name;
    F.Self = &Self;
    F.ResultTy = Self.ResultTy = ResultTy;
    Self.CallText = Name + "($*)";
  }

  Value *param(const std::string &Name, const Type *Ty) {
    Value *V = fresh(Ty, Name, &F.Body);
    F.Params.push_back({Name, Ty, Ty->Spelling, V, false, false, Ty->Class == TypeClass::Inactive});
    return V;
  }
  /// The value is the parameter's address.
  Value *refParam(const std::string &Name, const Type *Ty, const Type *AddressTy, bool ByReference = true) {
    Value *V = fresh(AddressTy, Name, &F.Body);
    F.Params.push_back({Name, Ty, Ty->Spelling + (ByReference ? " &" : ""), V, ByReference, true, false});
    return V;
  }

  Op *op(OpKind K, std::vector<Value *> Operands = {}) {
    Cur->Ops.push_back(std::make_unique<Op>());
    Op *O = Cur->Ops.back().get();
    O->Kind = K;
    O->Operands = std::move(Operands);
    O->Parent = Cur;
    return O;
  }
  Value *result(Op *O, const Type *Ty, const std::string &Name = "") {
    Value *V = fresh(Ty, Name, O->Parent);
    V->Def = O;
    O->Results.push_back(V);
    return V;
  }

  Value *constant(const std::string &Text, const Type *Ty) {
    Op *O = op(OpKind::Const);
    O->Text = Text;
    return result(O, Ty);
  }
  Value *prim(const std::string &Row, std::vector<Value *> Operands, const Type *Ty, const std::string &Name = "") {
    Op *O = op(OpKind::Prim, std::move(Operands));
    O->Row = Row;
    return result(O, Ty, Name);
  }
  Value *opaque(const std::string &Text, std::vector<Value *> Operands, const Type *Ty, const std::string &Name = "") {
    Op *O = op(OpKind::Opaque, std::move(Operands));
    O->Text = Text;
    return result(O, Ty, Name);
  }
  Op *var(const std::string &Name, const Type *Ty, InitKind Init = InitKind::Uninit) {
    Op *O = op(OpKind::Var);
    O->Name = Name;
    O->VarTy = Ty;
    O->Init = Init;
    return O;
  }
  static Place at(Op *Var, const std::string &Text, std::vector<Value *> Operands, const Type *Ty) {
    return {Var, nullptr, Text, std::move(Operands), Ty, true};
  }
  static Place at(Value *Pointer, const std::string &Text, std::vector<Value *> Operands, const Type *Ty) {
    return {nullptr, Pointer, Text, std::move(Operands), Ty, true};
  }
  Value *load(const Place &P, const std::string &Name = "") {
    Op *O = op(OpKind::Load);
    O->P = P;
    return result(O, P.Ty, Name);
  }
  void store(const Place &P, Value *V) { op(OpKind::Store, {V})->P = P; }
  Value *addressOf(const Place &P, const Type *PointerTy, const std::string &Name = "") {
    Op *O = op(OpKind::AddrOf);
    O->P = P;
    if (P.BaseVar)
      P.BaseVar->AddressTaken = true;
    return result(O, PointerTy, Name);
  }
  Op *call(Callee &C, std::vector<Arg> Args) {
    Op *O = op(OpKind::Call);
    O->C = &C;
    O->Args = std::move(Args);
    O->Pure = false;
    return O;
  }
  static Arg value(Value *V) { return {V, {}, false}; }
  static Arg place(const Place &P, bool Mutable) { return {nullptr, P, Mutable}; }

  using Yields = std::vector<Value *>;
  Op *ifOp(Value *Condition, const std::function<Yields()> &Then, const std::function<Yields()> &Else) {
    Op *O = op(OpKind::If, {Condition});
    O->Then = inRegion(O, Then);
    O->Else = inRegion(O, Else);
    for (Value *V : O->Then->Yields)
      result(O, V->Ty, V->Name);
    return O;
  }
  /// Cond and Body are given the carried values.
  Op *loop(const Yields &Init, const std::vector<std::string> &Names,
           const std::function<Value *(const Yields &)> &Cond, const std::function<Yields(const Yields &)> &Body,
           bool BodyFirst = false) {
    Op *O = op(OpKind::Loop, Init);
    O->BodyFirst = BodyFirst;
    auto Carried = [&](Region &R) {
      for (size_t I = 0; I < Init.size(); ++I)
        R.Args.push_back(fresh(Init[I]->Ty, Names[I], &R));
    };
    O->Cond = inRegion(O, [&] { Carried(*Cur); return Yields{Cond(Cur->Args)}; });
    O->Body = inRegion(O, [&] { Carried(*Cur); return Body(Cur->Args); });
    for (size_t I = 0; I < Init.size(); ++I)
      result(O, Init[I]->Ty, Names[I]);
    return O;
  }
  void ret(Value *V) { F.Body.Yields = {V}; }
  void ret(Op *Var) { F.ResultVar = Var; }

private:
  Value *fresh(const Type *Ty, const std::string &Name, Region *Parent) {
    F.Values.push_back(std::make_unique<Value>());
    Value *V = F.Values.back().get();
    V->Id = static_cast<unsigned>(F.Values.size() - 1);
    V->Name = Name;
    V->Ty = Ty;
    V->Parent = Parent;
    return V;
  }
  std::unique_ptr<Region> inRegion(Op *Owner, const std::function<Yields()> &Fill) {
    auto R = std::make_unique<Region>();
    R->Owner = Owner;
    Region *Outer = Cur;
    Cur = R.get();
    R->Yields = Fill();
    Cur = Outer;
    return R;
  }

  Function &F;
  Region *Cur;
};

} // namespace mixedad::ir
#endif
