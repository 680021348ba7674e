//===- TemplateTest.cpp - holes, parentheses, names, simultaneous assignment ===//

#include "emit/Body.h"

#include <gtest/gtest.h>

using namespace mixedad::emit;

namespace {

std::string filled(const char *Template, std::vector<std::string> Operands) {
  Filled R = fill(Template, Holes{std::move(Operands), {"a.b", "*p"}, "base", "name", "float", "r"});
  return R ? R.Text : "error: " + R.Error;
}

TEST(Template, AtomsNeedNoParentheses) {
  EXPECT_EQ(filled("$0 * $1", {"x", "a[i + 1].y"}), "x * a[i + 1].y");
  EXPECT_EQ(filled("$0->z", {"f(a, b)"}), "f(a, b)->z");
  EXPECT_EQ(filled("-$0", {"1e-5"}), "-1e-5");
  EXPECT_EQ(filled("-$0", {"static_cast<float>(a + b)"}), "-static_cast<float>(a + b)");
}

TEST(Template, ParenthesesWhereCxxNeedsThem) {
  EXPECT_EQ(filled("$0 * $1", {"a + b", "c * d"}), "(a + b) * (c * d)");
  EXPECT_EQ(filled("$0 - $1", {"a - b", "c - d"}), "a - b - (c - d)");
  EXPECT_EQ(filled("-$0", {"-x"}), "-(-x)");
  EXPECT_EQ(filled("-$0", {"a * b"}), "-(a * b)");
  EXPECT_EQ(filled("$0.size()", {"*p"}), "(*p).size()");
  EXPECT_EQ(filled("$0[$1]", {"p + 1", "i + 1"}), "(p + 1)[i + 1]");
  EXPECT_EQ(filled("$0 << $1", {"a + b", "c"}), "(a + b) << c");
  EXPECT_EQ(filled("(double)$0", {"a + b"}), "(double)(a + b)");
  EXPECT_EQ(filled("$0 + $1", {"c ? a : b", "a == b"}), "(c ? a : b) + (a == b)");
  EXPECT_EQ(filled("$0 + $1", {"x", "(float)y"}), "x + ((float)y)");
}

TEST(Template, NoneWherePrecedenceOrDelimitersDo) {
  EXPECT_EQ(filled("$0 + $1", {"a * b", "-c"}), "a * b + -c");
  EXPECT_EQ(filled("::std::pow($0, $1)", {"a + b", "c ? d : e"}), "::std::pow(a + b, c ? d : e)");
  EXPECT_EQ(filled("$0 < $1", {"i + 1", "n"}), "i + 1 < n");
  EXPECT_EQ(filled("$0", {"a + b"}), "a + b");
}

TEST(Template, KindsOfHoles) {
  EXPECT_EQ(filled("$T $n = f($*)", {"x", "y"}), "float name = f(x, y)");
  EXPECT_EQ(filled("$0.m($*1)", {"x", "y", "z"}), "x.m(y, z)");
  EXPECT_EQ(filled("$b[$0] + $r", {"i"}), "base[i] + r");
  EXPECT_EQ(filled("g($&0, $&1)", {}), "g(a.b, *p)");
  EXPECT_EQ(filled("$&1.size()", {}), "(*p).size()");
  EXPECT_EQ(filled("$11", {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "x"}), "x");
  EXPECT_EQ(fill("$T(1)", Holes{{}, {}, {}, {}, "long double", {}}).Text, "static_cast<long double>(1)");
  EXPECT_EQ(fill("$T()", Holes{{}, {}, {}, {}, "double *", {}}).Text, "static_cast<double *>(0)");
  EXPECT_EQ(fill("$T()", Holes{{}, {}, {}, {}, "::A<int, 2>", {}}).Text, "::A<int, 2>()");
}

TEST(Template, UnboundHolesAreNamed) {
  EXPECT_EQ(filled("$0 + $2", {"x"}), "error: unbound hole '$2' in '$0 + $2'");
  EXPECT_EQ(fill("$b.x", {}).Error, "unbound hole '$b' in '$b.x'");
  EXPECT_EQ(fill("$q", {}).Error, "unknown hole '$q' in '$q'");
}

TEST(Template, RepeatedOperands) {
  EXPECT_TRUE(repeatsOperand("$0 < $1 ? $1 : $0"));
  EXPECT_FALSE(repeatsOperand("$1 + $11 * $2"));
}

TEST(Template, Declarators) {
  EXPECT_EQ(declarator("double", "x"), "double x");
  EXPECT_EQ(declarator("const S &", "x"), "const S &x");
  EXPECT_EQ(declarator("const S*", "x"), "const S *x");
  EXPECT_EQ(declarator("double[3][2]", "x"), "double x[3][2]");
  EXPECT_EQ(declarator("double (*)[3]", "x"), "double (*x)[3]");
  EXPECT_EQ(declarator("::std::function<double (*)[3]>", "x"), "::std::function<double (*)[3]> x");
  EXPECT_EQ(lvalueSpelling("S &&"), "S &");
  EXPECT_EQ(lvalueSpelling("F<int &&>"), "F<int &&>");
}

TEST(Names, FreshNamesAvoidKeywordsAndEachOther) {
  Names N;
  EXPECT_EQ(N.fresh("x"), "x");
  EXPECT_EQ(N.fresh("x"), "x_1");
  EXPECT_EQ(N.fresh("double"), "double_1");
  EXPECT_EQ(N.fresh("accumulate"), "accumulate_1");
  EXPECT_EQ(N.fresh("x_1"), "x_1_1");
  EXPECT_EQ(N.fresh("__a"), "a");
  EXPECT_EQ(N.fresh("3"), "t3");
}

std::string together(std::vector<std::pair<std::string, std::string>> Pairs) {
  static mixedad::ir::Type Double;
  Double.Spelling = "double";
  std::vector<Assignment> All;
  for (auto &[Target, Expr] : Pairs)
    All.push_back({&Double, Target, Expr});
  Writer W;
  Names N;
  assignTogether(W, N, All);
  return W.take();
}

TEST(Assignments, OrderedWhenPossible) {
  EXPECT_EQ(together({{"a", "b"}, {"b", "a + b"}}), "double a_old = a;\na = b;\nb = a_old + b;\n");
  EXPECT_EQ(together({{"a", "a + 1"}, {"b", "a"}}), "b = a;\na = a + 1;\n");
  EXPECT_EQ(together({{"a", "a"}, {"b", "ab"}}), "b = ab;\n");
}

TEST(Assignments, CyclesGoThroughATemporary) {
  EXPECT_EQ(together({{"a", "b"}, {"b", "c"}, {"c", "a"}}), "double a_old = a;\na = b;\nb = c;\nc = a_old;\n");
}

} // namespace
