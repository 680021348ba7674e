//===- KernelMath.cpp - which function computes what the rules spell ::std -===//

#include "transform/KernelMath.h"

#include <cctype>
#include <set>

namespace mixedad::transform {

using Names = std::set<std::string>;

/// Text with calls From + name, for these names, replaced by calls To + name.
static std::string respelled(const std::string &Text, const std::string &From, const std::string &To, const Names &Of) {
  std::string Result;
  size_t Done = 0;
  for (size_t At; (At = Text.find(From, Done)) != std::string::npos;) {
    size_t Begin = At + From.size(), End = Begin;
    while (End < Text.size() && (std::isalnum(static_cast<unsigned char>(Text[End])) || Text[End] == '_'))
      ++End;
    std::string Name = Text.substr(Begin, End - Begin);
    // Not std::exp of another namespace's std, and not a name that only starts like one.
    bool Qualified = At > 0 && (std::isalnum(static_cast<unsigned char>(Text[At - 1])) || Text[At - 1] == '_');
    bool Called = End < Text.size() && Text[End] == '(';
    Result += Text.substr(Done, At - Done);
    Result += (Called && !Qualified && Of.count(Name) ? To : From) + Name;
    Done = End;
  }
  return Result + Text.substr(Done);
}

static const std::string Library = "::std::", Quick = "::mixedad::detail::math::quick_",
                         Vector = "::mixedad::detail::vec_";
static const Names &quickNames() {
  static const Names N = {"sin", "cos"};
  return N;
}

std::string withKernelMath(const std::string &Text) {
  static const Names N = {"exp", "exp2", "expm1", "log",  "log2", "log10", "log1p", "sin",
                          "cos", "tan",  "sinh",  "cosh", "tanh", "sqrt",  "erf",   "pow"};
  return respelled(respelled(Text, Library, Vector, N), Quick, Vector, quickNames());
}

std::string withQuickMath(const std::string &Text) { return respelled(Text, Library, Quick, quickNames()); }

} // namespace mixedad::transform
