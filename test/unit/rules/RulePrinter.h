//===- RulePrinter.h - a row of the rule table as a C++ struct ------------===//
//
// Shared by the generators of the rule table's tests: `struct sin_rule` has the primal and the partials as function
// templates, in the type that they compute in and in the types of their operands.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TEST_RULES_RULEPRINTER_H
#define MIXEDAD_TEST_RULES_RULEPRINTER_H

#include "Samples.h"
#include "emit/Template.h"
#include "rules/Rules.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>

using namespace mixedad::rules;

inline std::vector<std::string> operandNames(const Row &R) {
  std::vector<std::string> Names;
  for (unsigned I = 0; I != R.Arity; ++I)
    Names.push_back("x" + std::to_string(I));
  return Names;
}

inline std::string filled(const Row &R, const std::string &Template) {
  mixedad::emit::Holes H{operandNames(R), {}, {}, {}, "T", "r"};
  mixedad::emit::Filled Text = mixedad::emit::fill(Template, H);
  if (!Text) {
    std::fprintf(stderr, "row '%s': %s\n", R.Name.c_str(), Text.Error.c_str());
    std::exit(1);
  }
  return Text.Text;
}

/// "A0 x0, A1 x1"
inline std::string parameters(const Row &R, const char *Before = "", const char *Type = "A") {
  std::string Text;
  for (unsigned I = 0; I != R.Arity; ++I)
    Text += (I ? ", " : "") + (std::string(Before) + Type + std::to_string(I)) +
            (*Before ? "" : " x" + std::to_string(I));
  return Text;
}

/// Before: what comes before the functions, "__device__ ".
inline void printRule(const Row &R, const std::string &Before = "") {
  std::string Template = "template <" + std::string("class T, ") + parameters(R, "class ") + "> " + Before + "static T primal(" +
                         parameters(R) + ") {\n    return static_cast<T>(" +
                         filled(R, R.Primal) + ");\n  }\n";
  std::cout << "struct " << identifier(R.Name) << "_rule {\n  " << Template;
  std::cout << "  template <int I, class T, " << parameters(R, "class ") << "> " << Before << "static T partial(T r, " << parameters(R)
            << ") {\n";
  for (unsigned I = 0; I != R.Arity; ++I)
    if (!R.Partials[I].empty())
      std::cout << "    if constexpr (I == " << I << ")\n      return "
                << filled(R, R.Partials[I]) << ";\n";
  std::cout << "    return T(0);\n  }\n};\n";
}

#endif
