//===- RecordPlanTest.cpp - what is recorded, recomputed and counted ------===//
//
// The plans are those of whole programs in reverse mode; what is checked is the plan's dump.
//
//===----------------------------------------------------------------------===//

#include "ir/Builder.h"
#include "transform/ReversePlan.h"
#include "transform/Worklist.h"

#include <gmock/gmock.h>

using namespace mixedad;
using testing::HasSubstr;
using testing::Not;
using Yields = ir::Builder::Yields;

namespace {

class RecordPlanTest : public testing::Test {
protected:
  ir::SimpleTypes T;
  ir::Function F;
  ir::Callee Self;
  const ir::Type *D = T.real(), *I = T.inactive(), *P = T.pointerTo(D);
  ir::Builder B{F, Self, "f", D};
  transform::Worklist W{[](ir::Callee &) { return nullptr; }, [](const ir::Loc &, const std::string &) {}};

  ir::Value *less(ir::Value *A, ir::Value *C) { return B.opaque("$0 < $1", {A, C}, T.boolean()); }
  ir::Value *next(ir::Value *A) { return B.opaque("$0 + 1", {A}, I); }
  ir::Value *zero() { return B.constant("0", I); }
  ir::Op *sum(ir::Value *N, const std::function<ir::Value *(ir::Value *)> &Term) {
    return B.loop({B.constant("0.0", D), zero()}, {"s", "i"}, [&](const Yields &C) { return less(C[1], N); },
                  [&](const Yields &C) { return Yields{B.prim("add", {C[0], Term(C[1])}, D), next(C[1])}; });
  }
  std::string plan(const std::string &Mask, bool Sweeps = false) {
    return transform::describePlan(F, Mask, Sweeps, W);
  }
};

TEST_F(RecordPlanTest, AnIteratedSineRecordsItsArgument) { // x = sin(x) * a + b
  ir::Value *X = B.param("x", D), *A = B.param("a", D), *C = B.param("b", D), *N = B.param("n", I);
  ir::Op *L = B.loop({X, zero()}, {"x", "i"}, [&](const Yields &Cs) { return less(Cs[1], N); },
                     [&](const Yields &Cs) {
                       ir::Value *S = B.prim("sin", {Cs[0]}, D, "s");
                       return Yields{B.prim("add", {B.prim("mul", {S, A}, D), C}, D), next(Cs[1])};
                     });
  B.ret(L->Results[0]);
  EXPECT_THAT(plan("1000"), HasSubstr("iteration 1: save x; recompute\n"));
  EXPECT_THAT(plan("1110"), HasSubstr("iteration 1: save x; recompute s\n"));
}

TEST_F(RecordPlanTest, SumsOverMemoryThatNobodyWritesRecordNothing) {
  ir::Value *M = B.param("a", P), *N = B.param("n", I);
  ir::Op *L = sum(N, [&](ir::Value *K) { return B.prim("exp", {B.load(B.at(M, "$b[$0]", {K}, D), "v")}, D, "e"); });
  B.ret(L->Results[0]);
  EXPECT_THAT(plan("10"), HasSubstr("iteration 1: save; recompute i, v, e\n"));
}

TEST_F(RecordPlanTest, WrittenMemoryIsRecorded) {
  ir::Value *M = B.param("a", P), *N = B.param("n", I);
  ir::Op *L = sum(N, [&](ir::Value *K) {
    ir::Place At = B.at(M, "$b[$0]", {K}, D);
    ir::Value *E = B.prim("exp", {B.load(At, "v")}, D, "e");
    B.store(At, E);
    return E;
  });
  B.ret(L->Results[0]);
  EXPECT_THAT(plan("10"), HasSubstr("iteration 1: save e; recompute i\n"));
}

TEST_F(RecordPlanTest, WhatIsWrittenBeforeTheLoopOnlyIsNotRecorded) {
  ir::Value *X = B.param("x", D), *N = B.param("n", I);
  ir::Op *W = B.var("w", T.record("double[4]", true), ir::InitKind::Zero);
  auto At = [&](ir::Value *K) { return B.at(W, "$b[$0]", {K}, D); };
  B.loop({zero()}, {"j"}, [&](const Yields &C) { return less(C[0], N); },
         [&](const Yields &C) {
           B.store(At(C[0]), X);
           return Yields{next(C[0])};
         });
  ir::Op *L = sum(N, [&](ir::Value *K) { return B.prim("exp", {B.load(At(K), "v")}, D, "e"); });
  B.ret(L->Results[0]);
  EXPECT_THAT(plan("10"), HasSubstr("iteration 2: save; recompute i, v, e\n"));
  B.store(At(zero()), X); // and now it may have changed
  EXPECT_THAT(plan("10"), HasSubstr("iteration 2: save e; recompute i\n"));
}

TEST_F(RecordPlanTest, RestrictAndOwnMemoryAliasNoArgument) {
  ir::Value *M = B.param("a", P), *Out = B.param("out", P), *N = B.param("n", I);
  ir::Op *Buffer = B.var("buffer", T.record("double[9]", true), ir::InitKind::Zero);
  ir::Value *Own = B.addressOf(B.at(Buffer, "$b[0]", {}, D), P);
  ir::Op *L = sum(N, [&](ir::Value *K) {
    ir::Value *E = B.prim("exp", {B.load(B.at(M, "$b[$0]", {K}, D), "v")}, D, "e");
    B.store(B.at(Out, "$b[$0]", {K}, D), E);
    B.store(B.at(Own, "$b[$0]", {K}, D), E);
    return E;
  });
  B.ret(L->Results[0]);
  EXPECT_THAT(plan("110"), HasSubstr("iteration 1: save e; recompute i\n")); // out may be a
  F.Params[1].DeclSpelling = "double *__restrict";
  EXPECT_THAT(plan("110"), HasSubstr("iteration 1: save; recompute i, v, e\n"));
}

TEST_F(RecordPlanTest, CountersAndTripCountsAreComputed) {
  ir::Value *M = B.param("a", P), *N = B.param("n", I);
  ir::Op *L = sum(N, [&](ir::Value *K) { return B.load(B.at(M, "$b[$0]", {K}, D)); });
  B.ret(L->Results[0]);
  EXPECT_EQ(plan("10"), "function: save n; recompute trip count\niteration 1: save; recompute i\n");
}

TEST_F(RecordPlanTest, InnerTripCountsOfInvariantBoundsAreNotRecorded) {
  ir::Value *M = B.param("a", P), *N = B.param("n", I);
  ir::Op *L = sum(N, [&](ir::Value *Row) {
    return sum(N, [&](ir::Value *K) {
             return B.load(B.at(M, "$b[$0 * $1 + $2]", {Row, N, K}, D));
           })->Results[0];
  });
  B.ret(L->Results[0]);
  EXPECT_THAT(plan("10"), Not(HasSubstr("save trip count")));
  EXPECT_THAT(plan("10"), Not(HasSubstr("save i")));
}

TEST_F(RecordPlanTest, BoundsThatTheConditionComputesCount) {
  ir::Value *M = B.param("a", P), *N = B.param("n", I);
  ir::Op *L = B.loop({B.constant("0.0", D), zero()}, {"s", "i"},
                     [&](const Yields &C) { return less(C[1], B.opaque("$0 - 1", {N}, I)); },
                     [&](const Yields &C) {
                       ir::Value *V = B.load(B.at(M, "$b[$0]", {C[1]}, D));
                       return Yields{B.prim("add", {C[0], V}, D), next(C[1])};
                     });
  B.ret(L->Results[0]);
  EXPECT_THAT(plan("10"), HasSubstr("function: save n; recompute trip count\n"));
}

TEST_F(RecordPlanTest, RealBoundsAreCounted) { // 2.5 means three iterations
  ir::Value *X = B.param("x", D), *M = B.param("m", D);
  ir::Op *L = B.loop({X, zero()}, {"x", "i"}, [&](const Yields &C) { return less(C[1], M); },
                     [&](const Yields &C) { return Yields{B.prim("sin", {C[0]}, D), next(C[1])}; });
  B.ret(L->Results[0]);
  EXPECT_THAT(plan("10"), HasSubstr("function: save trip count; recompute\n"));
}

TEST_F(RecordPlanTest, DataDependentTripCountsAreCounted) {
  ir::Value *X = B.param("x", D), *E = B.param("eps", D);
  ir::Op *L = B.loop({X}, {"x"}, [&](const Yields &C) { return B.opaque("$0 > $1", {C[0], E}, T.boolean()); },
                     [&](const Yields &C) { return Yields{B.prim("sin", {C[0]}, D)}; });
  B.ret(L->Results[0]);
  EXPECT_EQ(plan("10"), "function: save trip count; recompute\niteration 1: save x; recompute\n");
}

TEST_F(RecordPlanTest, AValueOfABranchIsRecordedInTheBranch) {
  ir::Value *X = B.param("x", D), *M = B.param("a", P), *N = B.param("n", I);
  ir::Op *L = sum(N, [&](ir::Value *K) {
    ir::Place At = B.at(M, "$b[$0]", {K}, D);
    ir::Op *If = B.ifOp(less(K, B.constant("3", I)),
                        [&] {
                          ir::Value *V = B.load(At, "v");
                          B.store(At, X);
                          return Yields{B.prim("sin", {V}, D)};
                        },
                        [&] { return Yields{X}; });
    return If->Results[0];
  });
  B.ret(L->Results[0]);
  EXPECT_THAT(plan("110"), HasSubstr("branch 1: save v; recompute\n"));
}

TEST_F(RecordPlanTest, FramesHoldOneValueForTwoNeedsOfIt) {
  ir::Value *X = B.param("x", D);
  ir::Value *S = B.prim("sin", {X}, D, "s"), *C = B.prim("exp", {X}, D, "e");
  B.ret(B.prim("mul", {S, C}, D));
  EXPECT_EQ(plan("1", true), "function: save x; recompute s, e\n");
}

} // namespace
