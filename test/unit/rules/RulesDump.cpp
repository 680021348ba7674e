//===- RulesDump.cpp - prints the test program for the rule table ---------===//
//
// Rows are text, so their test is generated: one TEST per row, whose templates become the members of a struct. What is
// checked at which point is in MathSamples.def; a row without points gets a test that fails.
//
//===----------------------------------------------------------------------===//
#include "Samples.h"
#include "emit/Template.h"
#include "rules/Rules.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>

using namespace mixedad::rules;

namespace {

std::vector<std::string> operandNames(const Row &R) {
  std::vector<std::string> Names;
  for (unsigned I = 0; I != R.Arity; ++I)
    Names.push_back("x" + std::to_string(I));
  return Names;
}

std::string filled(const Row &R, const std::string &Template) {
  mixedad::emit::Holes H{operandNames(R), {}, {}, {}, "T", "r"};
  mixedad::emit::Filled Text = mixedad::emit::fill(Template, H);
  if (!Text) {
    std::fprintf(stderr, "row '%s': %s\n", R.Name.c_str(), Text.Error.c_str());
    std::exit(1);
  }
  return Text.Text;
}

/// "A0 x0, A1 x1"
std::string parameters(const Row &R, const char *Before = "", const char *Type = "A") {
  std::string Text;
  for (unsigned I = 0; I != R.Arity; ++I)
    Text += (I ? ", " : "") + (std::string(Before) + Type + std::to_string(I)) +
            (*Before ? "" : " x" + std::to_string(I));
  return Text;
}

void printRule(const Row &R) {
  std::string Template = "template <" + std::string("class T, ") + parameters(R, "class ") + "> static T primal(" +
                         parameters(R) + ") {\n    return static_cast<T>(" +
                         filled(R, R.Primal) + ");\n  }\n";
  std::cout << "struct " << identifier(R.Name) << "_rule {\n  " << Template;
  std::cout << "  template <int I, class T, " << parameters(R, "class ") << "> static T partial(T r, " << parameters(R)
            << ") {\n";
  for (unsigned I = 0; I != R.Arity; ++I)
    if (!R.Partials[I].empty())
      std::cout << "    if constexpr (I == " << I << ")\n      return "
                << filled(R, R.Partials[I]) << ";\n";
  std::cout << "  }\n};\n";
}

void printPoint(const Row &R, const std::string &Point) {
  for (unsigned I = 0; I != R.Arity; ++I) {
    if (R.Refused[I] || isInteger(arguments(Point)[I]))
      continue;
    std::cout << "  rule_check::" << (R.Partials[I].empty() ? "check_zero<" : "check_partial<") << identifier(R.Name)
              << "_rule, " << I << ">(settings, \"" << Point << "\", " << tuple(Point) << ");\n";
  }
}

void printKink(const Row &R, const Kink &K) {
  for (unsigned I = 0; I != K.Partials.size(); ++I)
    if (!K.Partials[I].empty())
      std::cout << "  rule_check::check_kink<" << identifier(R.Name) << "_rule, " << I << ">(settings, \"" << K.Point
                << "\", " << tuple(K.Point) << ", " << K.Partials[I] << ");\n";
}

void printTest(const Row &R, const Samples &S) {
  std::cout << "TEST(MathRules, " << identifier(R.Name) << ") {\n  const rule_check::Settings settings{\"" << R.Name
            << "\", " << S.Relative << ", " << S.Ulps << "};\n  (void)settings;\n";
  if (S.Points.empty())
    std::cout << "  FAIL() << \"row '" << R.Name << "' has no sample points in MathSamples.def\";\n";
  for (const std::string &Point : S.Points)
    printPoint(R, Point);
  for (const Kink &K : S.Kinks)
    printKink(R, K);
  std::cout << "}\n\n";
}

} // namespace

int main() {
  std::cout << "#include \"RuleCheck.h\"\n#include \"mixedad/detail/math.h\"\n#include \"CudaShims.h\"\n"
               "#include <numeric>\n\n";
  for (const Row &R : all()) {
    printRule(R);
    printTest(R, samplesOf(R.Name));
  }
  for (const std::string &Name : sampledRows())
    if (!find(Name)) {
      std::fprintf(stderr, "MathSamples.def: there is no row '%s'\n", Name.c_str());
      return 1;
    }
}
