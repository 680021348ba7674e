//===- PushMemoryTest.cpp - pushforwards through memory -------------------===//
//
// Shadows of pointers, references, records by value and containers; what a function writes carries its tangent.
//
//===----------------------------------------------------------------------===//

#include "Run.h"

#include "ir/Builder.h"
#include "transform/Entry.h"
#include "transform/Worklist.h"

#include <list>

using namespace mixedad;
using namespace mixedad::ir;

namespace {

struct PushMemory : testing::Test {
  SimpleTypes T;
  struct Fn {
    Function F;
    Callee Self;
  };
  std::list<Fn> Fns;
  std::vector<std::string> Errors;
  const Type *D = T.real(), *I = T.inactive();
  const Type *Pair = T.record("::Pair", true);
  transform::Worklist W{[this](Callee &C) -> const Function * {
                          for (Fn &F : Fns)
                            if (&F.Self == &C)
                              return &F.F;
                          return nullptr;
                        },
                        [this](const Loc &, const std::string &Text) { Errors.push_back(Text); }};

  Builder make(const std::string &Name, const Type *Result) {
    Fns.emplace_back();
    return Builder(Fns.back().F, Fns.back().Self, Name, Result);
  }
  /// Makes `pushforward(tag<K>, acts<Mask>, ...)` for the function made last.
  void entry(const std::string &Mask, int K) {
    W.add(transform::pushforwardEntry(Fns.back().F, Mask, "tag<" + std::to_string(K) + ">", "static inline ", W));
  }
  void check(const std::string &Before, const std::string &Main) {
    std::string Text = std::string(test::checkPrelude()) + "#include <vector>\nstruct Pair { double x, y; };\n" + Before +
                       "namespace mixedad::detail {\ntemplate <int> struct tag {};\n"
                       "template <> struct tangent_space<::Pair> : zero_by_copy<::Pair> {\n"
                       "  static void set_zero(::Pair &p) { p = {}; }\n};\n" +
                       W.take() + "static void check() {\n" + Main +
                       "\n}\n}\nint main() { mixedad::detail::check(); return failures != 0; }\n";
    EXPECT_THAT(Errors, testing::IsEmpty());
    test::compileAndRun("push_memory", Text);
  }
};

TEST_F(PushMemory, ArraysThroughPointers) { // for i: out[i] = sin(in[i]) * in[0]; in place, so order matters
  Builder B = make("layer", T.voidType());
  Value *Out = B.param("out", T.pointerTo(D)), *In = B.param("in", T.pointerTo(D)), *N = B.param("n", I);
  B.loop({B.constant("0", I)}, {"i"}, [&](auto &C) { return B.opaque("$0 < $1", {C[0], N}, T.boolean()); },
         [&](auto &C) {
           Value *S = B.prim("sin", {B.load(B.at(In, "$b[$0]", {C[0]}, D))}, D);
           Value *First = B.load(B.at(In, "$b[0]", {}, D));
           B.store(B.at(Out, "$b[$0]", {C[0]}, D), B.prim("mul", {S, First}, D));
           return Builder::Yields{B.opaque("$0 + 1", {C[0]}, I)};
         });
  entry("110", 1);
  check("", R"(
  double in[3] = {0.3, 0.7, 1.1}, d_in[3] = {1, -2, 0.5};
  double out[3], d_out[3] = {9, 9, 9};
  pushforward(tag<1>{}, acts<1, 1, 0>{}, out, in, 3, d_out, d_in);
  for (int i = 0; i < 3; ++i) {
    same("value", out[i], std::sin(in[i]) * in[0], 1e-15);
    same("tangent", d_out[i], difference([&](double h) {
      return std::sin(in[i] + h * d_in[i]) * (in[0] + h * d_in[0]); }, 0), 1e-8);
  })");
}

TEST_F(PushMemory, RecordsByReferenceByValueAndAsResult) { // q.y = p.x; p.x = q.x * p.y; return p
  Builder B = make("turn", Pair);
  Value *P = B.refParam("p", Pair, T.pointerTo(Pair), false), *Q = B.refParam("q", Pair, T.pointerTo(Pair));
  Place PX = B.at(P, "$b->x", {}, D), PY = B.at(P, "$b->y", {}, D);
  B.store(B.at(Q, "(*$b).y", {}, D), B.load(PX));
  B.store(PX, B.prim("mul", {B.load(B.at(Q, "(*$b).x", {}, D)), B.load(PY)}, D));
  Op *R = B.var("result", Pair, InitKind::Copy);
  R->Src = B.at(P, "(*$b)", {}, Pair);
  B.ret(R);
  entry("11", 1);
  entry("10", 2); // storing the tangent into an inactive argument is the user's wish
  check("", R"(
  Pair p{2, 3}, d_p{0.5, -1}, q{5, 7}, d_q{0.25, 4};
  auto r = pushforward(tag<1>{}, acts<1, 1>{}, p, q, d_p, d_q);
  same("p.x", p.x, 2, 0); // by value
  same("d_p.x", d_p.x, 0.5, 0);
  same("q.y", q.y, 2, 0);
  same("d_q.y", d_q.y, 0.5, 0);
  same("r.x", r.value.x, 15, 0);
  same("r.y", r.value.y, 3, 0);
  same("d_r.x", r.tangent.x, 0.25 * 3 + 5 * -1, 1e-15);
  same("d_r.y", r.tangent.y, -1, 0);
  auto s = pushforward(tag<2>{}, acts<1, 0>{}, p, q, d_p);
  same("d_s.x", s.tangent.x, 5 * -1, 1e-15);
)");
}

TEST_F(PushMemory, ContainersHaveShadowContainers) { // w = v; w.push_back(x); for e in w: s += e * e
  const Type *Vec = T.record("::std::vector<double>", false), *Ptr = T.pointerTo(D);
  Builder B = make("squares", D);
  Value *V = B.refParam("v", Vec, T.pointerTo(Vec)), *X = B.param("x", D);
  Op *Local = B.var("w", Vec, InitKind::Copy);
  Local->Src = B.at(V, "(*$b)", {}, Vec);
  Place W0 = B.at(Local, "$b", {}, Vec);
  Op *Push = B.op(OpKind::ShadowCall);
  Push->Text = "$0.push_back($1)";
  Push->Args = {B.place(W0, true), B.value(X)};
  Op *Size = B.op(OpKind::Opaque);
  Size->Text = "static_cast<int>($&0.size())";
  Size->PlaceOperands = {W0};
  Size->ReadsMemory = true;
  Value *N = B.result(Size, I, "n");
  Op *L = B.loop({B.constant("0", I), B.constant("0.0", D)}, {"i", "s"},
                 [&](auto &C) { return B.opaque("$0 < $1", {C[0], N}, T.boolean()); },
                 [&](auto &C) {
                   Op *At = B.op(OpKind::ShadowCall);
                   At->Text = "&$0[$1]";
                   At->Args = {B.place(W0, true), B.value(C[0])};
                   Value *E = B.load(B.at(B.result(At, Ptr, "e"), "(*$b)", {}, D));
                   return Builder::Yields{B.opaque("$0 + 1", {C[0]}, I),
                                          B.prim("add", {C[1], B.prim("mul", {E, E}, D)}, D)};
                 });
  B.ret(L->Results[1]);
  entry("11", 1);
  check("", R"(
  std::vector<double> v{1, 2, 3}, d_v{1, 0, -1};
  auto r = pushforward(tag<1>{}, acts<1, 1>{}, v, 4.0, d_v, 0.5);
  same("value", r.value, 1 + 4 + 9 + 16, 0);
  same("tangent", r.tangent, 2 * (1 - 3 + 4 * 0.5), 1e-15);
  same("untouched", v.size() + d_v.size(), 6, 0);
)");
}

TEST_F(PushMemory, CalleesWriteThroughReferences) { // scale(double &a, double k) { a = a * k; return a + k; }
  Builder C = make("scale", D);
  Value *A = C.refParam("a", D, T.pointerTo(D)), *K = C.param("k", D);
  Place At = C.at(A, "(*$b)", {}, D);
  C.store(At, C.prim("mul", {C.load(At), K}, D));
  C.ret(C.prim("add", {C.load(At), K}, D));
  Callee &Scale = Fns.back().Self;

  Builder B = make("twice", D);
  Value *X = B.param("x", D);
  Op *Var = B.var("v", D);
  Place V = B.at(Var, "$b", {}, D);
  B.store(V, X);
  Value *R = B.result(B.call(Scale, {B.place(V, true), B.value(X)}), D, "r");
  B.call(Scale, {B.place(V, true), B.value(B.constant("3.0", D))});
  B.ret(B.prim("mul", {R, B.load(V)}, D)); // (x^2 + x) * 3 x^2
  entry("1", 1);
  check("", R"(
  auto r = pushforward(tag<1>{}, acts<1>{}, 1.5, 2.0);
  same("value", r.value, (1.5 * 1.5 + 1.5) * 3 * 1.5 * 1.5, 1e-15);
  same("tangent", r.tangent, 2 * difference([](double x) { return (x * x + x) * 3 * x * x; }, 1.5), 1e-9);
)");
}

TEST_F(PushMemory, InactiveResultsAreReturnedAsTheyAre) {
  Builder B = make("sign", I);
  Value *X = B.param("x", D);
  B.ret(B.opaque("$0 > 0 ? 1 : -1", {X}, I));
  entry("1", 1);
  check("", R"(
  auto r = pushforward(tag<1>{}, acts<1>{}, 1.5, 2.0);
  same("value", r.value, 1, 0);
  same("tangent", r.tangent, 0, 0);
)");
}

} // namespace
