//===- Signature.h - parts of generated functions' signatures -------------===//
#ifndef MIXEDAD_TRANSFORM_SIGNATURE_H
#define MIXEDAD_TRANSFORM_SIGNATURE_H

#include "transform/KernelMath.h"
#include "transform/Session.h"

namespace mixedad::transform {

/// "static inline ", with MIXEDAD_HD in units that have a device side.
inline std::string linkage(const Session &S) { return S.hostDevice() ? "MIXEDAD_HD static inline " : "static inline "; }
inline std::string deviceMark(const Session &S) { return S.hostDevice() ? "MIXEDAD_HD " : ""; }

/// "acts<1, 0>"
inline std::string actsType(const std::string &Mask) {
  std::vector<std::string> Bits;
  for (char C : Mask)
    Bits.push_back(std::string(1, C));
  return "acts<" + emit::join(Bits) + ">";
}

/// Statements of an entry that the public API calls: objects and their shadows have one class, and a virtual function is
/// that of the object's class. Shadows are the names of the active parameters' ones.
inline std::string classChecks(const ir::Function &F, const std::string &Mask, const std::vector<std::string> &Primals,
                               const std::vector<std::string> &Shadows) {
  std::string Text;
  if (F.Virtual)
    Text += "exact_class<" + F.Params[0].Ty->Spelling + ">(" + Primals[0] + "); ";
  size_t Shadow = 0;
  for (size_t I = 0; I < F.Params.size(); ++I) {
    if (Mask[I] != '1')
      continue;
    if (F.Params[I].Open)
      Text += "same_class(" + Primals[I] + ", " + Shadows[Shadow] + "); ";
    ++Shadow;
  }
  return Text;
}

/// What f_push returns.
inline std::string pushResult(const ir::Function &F) {
  switch (F.ResultTy->Class) {
  case ir::TypeClass::Void:
  case ir::TypeClass::Inactive: return F.ResultTy->Spelling;
  default: return "dual_result<" + F.ResultTy->Spelling + ">";
  }
}

/// A functor type with one const call operator, defined after all declarations. It runs in the loop of a broadcast: a
/// call that is left there keeps the loop from being vectorized.
inline Emitted functor(const Session &S, const std::string &Name, const std::string &Result,
                       const std::vector<std::string> &Params, const std::string &Body, bool Vectorized = true) {
  std::string List = "(" + emit::join(Params) + ") const";
  Emitted E;
  std::string Head = "__attribute__((always_inline)) inline " + Result + " ";
  E.Declaration = "struct " + Name + " {\n  " + deviceMark(S) + Head + "operator()" + List + ";\n};\n";
  E.Definition = deviceMark(S) + Head + Name + "::operator()" + List + " {\n" + (Vectorized ? withKernelMath(Body) : Body) + "}\n";
  return E;
}

/// A static function, declared before all definitions.
inline Emitted function(const Session &S, const std::string &Name, const std::string &Result,
                        const std::vector<std::string> &Params, const std::string &Body) {
  std::string Head = linkage(S) + Result + " " + Name + "(" + emit::join(Params) + ")";
  return {"", Head + ";\n", Head + " {\n" + Body + "}\n"};
}

/// A real, or an object of reals that are known one by one.
inline bool isNumbers(const ir::Type &Ty) { return Ty.Class == ir::TypeClass::Real || !Ty.Leaves.empty(); }
/// The number in the object that this text names.
inline std::string partOf(const std::string &Object, const ir::Leaf &L) {
  std::string Text = L.Text;
  Text.replace(Text.find("$p"), 2, Object);
  return Text;
}
/// How a kernel's pullback takes the cotangent of one element.
inline std::string kernelSeed(const ir::Function &F) {
  bool Object = F.ResultTy->Class == ir::TypeClass::Record;
  return Object ? "const " + F.ResultTy->Spelling + " &" : F.ResultTy->Spelling;
}

/// An array that the scalar function reads by index.
inline bool isWhole(const ir::Param &P) { return P.Ty->Spelling.rfind("::mixedad::detail::Elements<", 0) == 0; }
/// The operand of a kernel for parameter P.
inline std::string kernelOperand(const ir::Param &P, const std::string &Value) {
  return isWhole(P) ? "whole(" + Value + ")" : Value;
}

/// The array that a broadcast makes: its scalar function as a functor over the operands.
inline std::string runBroadcast(Session &S, const ir::Op &O, std::vector<std::string> Operands) {
  Variant V = S.variant(*O.Scalar, Mode::Primal, std::string(O.Scalar->Params.size(), '0'));
  for (size_t I = 0; I < Operands.size(); ++I)
    Operands[I] = kernelOperand(O.Scalar->Params[I], Operands[I]);
  Operands.insert(Operands.begin(), V.Name + "{}");
  return "broadcast_run<" + O.Scalar->ResultTy->Spelling + ">(" + emit::join(Operands) + ")";
}

} // namespace mixedad::transform
#endif
