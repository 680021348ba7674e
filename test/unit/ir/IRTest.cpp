//===- IRTest.cpp - printer and verifier ----------------------------------===//

#include "ir/Builder.h"
#include "ir/Printer.h"
#include "ir/Verifier.h"

#include <gmock/gmock.h>

using namespace mixedad::ir;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

struct IR : testing::Test {
  SimpleTypes T;
  Callee Self;
  Function F;
};

TEST_F(IR, PrintsStraightLineAndPlaces) {
  Builder B(F, Self, "f", T.real());
  Value *P = B.param("p", T.pointerTo(T.real()));
  Value *I = B.param("i", T.inactive());
  Value *Next = B.opaque("$0 + 1", {I}, T.inactive());
  Value *X = B.load(B.at(P, "$b[$0]", {Next}, T.real()), "x");
  B.store(B.at(P, "(*$b)", {}, T.real()), X);
  B.ret(B.prim("sin", {X}, T.real()));
  EXPECT_EQ(print(F), R"(function f(%p.0: double *, %i.1: int) -> double
  %2: int = opaque "$0 + 1"(%i.1)
  %x.3: double = load %p.0[%2]
  store (*%p.0), %x.3
  %4: double = sin(%x.3)
  yield %4
)");
  EXPECT_THAT(verify(F), IsEmpty());
}

TEST_F(IR, PrintsRegions) {
  Builder B(F, Self, "f", T.real());
  Value *X = B.param("x", T.real());
  Value *N = B.param("n", T.inactive());
  Op *L = B.loop({X, B.constant("0", T.inactive())}, {"r", "i"},
                 [&](const Builder::Yields &C) { return B.opaque("$0 < $1", {C[1], N}, T.boolean()); },
                 [&](const Builder::Yields &C) {
                   return Builder::Yields{B.prim("mul", {C[0], X}, T.real()),
                                          B.opaque("$0 + 1", {C[1]}, T.inactive())};
                 });
  B.ret(L->Results[0]);
  EXPECT_EQ(print(F), R"(function f(%x.0: double, %n.1: int) -> double
  %2: int = const 0
  %r.10: double, %i.11: int = loop (%x.0, %2)
    cond (%r.3: double, %i.4: int):
      %5: bool = opaque "$0 < $1"(%i.4, %n.1)
      yield %5
    body (%r.6: double, %i.7: int):
      %8: double = mul(%r.6, %x.0)
      %9: int = opaque "$0 + 1"(%i.7)
      yield %8, %9
  yield %r.10
)");
  EXPECT_THAT(verify(F), IsEmpty());
}

TEST_F(IR, RefusesUseBeforeDefinition) {
  Builder B(F, Self, "f", T.real());
  Value *X = B.param("x", T.real());
  Value *Y = B.prim("sin", {X}, T.real());
  B.ret(B.prim("cos", {Y}, T.real()));
  std::swap(F.Body.Ops[0], F.Body.Ops[1]);
  EXPECT_THAT(verify(F), ElementsAre(HasSubstr("value %1 is not defined where it is used")));
}

TEST_F(IR, RefusesUseOutsideItsRegion) {
  Builder B(F, Self, "f", T.real());
  Value *X = B.param("x", T.real());
  Value *Inner = nullptr;
  B.ifOp(B.constant("true", T.boolean()),
         [&] {
           Inner = B.prim("sin", {X}, T.real());
           return Builder::Yields{};
         },
         [] { return Builder::Yields{}; });
  B.ret(Inner);
  EXPECT_THAT(verify(F), ElementsAre(HasSubstr("is not defined where it is used, in 'yield'")));
}

TEST_F(IR, RefusesYieldsThatDoNotMatch) {
  Builder B(F, Self, "f", T.real());
  Value *X = B.param("x", T.real());
  Op *If = B.ifOp(B.constant("true", T.boolean()), [&] { return Builder::Yields{X}; },
                  [&] { return Builder::Yields{X}; });
  B.ret(If->Results[0]);
  EXPECT_THAT(verify(F), IsEmpty());
  If->Else->Yields.clear();
  EXPECT_THAT(verify(F), ElementsAre(HasSubstr("wrong number of yields of the second branch")));
}

TEST_F(IR, RefusesVariableOutsideItsScope) {
  Builder B(F, Self, "f", T.real());
  Op *Var = nullptr;
  B.ifOp(B.constant("true", T.boolean()),
         [&] {
           Var = B.var("v", T.real());
           return Builder::Yields{};
         },
         [] { return Builder::Yields{}; });
  B.ret(B.load(B.at(Var, "$b", {}, T.real())));
  EXPECT_THAT(verify(F), ElementsAre(HasSubstr("variable 'v' is used outside its scope")));
}

TEST_F(IR, RefusesMissingResult) {
  Builder B(F, Self, "f", T.real());
  EXPECT_THAT(verify(F), ElementsAre("f: the body does not yield one result"));
}

} // namespace
