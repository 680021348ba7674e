//===- Addends.cpp - operands that a broadcast only adds ------------------===//
#include "analysis/Addends.h"

#include "ir/Walk.h"

#include <map>

using namespace mixedad::ir;

namespace mixedad::analysis {

std::vector<bool> addends(const Function &F) {
  std::vector<bool> Out(F.Params.size(), false);
  if (F.ResultVar || F.Body.Yields.size() != 1 || F.ResultTy->Class != TypeClass::Real)
    return Out;
  std::map<const Value *, unsigned> Uses; // looked up, never iterated
  std::map<const Value *, const Op *> User;
  forEachOp(F.Body, [&](const Op &O) { forEachUse(O, [&](const Value &V) { ++Uses[&V], User[&V] = &O; }); });
  forEachRegionIn(F.Body, [&](const Region &R) {
    for (const Value *Y : R.Yields)
      ++Uses[Y];
  });
  for (size_t I = 0; I < F.Params.size(); ++I) {
    const Value *V = F.Params[I].V;
    if (!V || F.Params[I].ByAddress || V->Ty->Spelling != F.ResultTy->Spelling)
      continue;
    while (V != F.Body.Yields[0] && Uses[V] == 1 && User.count(V)) {
      const Op &O = *User[V];
      if (O.Kind != OpKind::Prim || O.Row != "add" || O.Parent != &F.Body || O.Results[0]->Ty->Spelling != F.ResultTy->Spelling)
        break;
      V = O.Results[0];
    }
    Out[I] = V == F.Body.Yields[0] && Uses[V] == 1;
  }
  return Out;
}

} // namespace mixedad::analysis
