//===- KernelMath.cpp - mathematical functions inside kernels -------------===//

#include "transform/KernelMath.h"

#include <cctype>
#include <set>

namespace mixedad::transform {

static bool vectorizes(const std::string &Name) {
  static const std::set<std::string> Names = {"exp", "exp2", "expm1", "log",  "log2", "log10", "log1p", "sin",
                                              "cos", "tan",  "sinh",  "cosh", "tanh", "sqrt",  "erf",   "pow"};
  return Names.count(Name) != 0;
}

std::string withKernelMath(const std::string &Text) {
  static const std::string Library = "::std::";
  std::string Result;
  size_t From = 0;
  for (size_t At; (At = Text.find(Library, From)) != std::string::npos;) {
    size_t Begin = At + Library.size(), End = Begin;
    while (End < Text.size() && (std::isalnum(static_cast<unsigned char>(Text[End])) || Text[End] == '_'))
      ++End;
    std::string Name = Text.substr(Begin, End - Begin);
    // Not std::exp of another namespace's std, and not a name that only starts like one.
    bool Qualified = At > 0 && (std::isalnum(static_cast<unsigned char>(Text[At - 1])) || Text[At - 1] == '_');
    bool Called = End < Text.size() && Text[End] == '(';
    Result += Text.substr(From, At - From);
    Result += Called && !Qualified && vectorizes(Name) ? "::mixedad::detail::vec_" + Name : Library + Name;
    From = End;
  }
  return Result + Text.substr(From);
}

} // namespace mixedad::transform
