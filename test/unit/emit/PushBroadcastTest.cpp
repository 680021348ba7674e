//===- PushBroadcastTest.cpp - forward mode of broadcasts -----------------===//
//
// A broadcast in forward mode is two kernels: the values, and the tangents over values and tangents.
//
//===----------------------------------------------------------------------===//

#include "Run.h"

#include "ir/Builder.h"
#include "transform/Entry.h"
#include "transform/Worklist.h"

using namespace mixedad;
using namespace mixedad::ir;

namespace {

TEST(PushBroadcast, ValuesAndTangents) { // y = broadcast(x * sin(k) if x < 1 else x * x, a, k); return y
  SimpleTypes T;
  const Type *D = T.real(), *Array = T.vector("::mixedad::Array<double>");
  Callee ScalarSelf, Self;
  Function Scalar, F;
  Builder C(Scalar, ScalarSelf, "scalar", D);
  Value *X = C.param("x", D), *K = C.param("k", D);
  Op *If = C.ifOp(C.opaque("$0 < 1", {X}, T.boolean()),
                  [&] { return Builder::Yields{C.prim("mul", {X, C.prim("sin", {K}, D)}, D)}; },
                  [&] { return Builder::Yields{C.prim("mul", {X, X}, D)}; });
  C.ret(If->Results[0]);

  Builder B(F, Self, "f", Array);
  Value *A = B.param("a", Array), *Q = B.param("k", D);
  Op *O = B.op(OpKind::Broadcast, {A, Q});
  O->Scalar = &Scalar;
  B.ret(B.result(O, Array, "y"));

  std::vector<std::string> Errors;
  transform::Worklist W([](Callee &) { return nullptr; },
                        [&](const Loc &, const std::string &Text) { Errors.push_back(Text); });
  W.add(transform::pushforwardEntry(F, "11", "tag<1>", "static inline ", W));
  W.add(transform::pushforwardEntry(F, "10", "tag<2>", "static inline ", W));
  std::string Text = std::string("#include \"mixedad/broadcast.h\"\n") + test::checkPrelude() +
                     "namespace mixedad::detail {\ntemplate <int> struct tag {};\n" + W.take() + R"(
static double scalar(double x, double k) { return x < 1 ? x * std::sin(k) : x * x; }
static void check() {
  std::vector<double> x{0.5, 2, -3}, d_x{1, 0.5, -2};
  using A = Array<double>;
  auto both = pushforward(tag<1>{}, acts<1, 1>{}, A::from(x), 0.7, A::from(d_x), 0.3);
  auto one = pushforward(tag<2>{}, acts<1, 0>{}, A::from(x), 0.7, A::from(d_x));
  for (int i = 0; i < 3; ++i) {
    same("value", both.value.to_vector()[i], scalar(x[i], 0.7), 1e-15);
    same("both", both.tangent.to_vector()[i],
         difference([&](double h) { return scalar(x[i] + h * d_x[i], 0.7 + h * 0.3); }, 0), 1e-8);
    same("one", one.tangent.to_vector()[i],
         difference([&](double h) { return scalar(x[i] + h * d_x[i], 0.7); }, 0), 1e-8);
  }
}
}
int main() { mixedad::detail::check(); return failures != 0; }
)";
  EXPECT_THAT(Errors, testing::IsEmpty());
  test::compileAndRun("push_broadcast", Text, MIXEDAD_TEST_RUNTIME " -pthread");
}

} // namespace
