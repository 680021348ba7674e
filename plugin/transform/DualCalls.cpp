//===- DualCalls.cpp - calls in forward mode ------------------------------===//
//
// With one seed a call becomes a call of the callee's pushforward. With several, a scalar callee gives all its
// partials at once through its own pull functor, and the chain rule combines them.
//
//===----------------------------------------------------------------------===//

#include "transform/Dual.h"
#include "transform/Signature.h"

namespace mixedad::transform {

using namespace ir;
using emit::declarator;

/// The type of what the call gives back, or null.
static const Type *resultType(const Op &O) {
  if (O.Dest)
    return O.Dest->VarTy;
  return O.Results.empty() ? nullptr : O.Results[0]->Ty;
}

static const Type &typeOf(const Arg &A) { return A.V ? *A.V->Ty : *A.P.Ty; }

/// The argument's type could carry a derivative.
static bool mayCarry(const Arg &A) {
  return typeOf(A).Class != TypeClass::Inactive && typeOf(A).Class != TypeClass::Void;
}

std::string DualEmitter::callMask(const Op &O) const {
  std::string Mask;
  for (const Arg &Argument : O.Args) {
    bool Active = Argument.V ? !seedsOf(*Argument.V).empty() : A.activePlace(Argument.P) && mayCarry(Argument);
    Mask += Active ? '1' : '0';
  }
  return Mask;
}

void DualEmitter::anyCall(const Op &O) {
  std::string Mask = callMask(O);
  if (Mask.find('1') != std::string::npos)
    return call(O, Mask);
  primal(O);
  if (!O.Dest && !O.Results.empty() && A.hasShadow(O.Results[0]))
    return error(O, "the memory that '" + O.C->Name + "' returns has no derivative, because no argument of the call "
                    "is active; allocate it in the caller");
  if (O.Dest && A.activeVar(O.Dest))
    for (unsigned K : allSeeds())
      zeroObject(*O.Dest->VarTy, Nm.shadow(*O.Dest, Prefixes[K]), Nm.of(*O.Dest), true);
}

void DualEmitter::call(const Op &O, const std::string &Mask) {
  switch (O.C->Kind) {
  case CalleeKind::UserRule: return userRule(O, Mask);
  case CalleeKind::Declared: return pushCall(O, "", Mask);
  case CalleeKind::Unknown: return; // refused when it was lowered
  case CalleeKind::Visible: break;
  }
  if (Prefixes.size() == 1) {
    if (Variant V = S.variant(*O.C, Mode::Push, Mask))
      pushCall(O, V.Name, Mask);
    return;
  }
  for (size_t I = 0; I < O.Args.size(); ++I) {
    const Value *V = O.Args[I].V;
    if (Mask[I] == '1' && (!V || !V->isReal()))
      return error(O, "'" + O.C->Name + "' is called with an active object inside a broadcast function, and its "
                      "derivatives cannot be taken all at once; mark the broadcast function "
                      "[[mixedad::broadcast(reverse)]], or mark '" + O.C->Name + "' inline");
  }
  if (O.Results.empty() || !O.Results[0]->isReal())
    return error(O, "'" + O.C->Name + "' does not return a real number, and is called with active arguments inside a "
                    "broadcast function; mark the broadcast function [[mixedad::broadcast(reverse)]]");
  if (Variant V = S.variant(*O.C, Mode::Partials, Mask))
    chain(O, V.Name + "{}", Mask, true);
}

/// Callee is the pushforward's name, or empty for one that is found through the tag.
void DualEmitter::pushCall(const Op &O, const std::string &Callee, const std::string &Mask) {
  std::vector<std::string> Args;
  if (Callee.empty()) {
    Args.push_back(O.C->Tag + "{}");
    Args.push_back(actsType(Mask) + "{}");
  }
  for (const Arg &Argument : O.Args)
    Args.push_back(arg(Argument));
  for (size_t I = 0; I < O.Args.size(); ++I)
    if (Mask[I] == '1')
      Args.push_back(shadowArg(O.Args[I], Prefixes[0]));
  std::string Text = (Callee.empty() ? "pushforward" : Callee) + "(" + emit::join(Args) + ")";
  const Type *Ty = resultType(O);
  if (!Ty)
    return W->line(Text + ";");
  if (Ty->Class == TypeClass::Inactive)
    return define(*Ty, Nm.of(*O.Results[0]), Text);

  std::string Hint = O.Dest ? O.Dest->Name : O.Results[0]->Name.empty() ? O.C->Name : O.Results[0]->Name;
  std::string Pair = Nm.names().fresh(Hint);
  bool Const = Ty->Class == TypeClass::Real;
  W->line((Const ? "const " : "") + declarator("dual_result<" + Ty->Spelling + ">", Pair) + " = " + Text + ";");
  if (O.Dest) {
    Nm.bind(*O.Dest, Pair + ".value");
    Nm.bindShadow(*O.Dest, Pair + ".tangent", Prefixes[0]);
  } else {
    Nm.bind(*O.Results[0], Pair + ".value");
    Nm.bindShadow(*O.Results[0], Pair + ".tangent", Prefixes[0]);
  }
}

/// Partials of a scalar callee and the chain rule. Callee adds seed times its partials to its last arguments: a functor
/// that takes the seed first and returns the value (ComputesValue), or a user's pullback.
void DualEmitter::chain(const Op &O, const std::string &Callee, const std::string &Mask, bool ComputesValue) {
  const Value &Result = *O.Results[0];
  std::vector<std::string> Args = args(O.Args), Partials(O.Args.size()), Outputs;
  std::string One = "static_cast<" + Result.Ty->Spelling + ">(1)";
  Args.insert(ComputesValue ? Args.begin() : Args.end(), One);
  for (size_t I = 0; I < O.Args.size(); ++I) {
    if (!mayCarry(O.Args[I]) || (ComputesValue && Mask[I] != '1'))
      continue;
    Partials[I] = Nm.names().fresh("partial");
    Args.push_back(Partials[I]);
    W->line(declarator(typeOf(O.Args[I]).Spelling, Partials[I]) + "{};");
  }
  std::string Text = Callee + "(" + emit::join(Args) + ")";
  if (ComputesValue) {
    defineResult(Result, Text);
  } else {
    defineResult(Result, rhs(O));
    W->line(Text + ";");
  }
  for (unsigned K : seedsOf(Result)) {
    std::vector<Term> Terms;
    for (size_t I = 0; I < O.Args.size(); ++I)
      if (Mask[I] == '1') {
        const Arg &Argument = O.Args[I];
        std::string D = Argument.V ? tangentOrNothing(*Argument.V, K) : shadowPlace(Argument.P, Prefixes[K]);
        Terms.push_back({Partials[I], D, &typeOf(Argument)});
      }
    define(*Result.Ty, Nm.shadow(Result, Prefixes[K]), combine(Terms, *Result.Ty));
  }
}

std::string DualEmitter::ruleTangent(const Arg &Argument, bool Active, unsigned Seed) {
  const Type &Ty = typeOf(Argument);
  if (Active)
    return shadowArg(Argument, Prefixes[Seed]);
  if (Ty.Class == TypeClass::Pointer)
    return "static_cast<" + Ty.Spelling + ">(nullptr)";
  if (Argument.V)
    return zeroOf(Ty);
  std::string Unused = Nm.names().fresh("unused"); // a rule may take it by reference
  zeroObject(Ty, Unused, arg(Argument), true);
  return Unused;
}

/// A user's pushforward takes the arguments and then a tangent for each that can carry one, and returns the result's
/// tangent. Without one, a pullback of scalars gives the partials. A user's rule has no variants: what is inactive in
/// this call gets a zero.
void DualEmitter::userRule(const Op &O, const std::string &Mask) {
  const Type *Ty = resultType(O);
  if (O.C->PushforwardRule.empty()) {
    bool Scalar = !O.Dest && Ty && Ty->Class == TypeClass::Real;
    for (const Arg &Argument : O.Args)
      Scalar = Scalar && (!mayCarry(Argument) || (typeOf(Argument).Class == TypeClass::Real && !Argument.Mutable));
    if (Scalar)
      return chain(O, O.C->PullbackRule, Mask, false);
    return error(O, "'" + O.C->Name + "' has a pullback but no pushforward, which forward mode needs; write one with "
                    "[[mixedad::derivative_of(" + O.C->Name + (Ty ? ")]]" : ", \"pushforward\")]]") +
                    ": it takes the arguments and then their tangents, and " +
                    (Ty ? "returns the result's tangent" : "changes the tangents as the function changes the arguments"));
  }
  bool ValuesOnly = !O.Dest && Ty; // then a seed that the result does not depend on has nothing to do
  for (const Arg &Argument : O.Args)
    ValuesOnly = ValuesOnly && (!mayCarry(Argument) || (Argument.V && Argument.V->isDifferentiable()));
  for (unsigned K : ValuesOnly ? seedsOf(*O.Results[0]) : allSeeds()) {
    std::vector<std::string> Args = args(O.Args);
    for (size_t I = 0; I < O.Args.size(); ++I)
      if (mayCarry(O.Args[I]))
        Args.push_back(ruleTangent(O.Args[I], Mask[I] == '1', K));
    std::string Text = O.C->PushforwardRule + "(" + emit::join(Args) + ")";
    if (O.Dest)
      W->line(declarator(Ty->Spelling, Nm.shadow(*O.Dest, Prefixes[K])) + " = " + Text + ";");
    else if (Ty && !seedsOf(*O.Results[0]).empty())
      define(*Ty, Nm.shadow(*O.Results[0], Prefixes[K]), Text);
    else
      W->line(Text + ";");
  }
  // After the tangents: they depend on the arguments as they were.
  O.Results.empty() ? primal(O) : defineResult(*O.Results[0], rhs(O));
}

} // namespace mixedad::transform
