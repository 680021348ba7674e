// The rule table's interface: look-up by every spelling, and the checks at load. The mathematics is in MathRulesTests.
#include "rules/Rules.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

using namespace mixedad::rules;

namespace {

Row unary(std::string Primal, std::string Partial) { return {"f", 1, Primal, {Partial}, {false}, false, false}; }

TEST(Rules, AllSpellingsAreOneRow) {
  const Row *Sin = find("sin");
  ASSERT_NE(Sin, nullptr);
  for (const char *Name : {"sin", "sinf", "sinl", "std::sin", "std::sinf", "::sin", "::std::sin", "__builtin_sin",
                           "__builtin_sinf", "std::__1::sin", "std::__1::__math::sin"})
    EXPECT_EQ(forCallee(Name, 1), Sin) << Name;
}

TEST(Rules, NamesOfOthersAreNot) {
  for (const char *Name : {"mine::sin", "sind", "beta", "std::rsqrt", "add", "std::add", "lerp", "clamp", "__sin", ""})
    EXPECT_EQ(forCallee(Name, 1), nullptr) << Name;
  EXPECT_EQ(forCallee("sin", 2), nullptr);
  EXPECT_EQ(forCallee("std::beta", 1), nullptr);
  EXPECT_NE(forCallee("std::beta", 2), nullptr);
}

TEST(Rules, TheNumberOfArgumentsPicks) {
  EXPECT_EQ(forCallee("std::hypot", 2), find("hypot"));
  EXPECT_EQ(forCallee("std::hypot", 3), find("hypot3"));
  EXPECT_EQ(forCallee("std::max", 2), find("max"));
  EXPECT_EQ(forCallee("std::max", 3), nullptr); // with a comparison
}

TEST(Rules, CudaSpellings) {
  EXPECT_EQ(forCallee("rsqrtf", 1), find("rsqrt"));
  EXPECT_EQ(forCallee("__expf", 1), find("__expf"));
  EXPECT_EQ(forCallee("::max", 2), find("cuda_max"));
  const Row *Add = forCallee("__fadd_rz", 2);
  ASSERT_NE(Add, nullptr);
  EXPECT_EQ(Add->Primal, "::__fadd_rz($0, $1)");
  EXPECT_EQ(Add->Partials, find("add")->Partials);
}

TEST(Rules, OperatorsAreFoundByName) {
  for (const char *Name : {"add", "sub", "mul", "div", "neg", "cast"})
    EXPECT_NE(find(Name), nullptr) << Name;
  EXPECT_EQ(find("nothing"), nullptr);
}

TEST(Rules, OrdersAreRefused) {
  const Row *J = find("cyl_bessel_j");
  EXPECT_TRUE(J->Refused[0]);
  EXPECT_FALSE(J->Refused[1]);
  EXPECT_NE(J->Partials[0].find("refused_partial"), std::string::npos); // not zero, if it is ever used
  EXPECT_FALSE(find("pow")->Refused[1]);
}

TEST(Rules, FlatRowsHaveNoPartials) {
  const Row *Floor = forCallee("floorf", 1);
  ASSERT_NE(Floor, nullptr);
  EXPECT_TRUE(Floor->NonDifferentiable);
  EXPECT_TRUE(forCallee("std::isnan", 1)->NonDifferentiable);
}

TEST(Rules, Outputs) {
  const OutputRule *Modf = outputsOf("std::modf", 2);
  ASSERT_NE(Modf, nullptr);
  EXPECT_EQ(Modf->Result, find("modf_fraction"));
  EXPECT_EQ(Modf->Outputs, std::vector<const Row *>{find("trunc")});
  const OutputRule *SinCos = outputsOf("sincosf", 3);
  ASSERT_NE(SinCos, nullptr);
  EXPECT_EQ(SinCos->Result, nullptr);
  EXPECT_EQ(SinCos->Outputs, (std::vector<const Row *>{find("sin"), find("cos")}));
  EXPECT_EQ(outputsOf("remquo", 3)->Inputs, 2u);
  EXPECT_EQ(outputsOf("sin", 1), nullptr);
}

TEST(Rules, Uses) {
  EXPECT_EQ(uses("$0 * $T(2)"), 1u);
  EXPECT_EQ(uses("$r + $2"), 1u << 31 | 4u);
  EXPECT_EQ(uses("1"), 0u);
}

TEST(Rules, ValidationNamesTheFault) {
  EXPECT_EQ(validate(unary("g($0)", "$r")), "");
  EXPECT_EQ(validate(unary("g($0)", "$1")), "row 'f': partial 0: hole '$1' but the arity is 1");
  EXPECT_EQ(validate(unary("g($0)", "$x")), "row 'f': partial 0: unknown hole '$x'");
  EXPECT_EQ(validate(unary("g($0) + $r", "$0")), "row 'f': primal: the primal uses its own result '$r'");
  EXPECT_EQ(validate(unary("g()", "1")), "row 'f': the primal does not use '$0'");
  EXPECT_EQ(validate(unary("", "1")), "row 'f': no primal");
  EXPECT_EQ(validate(unary("g($0)", "")), "row 'f': no partial, but not marked as flat");
  Row R = unary("g($0)", "1");
  R.Partials.push_back("1");
  EXPECT_EQ(validate(R), "row 'f': 2 partials but the arity is 1");
  R = unary("g($0)", "1");
  R.NonDifferentiable = true;
  EXPECT_EQ(validate(R), "row 'f': non-differentiable, but there is a partial");
  R = unary("g($0)", "1");
  R.Refused = {true};
  EXPECT_EQ(validate(R), "row 'f': partial 0: refused, but there is a partial");
}

TEST(Rules, EveryRowIsInTheReference) {
  std::ifstream In(MIXEDAD_MATH_REFERENCE);
  ASSERT_TRUE(In) << MIXEDAD_MATH_REFERENCE;
  std::stringstream Text;
  Text << In.rdbuf();
  std::string Reference = Text.str();
  for (const Row &R : all()) {
    bool Rounded = R.Name.compare(0, 2, "__") == 0 && R.Name[R.Name.size() - 3] == '_'; // __fadd_rz: as a family
    bool Listed = Reference.find('`' + R.Name + '`') != std::string::npos ||
                  Reference.find('`' + R.Name + '(') != std::string::npos;
    EXPECT_TRUE(Rounded || Listed) << R.Name << " is missing in docs/reference/math.md";
  }
}

TEST(Rules, EveryRowIsValid) {
  EXPECT_GT(all().size(), 150u);
  for (const Row &R : all()) {
    EXPECT_EQ(validate(R), "");
    EXPECT_EQ(find(R.Name), &R);
  }
}

} // namespace
