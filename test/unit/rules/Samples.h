//===- Samples.h - MathSamples.def as data --------------------------------===//
//
// Shared by the generators of the rule table's tests.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TEST_RULES_SAMPLES_H
#define MIXEDAD_TEST_RULES_SAMPLES_H

#include <cctype>
#include <map>
#include <string>
#include <vector>

struct Kink {
  std::string Point;
  std::vector<std::string> Partials; ///< expected, as C++ expressions; "": not checked
};

struct Samples {
  std::vector<std::string> Points;
  std::vector<Kink> Kinks;
  double Relative = 1e-11, Ulps = 8;
};

inline const std::map<std::string, Samples> &allSamples() {
  static const std::map<std::string, Samples> Table = [] {
    std::map<std::string, Samples> T;
    const char *SKIP = "";
#define POINTS(Row, ...) for (const char *P : {__VA_ARGS__}) T[Row].Points.push_back(P);
#define KINK(Row, Point, ...) T[Row].Kinks.push_back({Point, {__VA_ARGS__}});
#define LOOSE(Row, Rel, Ulp) T[Row].Relative = Rel, T[Row].Ulps = Ulp;
#include "MathSamples.def"
#undef POINTS
#undef KINK
#undef LOOSE
    return T;
  }();
  return Table;
}

inline Samples samplesOf(const std::string &Row) {
  auto It = allSamples().find(Row);
  return It == allSamples().end() ? Samples() : It->second;
}

inline std::vector<std::string> sampledRows() {
  std::vector<std::string> Names;
  for (const auto &Entry : allSamples())
    Names.push_back(Entry.first);
  return Names;
}

/// The arguments of a point, without blanks: "2u, 0.5" is {"2u", "0.5"}.
inline std::vector<std::string> arguments(const std::string &Point) {
  std::vector<std::string> Args(1);
  for (char C : Point) {
    if (C == ',')
      Args.emplace_back();
    else if (C != ' ')
      Args.back() += C;
  }
  return Args;
}

inline bool isInteger(const std::string &Arg) { return Arg.back() == 'u' || Arg.back() == 'i'; }

/// An integer argument as a C++ literal.
inline std::string integerLiteral(const std::string &Arg) { return Arg.back() == 'i' ? Arg.substr(0, Arg.size() - 1) : Arg; }

inline std::string tuple(const std::string &Point) {
  std::string Text;
  for (const std::string &Arg : arguments(Point))
    Text += (Text.empty() ? "" : ", ") + (isInteger(Arg) ? integerLiteral(Arg) : "rule_check::Real{" + Arg + "}");
  return "std::make_tuple(" + Text + ")";
}

/// A name for generated code: CUDA's intrinsics start with underscores, which GoogleTest does not allow.
inline std::string identifier(const std::string &Name) {
  return Name.compare(0, 2, "__") == 0 ? "cuda_" + Name.substr(2) : Name;
}

#endif
