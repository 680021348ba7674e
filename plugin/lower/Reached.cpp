//===- Reached.cpp - memory that variables outside of functions lead to ---===//
//
// The shadow of a variable at namespace scope holds shadow pointers only where the derivative itself has stored them.
// What was stored before it began is found when it is loaded: each pointer that is loaded from such a variable, or
// from memory that one leads to, goes through detail::reached. It may be the address of another variable, so all
// variables that the function uses are one group of memory with it.
//
//===----------------------------------------------------------------------===//
#include "analysis/Activity.h"
#include "ir/Replace.h"
#include "ir/Walk.h"
#include "lower/Lower.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace mixedad {

using namespace ir;

namespace {
class Reacher {
public:
  Reacher(Function &F, LowerContext &Ctx) : F(F), Ctx(Ctx) {
    forEachOp(F.Body, [&](const Op &O) {
      if (!O.Global.empty())
        Globals.push_back(&O);
      else if (O.LeadsElsewhere)
        References.push_back(const_cast<Op *>(&O));
    });
  }

  void run() {
    refuseShared();
    llvm::SmallVector<const Op *, 8> Leading(References.begin(), References.end());
    for (const Op *G : Globals)
      if (G->LeadsElsewhere)
        Leading.push_back(G);
    if (Leading.empty())
      return;
    analysis::Activity Groups(F, std::string(F.Params.size(), '0'), nullptr);
    for (const Op *G : Leading)
      Roots.insert(Groups.group(G->Results[0]));
    llvm::SmallVector<Op *, 16> Loads;
    forEachOp(F.Body, [&](const Op &O) {
      if (O.Kind == OpKind::Load && O.P.ActiveMemory && O.Results[0]->isPointer() && Roots.contains(Groups.group(O.Results[0])))
        Loads.push_back(const_cast<Op *>(&O));
    });
    for (Op *Load : Loads)
      follow(*Load);
    for (Op *Reference : References)
      follow(moveBehindGlobals(*Reference));
  }

private:
  Function &F;
  LowerContext &Ctx;
  llvm::SmallVector<const Op *, 8> Globals;
  llvm::SmallVector<Op *, 8> References;
  llvm::DenseSet<const void *> Roots;

  /// An argument that is one of the variables would have two shadows.
  void refuseShared() {
    auto &Ops = F.Body.Ops;
    std::vector<std::unique_ptr<Op>> New;
    for (const Op *G : Globals)
      for (const Param &P : F.Params) {
        if (!P.V || !P.V->isPointer() || !P.V->Ty->Pointee || P.Inactive)
          continue;
        New.push_back(addressOf(*P.V, *G));
        auto Refuse = op(OpKind::Opaque, *G);
        Refuse->Text = "::mixedad::detail::refuse_shared(" + G->Text.substr(1) + ", $0, sizeof(" + P.V->Ty->Pointee->Spelling + "))";
        Refuse->Operands = {New.back()->Results[0]};
        Refuse->Pure = false;
        New.push_back(std::move(Refuse));
      }
    auto IsGlobal = [](const std::unique_ptr<Op> &O) { return !O->Global.empty(); };
    auto Last = std::find_if(Ops.rbegin(), Ops.rend(), IsGlobal).base();
    Ops.insert(Last, std::make_move_iterator(New.begin()), std::make_move_iterator(New.end()));
  }

  /// All addresses are taken at the function's start, in any order.
  Op &moveBehindGlobals(Op &O) {
    auto &Ops = F.Body.Ops;
    auto IsGlobal = [](const std::unique_ptr<Op> &Other) { return !Other->Global.empty(); };
    auto At = llvm::find_if(Ops, [&](const std::unique_ptr<Op> &Other) { return Other.get() == &O; });
    auto Last = std::find_if(Ops.rbegin(), Ops.rend(), IsGlobal).base();
    if (At < Last)
      std::rotate(At, At + 1, Last);
    return O;
  }

  Value *value(Op &Of, const Type *Ty, const std::string &Name) {
    F.Values.push_back(std::make_unique<Value>());
    Value *V = F.Values.back().get();
    V->Id = F.Values.size() - 1;
    V->Name = Name;
    V->Ty = Ty;
    V->Def = &Of;
    V->Parent = Of.Parent;
    Of.Results.push_back(V);
    return V;
  }

  std::unique_ptr<Op> op(OpKind K, const Op &At) {
    auto O = std::make_unique<Op>();
    O->Kind = K;
    O->Parent = At.Parent;
    O->Where = At.Where;
    return O;
  }

  std::unique_ptr<Op> addressOf(Value &Pointer, const Op &At) {
    auto O = op(OpKind::Opaque, At);
    O->Text = "reinterpret_cast<::std::uintptr_t>($0)";
    O->Operands = {&Pointer};
    value(*O, Ctx.Types.get(Ctx.Ast.getUIntPtrType()), "address");
    return O;
  }

  void follow(Op &Load) {
    Value *Loaded = Load.Results[0];
    auto Address = addressOf(*Loaded, Load);
    auto Reached = op(OpKind::ShadowCall, Load);
    Reached->Text = "$0";
    Reached->ShadowText = "::mixedad::detail::reached($1, $0";
    Value *Found = value(*Reached, Loaded->Ty, Loaded->Name);
    replaceUses(F.Body, Loaded, Found);
    Address->Operands = {Loaded}; // not what is found
    Reached->Args.push_back({Loaded, {}, false});
    Reached->Args.push_back({Address->Results[0], {}, false});
    for (const Op *G : Globals) {
      Reached->ShadowText += ", " + G->Text + ", $" + std::to_string(Reached->Args.size());
      Reached->Args.push_back({G->Results[0], {}, false});
    }
    std::vector<std::unique_ptr<Op>> New;
    New.push_back(std::move(Address));
    for (const Param &P : F.Params)
      if (P.V && P.V->isPointer() && !P.Inactive)
        New.push_back(pairOf(P, *Reached));
    Reached->ShadowText += ")";
    New.push_back(std::move(Reached));
    auto &Ops = Load.Parent->Ops;
    auto At = llvm::find_if(Ops, [&](const std::unique_ptr<Op> &O) { return O.get() == &Load; });
    Ops.insert(At + 1, std::make_move_iterator(New.begin()), std::make_move_iterator(New.end()));
  }

  /// An argument's memory may be reached too: the operation that gives its address as a number.
  std::unique_ptr<Op> pairOf(const Param &P, Op &Reached) {
    auto Address = addressOf(*P.V, Reached);
    const std::string Primal = std::to_string(Reached.Args.size()), Shadow = std::to_string(Reached.Args.size() + 1);
    Reached.ShadowText += ", reinterpret_cast<const " + P.V->Ty->Pointee->Spelling + " *>($" + Primal + "), $" + Shadow;
    Reached.Args.push_back({Address->Results[0], {}, false});
    Reached.Args.push_back({P.V, {}, false});
    return Address;
  }
};
} // namespace

void followGlobalPointers(Function &F, LowerContext &Ctx) { Reacher(F, Ctx).run(); }

} // namespace mixedad
