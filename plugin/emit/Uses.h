//===- Uses.h - how often and by whom a value is used ---------------------===//
#ifndef MIXEDAD_EMIT_USES_H
#define MIXEDAD_EMIT_USES_H

#include "ir/Walk.h"

#include <map>

namespace mixedad::emit {

/// Uses of one value. User is the single using operation, or null when a region's end yields it.
struct UseInfo {
  unsigned Count = 0;
  const ir::Op *User = nullptr;
  const ir::Region *Where = nullptr; ///< region of the last use
};

class Uses {
public:
  explicit Uses(const ir::Function &F) {
    ir::forEachRegionIn(F.Body, [&](const ir::Region &R) {
      for (const std::unique_ptr<ir::Op> &O : R.Ops)
        ir::forEachUse(*O, [&](const ir::Value &V) { add(V, O.get(), &R); });
      for (const ir::Value *V : R.Yields)
        add(*V, nullptr, &R);
    });
  }
  UseInfo of(const ir::Value &V) const {
    auto It = Map.find(&V);
    return It == Map.end() ? UseInfo() : It->second;
  }

private:
  void add(const ir::Value &V, const ir::Op *User, const ir::Region *Where) {
    UseInfo &Info = Map[&V];
    ++Info.Count;
    Info.User = User;
    Info.Where = Where;
  }
  std::map<const ir::Value *, UseInfo> Map; // looked up, never iterated
};

} // namespace mixedad::emit
#endif
