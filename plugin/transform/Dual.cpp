//===- Dual.cpp - tangents beside values ----------------------------------===//

#include "transform/Dual.h"

#include "rules/Rules.h"
#include "transform/Signature.h"

namespace mixedad::transform {

using namespace ir;
using emit::Assignment;
using emit::declarator;
using emit::Holes;
using emit::paren;
using emit::Prec;

const char *modeName(Mode M) {
  switch (M) {
  case Mode::Primal: return "primal";
  case Mode::Push: return "push";
  case Mode::PushFunctor: return "tangent";
  case Mode::Sweeps: return "fwd";
  case Mode::SteadySweeps: return "fwd_steady";
  case Mode::Grad: return "grad";
  case Mode::Pull: return "pull";
  case Mode::Store: return "store";
  case Mode::ForwardPull: return "pull_forward";
  case Mode::Partials: return "partials";
  }
  return "";
}

std::string zeroOf(const Type &Ty) {
  if (Ty.Class == TypeClass::Vector)
    return Ty.Spelling + "{}";
  if (Ty.Spelling == "double")
    return "0.0";
  return Ty.Spelling == "float" ? "0.0f" : "static_cast<" + Ty.Spelling + ">(0)";
}

analysis::Activity activityOf(const Function &F, const std::string &Mask, Session &S) {
  return analysis::Activity(F, Mask, [&S](Callee &C, const std::string &CallMask) { return S.resultActive(C, CallMask); });
}

DualEmitter::DualEmitter(const Function &F, const std::string &Mask, std::vector<std::string> Prefixes, Session &S,
                         emit::Writer &W)
    : BodyEmitter(F, S, W), S(S), A(activityOf(F, Mask, S)), Prefixes(std::move(Prefixes)) {
  for (const analysis::ActivityConflict &C : A.conflicts())
    S.error(C.Where, C.Text);
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

std::string DualEmitter::tangent(const Value &V, unsigned Seed) {
  return seedsOf(V).count(Seed) ? Nm.shadow(V, Prefixes[Seed]) : zeroOf(*V.Ty);
}

std::string DualEmitter::shadowExpr(const Value &V, std::string_view Prefix) {
  unsigned Seed = 0;
  while (Seed < Prefixes.size() && Prefixes[Seed] != Prefix)
    ++Seed;
  if (V.isDifferentiable())
    return tangent(V, Seed);
  if (!V.isPointer() || (V.Def && V.Def->Kind == OpKind::Const)) // nullptr
    return expr(V);
  if (!A.hasShadow(&V))
    Errors.error(V.Def ? V.Def->Where : F.Where,
                 "a pointer to inactive memory is used where its derivative is needed; make the argument that it "
                 "comes from active");
  return Nm.shadow(V, Prefix);
}

/// What a partial contributes: `partial * d`.
static std::string product(const std::string &Partial, const std::string &Tangent) {
  if (Tangent == "1") // of a parameter that is its own seed
    return Partial;
  if (Partial == "1")
    return Tangent;
  if (Partial == "-1")
    return "-" + paren(Tangent, Prec::Atom);
  return paren(Partial, Prec::Mul) + " * " + Tangent;
}

std::string DualEmitter::tangentOrNothing(const Value &V, unsigned Seed) {
  return seedsOf(V).count(Seed) ? tangent(V, Seed) : std::string();
}

std::string DualEmitter::combine(const std::vector<Term> &Terms, const Type &ResultTy) {
  std::string Sum;
  for (const Term &T : Terms) {
    if (T.Partial.empty() || T.Tangent.empty())
      continue;
    bool Converted = T.Tangent != "1" && T.Ty->Spelling != ResultTy.Spelling;
    std::string One =
        product(T.Partial, Converted ? "static_cast<" + ResultTy.Spelling + ">(" + T.Tangent + ")" : T.Tangent);
    if (Sum.empty())
      Sum = One;
    else if (One[0] == '-' && emit::precedence(One) <= Prec::Mul)
      Sum += " - " + One.substr(1);
    else
      Sum += " + " + paren(One, Prec::Add);
  }
  return Sum.empty() ? zeroOf(ResultTy) : Sum;
}

//===----------------------------------------------------------------------===//
// Deferral: what has a tangent needs its names
//===----------------------------------------------------------------------===//

bool DualEmitter::mayDefer(const Op &O) {
  const Value &V = *O.Results[0];
  return O.Kind == OpKind::Const || (seedsOf(V).empty() && !(O.Kind == OpKind::Call && touchesShadow(O)));
}

bool DualEmitter::touchesShadow(const Op &O) const {
  bool Found = false;
  forEachUse(O, [&](const Value &V) { Found = Found || !seedsOf(V).empty(); });
  forEachPlace(O, [&](const Place &P) { Found = Found || A.activePlace(P); });
  return Found || (O.Dest && A.activeVar(O.Dest)) || (O.Kind == OpKind::Var && A.activeVar(&O));
}

bool DualEmitter::readsOperandsOnce(const Op &User) {
  if (User.Kind == OpKind::If || User.Kind == OpKind::Loop || User.Kind == OpKind::Opaque)
    return true;
  return !touchesShadow(User);
}

void DualEmitter::carry(const Value &To, const Value *From, std::vector<Assignment> &Out) {
  if (needsValue(To))
    BodyEmitter::carry(To, From, Out);
  for (unsigned K : seedsOf(To)) {
    std::string Source;
    if (From)
      Source = To.isPointer() ? shadowExpr(*From, Prefixes[K]) : tangent(*From, K);
    Out.push_back({To.Ty, Nm.shadow(To, Prefixes[K]), Source});
  }
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void DualEmitter::op(const Op &O) {
  switch (O.Kind) {
  case OpKind::Var: return var(O);
  case OpKind::Store: return store(O);
  case OpKind::CopyRecord: return copyRecord(O);
  case OpKind::Load:
  case OpKind::AddrOf:
  case OpKind::PtrArith: return navigate(O);
  case OpKind::Prim: return prim(O);
  case OpKind::ShadowCall: return shadowCall(O);
  case OpKind::Call: return anyCall(O);
  case OpKind::Broadcast: return broadcast(O);
  default: return primal(O);
  }
}

/// Shadow becomes zero, of Primal's shape.
void DualEmitter::zeroObject(const Type &Ty, const std::string &Shadow, const std::string &Primal, bool Declare) {
  bool Array = emit::isArraySpelling(Ty.Spelling);
  if (Declare && (Array || Ty.Class == TypeClass::Real))
    return W->line(declarator(Ty.Spelling, Shadow) + "{};");
  if (Array)
    return W->line("set_zero(" + Shadow + ");");
  W->line((Declare ? declarator(Ty.Spelling, Shadow) : Shadow) + " = zero_like(" + Primal + ");");
}

void DualEmitter::ownShadows() {
  for (size_t I = 0; I < F.Params.size(); ++I)
    if (A.ownsShadow(I))
      for (unsigned K : allSeeds()) {
        const Param &P = F.Params[I];
        std::string Name = Nm.names().fresh(Prefixes[K] + emit::identifier(P.Name.empty() ? "arg" : P.Name));
        W->line(declarator(P.Ty->Spelling, Name) + " = zero_like(" + Nm.of(*P.V).substr(1) + ");");
        Nm.bindShadow(*P.V, "&" + Name, Prefixes[K]);
      }
}

void DualEmitter::var(const Op &O) {
  primal(O);
  if (!A.activeVar(&O) || O.Init == InitKind::Result)
    return;
  for (unsigned K : allSeeds()) {
    std::string Name = Nm.shadow(O, Prefixes[K]);
    switch (O.Init) {
    case InitKind::Uninit:
    case InitKind::Zero: {
      // The class may set members to something else than zero by itself, or have no default constructor.
      const Type &Ty = *O.VarTy;
      bool Array = emit::isArraySpelling(Ty.Spelling);
      if (Ty.Class == TypeClass::Record && (Ty.PureReal || Ty.Trivial) && !Array) {
        W->line(declarator(Ty.Spelling, Name) + " = zeroed<" + Ty.Spelling + ">();");
      } else {
        W->line(declarator(Ty.Spelling, Name) + "{};");
        if (Ty.Class == TypeClass::Record && !(Array && Ty.PureReal && !Ty.SetsReals))
          W->line("set_zero(" + Name + ");");
      }
      break;
    }
    case InitKind::Text:
      if (O.VarTy->Class == TypeClass::Record && O.VarTy->Trivial && !emit::isArraySpelling(O.VarTy->Spelling)) {
        W->line(declarator(O.VarTy->Spelling, Name) + " = zeroed<" + O.VarTy->Spelling + ">();");
        break;
      }
      varStatement(O, Name, "");
      W->line("set_zero(" + Name + ");");
      break;
    case InitKind::Copy:
      if (A.activePlace(O.Src))
        varStatement(O, Name, shadowPlace(O.Src, Prefixes[K]));
      else
        zeroObject(*O.VarTy, Name, Nm.of(O), true);
      break;
    case InitKind::Result: break;
    }
  }
}

/// The shadow of a record's inactive members follows the primal: code that navigates the shadow (a size, an index
/// kept in the object) must take the same way.
void DualEmitter::store(const Op &O) {
  std::vector<std::string> Lines{place(O.P) + " = " + expr(*O.Operands[0]) + ";"};
  if (A.activePlace(O.P))
    for (unsigned K : allSeeds())
      Lines.push_back(shadowPlace(O.P, Prefixes[K]) + " = " + shadowExpr(*O.Operands[0], Prefixes[K]) + ";");
  for (const std::string &L : Lines)
    W->line(L);
}

void DualEmitter::copyRecord(const Op &O) {
  primal(O);
  if (!A.activePlace(O.P))
    return;
  for (unsigned K : allSeeds()) {
    if (A.activePlace(O.Src))
      copyObject(*O.P.Ty, shadowPlace(O.P, Prefixes[K]), shadowPlace(O.Src, Prefixes[K]));
    else
      zeroObject(*O.P.Ty, shadowPlace(O.P, Prefixes[K]), place(O.Src), false);
  }
}

void DualEmitter::navigate(const Op &O) {
  const Value &V = *O.Results[0];
  if (needsValue(V))
    primal(O);
  for (unsigned K : seedsOf(V))
    define(*V.Ty, Nm.shadow(V, Prefixes[K]), shadowRhs(O, Prefixes[K]));
}

void DualEmitter::prim(const Op &O) {
  const Value &V = *O.Results[0];
  if (needsValue(V))
    primal(O);
  const rules::Row *Row = rules::find(O.Row);
  if (!Row || seedsOf(V).empty())
    return; // without a row: reported with the primal
  std::vector<std::string> Partials = partials(O, *Row);
  for (unsigned K : seedsOf(V)) {
    std::vector<Term> Terms;
    for (size_t I = 0; I < Partials.size(); ++I)
      Terms.push_back({Partials[I], tangentOrNothing(*O.Operands[I], K), O.Operands[I]->Ty});
    define(*V.Ty, Nm.shadow(V, Prefixes[K]), combine(Terms, *V.Ty));
  }
}

/// Of the active operands; "" for the others. A partial that several tangents multiply gets a name.
std::vector<std::string> DualEmitter::partials(const Op &O, const rules::Row &Row) {
  const Value &V = *O.Results[0];
  Holes H{exprs(O.Operands), {}, {}, {}, V.Ty->Spelling, needsValue(V) ? std::optional(Nm.of(V)) : std::nullopt};
  std::vector<std::string> Out;
  for (size_t I = 0; I < O.Operands.size(); ++I) {
    Out.emplace_back();
    size_t Seeds = seedsOf(*O.Operands[I]).size();
    if (!Seeds || I >= Row.Partials.size() || Row.Partials[I].empty())
      continue;
    if (I < Row.Refused.size() && Row.Refused[I])
      error(O, rules::refusal(Row, I));
    Out.back() = filled(withQuickMath(Row.Partials[I]), H, O.Where);
    if (Seeds > 1 && emit::precedence(Out.back()) != Prec::Atom && Row.Partials[I] != "-1") {
      std::string Name = Nm.names().fresh("partial");
      define(*V.Ty, Name, Out.back());
      Out.back() = Name;
    }
  }
  return Out;
}

bool DualEmitter::hasShadowSide(const Op &O) const {
  if (!O.Results.empty() && !seedsOf(*O.Results[0]).empty())
    return true;
  return touchesShadow(O);
}

void DualEmitter::shadowCall(const Op &O) {
  primal(O);
  if (!hasShadowSide(O))
    return;
  if (std::string Line = Outside.before(O, Nm.names(), /*Clears=*/true); !Line.empty())
    W->line(Line);
  for (unsigned K : allSeeds()) {
    std::string Text = shadowRhs(O, Prefixes[K]);
    if (O.Dest)
      W->line(declarator(O.Dest->VarTy->Spelling, Nm.shadow(*O.Dest, Prefixes[K])) + " = " + Text + ";");
    else if (O.Results.empty() || seedsOf(*O.Results[0]).empty())
      W->line(Text + ";");
    else
      define(*O.Results[0]->Ty, Nm.shadow(*O.Results[0], Prefixes[K]), Text);
  }
  if (std::string Line = Outside.after(O, Nm.names(), /*Clears=*/true); !Line.empty())
    W->line(Line);
}

//===----------------------------------------------------------------------===//
// Broadcasts: one kernel for the values, one a seed for the tangents
//===----------------------------------------------------------------------===//

std::string DualEmitter::broadcastRhs(const Op &O) {
  return runBroadcast(S, O, exprs(O.Operands));
}

void DualEmitter::broadcast(const Op &O) {
  primal(O);
  const Value &Result = *O.Results[0];
  std::string Mask;
  for (const Value *V : O.Operands)
    Mask += seedsOf(*V).empty() ? '0' : '1';
  if (seedsOf(Result).empty())
    return;
  Variant Tangent = S.variant(*O.Scalar, Mode::PushFunctor, Mask);
  for (unsigned K : seedsOf(Result)) {
    std::vector<std::string> Args{Tangent.Name + "{}"}, Tangents;
    for (size_t I = 0; I < O.Operands.size(); ++I) {
      const Value &V = *O.Operands[I];
      const Param &P = O.Scalar->Params[I];
      std::string X = expr(V);
      Args.push_back(kernelOperand(P, X));
      if (seedsOf(V).empty())
        continue;
      std::string D = tangent(V, K);
      Tangents.push_back(kernelOperand(P, V.isVector() ? "shaped_like(" + D + ", " + X + ")" : D));
    }
    Args.insert(Args.end(), Tangents.begin(), Tangents.end());
    define(*Result.Ty, Nm.shadow(Result, Prefixes[K]),
           "broadcast_run<" + O.Scalar->ResultTy->Spelling + ">(" + emit::join(Args) + ")");
  }
}

} // namespace mixedad::transform
