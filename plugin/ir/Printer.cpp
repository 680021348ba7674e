//===- Printer.cpp - IR as text for people and FileCheck ------------------===//

#include "ir/Printer.h"

namespace mixedad::ir {

namespace {

std::string name(const Value *V) {
  if (!V)
    return "%null";
  return "%" + (V->Name.empty() ? std::string() : V->Name + ".") + std::to_string(V->Id);
}

std::string names(const std::vector<Value *> &Vs) {
  std::string Out;
  for (const Value *V : Vs)
    Out += (Out.empty() ? "" : ", ") + name(V);
  return Out;
}

std::string typed(const std::vector<Value *> &Vs) {
  std::string Out;
  for (const Value *V : Vs)
    Out += (Out.empty() ? "" : ", ") + name(V) + ": " + (V && V->Ty ? V->Ty->Spelling : "?");
  return Out;
}

/// The place's text with `$b` and `$N` filled in, without C++'s parentheses.
std::string text(const Place &P) {
  std::string Base = P.BaseVar ? "@" + P.BaseVar->Name : P.BasePtr ? name(P.BasePtr) : "";
  std::string Out;
  for (size_t I = 0; I < P.Text.size(); ++I) {
    if (P.Text[I] != '$' || I + 1 == P.Text.size()) {
      Out += P.Text[I];
      continue;
    }
    if (P.Text[I + 1] == 'b') {
      Out += Base;
      ++I;
      continue;
    }
    size_t N = 0, J = I + 1;
    for (; J < P.Text.size() && P.Text[J] >= '0' && P.Text[J] <= '9'; ++J)
      N = 10 * N + static_cast<size_t>(P.Text[J] - '0');
    Out += J > I + 1 && N < P.Operands.size() ? name(P.Operands[N]) : P.Text.substr(I, J - I);
    I = J > I + 1 ? J - 1 : I;
  }
  return Out + (P.ActiveMemory ? "" : " inactive");
}

std::string text(const Arg &A) {
  return A.V ? name(A.V) : (A.Mutable ? "&mut " : "&") + text(A.P);
}

std::string args(const std::vector<Arg> &As) {
  std::string Out;
  for (const Arg &A : As)
    Out += (Out.empty() ? "" : ", ") + text(A);
  return Out;
}

std::string places(const std::vector<Place> &Ps) {
  std::string Out;
  for (const Place &P : Ps)
    Out += ", &" + text(P);
  return Out;
}

std::string quoted(const std::string &S) { return "\"" + S + "\""; }

std::string varText(const Op &O) {
  std::string Out = "var @" + O.Name + ": " + (O.VarTy ? O.VarTy->Spelling : "?");
  switch (O.Init) {
  case InitKind::Uninit: break;
  case InitKind::Zero: Out += " = {}"; break;
  case InitKind::Text: Out += " = " + quoted(O.InitText) + "(" + names(O.Operands) + ")" + places(O.PlaceOperands); break;
  case InitKind::Copy: Out += " = copy " + text(O.Src); break;
  case InitKind::Result: Out += " = result"; break;
  }
  return Out + (O.AddressTaken ? " address-taken" : "");
}

std::string head(const Op &O) {
  switch (O.Kind) {
  case OpKind::Const: return "const " + O.Text;
  case OpKind::Prim: return O.Row + "(" + names(O.Operands) + ")";
  case OpKind::Opaque:
    return std::string(O.Pure ? "opaque " : "opaque! ") + quoted(O.Text) + "(" + names(O.Operands) +
           places(O.PlaceOperands) + ")" + (O.ReadsMemory ? " reads" : "");
  case OpKind::Var: return varText(O);
  case OpKind::Load: return "load " + text(O.P);
  case OpKind::Store: return "store " + text(O.P) + ", " + names(O.Operands);
  case OpKind::CopyRecord: return "copy " + text(O.P) + ", " + text(O.Src);
  case OpKind::AddrOf: return "addr " + text(O.P);
  case OpKind::PtrArith: return "ptr " + quoted(O.Text) + "(" + names(O.Operands) + ")";
  case OpKind::ShadowCall: return "shadow-call " + quoted(O.Text) + "(" + args(O.Args) + ")";
  case OpKind::Call:
    return std::string(O.Pure ? "call " : "call! ") + (O.C ? O.C->Name : "?") + "(" + args(O.Args) + ")";
  case OpKind::If: return "if " + names(O.Operands);
  case OpKind::Loop: return std::string(O.BodyFirst ? "do-loop" : "loop") + " (" + names(O.Operands) + ")";
  case OpKind::Broadcast: return "broadcast " + (O.Scalar ? O.Scalar->Name : "?") + "(" + names(O.Operands) + ")";
  }
  return "?";
}

struct Printer {
  std::string Out;
  unsigned Depth = 1;

  void line(const std::string &Text) { Out += std::string(2 * Depth, ' ') + Text + "\n"; }

  void region(const char *Label, const Region &R) {
    line(std::string(Label) + (R.Args.empty() ? "" : " (" + typed(R.Args) + ")") + ":");
    ++Depth;
    body(R);
    --Depth;
  }

  void body(const Region &R) {
    for (const std::unique_ptr<Op> &O : R.Ops) {
      line(print(*O));
      ++Depth;
      if (O->Then)
        region("then", *O->Then);
      if (O->Else)
        region("else", *O->Else);
      if (O->Cond)
        region("cond", *O->Cond);
      if (O->Body)
        region("body", *O->Body);
      --Depth;
    }
    if (!R.Yields.empty())
      line("yield " + names(R.Yields));
  }
};

} // namespace

std::string print(const Op &O) {
  std::string Text = head(O);
  if (O.Checkpoint)
    Text += " checkpoint(" + std::to_string(O.Checkpoint) + ")";
  if (O.Dest)
    Text = "@" + O.Dest->Name + " = " + Text;
  return O.Results.empty() ? Text : typed(O.Results) + " = " + Text;
}

std::string print(const Function &F) {
  Printer P;
  std::string Params;
  for (const Param &Q : F.Params)
    Params += (Params.empty() ? "" : ", ") + name(Q.V) + ": " + Q.DeclSpelling + (Q.Inactive && Q.Ty->Class != TypeClass::Inactive ? " inactive" : "");
  P.Out = "function " + F.Name + "(" + Params + ") -> " + (F.ResultTy ? F.ResultTy->Spelling : "?") +
          (F.Broadcast ? " broadcast" : "") + "\n";
  P.body(F.Body);
  if (F.ResultVar)
    P.line("return @" + F.ResultVar->Name);
  return P.Out;
}

} // namespace mixedad::ir
