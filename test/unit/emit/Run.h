//===- Run.h - compiling and running emitted text -------------------------===//
#ifndef MIXEDAD_TEST_RUN_H
#define MIXEDAD_TEST_RUN_H

#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <unistd.h>

namespace mixedad::test {

/// What checks in programs are written with.
inline const char *checkPrelude() {
  return R"(#include "mixedad/detail/support.h"
#include "mixedad/detail/math.h"
#include "mixedad/detail/objects.h"
#include "mixedad/detail/vecmath.h"
#include <cmath>
#include <cstdio>
static int failures = 0;
static void same(const char *what, double got, double want, double tolerance) {
  if (std::fabs(got - want) <= tolerance * (1 + std::fabs(want))) return;
  std::printf("%s: %.12g instead of %.12g\n", what, got, want);
  ++failures;
}
template <class F> double difference(F f, double at) { // fourth order
  double h = 1e-4;
  return (8 * (f(at + h) - f(at - h)) - (f(at + 2 * h) - f(at - 2 * h))) / (12 * h);
}
)";
}

/// Runs a command; whether it returned 0, and its output.
inline std::pair<bool, std::string> run(const std::string &Command) {
  std::string Out;
  FILE *Pipe = popen((Command + " 2>&1").c_str(), "r");
  for (int C; (C = std::fgetc(Pipe)) != EOF;)
    Out += static_cast<char>(C);
  return {pclose(Pipe) == 0, Out};
}

/// Compiles Text with warnings as errors, and Flags (libraries), and expects that it returns 0.
inline void compileAndRun(const std::string &Name, const std::string &Text, const std::string &Flags = "") {
  std::string Base = testing::TempDir() + "mixedad_" + Name + "_" + std::to_string(getpid());
  std::ofstream(Base + ".cpp") << Text;
  auto [Compiled, Messages] = run(std::string(MIXEDAD_TEST_CLANG) + " -std=c++17 -O1 -Wall -Werror " + MIXEDAD_TEST_FLAGS + " -I" +
                                  MIXEDAD_TEST_INCLUDE + " " + Base + ".cpp " + Flags + " -o " + Base);
  EXPECT_TRUE(Compiled) << Messages << Text;
  if (Compiled) {
    auto [Passed, Failures] = run(Base);
    EXPECT_TRUE(Passed) << Failures << Text;
    std::remove(Base.c_str());
  }
  std::remove((Base + ".cpp").c_str());
}

} // namespace mixedad::test
#endif
