//===- RulesDevice.cpp - prints device code with every row ----------------===//
//
// One kernel that calls the primal and every partial of every row that exists on a CUDA device, in the types in which
// it does. That it compiles is the test: a partial that calls a host function is an error there.
//
//===----------------------------------------------------------------------===//
#include "RulePrinter.h"

#include <set>

namespace {

/// Functions of <cmath> that have no device version.
bool isHostOnly(const Row &R) {
  static const std::set<std::string> Names = {"beta",          "hermite",       "laguerre",     "assoc_laguerre",
                                              "legendre",      "assoc_legendre", "sph_legendre", "sph_bessel",
                                              "sph_neumann",   "cyl_bessel_j",  "cyl_neumann",  "cyl_bessel_i",
                                              "cyl_bessel_k",  "comp_ellint_1", "comp_ellint_2", "comp_ellint_3",
                                              "ellint_1",      "ellint_2",      "ellint_3",     "expint",
                                              "riemann_zeta",  "hypot3",        "lerp",         "midpoint",
                                              "nexttoward",    "fpclassify",    "roundeven"};
  return Names.count(R.Name) != 0;
}

/// An intrinsic is for one type: "__fadd_rn" for float, "__dadd_rn" and "__fma_rn" for double.
bool existsIn(const Row &R, const std::string &Type) {
  if (R.Name == "saturate")
    return Type == "float";
  if (R.Name.compare(0, 2, "__") != 0 || R.Name.compare(0, 8, "__double") == 0)
    return R.Name.compare(0, 2, "__") != 0 || Type == "double";
  bool IsDouble = R.Name[2] == 'd' || R.Name.compare(0, 6, "__fma_") == 0;
  return IsDouble == (Type == "double");
}

std::string argumentList(const Row &R, const std::string &Point, const std::string &Type) {
  std::string Text;
  for (const std::string &Arg : arguments(Point))
    Text += (Text.empty() ? "" : ", ") + (isInteger(Arg) ? integerLiteral(Arg) : Type + "(" + Arg + ")");
  return Text;
}

void printCalls(const Row &R, const std::string &Type) {
  const std::string Args = argumentList(R, samplesOf(R.Name).Points.at(0), Type);
  const std::string Rule = "  *out += " + identifier(R.Name) + "_rule::";
  std::cout << Rule << "primal<" << Type << ">(" << Args << ");\n";
  for (unsigned I = 0; I != R.Arity; ++I)
    if (!R.Partials[I].empty())
      std::cout << Rule << "partial<" << I << ", " << Type << ">(" << Type << "(1), " << Args << ");\n";
}

} // namespace

int main() {
  std::cout << "#include <cmath>\n#include <mixedad/detail/math.h>\n\n";
  for (const Row &R : all())
    if (!isHostOnly(R))
      printRule(R, "__device__ ");
  for (const std::string Type : {"float", "double"}) {
    std::cout << "__global__ void every_row(" << Type << " *out) {\n";
    for (const Row &R : all())
      if (!isHostOnly(R) && existsIn(R, Type))
        printCalls(R, Type);
    std::cout << "}\n";
  }
}
