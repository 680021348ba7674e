//===- DeadCode.cpp - drop what nobody uses -------------------------------===//
//
// SSA construction yields whatever differs between branches; much of it is never read again. What stays is what a
// person would have written.
//
//===----------------------------------------------------------------------===//
#include "lower/Lower.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mixedad {

using namespace ir;

namespace {
/// Marks live values backwards from effects, through yields of live results only.
class Liveness {
public:
  explicit Liveness(Function &F) {
    for (Value *V : F.Body.Yields)
      live(V);
    effects(F.Body);
    while (!Work.empty())
      visit(Work.pop_back_val());
  }
  bool isLive(const Value *V) const { return Live.count(V); }
  bool keeps(const Op &O) const {
    if (hasEffect(O))
      return true;
    for (Value *V : O.Results)
      if (Live.count(V))
        return true;
    return Vars.count(&O);
  }

private:
  llvm::DenseSet<const Value *> Live;
  llvm::DenseSet<const Op *> Vars, Entered;
  llvm::SmallVector<Value *, 64> Work;

  static bool hasEffect(const Op &O) {
    switch (O.Kind) {
    case OpKind::Const:
    case OpKind::Prim:
    case OpKind::Load:
    case OpKind::AddrOf:
    case OpKind::PtrArith:
    case OpKind::Broadcast:
      return false;
    case OpKind::Opaque:
    case OpKind::Var: // made by a call that does something else too
      return !O.Pure;
    case OpKind::If:
      return regionHasEffect(*O.Then) || regionHasEffect(*O.Else);
    case OpKind::Loop:
      return true; // it may not end
    default:
      return true;
    }
  }
  static bool regionHasEffect(const Region &R) {
    for (auto &O : R.Ops)
      if (hasEffect(*O))
        return true;
    return false;
  }
  void live(Value *V) {
    if (V && Live.insert(V).second)
      Work.push_back(V);
  }
  void place(const Place &P) {
    if (P.BaseVar)
      var(P.BaseVar);
    live(P.BasePtr);
    for (Value *V : P.Operands)
      live(V);
  }
  void var(Op *O) {
    if (Vars.insert(O).second)
      uses(*O);
  }
  void uses(Op &O) {
    if (O.Kind == OpKind::Loop) {
      enter(O);
      return;
    }
    if (O.Kind == OpKind::If) {
      live(O.Operands[0]);
      return;
    }
    for (Value *V : O.Operands)
      live(V);
    place(O.P);
    place(O.Src);
    for (Place &P : O.PlaceOperands)
      place(P);
    for (Arg &A : O.Args) {
      live(A.V);
      place(A.P);
    }
    if (O.Dest)
      var(O.Dest);
  }
  void enter(Op &Loop) {
    if (!Entered.insert(&Loop).second)
      return;
    for (Value *V : Loop.Cond->Yields)
      live(V);
  }
  void effects(Region &R) {
    for (auto &O : R.Ops) {
      if (!hasEffect(*O))
        continue;
      uses(*O);
      if (O->Then)
        effects(*O->Then);
      if (O->Else)
        effects(*O->Else);
      if (O->Body) {
        effects(*O->Cond);
        effects(*O->Body);
      }
    }
  }
  void visit(Value *V) {
    if (Op *D = V->Def) {
      uses(*D);
      for (size_t I = 0; I < D->Results.size(); ++I) {
        if (D->Results[I] != V)
          continue;
        if (D->Kind == OpKind::If) {
          live(D->Then->Yields[I]);
          live(D->Else->Yields[I]);
        } else if (D->Kind == OpKind::Loop) {
          carried(*D, I);
        }
      }
      return;
    }
    if (V->Parent && V->Parent->Owner && V->Parent->Owner->Kind == OpKind::Loop)
      for (size_t I = 0; I < V->Parent->Args.size(); ++I)
        if (V->Parent->Args[I] == V)
          carried(*V->Parent->Owner, I);
  }
  void carried(Op &L, size_t I) {
    live(L.Operands[I]);
    live(L.Cond->Args[I]);
    live(L.Body->Args[I]);
    live(L.Body->Yields[I]);
    live(L.Results[I]);
    enter(L);
  }
};

template <class T> void keepAt(std::vector<T> &V, const std::vector<bool> &Keep) {
  size_t N = 0;
  for (size_t I = 0; I < V.size(); ++I)
    if (Keep[I])
      V[N++] = V[I];
  V.resize(N);
}

void sweep(Region &R, const Liveness &L) {
  std::vector<std::unique_ptr<Op>> Kept;
  for (auto &O : R.Ops) {
    if (!L.keeps(*O))
      continue;
    std::vector<bool> Keep;
    for (Value *V : O->Results)
      Keep.push_back(L.isLive(V));
    if (O->Kind == OpKind::If) {
      keepAt(O->Then->Yields, Keep);
      keepAt(O->Else->Yields, Keep);
      keepAt(O->Results, Keep);
      sweep(*O->Then, L);
      sweep(*O->Else, L);
    } else if (O->Kind == OpKind::Loop) {
      for (size_t I = 0; I < Keep.size(); ++I)
        Keep[I] = L.isLive(O->Results[I]) || L.isLive(O->Body->Args[I]) || L.isLive(O->Cond->Args[I]);
      keepAt(O->Operands, Keep);
      keepAt(O->Cond->Args, Keep);
      keepAt(O->Body->Args, Keep);
      keepAt(O->Body->Yields, Keep);
      keepAt(O->Results, Keep);
      sweep(*O->Cond, L);
      sweep(*O->Body, L);
    }
    Kept.push_back(std::move(O));
  }
  R.Ops = std::move(Kept);
}
} // namespace

void removeDeadCode(Function &F) {
  Liveness L(F);
  sweep(F.Body, L);
}

} // namespace mixedad
