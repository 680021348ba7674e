//===- Fuse.cpp - a temporary array that is used once is never made -------===//
//
// Where a broadcast's result is an operand of one other broadcast and of nothing else, the two become one kernel, as
// they do when the calls are nested. Arrays are values, so only an operation that may write memory which an array is a
// view of comes between them.
//
//===----------------------------------------------------------------------===//
#include "analysis/CostModel.h"
#include "ir/Replace.h"
#include "ir/Walk.h"
#include "lower/Lower.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mixedad {

using namespace ir;

namespace {

class Fuser {
public:
  Fuser(Function &F, std::vector<std::unique_ptr<Function>> &Scalars) : F(F), Scalars(Scalars) {}

  void run() {
    countUses(F.Body);
    region(F.Body);
  }

private:
  void countUses(const Region &R) {
    forEachRegionIn(R, [&](const Region &In) {
      for (const auto &O : In.Ops)
        forEachUse(*O, [&](const Value &V) { ++Uses[&V]; });
      for (const Value *V : In.Yields)
        ++Uses[V];
    });
  }

  void region(Region &R) {
    for (size_t I = 0; I < R.Ops.size(); ++I) {
      Op &O = *R.Ops[I];
      for (auto *Inner : {&O.Then, &O.Else, &O.Cond, &O.Body})
        if (*Inner)
          region(**Inner);
      while (O.Kind == OpKind::Broadcast && absorbOne(R, I)) {
      }
    }
  }

  /// Takes one operand of the broadcast at R.Ops[At] into it.
  bool absorbOne(Region &R, size_t &At) {
    Op &Outer = *R.Ops[At];
    for (size_t K = 0; K < Outer.Operands.size(); ++K) {
      Value *V = Outer.Operands[K];
      if (Uses.lookup(V) != 1 || !V->Def || V->Def->Kind != OpKind::Broadcast || V->Def->Parent != &R)
        continue;
      size_t From = At;
      while (From > 0 && R.Ops[From].get() != V->Def)
        --From;
      if (!mayMove(R, From, At) || !fits(*V->Def, Outer, K))
        continue;
      merge(*V->Def, Outer, K);
      R.Ops.erase(R.Ops.begin() + From);
      --At;
      return true;
    }
    return false;
  }

  /// What lies between writes no memory that an array may look at.
  static bool mayMove(const Region &R, size_t From, size_t At) {
    for (size_t I = From + 1; I < At; ++I)
      if (!harmless(*R.Ops[I]))
        return false;
    return true;
  }
  static bool harmless(const Op &O) {
    switch (O.Kind) {
    case OpKind::Store:
      return O.P.BaseVar && O.P.Text == "$b"; // a variable of the function's own
    case OpKind::Call: // a function of values
      return O.C->Kind == CalleeKind::UserRule && !O.Dest && llvm::all_of(O.Args, [](const Arg &A) {
        return A.V ? !A.V->isPointer() : A.P.BaseVar && !A.Mutable;
      });
    default:
      return !hasSideEffect(O);
    }
  }

  static bool fits(const Op &Inner, const Op &Outer, size_t K) {
    return Inner.Scalar != Outer.Scalar && Inner.Scalar->ResultTy == Outer.Scalar->Params[K].Ty &&
           !Inner.Scalar->Params.empty() && Inner.Scalar->Choice == Outer.Scalar->Choice &&
           Inner.Operands.size() + Outer.Operands.size() <= analysis::MaxKernelOperands + 1 &&
           analysis::operationCount(*Inner.Scalar) + analysis::operationCount(*Outer.Scalar) <= analysis::MaxKernelOperations;
  }

  /// Inner's function is put before Outer's, whose parameter K is its result.
  void merge(Op &Inner, Op &Outer, size_t K) {
    Function &From = *Inner.Scalar, &To = *Outer.Scalar;
    Value *Result = From.ResultVar ? nullptr : From.Body.Yields[0];
    for (size_t I = 0; I < From.Params.size(); ++I) {
      Param P = From.Params[I];
      size_t Same = std::find(Outer.Operands.begin(), Outer.Operands.end(), Inner.Operands[I]) - Outer.Operands.begin();
      if (Same < Outer.Operands.size() && To.Params[Same].Ty == P.Ty) {
        replaceUses(From.Body, P.V, To.Params[Same].V);
        Result = Result == P.V ? To.Params[Same].V : Result;
        --Uses[Inner.Operands[I]];
        continue;
      }
      P.V->Parent = &To.Body;
      To.Params.push_back(P);
      Outer.Operands.push_back(Inner.Operands[I]);
    }
    for (auto &O : From.Body.Ops)
      O->Parent = &To.Body;
    for (auto &V : From.Values) {
      V->Parent = V->Parent == &From.Body ? &To.Body : V->Parent;
      To.Values.push_back(std::move(V));
    }
    const size_t Count = From.Body.Ops.size();
    To.Body.Ops.insert(To.Body.Ops.begin(), std::make_move_iterator(From.Body.Ops.begin()),
                       std::make_move_iterator(From.Body.Ops.end()));
    if (Result)
      replaceUses(To.Body, To.Params[K].V, Result);
    else
      becomeAddress(*To.Params[K].V, *From.ResultVar, To.Body, Count);
    To.Params.erase(To.Params.begin() + K);
    Outer.Operands.erase(Outer.Operands.begin() + K);
    if (To.Name.find("fused_") != 0)
      To.Name = "fused_" + To.Name;
    llvm::erase_if(Scalars, [&](const std::unique_ptr<Function> &S) { return S.get() == &From; });
  }

  /// The parameter for an object is the address of the variable that the object is now in, from the operation At on.
  static void becomeAddress(Value &Parameter, Op &Var, Region &R, size_t At) {
    auto O = std::make_unique<Op>();
    O->Kind = OpKind::AddrOf;
    O->Parent = &R;
    O->P.BaseVar = &Var;
    O->P.Ty = Var.VarTy;
    O->Results.push_back(&Parameter);
    Var.AddressTaken = true;
    Parameter.Def = O.get();
    Parameter.Parent = &R;
    R.Ops.insert(R.Ops.begin() + static_cast<long>(At), std::move(O));
  }

  Function &F;
  std::vector<std::unique_ptr<Function>> &Scalars;
  llvm::DenseMap<const Value *, unsigned> Uses; // looked up, never iterated
};

} // namespace

void fuseBroadcasts(Function &F, std::vector<std::unique_ptr<Function>> &Scalars) { Fuser(F, Scalars).run(); }

} // namespace mixedad
