//===- Printer.h - IR as text for people and FileCheck --------------------===//
#ifndef MIXEDAD_IR_PRINTER_H
#define MIXEDAD_IR_PRINTER_H

#include "ir/IR.h"

#include <string>

namespace mixedad::ir {

/// One operation a line; values are `%id` with their source name, places are their text with bases filled in.
std::string print(const Function &F);

/// The same for one operation, without its regions: for messages.
std::string print(const Op &O);

} // namespace mixedad::ir
#endif
