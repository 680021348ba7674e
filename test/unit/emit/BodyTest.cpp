//===- BodyTest.cpp - bodies as text --------------------------------------===//

#include "ir/Builder.h"
#include "transform/Worklist.h"

#include <gmock/gmock.h>

using namespace mixedad;
using namespace mixedad::ir;

namespace {

/// One function f and its variants' text.
struct Body : testing::Test {
  SimpleTypes T;
  Callee Self;
  Function F;
  std::map<Callee *, Function *> Bodies;
  std::vector<std::string> Errors;

  std::string emit(transform::Mode M, const std::string &Mask) {
    transform::Worklist W([this](Callee &C) { return Bodies[&C]; },
                          [this](const Loc &, const std::string &Text) { Errors.push_back(Text); });
    W.variant(F, M, Mask);
    std::string Text = W.take();
    // The declaration and the blank lines say nothing that the definition does not.
    size_t At = Text.find("\n\n");
    return Text.substr(At + 2, Text.rfind("}\n") + 2 - (At + 2));
  }
  std::string primal() { return emit(transform::Mode::Primal, ""); }
  std::string push(const std::string &Mask) { return emit(transform::Mode::Push, Mask); }
  std::string pull(const std::string &Mask) { return emit(transform::Mode::Pull, Mask); }
};

TEST_F(Body, SingleUsesAreInlined) {
  Builder B(F, Self, "f", T.real());
  Value *P = B.param("p", T.pointerTo(T.real()));
  Value *I = B.param("i", T.inactive());
  Value *A = B.load(B.at(P, "$b[$0]", {B.opaque("$0 + 1", {I}, T.inactive())}, T.real()));
  Value *C = B.load(B.at(P, "$b[$0]", {I}, T.real()));
  B.ret(B.prim("mul", {B.prim("sub", {A, C}, T.real()), A}, T.real()));
  EXPECT_EQ(primal(), R"(__attribute__((always_inline)) inline double f_primal_1::operator()(double *p, int i) const {
  const double t3 = p[i + 1];
  return (t3 - p[i]) * t3;
}
)");
}

TEST_F(Body, ReadsDoNotMovePastWrites) {
  Builder B(F, Self, "f", T.real());
  Value *P = B.param("p", T.pointerTo(T.real()));
  Value *Old = B.load(B.at(P, "(*$b)", {}, T.real()), "old");
  Value *Twice = B.prim("add", {Old, B.constant("1.0", T.real())}, T.real(), "more");
  B.store(B.at(P, "(*$b)", {}, T.real()), B.constant("2.0", T.real()));
  B.ret(Twice);
  EXPECT_EQ(primal(), R"(__attribute__((always_inline)) inline double f_primal_1::operator()(double *p) const {
  const double more = *p + 1.0;
  *p = 2.0;
  return more;
}
)");
}

TEST_F(Body, CarriedValuesMayPermute) {
  Builder B(F, Self, "f", T.real());
  Value *X = B.param("x", T.real());
  Value *Y = B.param("y", T.real());
  Value *N = B.param("n", T.inactive());
  Op *L = B.loop({X, Y, B.constant("0", T.inactive())}, {"a", "b", "i"},
                 [&](const Builder::Yields &C) { return B.opaque("$0 < $1", {C[2], N}, T.boolean()); },
                 [&](const Builder::Yields &C) {
                   return Builder::Yields{C[1], B.prim("add", {C[0], C[1]}, T.real()),
                                          B.opaque("$0 + 1", {C[2]}, T.inactive())};
                 });
  B.ret(L->Results[0]);
  EXPECT_EQ(primal(), R"(__attribute__((always_inline)) inline double f_primal_1::operator()(double x, double y, int n) const {
  double a = x;
  double b = y;
  int i = 0;
  while (i < n) {
    i = i + 1;
    double a_old = a;
    a = b;
    b = a_old + b;
  }
  return a;
}
)");
}

TEST_F(Body, BranchesAssignWhatTheyYield) {
  Builder B(F, Self, "f", T.real());
  Value *X = B.param("x", T.real());
  Op *If = B.ifOp(B.opaque("$0 > 0", {X}, T.boolean()),
                  [&] { return Builder::Yields{B.prim("sin", {X}, T.real(), "r")}; },
                  [&] { return Builder::Yields{X}; });
  Op *Pick = B.ifOp(B.opaque("$0 > 1", {X}, T.boolean()), [&] { return Builder::Yields{If->Results[0]}; },
                    [&] { return Builder::Yields{B.constant("0.5", T.real())}; });
  B.ret(Pick->Results[0]);
  EXPECT_EQ(push("1"), R"(static inline dual_result<double> f_push_1_1(double x, double d_x) {
  double r;
  double d_r;
  if (x > 0) {
    const double r_1 = ::std::sin(x);
    const double d_r_1 = ::mixedad::detail::math::quick_cos(x) * d_x;
    r = r_1;
    d_r = d_r_1;
  } else {
    r = x;
    d_r = d_x;
  }
  const bool cond = x > 1;
  const double r_2 = cond ? r : 0.5;
  const double d_r_2 = cond ? d_r : 0.0;
  return {r_2, d_r_2};
}
)");
}

TEST_F(Body, OnlyActiveValuesHaveTangents) {
  Builder B(F, Self, "f", T.real());
  Value *X = B.param("x", T.real());
  Value *Y = B.param("y", T.real());
  Value *Z = B.prim("exp", {Y}, T.real(), "z");
  B.ret(B.prim("mul", {B.prim("mul", {X, Z}, T.real(), "a"), Z}, T.real(), "b"));
  EXPECT_EQ(push("10"), R"(static inline dual_result<double> f_push_10_1(double x, double y, double d_x) {
  const double z = ::std::exp(y);
  const double a = x * z;
  const double d_a = z * d_x;
  const double b = a * z;
  const double d_b = z * d_a;
  return {b, d_b};
}
)");
}

TEST_F(Body, PullKeepsOnlyTheSeedsThatAValueDependsOn) {
  Builder B(F, Self, "f", T.real("float"));
  const Type *Float = T.real("float");
  Value *X = B.param("x", Float), *Y = B.param("y", Float);
  Value *S = B.prim("sin", {X}, Float, "s");
  B.ret(B.prim("mul", {S, Y}, Float, "r"));
  EXPECT_EQ(pull("11"),
            R"(__attribute__((always_inline)) inline void f_pull_11_1::operator()(float seed, float x, float y, float &out_x, float &out_y) const {
  const float s = ::mixedad::detail::vec_sin(x);
  const float d0_s = ::mixedad::detail::vec_cos(x);
  const float d0_r = y * d0_s;
  const float d1_r = s;
  out_x += seed * d0_r;
  out_y += seed * d1_r;
}
)");
}

TEST_F(Body, PullComputesOnlyTheValuesThatTangentsNeed) {
  Builder B(F, Self, "f", T.real());
  Value *X = B.param("x", T.real());
  B.ret(B.prim("sin", {B.prim("mul", {X, X}, T.real(), "a")}, T.real()));
  EXPECT_EQ(pull("1"), R"(__attribute__((always_inline)) inline void f_pull_1_1::operator()(double seed, double x, double &out_x) const {
  const double a = x * x;
  const double d0_a = x + x;
  const double d0_t2 = ::mixedad::detail::vec_cos(a) * d0_a;
  out_x += seed * d0_t2;
}
)");
}

TEST_F(Body, WithoutRuleForwardModeSaysWhatToWrite) {
  Callee Table;
  Table.Name = "table";
  Table.Kind = CalleeKind::UserRule;
  Table.ResultTy = T.vector("::mixedad::Array<double>");
  Table.PullbackRule = "::table_pullback";
  Builder B(F, Self, "f", Table.ResultTy);
  Value *X = B.param("x", Table.ResultTy);
  B.ret(B.result(B.call(Table, {B.value(X)}), Table.ResultTy));
  push("1");
  EXPECT_THAT(Errors, testing::ElementsAre(testing::HasSubstr("'table' has a pullback but no pushforward")));
}

TEST_F(Body, PullbackOfScalarsServesForwardMode) {
  Callee Table;
  Table.Name = "table";
  Table.Kind = CalleeKind::UserRule;
  Table.CallText = "::table($*)";
  Table.ResultTy = T.real();
  Table.PullbackRule = "::table_pullback";
  Builder B(F, Self, "f", T.real());
  Value *X = B.param("x", T.real()), *N = B.param("n", T.inactive());
  B.ret(B.result(B.call(Table, {B.value(X), B.value(N)}), T.real(), "t"));
  EXPECT_EQ(push("10"), R"(static inline dual_result<double> f_push_10_1(double x, int n, double d_x) {
  double partial{};
  const double t = ::table(x, n);
  ::table_pullback(x, n, static_cast<double>(1), partial);
  const double d_t = partial * d_x;
  return {t, d_t};
}
)");
}

} // namespace
