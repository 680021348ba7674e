//===- Body.cpp - operations as statements: text, deferral, simple ones ---===//

#include "emit/Body.h"

#include "rules/Rules.h"

#include <algorithm>

namespace mixedad::emit {

using namespace ir;

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

std::string BodyEmitter::filled(const std::string &Template, const Holes &H, const Loc &Where) {
  Filled Result = fill(Template, H);
  if (!Result)
    Errors.error(Where, "internal error in '" + F.Name + "': " + Result.Error);
  return Result.Text;
}

std::string BodyEmitter::expr(const Value &V) {
  if (const Deferred *D = deferred(V))
    return D->Text;
  return Nm.of(V);
}

std::vector<std::string> BodyEmitter::exprs(const std::vector<Value *> &Vs) {
  std::vector<std::string> Out;
  for (const Value *V : Vs)
    Out.push_back(expr(*V));
  return Out;
}

static void replaceAll(std::string &Text, std::string_view From, std::string_view To) {
  for (size_t At = Text.find(From); At != std::string::npos; At = Text.find(From, At + To.size()))
    Text.replace(At, From.size(), To);
}

/// With the base `&x` the place `(*$b).y` is `x.y`: no text takes an address to dereference it at once.
std::string BodyEmitter::placeOver(const Place &P, std::string Base) {
  std::string Text = P.Text == "(*$b)" ? "*$b" : P.Text; // parentheses come where they are needed
  if (P.BasePtr && Base.size() > 1 && Base[0] == '&' && precedence(Base.substr(1)) == Prec::Atom) {
    std::string Object = Base.substr(1);
    replaceAll(Text, "$b->", "$n."); // first: a member may be dereferenced in its turn
    replaceAll(Text, "(*$b)", "$n");
    if (Text == "*$b")
      Text = "$n";
    Holes H{exprs(P.Operands), {}, Base, Object, {}, {}};
    return filled(Text, H, F.Where);
  }
  return filled(Text, Holes{exprs(P.Operands), {}, std::move(Base), {}, {}, {}}, F.Where);
}

std::string BodyEmitter::place(const Place &P) {
  return placeOver(P, P.BaseVar ? Nm.of(*P.BaseVar) : P.BasePtr ? expr(*P.BasePtr) : std::string());
}

std::string BodyEmitter::shadowPlace(const Place &P, std::string_view Prefix) {
  return placeOver(P, P.BaseVar ? Nm.shadow(*P.BaseVar, Prefix) : P.BasePtr ? shadowExpr(*P.BasePtr, Prefix) : "");
}

std::string BodyEmitter::arg(const Arg &A) { return A.V ? expr(*A.V) : place(A.P); }

std::string BodyEmitter::shadowArg(const Arg &A, std::string_view Prefix) {
  if (!A.V)
    return shadowPlace(A.P, Prefix);
  return A.V->isPointer() || A.V->isDifferentiable() ? shadowExpr(*A.V, Prefix) : expr(*A.V);
}

std::vector<std::string> BodyEmitter::args(const std::vector<Arg> &As) {
  std::vector<std::string> Out;
  for (const Arg &A : As)
    Out.push_back(arg(A));
  return Out;
}

/// `&*p` is `p`, but of an iterator or an optional it is what that refers to.
static std::string addressOf(const Place &P, const std::string &PlaceText) {
  if (P.BasePtr && PlaceText.size() > 1 && PlaceText[0] == '*' && precedence(PlaceText.substr(1)) == Prec::Atom)
    return PlaceText.substr(1);
  return "&" + paren(PlaceText, Prec::Unary);
}

static std::string typeSpelling(const Op &O) {
  return O.Results.empty() || !O.Results[0]->Ty ? std::string() : O.Results[0]->Ty->Spelling;
}

std::string BodyEmitter::ruleText(const Op &O, const std::string &Template) {
  Holes H;
  H.Type = typeSpelling(O);
  H.Operands = exprs(O.Operands);
  return filled(Template, H, O.Where);
}

std::string BodyEmitter::rhs(const Op &O) {
  Holes H;
  H.Type = typeSpelling(O);
  switch (O.Kind) {
  case OpKind::Const: return filled(O.Text, H, O.Where);
  case OpKind::Load: return place(O.P);
  case OpKind::AddrOf:
    if (!O.P.BaseVar && !O.P.BasePtr) // a table, which may be const; types of the IR are not
      return "const_cast<" + typeSpelling(O) + ">(" + addressOf(O.P, place(O.P)) + ")";
    return addressOf(O.P, place(O.P));
  case OpKind::Prim:
    if (const rules::Row *Row = rules::find(O.Row))
      return ruleText(O, Row->Primal);
    Errors.error(O.Where, "internal error: no rule named '" + O.Row + "'");
    return "";
  case OpKind::Opaque:
  case OpKind::PtrArith:
    H.Operands = exprs(O.Operands);
    for (const Place &P : O.PlaceOperands)
      H.Places.push_back(place(P));
    return filled(O.Text, H, O.Where);
  case OpKind::ShadowCall:
    H.Operands = args(O.Args);
    return filled(O.Text, H, O.Where);
  case OpKind::Call: return callRhs(O);
  case OpKind::Broadcast: return broadcastRhs(O);
  default: break;
  }
  Errors.error(O.Where, "internal error: an operation without an expression");
  return "";
}

std::string BodyEmitter::shadowRhs(const Op &O, std::string_view Prefix) {
  Holes H;
  H.Type = typeSpelling(O);
  switch (O.Kind) {
  case OpKind::Load: return shadowPlace(O.P, Prefix);
  case OpKind::AddrOf: return addressOf(O.P, shadowPlace(O.P, Prefix));
  case OpKind::PtrArith:
    for (const Value *V : O.Operands)
      H.Operands.push_back(V->isPointer() ? shadowExpr(*V, Prefix) : expr(*V));
    return filled(O.Text, H, O.Where);
  case OpKind::ShadowCall:
    for (const Arg &A : O.Args)
      H.Operands.push_back(shadowArg(A, Prefix));
    return filled(shadowTemplate(O), H, O.Where);
  default: break;
  }
  Errors.error(O.Where, "internal error: an operation without a shadow side");
  return "";
}

std::string BodyEmitter::callRhs(const Op &O) {
  Holes H;
  H.Operands = args(O.Args);
  H.Type = typeSpelling(O);
  std::string Text = filled(O.C->CallText, H, O.Where);
  return O.C->ReturnsReference ? "&" + paren(Text, Prec::Unary) : Text;
}

std::string BodyEmitter::broadcastRhs(const Op &O) {
  Errors.error(O.Where, "internal error: a broadcast in a scalar function");
  return "";
}

//===----------------------------------------------------------------------===//
// Deferral
//===----------------------------------------------------------------------===//

const BodyEmitter::Deferred *BodyEmitter::deferred(const Value &V) const {
  for (const Deferred &D : Waiting)
    if (D.V == &V)
      return &D;
  return nullptr;
}

bool BodyEmitter::isDead(const Op &O) {
  if (O.Results.size() != 1 || (UseMap.of(*O.Results[0]).Count && needsValue(*O.Results[0])) || !mayDrop(O))
    return false;
  switch (O.Kind) {
  case OpKind::Const:
  case OpKind::Prim:
  case OpKind::Load:
  case OpKind::AddrOf:
  case OpKind::PtrArith: return true;
  case OpKind::Opaque: return O.Pure;
  default: return false;
  }
}

static std::string templateOf(const Op &O) {
  if (O.Kind != OpKind::Prim)
    return O.Text;
  const rules::Row *Row = rules::find(O.Row);
  return Row ? Row->Primal : std::string();
}

bool BodyEmitter::isDeferrable(const Op &O) {
  if (O.Results.size() != 1 || O.Results[0]->isVector() || !mayDefer(O))
    return false;
  if (O.Kind == OpKind::Const)
    return true;
  bool Pure = O.Kind == OpKind::Prim || O.Kind == OpKind::Load || O.Kind == OpKind::AddrOf ||
              O.Kind == OpKind::PtrArith || ((O.Kind == OpKind::Opaque || O.Kind == OpKind::Call) && O.Pure);
  UseInfo Use = UseMap.of(*O.Results[0]);
  if (!Pure || Use.Count != 1 || Use.Where != O.Results[0]->Parent)
    return false;
  if (!Use.User || (readsOperandsOnce(*Use.User) && !repeatsOperand(templateOf(*Use.User))))
    return true;
  return O.Kind == OpKind::Opaque && !readsMemory(O); // an index: cheap to write twice
}

void BodyEmitter::defer(const Op &O) {
  bool Reads = readsMemory(O);
  forEachUse(O, [&](const Value &V) {
    if (const Deferred *D = deferred(V))
      Reads = Reads || D->Reads;
  });
  UseInfo Use = UseMap.of(*O.Results[0]);
  std::string Text = rhs(O);
  bool Literal = O.Kind == OpKind::Const;
  bool WrittenTwice = Use.User && !readsOperandsOnce(*Use.User);
  if (!Literal && (Text.size() > 100 || (WrittenTwice && Reads)))
    return define(*O.Results[0]->Ty, Nm.of(*O.Results[0]), Text);
  Waiting.push_back({O.Results[0], std::move(Text), Reads, Literal ? &O : Use.User});
}

void BodyEmitter::nameReadsBefore(const Op &O) {
  for (size_t I = RegionStart; I < Waiting.size();) { // outer texts belong to the operation we are in
    if (!Waiting[I].Reads || Waiting[I].User == &O) {
      ++I;
      continue;
    }
    Deferred D = Waiting[I];
    Waiting.erase(Waiting.begin() + static_cast<long>(I));
    define(*D.V->Ty, Nm.of(*D.V), D.Text);
  }
}

void BodyEmitter::dropUsedBy(const Op &User) {
  for (size_t I = Waiting.size(); I > RegionStart; --I)
    if (Waiting[I - 1].User == &User)
      Waiting.erase(Waiting.begin() + static_cast<long>(I - 1));
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void BodyEmitter::region(const Region &R) {
  for (const std::unique_ptr<Op> &O : R.Ops) {
    if (isDead(*O))
      continue;
    if (isDeferrable(*O)) {
      defer(*O);
    } else {
      if (hasSideEffect(*O))
        nameReadsBefore(*O);
      op(*O);
    }
    if (O->Kind != OpKind::Const) // literals wait until their region ends
      dropUsedBy(*O);
  }
}

static bool isPlainScalar(const Type &Ty) {
  if (Ty.Class == TypeClass::Real)
    return true;
  static const char *const Names[] = {"bool", "char", "signed char", "unsigned char", "short", "unsigned short",
                                      "int", "unsigned int", "unsigned", "long", "unsigned long", "long long",
                                      "unsigned long long", "::std::size_t", "::size_t"};
  return Ty.Class == TypeClass::Inactive &&
         std::find(std::begin(Names), std::end(Names), Ty.Spelling) != std::end(Names);
}

void BodyEmitter::define(const Type &Ty, const std::string &Name, const std::string &Text) {
  if (Ty.Class == TypeClass::Pointer) // the text knows best what it points to is const
    return W->line("auto *" + Name + " = " + Text + ";");
  W->line((isPlainScalar(Ty) ? "const " : "") + declarator(Ty.Spelling, Name) + " = " + Text + ";");
}

void BodyEmitter::defineResult(const Value &V, const std::string &Text) {
  if (UseMap.of(V).Count && needsValue(V))
    return define(*V.Ty, Nm.of(V), Text);
  W->line(Text + ";"); // for its side effect
}

void BodyEmitter::copyObject(const Type &Ty, const std::string &To, const std::string &From) {
  if (isArraySpelling(Ty.Spelling) || !Ty.Copies)
    W->line("copy_object(" + To + ", " + From + ");");
  else
    W->line(To + " = " + From + ";");
}

void BodyEmitter::varStatement(const Op &O, const std::string &Name, const std::string &Source) {
  std::string Declared = declarator(O.VarTy->Spelling, Name);
  switch (O.Init) {
  case InitKind::Uninit: return W->line(Declared + ";");
  case InitKind::Zero: return W->line(Declared + "{};");
  case InitKind::Result: return;
  case InitKind::Copy:
    if (!isArraySpelling(O.VarTy->Spelling))
      return W->line(Declared + " = " + (O.VarTy->Copies ? Source : "const_cast<" + O.VarTy->Spelling + " &&>(" + Source + ")") + ";");
    W->line(Declared + ";");
    return copyObject(*O.VarTy, Name, Source);
  case InitKind::Text: break;
  }
  Holes H{exprs(O.Operands), {}, {}, Name, O.VarTy->Spelling, {}};
  for (const Place &P : O.PlaceOperands)
    H.Places.push_back(place(P));
  W->line(filled(O.InitText, H, O.Where) + ";");
}

void BodyEmitter::primal(const Op &O) {
  switch (O.Kind) {
  case OpKind::If: return ifStatement(O);
  case OpKind::Loop: return loopStatement(O);
  case OpKind::Var: return varStatement(O, Nm.of(O), O.Init == InitKind::Copy ? place(O.Src) : "");
  case OpKind::Store: return W->line(place(O.P) + " = " + expr(*O.Operands[0]) + ";");
  case OpKind::CopyRecord: return copyObject(*O.P.Ty, place(O.P), place(O.Src));
  default: break;
  }
  std::string Text = rhs(O);
  if (O.Dest)
    return W->line(declarator(O.Dest->VarTy->Spelling, Nm.of(*O.Dest)) + " = " + Text + ";");
  if (O.Results.empty())
    return W->line(Text + ";");
  if (mayDrop(O))
    return defineResult(*O.Results[0], Text);
  define(*O.Results[0]->Ty, Nm.of(*O.Results[0]), Text);
}

std::vector<std::string> BodyEmitter::params() {
  std::vector<std::string> Out;
  for (const Param &P : F.Params) {
    std::string Name = Nm.names().fresh(P.Name.empty() ? "arg" : P.Name);
    if (P.V)
      Nm.bind(*P.V, P.ByAddress ? "&" + Name : Name);
    Out.push_back(declarator(lvalueSpelling(P.DeclSpelling), Name));
  }
  return Out;
}

} // namespace mixedad::emit
