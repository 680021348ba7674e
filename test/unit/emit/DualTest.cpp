//===- DualTest.cpp - compiles and runs what is emitted -------------------===//
//
// For every program: the primal functor gives the reference's values (so emission keeps the meaning), and the
// pushforward and the pull functor, for every mask, give its finite differences. One compiler run for all of them.
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "Run.h"

#include "ir/Printer.h"
#include "ir/Verifier.h"
#include "transform/Worklist.h"

#include <sstream>

using namespace mixedad;
using transform::Mode;

namespace {

struct Source {
  test::Programs Ps;
  std::vector<std::string> Errors;
  transform::Worklist W{[this](ir::Callee &C) { return Ps.bodyOf(C); },
                        [this](const ir::Loc &, const std::string &Text) { Errors.push_back(Text); }};
  std::string References, Main;

  static std::vector<std::string> split(const std::string &List) {
    std::vector<std::string> Out;
    std::stringstream In(List);
    for (std::string One; std::getline(In, One, ',');)
      Out.push_back(One);
    return Out;
  }

  static std::string call(const std::string &Fn, std::vector<std::string> Args) {
    return Fn + "(" + emit::join(Args) + ")";
  }

  void reference(const test::Program &P) {
    std::vector<std::string> Params;
    for (const ir::Param &Q : P.F.Params)
      Params.push_back(Q.DeclSpelling + " " + Q.Name);
    References += call("static double " + P.Name, Params) + " { " + P.Reference + " }\n";
  }

  /// The finite difference of argument I.
  static std::string difference(const test::Program &P, std::vector<std::string> Args, size_t I) {
    std::string At = Args[I];
    Args[I] = "v";
    return "difference([](double v) { return " + call("::" + P.Name, Args) + "; }, " + At + ")";
  }

  void checkMask(const test::Program &P, const std::string &Mask, const std::vector<std::string> &Args) {
    std::string Push = W.variant(P.F, Mode::Push, Mask).Name, Pull = W.variant(P.F, Mode::ForwardPull, Mask).Name;
    std::vector<std::string> PushArgs = Args, PullArgs = Args;
    PullArgs.insert(PullArgs.begin(), "0.5");
    std::string Want = "0", Outs, Checks;
    for (size_t I = 0; I < Mask.size(); ++I) {
      if (Mask[I] != '1')
        continue;
      std::string Direction = std::to_string(0.3 + 0.4 * static_cast<double>(I)), Out = "out" + std::to_string(I);
      PushArgs.push_back(Direction);
      PullArgs.push_back(Out);
      Outs += "double " + Out + " = 1; ";
      Want += " + " + Direction + " * " + difference(P, Args, I);
      Checks += "same(\"" + Pull + "\", " + Out + ", 1 + 0.5 * " + difference(P, Args, I) + ", 1e-8); ";
    }
    Main += "  { auto r = " + call(Push, PushArgs) + "; same(\"" + Push + " value\", r.value, " +
            call("::" + P.Name, Args) + ", 1e-14); same(\"" + Push + "\", r.tangent, " + Want + ", 1e-8); }\n";
    Main += "  { " + Outs + call(Pull + "{}", PullArgs) + "; " + Checks + "}\n";
  }

  void add(const test::Program &P) {
    reference(P);
    std::string Primal = W.variant(P.F, Mode::Primal, "").Name;
    std::string None;
    for (const ir::Param &Q : P.F.Params)
      None += Q.Ty->Class == ir::TypeClass::Real ? '1' : '0';
    for (const std::string &Sample : P.Samples) {
      std::vector<std::string> Args = split(Sample);
      Main += "  same(\"" + Primal + "\", " + call(Primal + "{}", Args) + ", " + call("::" + P.Name, Args) +
              ", 1e-14);\n";
      for (const char *Two : {"10", "01", "11"})
        checkMask(P, Two + std::string(P.F.Params.size() - 2, '0'), Args);
    }
  }

  std::string text() {
    for (test::Program &P : Ps.All)
      add(P);
    return test::checkPrelude() + std::string() + test::Programs::prelude() + References + "namespace mixedad::detail {\n" + W.take() +
           "static void check() {\n" + Main + "}\n}\nint main() { mixedad::detail::check(); return failures != 0; }\n";
  }
};

TEST(Dual, ProgramsAreWellFormed) {
  test::Programs Ps;
  for (const test::Program &P : Ps.All)
    EXPECT_THAT(ir::verify(P.F), testing::IsEmpty()) << ir::print(P.F);
}

TEST(Dual, RunsAndAgreesWithFiniteDifferences) {
  Source S;
  std::string Text = S.text();
  EXPECT_THAT(S.Errors, testing::IsEmpty());
  test::compileAndRun("dual", Text);
}

} // namespace
