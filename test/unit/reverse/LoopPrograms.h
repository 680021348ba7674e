//===- LoopPrograms.h - programs whose reverse needs the tape --------------===//
//
// Beyond emit/Programs.h: calls, variables, branches and pointers inside loops, and loops inside branches. All
// functions take two doubles and an int `n`.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TEST_LOOPPROGRAMS_H
#define MIXEDAD_TEST_LOOPPROGRAMS_H

#include "emit/Programs.h"

namespace mixedad::test {

class LoopPrograms {
public:
  LoopPrograms() {
    branchInLoop();
    nestedLoops();
    loopInBranch();
    callInLoop();
    recursionInLoop();
    arrayInLoop();
    addressInLoop();
    arrayOfStates();
    walkingPointer();
    outParameter();
    recordByValue();
    recordResult();
    branchKeepsAFrame();
    invariantCarried();
    countdown();
    checkpointed();
    checkpointedInLoop();
    checkpointedState();
    overwrittenSum();
    overwrittenRows();
  }

  std::list<Program> All, Helpers;
  const ir::Function *bodyOf(ir::Callee &C) {
    for (std::list<Program> *Ps : {&All, &Helpers})
      for (Program &P : *Ps)
        if (&P.Self == &C)
          return &P.F;
    return nullptr;
  }

private:
  using Yields = ir::Builder::Yields;
  using Value = ir::Value;
  using Fn = std::function<Value *(Value *)>;

  Program &add(std::list<Program> &To, const char *Name, const char *Reference, std::vector<std::string> Samples) {
    To.emplace_back();
    To.back().Name = Name;
    To.back().Reference = Reference;
    To.back().Samples = std::move(Samples);
    return To.back();
  }
  const ir::Type *D() { return T.real(); }
  const ir::Type *I() { return T.inactive(); }
  const ir::Type *Ptr() { return T.pointerTo(D()); }

  /// A builder with the parameters x, y and n.
  struct Scope : ir::Builder {
    LoopPrograms &L;
    Value *X, *Y, *N;
    Scope(LoopPrograms &L, Program &P)
        : ir::Builder(P.F, P.Self, P.Name, L.D()), L(L), X(param("x", L.D())), Y(param("y", L.D())),
          N(param("n", L.I())) {}
    Value *mul(Value *A, Value *B) { return prim("mul", {A, B}, L.D()); }
    Value *plus(Value *A, Value *B) { return prim("add", {A, B}, L.D()); }
    Value *sin(Value *A) { return prim("sin", {A}, L.D()); }
    Value *real(const char *Text) { return constant(Text, L.D()); }
    Value *integer(const char *Text) { return constant(Text, L.I()); }
    Value *less(Value *A, Value *B) { return opaque("$0 < $1", {A, B}, L.T.boolean()); }
    Value *odd(Value *A) { return opaque("$0 % 2 == 1", {A}, L.T.boolean()); }
    Value *next(Value *A) { return opaque("$0 + 1", {A}, L.I()); }
    /// for (i = 0; i < Count; ++i) r = Step(r, i)
    Value *fold(Value *Init, Value *Count, const std::function<Value *(Value *, Value *)> &Step) {
      return loop({Init, integer("0")}, {"r", "i"}, [&](const Yields &C) { return less(C[1], Count); },
                  [&](const Yields &C) {
                    Value *R = Step(C[0], C[1]);
                    return Yields{R, next(C[1])};
                  })
          ->Results[0];
    }
  };

  void branchInLoop() {
    Scope B(*this, add(All, "branch_in_loop",
                       "double r = x; for (int i = 0; i < n; ++i) { if (i % 2 == 1) { double s = __builtin_sin(r); "
                       "r = s * s * y; } else r = r * y + x; } return r;",
                       {"0.7, 1.2, 5", "0.7, 1.2, 0"}));
    B.ret(B.fold(B.X, B.N, [&](Value *R, Value *K) {
      return B.ifOp(B.odd(K),
                    [&] {
                      Value *S = B.sin(R);
                      return Yields{B.mul(B.mul(S, S), B.Y)};
                    },
                    [&] { return Yields{B.plus(B.mul(R, B.Y), B.X)}; })
          ->Results[0];
    }));
  }

  void nestedLoops() {
    Scope B(*this, add(All, "nested_loops",
                       "double r = x; for (int i = 0; i < n; ++i) { double q = r; for (int j = 0; j < i; ++j) q = "
                       "__builtin_sin(q) * y; r = r * q + y; } return r;",
                       {"0.7, 1.2, 4"}));
    B.ret(B.fold(B.X, B.N, [&](Value *R, Value *K) {
      Value *Q = B.fold(R, K, [&](Value *V, Value *) { return B.mul(B.sin(V), B.Y); });
      return B.plus(B.mul(R, Q), B.Y);
    }));
  }

  void loopInBranch() {
    Scope B(*this, add(All, "loop_in_branch",
                       "double s = x * y, r = s; if (x < y) { double e = __builtin_sin(s); for (int i = 0; i < n; ++i) "
                       "r = r * e + s; r = r * r; } return r * x;",
                       {"0.7, 1.2, 3", "1.7, 1.2, 3"}));
    Value *S = B.mul(B.X, B.Y);
    ir::Op *If = B.ifOp(B.less(B.X, B.Y),
                        [&] {
                          Value *E = B.sin(S);
                          Value *R = B.fold(S, B.N, [&](Value *V, Value *) { return B.plus(B.mul(V, E), S); });
                          return Yields{B.mul(R, R)};
                        },
                        [&] { return Yields{S}; });
    B.ret(B.mul(If->Results[0], B.X));
  }

  Program &step() { // a callee with a loop of its own
    if (!Step) {
      Step = &add(Helpers, "step", "double r = x; for (int i = 0; i < n; ++i) r = __builtin_sin(r) * y; return r * y;", {});
      Scope B(*this, *Step);
      B.ret(B.mul(B.fold(B.X, B.N, [&](Value *R, Value *) { return B.mul(B.sin(R), B.Y); }), B.Y));
    }
    return *Step;
  }

  Value *callStep(Scope &B, Value *A, Value *C, Value *N) {
    return B.result(B.call(step().Self, {B.value(A), B.value(C), B.value(N)}), D(), "c");
  }

  void callInLoop() {
    Program &P = add(All, "call_in_loop",
                     "auto step = [](double x, double y, int n) { double r = x; for (int i = 0; i < n; ++i) r = "
                     "__builtin_sin(r) * y; return r * y; }; double r = x; for (int i = 0; i < n; ++i) r = r * step(r, "
                     "y, i); return r;",
                     {"0.7, 1.2, 4"});
    Scope B(*this, P);
    B.ret(B.fold(B.X, B.N, [&](Value *R, Value *K) { return B.mul(R, callStep(B, R, B.Y, K)); }));
  }

  void recursionInLoop() { // a tree of calls
    Program &P = add(All, "recursion_in_loop",
                     "double r = x * y; for (int i = 0; i < n; ++i) r = r * recursion_in_loop(__builtin_sin(r), y, i); "
                     "return r + x;",
                     {"0.7, 1.2, 3"});
    Scope B(*this, P);
    Value *R = B.fold(B.mul(B.X, B.Y), B.N, [&](Value *V, Value *K) {
      return B.mul(V, B.result(B.call(P.Self, {B.value(B.sin(V)), B.value(B.Y), B.value(K)}), D()));
    });
    B.ret(B.plus(R, B.X));
  }

  void arrayInLoop() { // a fresh array in every iteration
    Scope B(*this, add(All, "array_in_loop",
                       "double r = x; for (int i = 0; i < n; ++i) { double a[2] = {r, y}; a[i % 2] = a[0] * a[1]; r = "
                       "__builtin_sin(a[0]) + a[1]; } return r;",
                       {"0.7, 1.2, 4"}));
    B.ret(B.fold(B.X, B.N, [&](Value *R, Value *K) {
      ir::Op *A = B.var("a", T.record("double[2]", true), ir::InitKind::Zero);
      auto At = [&](Value *J) { return B.at(A, "$b[$0]", {J}, D()); };
      Value *Zero = B.integer("0"), *One = B.integer("1");
      B.store(At(Zero), R);
      B.store(At(One), B.Y);
      B.store(At(B.opaque("$0 % 2", {K}, I())), B.mul(B.load(At(Zero)), B.load(At(One))));
      return B.plus(B.sin(B.load(At(Zero))), B.load(At(One)));
    }));
  }

  void addressInLoop() { // its shadow must keep its address from the forward to the reverse sweep
    Scope B(*this, add(All, "address_in_loop",
                       "double r = x; for (int i = 0; i < n; ++i) { double a = r, b[2] = {y, r}; double *p = i % 2 == "
                       "1 ? &a : &b[1]; *p = *p * y; r = __builtin_sin(a) * b[1] + b[0]; } return r;",
                       {"0.7, 1.2, 4"}));
    B.ret(B.fold(B.X, B.N, [&](Value *R, Value *K) {
      ir::Op *A = B.var("a", D()), *Bs = B.var("b", T.record("double[2]", true), ir::InitKind::Zero);
      auto At = [&](const char *J) { return B.at(Bs, "$b[$0]", {B.integer(J)}, D()); };
      ir::Place PA = B.at(A, "$b", {}, D());
      B.store(PA, R);
      B.store(At("0"), B.Y);
      B.store(At("1"), R);
      Value *QA = B.addressOf(PA, Ptr()), *QB = B.addressOf(At("1"), Ptr());
      ir::Op *If = B.ifOp(B.odd(K), [&] { return Yields{QA}; }, [&] { return Yields{QB}; });
      ir::Place Star = B.at(If->Results[0], "(*$b)", {}, D());
      B.store(Star, B.mul(B.load(Star), B.Y));
      return B.plus(B.mul(B.sin(B.load(PA)), B.load(At("1"))), B.load(At("0")));
    }));
  }

  void arrayOfStates() { // memory outside the loop that the loop reads and overwrites
    Scope B(*this, add(All, "array_of_states",
                       "double a[4] = {x, y, x * y, 1}; for (int i = 0; i < n; ++i) a[(i + 1) % 4] = __builtin_sin(a[i % "
                       "4]) * a[(i + 1) % 4]; return a[0] + a[1] * a[2] + a[3];",
                       {"0.7, 1.2, 7"}));
    ir::Op *A = B.var("a", T.record("double[4]", true), ir::InitKind::Zero);
    auto At = [&](Value *J) { return B.at(A, "$b[$0]", {J}, D()); };
    Value *K[4] = {B.integer("0"), B.integer("1"), B.integer("2"), B.integer("3")};
    B.store(At(K[0]), B.X);
    B.store(At(K[1]), B.Y);
    B.store(At(K[2]), B.mul(B.X, B.Y));
    B.store(At(K[3]), B.real("1.0"));
    B.loop({B.integer("0")}, {"i"}, [&](const Yields &C) { return B.less(C[0], B.N); },
           [&](const Yields &C) {
             Value *From = B.opaque("$0 % 4", {C[0]}, I()), *To = B.opaque("($0 + 1) % 4", {C[0]}, I());
             B.store(At(To), B.mul(B.sin(B.load(At(From))), B.load(At(To))));
             return Yields{B.next(C[0])};
           });
    Value *Product = B.mul(B.load(At(K[1])), B.load(At(K[2])));
    B.ret(B.plus(B.plus(B.load(At(K[0])), Product), B.load(At(K[3]))));
  }

  void walkingPointer() {
    Scope B(*this, add(All, "walking_pointer",
                       "double a[3] = {x, y, x * y}; double r = y; for (double *p = a; p != a + 3; ++p) { *p = "
                       "__builtin_sin(*p) * r; r = r * *p + x; } return r + a[2] + n;",
                       {"0.7, 1.2, 0"}));
    ir::Op *A = B.var("a", T.record("double[3]", true), ir::InitKind::Zero);
    auto At = [&](const char *J) { return B.at(A, "$b[$0]", {B.integer(J)}, D()); };
    B.store(At("0"), B.X);
    B.store(At("1"), B.Y);
    B.store(At("2"), B.mul(B.X, B.Y));
    Value *Begin = B.addressOf(At("0"), Ptr());
    auto Arith = [&](const char *Text, std::vector<Value *> Ops) {
      ir::Op *O = B.op(ir::OpKind::PtrArith, std::move(Ops));
      O->Text = Text;
      return B.result(O, Ptr());
    };
    Value *End = Arith("$0 + 3", {Begin});
    ir::Op *L = B.loop({B.Y, Begin}, {"r", "p"},
                       [&](const Yields &C) { return B.opaque("$0 != $1", {C[1], End}, T.boolean()); },
                       [&](const Yields &C) {
                         ir::Place Star = B.at(C[1], "(*$b)", {}, D());
                         B.store(Star, B.mul(B.sin(B.load(Star)), C[0]));
                         Value *R = B.plus(B.mul(C[0], B.load(Star)), B.X);
                         return Yields{R, Arith("$0 + 1", {C[1]})};
                       });
    B.ret(B.plus(B.plus(L->Results[0], B.load(At("2"))), B.prim("cast", {B.N}, D())));
  }

  void outParameter() { // void scale(const double &in, double &out)
    Program &S = add(Helpers, "scale", "", {});
    {
      ir::Builder B(S.F, S.Self, "scale", T.voidType());
      Value *In = B.refParam("in", D(), Ptr()), *Out = B.refParam("out", D(), Ptr());
      ir::Place At = B.at(Out, "(*$b)", {}, D());
      B.store(At, B.prim("mul", {B.prim("sin", {B.load(B.at(In, "(*$b)", {}, D()))}, D()), B.load(At)}, D()));
    }
    Scope B(*this, add(All, "out_parameter",
                       "double in = x, out = y; for (int i = 0; i < n; ++i) { out = __builtin_sin(in) * out; in = in * "
                       "out; } return in + out;",
                       {"0.7, 1.2, 3"}));
    ir::Op *In = B.var("in", D()), *Out = B.var("out", D());
    In->AddressTaken = Out->AddressTaken = true;
    ir::Place PIn = B.at(In, "$b", {}, D()), POut = B.at(Out, "$b", {}, D());
    B.store(PIn, B.X);
    B.store(POut, B.Y);
    B.loop({B.integer("0")}, {"i"}, [&](const Yields &C) { return B.less(C[0], B.N); },
           [&](const Yields &C) {
             B.call(S.Self, {B.place(PIn, false), B.place(POut, true)});
             B.store(PIn, B.mul(B.load(PIn), B.load(POut)));
             return Yields{B.next(C[0])};
           });
    B.ret(B.plus(B.load(PIn), B.load(POut)));
  }

  void recordByValue() { // the callee changes its copy
    const ir::Type *Pair = T.record("::Pair", true), *PairPtr = T.pointerTo(Pair);
    Program &S = add(Helpers, "squeeze", "", {});
    {
      ir::Builder B(S.F, S.Self, "squeeze", D());
      Value *P = B.refParam("p", Pair, PairPtr, false);
      ir::Place PX = B.at(P, "$b->x", {}, D()), PY = B.at(P, "$b->y", {}, D());
      B.store(PX, B.prim("mul", {B.load(PX), B.load(PY)}, D()));
      B.ret(B.prim("sin", {B.load(PX)}, D()));
    }
    Scope B(*this, add(All, "record_by_value",
                       "Pair p{x, y}; double s = __builtin_sin(p.x * p.y); return s * p.x + p.y + n * 0;",
                       {"0.7, 1.2, 3"}));
    ir::Op *P = B.var("p", Pair);
    P->AddressTaken = true;
    ir::Place PX = B.at(P, "$b.x", {}, D()), PY = B.at(P, "$b.y", {}, D());
    B.store(PX, B.X);
    B.store(PY, B.Y);
    Value *R = B.result(B.call(S.Self, {B.place(B.at(P, "$b", {}, Pair), false)}), D());
    B.ret(B.plus(B.mul(R, B.load(PX)), B.load(PY)));
  }

  void recordResult() { // Pair swap_scaled(double, double), in a loop
    const ir::Type *Pair = T.record("::Pair", true);
    Program &S = add(Helpers, "swap_scaled", "", {});
    {
      ir::Builder B(S.F, S.Self, "swap_scaled", Pair);
      Value *X = B.param("x", D()), *Y = B.param("y", D());
      ir::Op *P = B.var("p", Pair);
      B.store(B.at(P, "$b.x", {}, D()), B.prim("sin", {Y}, D()));
      B.store(B.at(P, "$b.y", {}, D()), B.prim("mul", {X, Y}, D()));
      B.ret(P);
    }
    Scope B(*this, add(All, "record_result",
                       "double a = x, b = y; for (int i = 0; i < n; ++i) { double t = __builtin_sin(b); b = a * b; a = t; } "
                       "return a * 2 + b;",
                       {"0.7, 1.2, 3"}));
    ir::Op *L = B.loop({B.X, B.Y, B.integer("0")}, {"a", "b", "i"},
                       [&](const Yields &C) { return B.less(C[2], B.N); },
                       [&](const Yields &C) {
                         ir::Op *Q = B.var("q", Pair, ir::InitKind::Result);
                         B.call(S.Self, {B.value(C[0]), B.value(C[1])})->Dest = Q;
                         return Yields{B.load(B.at(Q, "$b.x", {}, D())), B.load(B.at(Q, "$b.y", {}, D())), B.next(C[2])};
                       });
    B.ret(B.plus(B.mul(L->Results[0], B.real("2.0")), L->Results[1]));
  }

  void branchKeepsAFrame() {
    Scope B(*this, add(All, "branch_keeps_a_frame",
                       "auto step = [](double x, double y, int n) { double r = x; for (int i = 0; i < n; ++i) r = "
                       "__builtin_sin(r) * y; return r * y; }; if (x < y) return step(x * y, y, n) * x; return x + y;",
                       {"0.7, 1.2, 3", "1.7, 1.2, 3"}));
    ir::Op *If = B.ifOp(B.less(B.X, B.Y),
                        [&] { return Yields{B.mul(callStep(B, B.mul(B.X, B.Y), B.Y, B.N), B.X)}; },
                        [&] { return Yields{B.plus(B.X, B.Y)}; });
    B.ret(If->Results[0]);
  }

  void invariantCarried() { // a carried value that the body never changes, and one that it swaps in
    Scope B(*this, add(All, "invariant_carried",
                       "double r = x, c = y; for (int i = 0; i < n; ++i) r = __builtin_sin(r) * c; return r + c;",
                       {"0.7, 1.2, 3"}));
    ir::Op *L = B.loop({B.X, B.Y, B.integer("0")}, {"r", "c", "i"},
                       [&](const Yields &C) { return B.less(C[2], B.N); },
                       [&](const Yields &C) {
                         return Yields{B.mul(B.sin(C[0]), C[1]), C[1], B.next(C[2])};
                       });
    B.ret(B.plus(L->Results[0], L->Results[1]));
  }

  void countdown() {
    Scope B(*this, add(All, "countdown",
                       "double a[8] = {x, y, x, y, x, y, x, y}; double r = x; for (int i = n; i > 0; i = i - 1) r = "
                       "r * a[i] + __builtin_sin(r); return r;",
                       {"0.7, 1.2, 6", "0.7, 1.2, 0"}));
    ir::Op *A = B.var("a", T.record("double[8]", true), ir::InitKind::Zero);
    for (int J = 0; J < 8; ++J)
      B.store(B.at(A, "$b[$0]", {B.integer(std::to_string(J).c_str())}, D()), J % 2 ? B.Y : B.X);
    ir::Op *L = B.loop({B.X, B.N}, {"r", "i"},
                       [&](const Yields &C) { return B.opaque("$0 > $1", {C[1], B.integer("0")}, T.boolean()); },
                       [&](const Yields &C) {
                         Value *R = B.plus(B.mul(C[0], B.load(B.at(A, "$b[$0]", {C[1]}, D()))), B.sin(C[0]));
                         return Yields{R, B.opaque("$0 - 1", {C[1]}, I())};
                       });
    B.ret(L->Results[0]);
  }

  void checkpointed() { // with a counter, a call, a branch and a loop in the body
    Scope B(*this, add(All, "checkpointed",
                       "auto step = [](double x, double y, int n) { double r = x; for (int i = 0; i < n; ++i) r = "
                       "__builtin_sin(r) * y; return r * y; }; double r = x; for (int i = 0; i < n; ++i) r = i % 2 == 1 "
                       "? __builtin_sin(r) * x : step(r, y, i % 3) + x; return r * r;",
                       {"0.7, 1.2, 0", "0.7, 1.2, 1", "0.7, 1.2, 13"}));
    Value *R = B.fold(B.X, B.N, [&](Value *V, Value *K) {
      return B.ifOp(B.odd(K), [&] { return Yields{B.mul(B.sin(V), B.X)}; },
                    [&] { return Yields{B.plus(callStep(B, V, B.Y, B.opaque("$0 % 3", {K}, I())), B.X)}; })
          ->Results[0];
    });
    R->Def->Checkpoint = 3;
    B.ret(B.mul(R, R));
  }

  void checkpointedInLoop() {
    Scope B(*this, add(All, "checkpointed_in_loop",
                       "double r = x; for (int i = 0; i < n; ++i) { double q = r; for (int j = 0; j < i; ++j) q = "
                       "__builtin_sin(q) * y + x; r = r * q; } return r;",
                       {"0.7, 1.2, 6"}));
    B.ret(B.fold(B.X, B.N, [&](Value *R, Value *K) {
      Value *Q = B.fold(R, K, [&](Value *V, Value *) { return B.plus(B.mul(B.sin(V), B.Y), B.X); });
      Q->Def->Checkpoint = -1;
      return B.mul(R, Q);
    }));
  }

  void checkpointedState() { // an array that the body overwrites is part of the state
    Scope B(*this, add(All, "checkpointed_state",
                       "double v[2] = {x, y}; double r = x; if (x < y) { for (int i = 0; i < n; ++i) { double t = v[0]; "
                       "v[0] = __builtin_sin(v[1]) * x; v[1] = t * v[1] + r; r = r * v[0]; } } return v[0] * v[1] + r;",
                       {"0.7, 1.2, 17", "1.7, 1.2, 17"}));
    ir::Op *A = B.var("v", T.record("double[2]", true), ir::InitKind::Zero);
    ir::Place V0 = B.at(A, "$b[$0]", {B.integer("0")}, D()), V1 = B.at(A, "$b[$0]", {B.integer("1")}, D());
    B.store(V0, B.X);
    B.store(V1, B.Y);
    ir::Op *If = B.ifOp(B.less(B.X, B.Y),
                        [&] {
                          Value *R = B.fold(B.X, B.N, [&](Value *V, Value *) {
                            Value *Old = B.load(V0);
                            B.store(V0, B.mul(B.sin(B.load(V1)), B.X));
                            B.store(V1, B.plus(B.mul(Old, B.load(V1)), V));
                            return B.mul(V, B.load(V0));
                          });
                          R->Def->Checkpoint = 4;
                          return Yields{R};
                        },
                        [&] { return Yields{B.X}; });
    B.ret(B.plus(B.mul(B.load(V0), B.load(V1)), If->Results[0]));
  }

  /// A variable that only pointers reach, so that nothing tells its memory from another's.
  struct Shared {
    Scope &B;
    ir::Op *Var;
    Value *P;
    Shared(Scope &B, const char *Name, const char *Type, LoopPrograms &L)
        : B(B), Var(B.var(Name, L.T.record(Type, true), ir::InitKind::Zero)),
          P(B.addressOf(B.at(Var, "$b[0]", {}, L.D()), L.Ptr())) {}
    ir::Place at(Value *I) { return B.at(P, "$b[$0]", {I}, B.L.D()); }
  };

  void overwrittenSum() { // a[2] = sum of sin(a[i]), which has just been read
    Scope B(*this, add(All, "overwritten_sum",
                       "double a[4] = {x, y, x * y, 1}; double s = 0; for (int i = 0; i < 4; ++i) s = s + "
                       "__builtin_sin(a[i]) * a[i]; a[2] = s; double r = 0; for (int i = 0; i < 4; ++i) r = r + "
                       "__builtin_sin(a[i]) * a[i]; a[n] = r * s; return a[0] * a[1] + a[2] * a[3];",
                       {"0.7, 1.2, 0", "0.7, 1.2, 2", "0.7, 1.2, 3"}));
    Shared A(B, "a", "double[4]", *this);
    Value *K[5] = {B.integer("0"), B.integer("1"), B.integer("2"), B.integer("3"), B.integer("4")};
    B.store(A.at(K[0]), B.X);
    B.store(A.at(K[1]), B.Y);
    B.store(A.at(K[2]), B.mul(B.X, B.Y));
    B.store(A.at(K[3]), B.real("1.0"));
    auto Sum = [&] {
      return B.fold(B.real("0.0"), K[4], [&](Value *S, Value *I) {
        Value *V = B.load(A.at(I));
        return B.plus(S, B.mul(B.sin(V), V));
      });
    };
    Value *S = Sum();
    B.store(A.at(K[2]), S);
    Value *R = Sum();
    B.store(A.at(B.N), B.mul(R, S));
    B.ret(B.plus(B.mul(B.load(A.at(K[0])), B.load(A.at(K[1]))), B.mul(B.load(A.at(K[2])), B.load(A.at(K[3])))));
  }

  void overwrittenRows() { // the outer loop overwrites what its inner loop reads, now and later
    Scope B(*this, add(All, "overwritten_rows",
                       "double a[4] = {x, y, x * y, 1}; double r = x; for (int i = 0; i < n; ++i) { double s = a[(i + 1) % "
                       "4]; for (int j = 0; j < 4; ++j) s = s + __builtin_sin(a[j]) * a[j]; if (i % 2 == 1) a[i % 4] = s * "
                       "0.3; r = r + a[i % 4] * s; } return r;",
                       {"0.7, 1.2, 6"}));
    Shared A(B, "a", "double[4]", *this);
    Value *K[5] = {B.integer("0"), B.integer("1"), B.integer("2"), B.integer("3"), B.integer("4")};
    B.store(A.at(K[0]), B.X);
    B.store(A.at(K[1]), B.Y);
    B.store(A.at(K[2]), B.mul(B.X, B.Y));
    B.store(A.at(K[3]), B.real("1.0"));
    B.ret(B.fold(B.X, B.N, [&](Value *R, Value *I) {
      Value *First = B.load(A.at(B.opaque("($0 + 1) % 4", {I}, this->I())));
      Value *S = B.fold(First, K[4], [&](Value *V, Value *J) {
        Value *E = B.load(A.at(J));
        return B.plus(V, B.mul(B.sin(E), E));
      });
      Value *Row = B.opaque("$0 % 4", {I}, this->I());
      B.ifOp(B.odd(I),
             [&] {
               B.store(A.at(Row), B.mul(S, B.real("0.3")));
               return Yields{};
             },
             [] { return Yields{}; });
      return B.plus(R, B.mul(B.load(A.at(Row)), S));
    }));
  }

  ir::SimpleTypes T;
  Program *Step = nullptr;
};

} // namespace mixedad::test
#endif
