//===- PullModesTest.cpp - loops written out, and the choice of a mode ----===//

#include "analysis/CostModel.h"
#include "ir/Builder.h"
#include "ir/Printer.h"
#include "ir/Verifier.h"
#include "transform/Unroll.h"
#include "transform/Worklist.h"

#include <gmock/gmock.h>

using namespace mixedad;
using testing::HasSubstr;
using testing::Not;
using Yields = ir::Builder::Yields;

namespace {

unsigned occurrences(const std::string &Text, const std::string &Of) {
  unsigned Count = 0;
  for (size_t At = Text.find(Of); At != std::string::npos; At = Text.find(Of, At + 1))
    ++Count;
  return Count;
}

class PullModesTest : public testing::Test {
protected:
  ir::SimpleTypes T;
  ir::Function F;
  ir::Callee Self;
  const ir::Type *D = T.real(), *I = T.inactive();
  ir::Builder B{F, Self, "f", D};
  std::string Remark, Error;
  transform::Worklist W{[](ir::Callee &) { return nullptr; },
                        [this](const ir::Loc &, const std::string &Text) { Error = Text; }};

  ir::Op *repeat(ir::Value *From, ir::Value *Until, const std::function<ir::Value *(ir::Value *)> &Step) {
    return B.loop({From, B.constant("0", I)}, {"s", "i"},
                  [&](const Yields &C) { return B.opaque("$0 < $1", {C[1], Until}, T.boolean()); },
                  [&](const Yields &C) { return Yields{Step(C[0]), B.opaque("$0 + 1", {C[1]}, I)}; });
  }
  void product(unsigned N) {
    ir::Value *P = nullptr;
    for (unsigned K = 0; K < N; ++K) {
      ir::Value *X = B.prim("tanh", {B.param("x" + std::to_string(K), D)}, D);
      P = P ? B.prim("mul", {P, X}, D) : X;
    }
    B.ret(P);
  }
  std::string text(const std::string &Mask) {
    F.ResultTy = D;
    W.setRemarks([this](const ir::Loc &, const std::string &Text) { Remark = Text; });
    W.variant(F, transform::Mode::Pull, Mask);
    return W.take();
  }
};

TEST_F(PullModesTest, NestedConstantLoopsAreWrittenOut) {
  ir::Value *X = B.param("x", D);
  ir::Op *L = repeat(X, B.constant("3", I), [&](ir::Value *S) {
    ir::Op *Inner = repeat(S, B.constant("2", I), [&](ir::Value *R) { return B.prim("sin", {R}, D); });
    return B.prim("mul", {Inner->Results[0], X}, D);
  });
  B.ret(L->Results[0]);
  auto U = transform::unrolled(F);
  ASSERT_TRUE(U);
  std::string Text = ir::print(*U);
  EXPECT_TRUE(ir::verify(*U).empty());
  EXPECT_EQ(occurrences(Text, "sin("), 6u);
  EXPECT_EQ(occurrences(Text, "mul("), 3u);
  EXPECT_THAT(Text, Not(HasSubstr("loop")));
  EXPECT_FALSE(transform::unrolled(F, 10)) << "larger than allowed";
}

TEST_F(PullModesTest, OtherLoopsStay) {
  ir::Value *X = B.param("x", D), *N = B.param("n", I);
  ir::Op *L = repeat(X, N, [&](ir::Value *S) { return B.prim("sin", {S}, D); });
  B.ret(L->Results[0]);
  EXPECT_FALSE(transform::unrolled(F));
  EXPECT_EQ(analysis::constantTrips(*L, analysis::Layout(F)), 0u);
}

TEST_F(PullModesTest, FewArgumentsAreForward) {
  product(1);
  EXPECT_THAT(text("1"), HasSubstr("out_x0"));
  EXPECT_THAT(Remark, HasSubstr("with 1 active argument by dual numbers"));
}

TEST_F(PullModesTest, ManyArgumentsAreReverse) {
  product(12);
  EXPECT_THAT(text("111111111111"), Not(HasSubstr("tape")));
  EXPECT_THAT(Remark, HasSubstr("with 12 active arguments by reverse mode"));
  EXPECT_EQ(Error, "");
}

TEST_F(PullModesTest, ChunksCallDualNumbersForEach) {
  product(5);
  F.Choice.M = ir::KernelChoice::Mode::Forward;
  F.Choice.Chunk = 2;
  std::string Text = text("11011");
  EXPECT_THAT(Text, HasSubstr("f_pull_forward_11000"));
  EXPECT_THAT(Text, HasSubstr("f_pull_forward_00011"));
  EXPECT_THAT(Remark, HasSubstr("in chunks of 2"));
  EXPECT_THAT(Remark, HasSubstr("(forced)"));
}

TEST_F(PullModesTest, ReverseIsRefusedWhereItNeedsATape) {
  ir::Value *X = B.param("x", D), *N = B.param("n", I);
  ir::Op *L = repeat(X, N, [&](ir::Value *S) { return B.prim("sin", {S}, D); });
  B.ret(L->Results[0]);
  F.Choice.M = ir::KernelChoice::Mode::Reverse;
  text("10");
  EXPECT_THAT(Error, HasSubstr("the iterations of this loop would be recorded on a tape"));
}

} // namespace
