//===- RulesProgram.cpp - prints a program that differentiates every row --===//
//
//   mixedad-rules-program float|double|"long double"
//
// One function per row and kind of arguments, as a user would write it, and calls that compare gradient and jvp with
// the row's own partials, whose mathematics MathRulesTests checks. Rows that exist on a CUDA device only are left out.
//
//===----------------------------------------------------------------------===//
#include "RulePrinter.h"

#include <set>

namespace {

/// What a program writes, where that is not the row's primal.
std::string userText(const Row &R) {
  static const std::map<std::string, std::string> Texts = {
      {"max", "std::max($0, $1)"}, {"min", "std::min($0, $1)"}, {"clamp", "std::clamp($0, $1, $2)"}};
  auto It = Texts.find(R.Name);
  return It == Texts.end() ? R.Primal : It->second;
}

bool startsWith(const std::string &Text, const std::string &Prefix) { return Text.compare(0, Prefix.size(), Prefix) == 0; }

bool isDeviceOnly(const Row &R) {
  const std::string Helpers = "::mixedad::detail::math::";
  if (!startsWith(R.Primal, Helpers))
    return startsWith(R.Primal, "::") && !startsWith(R.Primal, "::std::");
  std::string Name = R.Primal.substr(Helpers.size());
  return startsWith(Name, "rhypot") || startsWith(Name, "norm") || startsWith(Name, "rnorm");
}

/// "ri" for a real and an int.
std::string kinds(const std::string &Point) {
  std::string Kinds;
  for (const std::string &Arg : arguments(Point))
    Kinds += isInteger(Arg) ? Arg.back() : 'r';
  return Kinds;
}

void printFunction(const Row &R, const std::string &Kinds, const std::string &Type) {
  std::cout << "static " << Type << " f_" << identifier(R.Name) << "_" << Kinds << "(";
  for (unsigned I = 0; I != R.Arity; ++I) {
    std::string Operand = Kinds[I] == 'r' ? Type : Kinds[I] == 'u' ? "unsigned" : "int";
    std::cout << (I ? ", " : "") << (R.Refused[I] ? "[[mixedad::inactive]] " : "") << Operand << " x" << I;
  }
  mixedad::emit::Holes H{operandNames(R), {}, {}, {}, Type, {}};
  std::cout << ") { return " << mixedad::emit::fill(userText(R), H).Text << "; }\n";
}

/// The operands whose derivative is asked for, as template arguments.
std::string activeOperands(const Row &R, const std::string &Kinds) {
  std::string Text;
  for (unsigned I = 0; I != R.Arity; ++I)
    if (Kinds[I] == 'r' && !R.Refused[I])
      Text += ", " + std::to_string(I);
  return Text;
}

std::string call(const Row &R, const char *Check, const std::string &Point, const std::string &Type) {
  std::string Text = std::string("  table::") + Check + "<f_" + identifier(R.Name) + "_" + kinds(Point) + ", " +
                     identifier(R.Name) + "_rule, " + Type + activeOperands(R, kinds(Point)) + ">(\"" + R.Name + "(" +
                     Point + ")\"";
  return Text;
}

std::string values(const std::string &Point, const std::string &Type) {
  std::string Text;
  for (const std::string &Arg : arguments(Point))
    Text += ", " + (isInteger(Arg) ? integerLiteral(Arg) : "static_cast<" + Type + ">(" + Arg + ")");
  return Text;
}

void printRow(const Row &R, const Samples &S, const std::string &Type) {
  printRule(R);
  std::set<std::string> Printed;
  auto Function = [&](const std::string &Point) {
    if (Printed.insert(kinds(Point)).second)
      printFunction(R, kinds(Point), Type);
  };
  for (const std::string &Point : S.Points)
    Function(Point);
  for (const Kink &K : S.Kinks)
    Function(K.Point);
  std::cout << "static void check_" << identifier(R.Name) << "() {\n";
  for (const std::string &Point : S.Points)
    std::cout << call(R, "smooth", Point, Type) << values(Point, Type) << ");\n";
  for (const Kink &K : S.Kinks) {
    std::cout << call(R, "kink", K.Point, Type) << ", {";
    for (unsigned I = 0; I != R.Arity; ++I)
      std::cout << (I ? ", " : "") << (I < K.Partials.size() && !K.Partials[I].empty() ? K.Partials[I] : "table::skip");
    std::cout << "}" << values(K.Point, Type) << ");\n";
  }
  std::cout << "}\n\n";
}

} // namespace

int main(int Argc, char **Argv) {
  const std::string Type = Argc > 1 ? Argv[1] : "double";
  std::cout << "#include <algorithm>\n#include <cmath>\n#include <numeric>\n#include <mixedad/gradient.h>\n"
               "#include <mixedad/detail/math.h>\n#include \"rules_table.h\"\n\n";
  std::string Calls;
  for (const Row &R : all()) {
    if (isDeviceOnly(R))
      continue;
    printRow(R, samplesOf(R.Name), Type);
    Calls += "  check_" + identifier(R.Name) + "();\n";
  }
  std::cout << "int main() {\n" << Calls << "  return table::done();\n}\n";
}
