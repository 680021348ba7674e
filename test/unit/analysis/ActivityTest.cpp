//===- ActivityTest.cpp - what carries derivatives ------------------------===//

#include "analysis/Activity.h"
#include "ir/Builder.h"

#include <gmock/gmock.h>

using namespace mixedad;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using Yields = ir::Builder::Yields;

namespace {

class ActivityTest : public testing::Test {
protected:
  ir::SimpleTypes T;
  ir::Function F;
  ir::Callee Self;
  const ir::Type *D = T.real(), *I = T.inactive(), *P = T.pointerTo(D);
  ir::Builder B{F, Self, "f", D};

  std::string dump(const std::string &Mask) { return analysis::Activity(F, Mask, nullptr).dump(); }
  auto conflicts(const std::string &Mask) { return analysis::Activity(F, Mask, nullptr).conflicts(); }
};

TEST_F(ActivityTest, ValuesOfInactiveParametersAreInactive) {
  ir::Value *X = B.param("x", D), *Y = B.param("y", D);
  ir::Value *A = B.prim("sin", {Y}, D, "a");
  B.ret(B.prim("mul", {X, A}, D, "r"));
  EXPECT_EQ(dump("10"), "%0 x [active]\n%1 y [useful]\n%2 a [useful]\n%3 r [active]\n");
}

TEST_F(ActivityTest, VariedButUselessValuesHaveNoAdjoint) {
  ir::Value *X = B.param("x", D);
  B.prim("exp", {X}, D, "log_only");
  B.ret(B.prim("sin", {X}, D, "r"));
  EXPECT_THAT(dump("1"), HasSubstr("log_only [varied]"));
}

TEST_F(ActivityTest, NonDifferentiableRowsStopTheFlow) {
  ir::Value *X = B.param("x", D);
  B.ret(B.prim("mul", {B.prim("floor", {X}, D, "whole"), X}, D, "r"));
  EXPECT_THAT(dump("1"), HasSubstr("whole [useful]"));
}

TEST_F(ActivityTest, CarriedValuesBecomeActiveThroughTheBody) {
  ir::Value *X = B.param("x", D), *N = B.param("n", I);
  ir::Op *L = B.loop({B.constant("0.0", D), B.constant("0", I)}, {"s", "i"},
                     [&](const Yields &C) { return B.opaque("$0 < $1", {C[1], N}, T.boolean()); },
                     [&](const Yields &C) {
                       return Yields{B.prim("add", {C[0], X}, D), B.opaque("$0 + 1", {C[1]}, I)};
                     });
  B.ret(L->Results[0]);
  analysis::Activity A(F, "10", nullptr);
  EXPECT_TRUE(A.active(L->Body->Args[0]));
  EXPECT_FALSE(A.active(L->Body->Args[1]));
  EXPECT_FALSE(A.active(L->Operands[0]));
}

TEST_F(ActivityTest, MemoryBehindInactivePointersIsInactive) {
  ir::Value *X = B.param("x", D), *W = B.param("w", P);
  ir::Value *L = B.load(B.at(W, "$b[0]", {}, D), "w0");
  B.ret(B.prim("mul", {X, L}, D));
  EXPECT_THAT(dump("10"), HasSubstr("w0 [useful]"));
  EXPECT_THAT(dump("11"), HasSubstr("w0 [active]"));
}

TEST_F(ActivityTest, AVariableIsActiveWhenSomethingVariedIsStored) {
  ir::Value *X = B.param("x", D), *Y = B.param("y", D);
  ir::Op *V = B.var("a", T.record("double[2]", true)), *U = B.var("b", T.record("double[2]", true));
  B.store(B.at(V, "$b[0]", {}, D), X);
  B.store(B.at(U, "$b[0]", {}, D), Y);
  B.ret(B.prim("add", {B.load(B.at(V, "$b[0]", {}, D)), B.load(B.at(U, "$b[0]", {}, D))}, D));
  std::string Dump = dump("10");
  EXPECT_THAT(Dump, HasSubstr("a [shadow]"));
  EXPECT_THAT(Dump, HasSubstr("b [none]"));
}

TEST_F(ActivityTest, PointersToAVariableShareItsActivity) {
  ir::Value *X = B.param("x", D);
  ir::Op *V = B.var("a", D);
  ir::Value *Q = B.addressOf(B.at(V, "$b", {}, D), P, "q");
  B.store(B.at(Q, "(*$b)", {}, D), X);
  B.ret(B.load(B.at(V, "$b", {}, D), "r"));
  std::string Dump = dump("1");
  EXPECT_THAT(Dump, HasSubstr("q [shadow]"));
  EXPECT_THAT(Dump, HasSubstr("r [active]"));
}

TEST_F(ActivityTest, MixingActiveAndInactiveMemoryIsReported) {
  ir::Value *X = B.param("x", D), *W = B.param("w", P), *C = B.param("c", T.boolean());
  ir::Op *V = B.var("a", D);
  ir::Value *Q = B.addressOf(B.at(V, "$b", {}, D), P);
  ir::Op *If = B.ifOp(C, [&] { return Yields{Q}; }, [&] { return Yields{W}; });
  B.store(B.at(If->Results[0], "(*$b)", {}, D), X);
  B.ret(B.load(B.at(V, "$b", {}, D)));
  EXPECT_THAT(conflicts("100"), SizeIs(1));
  EXPECT_THAT(conflicts("110"), IsEmpty());
}

TEST_F(ActivityTest, ActiveValuesInGlobalsAreReported) {
  ir::Value *X = B.param("x", D);
  ir::Place Global;
  Global.Text = "::counter";
  Global.Ty = D;
  Global.ActiveMemory = false;
  B.store(Global, X);
  B.ret(X);
  ASSERT_THAT(conflicts("1"), SizeIs(1));
  EXPECT_THAT(conflicts("1")[0].Text, HasSubstr("'::counter'"));
  EXPECT_THAT(conflicts("0"), IsEmpty());
}

} // namespace
