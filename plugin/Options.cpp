//===- Options.cpp - the command line -------------------------------------===//
#include "Options.h"

namespace mixedad {

const char *const HelpText =
    "MixedAD: derivatives of C++ and CUDA functions, generated while they are compiled.\n"
    "\n"
    "  clang++ -fplugin=<path>/MixedAD.so -I<path>/include program.cpp\n"
    "\n"
    "Options, each passed as -fplugin-arg-mixedad-<option>:\n"
    "  dump=<file>  also write the generated code, formatted, to this file ('-': standard output)\n"
    "  print-ir     print the intermediate representation of every differentiated function\n"
    "  help         print this text\n";

bool parseOption(const std::string &Arg, Options &O) {
  const std::string Dump = "dump=";
  if (Arg.compare(0, Dump.size(), Dump) == 0 && Arg.size() > Dump.size())
    O.DumpFile = Arg.substr(Dump.size());
  else if (Arg == "print-ir")
    O.PrintIR = true;
  else if (Arg == "help")
    O.Help = true;
  else
    return false;
  return true;
}

} // namespace mixedad
