//===- Outside.h - variables outside of functions -------------------------===//
//
// Their shadows are one a thread. A derivative that needs one says so by an object that lives as long as it runs.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TRANSFORM_OUTSIDE_H
#define MIXEDAD_TRANSFORM_OUTSIDE_H

#include "emit/Names.h"
#include "ir/IR.h"

#include <string>

namespace mixedad::transform {

class OutsideShadows {
public:
  /// The line before Global, a ShadowCall whose shadow is used in the function; "" if there is none. Clears: nothing in
  /// the shadow is needed when the function returns. Begins: nothing in it is of use.
  std::string before(const ir::Op &Global, emit::Names &Names, bool Clears, bool Begins = true) {
    if (!Global.CarriesReals || !Global.LeadsElsewhere || Reached)
      return "";
    Reached = true;
    return "const ::mixedad::detail::reached_in_use " + Names.fresh("reached_use") + "(" + text(Clears) + ", " + text(Begins) + ");";
  }
  /// The line behind it.
  std::string after(const ir::Op &Global, emit::Names &Names, bool Clears) {
    if (!Global.CarriesReals || Global.Global.empty())
      return "";
    return "const ::mixedad::detail::variable_in_use " + Names.fresh(Global.Results[0]->Name + "_use") +
           "(" + Global.Global + ", " + text(Clears) + ");";
  }

private:
  bool Reached = false; ///< is in use already
  static std::string text(bool B) { return B ? "true" : "false"; }
};

} // namespace mixedad::transform

#endif
