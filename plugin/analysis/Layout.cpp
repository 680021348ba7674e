//===- Layout.cpp - where values live and in which order ------------------===//

#include "analysis/Layout.h"

#include "ir/Walk.h"

using namespace mixedad::ir;

namespace mixedad::analysis {

Layout::Layout(const Function &F) : Root(&F.Body) {
  for (const Param &P : F.Params)
    if (P.V)
      place(P.V, F.Body);
  number(F.Body);
  Iterations.push_back(Root);
}

void Layout::number(const Region &R) {
  for (const Value *A : R.Args)
    place(A, R);
  for (const auto &O : R.Ops) {
    place(O.get(), R);
    forEachRegion(*O, [&](const Region &Inner) {
      number(Inner);
      if (&Inner == O->Body.get())
        Iterations.push_back(&Inner);
    });
    for (const Value *V : O->Results)
      place(V, R);
  }
}

const Region *Layout::iteration(const Region *R) const {
  while (R->Owner && R != R->Owner->Body.get())
    R = outer(R);
  return R;
}

size_t Layout::step(const Op &O) const {
  const Op *Outer = &O;
  while (region(Outer) != Root)
    Outer = region(Outer)->Owner;
  for (size_t I = 0; I < Root->Ops.size(); ++I)
    if (Root->Ops[I].get() == Outer)
      return I;
  return 0;
}

bool Layout::isInside(const Region *R, const Region *Outer) const {
  while (R && R != Outer)
    R = outer(R);
  return R != nullptr;
}

} // namespace mixedad::analysis
