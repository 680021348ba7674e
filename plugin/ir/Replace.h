//===- Replace.h - one value in the place of another ----------------------===//
#ifndef MIXEDAD_IR_REPLACE_H
#define MIXEDAD_IR_REPLACE_H

#include "ir/IR.h"

namespace mixedad::ir {

/// Every use of From in R becomes To.
inline void replaceUses(Region &R, Value *From, Value *To) {
  auto InValue = [&](Value *&V) {
    if (V == From)
      V = To;
  };
  auto InPlace = [&](Place &P) {
    InValue(P.BasePtr);
    for (Value *&V : P.Operands)
      InValue(V);
  };
  for (auto &O : R.Ops) {
    for (Value *&V : O->Operands)
      InValue(V);
    for (Arg &A : O->Args) {
      if (A.V)
        InValue(A.V);
      InPlace(A.P);
    }
    InPlace(O->P);
    InPlace(O->Src);
    for (Place &P : O->PlaceOperands)
      InPlace(P);
    for (auto *Inner : {&O->Then, &O->Else, &O->Cond, &O->Body})
      if (*Inner)
        replaceUses(**Inner, From, To);
  }
  for (Value *&V : R.Yields)
    InValue(V);
}

} // namespace mixedad::ir
#endif
