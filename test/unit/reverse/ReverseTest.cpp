//===- ReverseTest.cpp - compiles and runs what reverse mode emits --------===//
//
// Every program is differentiated for several masks in both forms, f_grad and f_fwd with f_rev, and compared with
// finite differences of the C++ that it stands for. The tape must be empty afterwards: what is pushed is popped.
//
//===----------------------------------------------------------------------===//

#include "LoopPrograms.h"
#include "transform/Worklist.h"

#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace mixedad;
using transform::Mode;

namespace {

const char *Check = R"(
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

/// What the session of a translation unit adds for the program's records.
const char *Records = R"(
namespace mixedad::detail {
template <> struct tangent_space<Pair> : zero_by_copy<Pair> {
  static void set_zero(Pair &p) { p.x = p.y = 0; }
  static void accumulate(Pair &into, const Pair &from) { into.x += from.x; into.y += from.y; }
};
}
)";

class Source {
public:
  Source() {
    for (const test::Program &P : Loops.Helpers)
      reference(P);
    for (std::list<test::Program> *All : {&Ps.All, &Loops.All})
      for (test::Program &P : *All)
        add(P);
  }

  std::string text() {
    return "#include \"mixedad/detail/support.h\"\n#include \"mixedad/detail/math.h\"\n#include \"mixedad/detail/objects.h\"\n#include \"mixedad/detail/sweeps.h\"\n#include \"mixedad/detail/checkpoint.h\"\n" +
           std::string(Check) + test::Programs::prelude() + Records + References + "namespace mixedad::detail {\n" + W.take() +
           "static void check() {\n" + Main + "}\n}\nint main() { mixedad::detail::check(); return failures != 0; }\n";
  }

  std::vector<std::string> Errors;

private:
  using Strings = std::vector<std::string>;

  static Strings split(const std::string &List) {
    Strings Out;
    std::stringstream In(List);
    for (std::string One; std::getline(In, One, ',');)
      Out.push_back(One);
    return Out;
  }
  static std::string call(const std::string &Fn, const Strings &Args) { return Fn + "(" + emit::join(Args) + ")"; }
  static Strings concat(Strings A, const Strings &B, const Strings &C = {}) {
    A.insert(A.end(), B.begin(), B.end());
    A.insert(A.end(), C.begin(), C.end());
    return A;
  }
  static std::string difference(const test::Program &P, Strings Args, size_t I) {
    std::string At = Args[I];
    Args[I] = "v";
    return "difference([](double v) { return " + call("::" + P.Name, Args) + "; }, " + At + ")";
  }

  void checkMask(const test::Program &P, const std::string &Mask, const Strings &Args) {
    transform::Variant Grad = W.variant(P.F, Mode::Grad, Mask), Sweeps = W.variant(P.F, Mode::Sweeps, Mask);
    Strings Outs, Seed;
    std::string Declare, Compare;
    if (Grad.ResultActive)
      Seed.push_back("0.5");
    for (size_t I = 0; I < Mask.size(); ++I) {
      if (Mask[I] != '1')
        continue;
      std::string Out = "out" + std::to_string(I);
      Outs.push_back(Out);
      Declare += "double " + Out + " = 1; ";
      Compare += "same(what, " + Out + ", 1 + 0.5 * " + difference(P, Args, I) + ", 1e-8); ";
    }
    Compare += "same(what, value, " + call("::" + P.Name, Args) + ", 1e-14); if (!tape.empty()) { std::printf(\"%s: "
               "tape not empty\\n\", what); ++failures; }";
    Main += "  { const char *what = \"" + Grad.Name + "\"; Tape tape; " + Declare + "double value = " +
            call(Grad.Name, concat({"tape"}, Args, concat(Seed, Outs))) + "; " + Compare + " }\n";
    Main += "  { const char *what = \"" + Sweeps.ReverseName + "\"; Tape tape; " + Sweeps.Frame + " frame; " + Declare +
            "double value = " + call(Sweeps.Name, concat({"frame", "tape"}, Args)) + "; " +
            call(Sweeps.ReverseName, concat({"frame", "tape"}, concat(Seed, Outs))) + "; " + Compare + " }\n";
  }

  /// The C++ that P stands for; helpers without one are called only where they have a derivative.
  void reference(const test::Program &P) {
    if (P.Reference.empty())
      return;
    Strings Params;
    for (const ir::Param &Q : P.F.Params)
      Params.push_back(Q.DeclSpelling + " " + Q.Name);
    References += call("static double " + P.Name, Params) + " { " + P.Reference + " }\n";
  }

  void add(const test::Program &P) {
    reference(P);
    for (const std::string &Sample : P.Samples)
      for (const char *Two : {"10", "01", "11"})
        checkMask(P, Two + std::string(P.F.Params.size() - 2, '0'), split(Sample));
  }

  const ir::Function *bodyOf(ir::Callee &C) {
    const ir::Function *F = Ps.bodyOf(C);
    return F ? F : Loops.bodyOf(C);
  }

  test::Programs Ps;
  test::LoopPrograms Loops;
  transform::Worklist W{[this](ir::Callee &C) { return bodyOf(C); },
                        [this](const ir::Loc &, const std::string &Text) { Errors.push_back(Text); }};
  std::string References, Main;
};

/// Runs a command; its output and whether it returned 0.
std::pair<bool, std::string> run(const std::string &Command) {
  std::string Out;
  FILE *Pipe = popen((Command + " 2>&1").c_str(), "r");
  for (int C; (C = std::fgetc(Pipe)) != EOF;)
    Out += static_cast<char>(C);
  return {pclose(Pipe) == 0, Out};
}

TEST(Reverse, RunsAndAgreesWithFiniteDifferences) {
  Source S;
  std::string Base = testing::TempDir() + "mixedad_reverse_test_" + std::to_string(::rand());
  std::string Text = S.text();
  EXPECT_THAT(S.Errors, testing::IsEmpty());
  for (const char *Construct : {"Tape written;", "checkpoints<", "tape.emplace<", "tape.push("})
    EXPECT_THAT(Text, testing::HasSubstr(Construct)); // the programs are there to show it
  std::ofstream(Base + ".cpp") << Text;
  auto [Compiled, Messages] = run(std::string(MIXEDAD_TEST_CLANG) + " -std=c++17 -O1 -Wall -Werror -I" +
                                  MIXEDAD_TEST_INCLUDE + " " + Base + ".cpp -o " + Base);
  ASSERT_TRUE(Compiled) << Messages << Text;
  auto [Passed, Failures] = run(Base);
  EXPECT_TRUE(Passed) << Failures << Text;
  std::remove((Base + ".cpp").c_str());
  std::remove(Base.c_str());
}

} // namespace
