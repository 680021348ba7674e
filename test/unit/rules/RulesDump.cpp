//===- RulesDump.cpp - prints the test program for the rule table ---------===//
//
// Rows are text, so their test is generated: one TEST per row, whose templates become the members of a struct. What is
// checked at which point is in MathSamples.def; a row without points gets a test that fails.
//
//===----------------------------------------------------------------------===//
#include "RulePrinter.h"
#include "Samples.h"

namespace {

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
