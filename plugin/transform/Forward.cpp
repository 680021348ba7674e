//===- Forward.cpp - pushforward functions --------------------------------===//

#include "transform/Forward.h"

#include "transform/Dual.h"
#include "transform/Signature.h"

namespace mixedad::transform {

using namespace ir;

namespace {

class PushEmitter : public DualEmitter {
public:
  PushEmitter(const Function &F, const std::string &Mask, Session &S, emit::Writer &W)
      : DualEmitter(F, Mask, {"d_"}, S, W), Mask(Mask) {}

  std::vector<std::string> signature() {
    std::vector<std::string> List = params();
    for (size_t I = 0; I < F.Params.size(); ++I)
      if (Mask[I] == '1')
        List.push_back(shadowParam(F.Params[I]));
    return List;
  }

  void body(bool TangentOnly) {
    propagate();
    if (TangentOnly)
      Needed = NeededValues(F, [this](const ir::Value &V) { return !seedsOf(V).empty(); });
    ownShadows();
    region(F.Body);
    if (F.ResultTy->Class == TypeClass::Void)
      return;
    if (F.ResultTy->Class == TypeClass::Inactive)
      return W->line("return " + expr(*F.Body.Yields[0]) + ";");
    if (TangentOnly && !F.ResultVar)
      return W->line("return " + shadowExpr(*F.Body.Yields[0], "d_") + ";");
    std::string Value, Tangent;
    result(Value, Tangent);
    W->line(TangentOnly ? "return " + Tangent + ";" : "return {" + Value + ", " + Tangent + "};");
  }

private:
  std::string shadowParam(const Param &P) {
    std::string Name = Nm.names().fresh("d_" + emit::identifier(P.Name.empty() ? "arg" : P.Name));
    if (P.V)
      Nm.bindShadow(*P.V, P.ByAddress ? "&" + Name : Name);
    return emit::declarator(emit::lvalueSpelling(P.DeclSpelling), Name);
  }

  void result(std::string &Value, std::string &Tangent) {
    if (F.ResultVar) {
      bool Active = A.activeVar(F.ResultVar);
      Value = Nm.of(*F.ResultVar);
      Tangent = Active ? Nm.shadow(*F.ResultVar) : "zero_like(" + Value + ")";
      if (!F.ResultTy->Trivial) { // members of the pair are initialized in order: the value is read before it moves
        Value = Active ? "::std::move(" + Value + ")" : Value;
        Tangent = Active ? "::std::move(" + Tangent + ")" : Tangent;
      }
      return;
    }
    const ir::Value &Y = *F.Body.Yields[0];
    Value = expr(Y);
    Tangent = Y.isPointer() ? shadowExpr(Y, "d_") : tangent(Y, 0);
  }

  std::string Mask;
};

} // namespace

Emitted emitPushforward(const Function &F, const std::string &Mask, const std::string &Name, Session &S) {
  emit::Writer W;
  PushEmitter E(F, Mask, S, W);
  std::vector<std::string> Params = E.signature();
  W.indent();
  E.body(false);
  return function(S, Name, pushResult(F), Params, W.text());
}

Emitted emitPushFunctor(const Function &F, const std::string &Mask, const std::string &Name, Session &S) {
  emit::Writer W;
  PushEmitter E(F, Mask, S, W);
  std::vector<std::string> Params = E.signature();
  W.indent();
  E.body(true);
  return functor(S, Name, F.ResultTy->Spelling, Params, W.text());
}

} // namespace mixedad::transform
