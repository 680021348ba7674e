//===- Options.h - what -fplugin-arg-mixedad-... says ---------------------===//
#ifndef MIXEDAD_OPTIONS_H
#define MIXEDAD_OPTIONS_H

#include <string>

namespace mixedad {

struct Options {
  std::string DumpFile; ///< where generated text goes as well; "-" is the standard output, "" nowhere
  bool PrintIR = false; ///< print every lowered function to the standard error
  bool Help = false;
};

/// Reads one argument, what follows -fplugin-arg-mixedad-. False when it is unknown.
bool parseOption(const std::string &Arg, Options &O);

/// What -fplugin-arg-mixedad-help prints.
extern const char *const HelpText;

} // namespace mixedad
#endif
