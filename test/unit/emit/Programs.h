//===- Programs.h - functions by hand, for tests that run what is emitted ---===//
//
// Each program is IR built by hand together with the C++ that it stands for, its sample arguments, and the functions
// that it calls. All parameters are doubles except those named `n`, which are ints.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TEST_PROGRAMS_H
#define MIXEDAD_TEST_PROGRAMS_H

#include "ir/Builder.h"

#include <list>

namespace mixedad::test {

struct Program {
  std::string Name;
  std::string Reference; ///< body of the C++ function with the same parameters
  std::vector<std::string> Samples; ///< argument lists
  ir::Function F;
  ir::Callee Self;
};

class Programs {
public:
  Programs() {
    polynomial();
    branches();
    power();
    permuting();
    untilSmall();
    doWhile();
    localArray();
    records();
    callsAnother();
    recursive();
    userRule();
    pointers();
    mathFunctions();
  }

  std::list<Program> All;
  const ir::Function *bodyOf(ir::Callee &C) {
    for (Program &P : All)
      if (&P.Self == &C)
        return &P.F;
    return nullptr;
  }

  /// What the programs need at global scope.
  static const char *prelude() {
    return R"(
struct Pair { double x, y; };
inline double table(double x, int n) { double r = 1; for (int i = 0; i < n; ++i) r *= x; return r; }
inline void table_pullback(double x, int n, double seed, double &d_x) { d_x += seed * n * table(x, n - 1); }
inline double table2(double x, double y) { return x * x * y; }
inline double table2_pushforward(double x, double y, double d_x, double d_y) { return 2 * x * y * d_x + x * x * d_y; }
)";
  }

private:
  using Yields = ir::Builder::Yields;
  using Value = ir::Value;

  Program &add(const char *Name, const char *Reference, std::vector<std::string> Samples) {
    All.emplace_back();
    All.back().Name = Name;
    All.back().Reference = Reference;
    All.back().Samples = std::move(Samples);
    return All.back();
  }
  const ir::Type *D() { return T.real(); }
  const ir::Type *I() { return T.inactive(); }
  ir::Builder in(Program &P) { return ir::Builder(P.F, P.Self, P.Name, D()); }
  Value *less(ir::Builder &B, Value *A, Value *C) { return B.opaque("$0 < $1", {A, C}, T.boolean()); }
  Value *next(ir::Builder &B, Value *A) { return B.opaque("$0 + 1", {A}, I()); }

  void polynomial() {
    ir::Builder B = in(add("polynomial", "return (1 - x) * (1 - x) + 100 * (y - x * x) * (y - x * x);",
                           {"1.3, -0.7", "0.0, 2.0"}));
    Value *X = B.param("x", D()), *Y = B.param("y", D());
    Value *A = B.prim("sub", {B.constant("1.0", D()), X}, D(), "a");
    Value *C = B.prim("sub", {Y, B.prim("mul", {X, X}, D())}, D(), "b");
    Value *H = B.prim("mul", {B.constant("100.0", D()), C}, D());
    B.ret(B.prim("add", {B.prim("mul", {A, A}, D()), B.prim("mul", {H, C}, D())}, D()));
  }

  void branches() {
    ir::Builder B = in(add("branches", "if (x < y) { return __builtin_sin(x) * y; } if (x < 2) return x; return x / y;",
                           {"0.5, 0.9", "1.5, 0.9", "2.5, 0.9"}));
    Value *X = B.param("x", D()), *Y = B.param("y", D());
    ir::Op *Outer = B.ifOp(
        less(B, X, Y), [&] { return Yields{B.prim("mul", {B.prim("sin", {X}, D()), Y}, D())}; },
        [&] {
          ir::Op *Inner = B.ifOp(
              less(B, X, B.constant("2", D())), [&] { return Yields{X}; },
              [&] { return Yields{B.prim("div", {X, Y}, D())}; });
          return Yields{Inner->Results[0]};
        });
    B.ret(Outer->Results[0]);
  }

  void power() {
    ir::Builder B = in(add("power", "double r = y; for (int i = 0; i < n; ++i) r = r * x; return r;",
                           {"1.2, 0.7, 5", "1.2, 0.7, 0"}));
    Value *X = B.param("x", D()), *Y = B.param("y", D()), *N = B.param("n", I());
    ir::Op *L = B.loop({Y, B.constant("0", I())}, {"r", "i"}, [&](const Yields &C) { return less(B, C[1], N); },
                       [&](const Yields &C) { return Yields{B.prim("mul", {C[0], X}, D()), next(B, C[1])}; });
    B.ret(L->Results[0]);
  }

  void permuting() {
    ir::Builder B = in(add("permuting",
                           "double a = x, b = y, c = x * y; for (int i = 0; i < n; ++i) { double t = a; a = b; b = c; "
                           "c = t + a * b; } return a + 2 * b + 3 * c;",
                           {"0.3, 0.8, 1", "0.3, 0.8, 4"}));
    Value *X = B.param("x", D()), *Y = B.param("y", D()), *N = B.param("n", I());
    ir::Op *L = B.loop({X, Y, B.prim("mul", {X, Y}, D()), B.constant("0", I())}, {"a", "b", "c", "i"},
                       [&](const Yields &C) { return less(B, C[3], N); },
                       [&](const Yields &C) {
                         Value *Next = B.prim("add", {C[0], B.prim("mul", {C[1], C[2]}, D())}, D());
                         return Yields{C[1], C[2], Next, next(B, C[3])};
                       });
    Value *S = B.prim("add", {L->Results[0], B.prim("mul", {B.constant("2.0", D()), L->Results[1]}, D())}, D());
    B.ret(B.prim("add", {S, B.prim("mul", {B.constant("3.0", D()), L->Results[2]}, D())}, D()));
  }

  void untilSmall() { // a condition that needs statements of its own
    ir::Builder B = in(add("until_small", "double r = x; while (__builtin_exp(r) * r > y) r = r * 0.5; return r * r;",
                           {"3.0, 0.4"}));
    Value *X = B.param("x", D()), *Y = B.param("y", D());
    ir::Op *L = B.loop({X}, {"r"},
                       [&](const Yields &C) {
                         Value *E = B.prim("mul", {B.prim("exp", {C[0]}, D()), C[0]}, D(), "e");
                         return B.opaque("$0 > $1 && $0 > 0", {E, Y}, T.boolean());
                       },
                       [&](const Yields &C) { return Yields{B.prim("mul", {C[0], B.constant("0.5", D())}, D())}; });
    B.ret(B.prim("mul", {L->Results[0], L->Results[0]}, D()));
  }

  void doWhile() {
    ir::Builder B = in(add("do_while", "double r = x; int i = 0; do { r = r * y + x; i = i + 1; } while (i < n); return r;",
                           {"0.4, 1.1, 3", "0.4, 1.1, 0"}));
    Value *X = B.param("x", D()), *Y = B.param("y", D()), *N = B.param("n", I());
    ir::Op *L = B.loop({X, B.constant("0", I())}, {"r", "i"}, [&](const Yields &C) { return less(B, C[1], N); },
                       [&](const Yields &C) {
                         Value *R = B.prim("add", {B.prim("mul", {C[0], Y}, D()), X}, D());
                         return Yields{R, next(B, C[1])};
                       },
                       true);
    B.ret(L->Results[0]);
  }

  void localArray() {
    ir::Builder B = in(add("local_array", "double a[3] = {x, y, 2}; a[n] = a[0] * a[1]; return a[0] + a[1] * a[2];",
                           {"0.4, 1.1, 0", "0.4, 1.1, 1", "0.4, 1.1, 2"}));
    Value *X = B.param("x", D()), *Y = B.param("y", D()), *N = B.param("n", I());
    ir::Op *A = B.var("a", T.record("double[3]", true), ir::InitKind::Zero);
    auto At = [&](Value *Index) { return B.at(A, "$b[$0]", {Index}, D()); };
    Value *K[] = {B.constant("0", I()), B.constant("1", I()), B.constant("2", I())};
    B.store(At(K[0]), X);
    B.store(At(K[1]), Y);
    B.store(At(K[2]), B.constant("2.0", D()));
    B.store(At(N), B.prim("mul", {B.load(At(K[0])), B.load(At(K[1]))}, D()));
    ir::Op *Copy = B.var("copy", T.record("double[3]", true), ir::InitKind::Copy);
    Copy->Src = B.at(A, "$b", {}, A->VarTy);
    auto CopyAt = [&](Value *Index) { return B.at(Copy, "$b[$0]", {Index}, D()); };
    B.ret(B.prim("add", {B.load(CopyAt(K[0])), B.prim("mul", {B.load(CopyAt(K[1])), B.load(CopyAt(K[2]))}, D())}, D()));
  }

  void records() {
    ir::Builder B = in(add("records", "Pair p{x, y}, q = p; if (x < 1) { q.y = q.x * p.y; } return q.x * q.y;",
                           {"0.4, 1.1", "1.4, 1.1"}));
    Value *X = B.param("x", D()), *Y = B.param("y", D());
    const ir::Type *Pair = T.record("::Pair", true);
    ir::Op *P = B.var("p", Pair), *Q = nullptr;
    B.store(B.at(P, "$b.x", {}, D()), X);
    B.store(B.at(P, "$b.y", {}, D()), Y);
    Q = B.var("q", Pair, ir::InitKind::Zero);
    ir::Op *Copy = B.op(ir::OpKind::CopyRecord);
    Copy->P = B.at(Q, "$b", {}, Pair);
    Copy->Src = B.at(P, "$b", {}, Pair);
    auto QX = B.at(Q, "$b.x", {}, D()), QY = B.at(Q, "$b.y", {}, D());
    B.ifOp(less(B, X, B.constant("1", D())),
           [&] {
             B.store(QY, B.prim("mul", {B.load(QX), B.load(B.at(P, "$b.y", {}, D()))}, D()));
             return Yields{};
           },
           [] { return Yields{}; });
    B.ret(B.prim("mul", {B.load(QX), B.load(QY)}, D()));
  }

  void callsAnother() {
    Program &Inner = add("inner", "return x * __builtin_cos(y);", {"0.4, 1.1"});
    {
      ir::Builder B = in(Inner);
      Value *X = B.param("x", D()), *Y = B.param("y", D());
      B.ret(B.prim("mul", {X, B.prim("cos", {Y}, D())}, D()));
    }
    ir::Builder B = in(add("calls", "return inner(x * y, x) + inner(2.0, y) + inner(2.0, 3.0);", {"0.4, 1.1"}));
    Value *X = B.param("x", D()), *Y = B.param("y", D());
    auto Call = [&](Value *A, Value *C) { return B.result(B.call(Inner.Self, {B.value(A), B.value(C)}), D(), "c"); };
    Value *A = Call(B.prim("mul", {X, Y}, D()), X);
    Value *C = Call(B.constant("2.0", D()), Y);
    Value *E = Call(B.constant("2.0", D()), B.constant("3.0", D()));
    B.ret(B.prim("add", {B.prim("add", {A, C}, D()), E}, D()));
  }

  void recursive() {
    Program &P = add("recursive", "if (n < 1) return y; return x * recursive(x, y * x, n - 1);", {"0.4, 1.1, 3"});
    ir::Builder B = in(P);
    Value *X = B.param("x", D()), *Y = B.param("y", D()), *N = B.param("n", I());
    ir::Op *If = B.ifOp(less(B, N, B.constant("1", I())), [&] { return Yields{Y}; },
                        [&] {
                          Value *Less = B.opaque("$0 - 1", {N}, I());
                          ir::Op *Call = B.call(P.Self, {B.value(X), B.value(B.prim("mul", {Y, X}, D())), B.value(Less)});
                          return Yields{B.prim("mul", {X, B.result(Call, D())}, D())};
                        });
    B.ret(If->Results[0]);
  }

  void userRule() {
    Table.Name = "table";
    Table.Kind = Table2.Kind = ir::CalleeKind::UserRule;
    Table.CallText = "::table($*)";
    Table.ResultTy = Table2.ResultTy = D();
    Table.PullbackRule = "::table_pullback";
    Table2.Name = "table2";
    Table2.CallText = "::table2($*)";
    Table2.PushforwardRule = "::table2_pushforward";
    ir::Builder B = in(add("user_rule", "return table(x, n) * y + table2(x, 3.0);", {"0.4, 1.1, 3"}));
    Value *X = B.param("x", D()), *Y = B.param("y", D()), *N = B.param("n", I());
    Value *R = B.result(B.call(Table, {B.value(X), B.value(N)}), D(), "t");
    Value *Q = B.result(B.call(Table2, {B.value(X), B.value(B.constant("3.0", D()))}), D(), "q");
    B.ret(B.prim("add", {B.prim("mul", {R, Y}, D()), Q}, D()));
  }

  void pointers() { // which variable a pointer refers to depends on data
    ir::Builder B = in(add("pointers", "double a = x, b = y; double *p = x < y ? &a : &b; *p = *p * *p + n; return a * b;",
                           {"0.4, 1.1, 2", "1.4, 1.1, 2"}));
    Value *X = B.param("x", D()), *Y = B.param("y", D()), *N = B.param("n", I());
    ir::Op *Va = B.var("a", D()), *Vb = B.var("b", D());
    ir::Place Pa = B.at(Va, "$b", {}, D()), Pb = B.at(Vb, "$b", {}, D());
    B.store(Pa, X);
    B.store(Pb, Y);
    const ir::Type *Ptr = T.pointerTo(D());
    Value *Aa = B.addressOf(Pa, Ptr), *Ab = B.addressOf(Pb, Ptr);
    ir::Op *If = B.ifOp(less(B, X, Y), [&] { return Yields{Aa}; }, [&] { return Yields{Ab}; });
    ir::Place Star = B.at(If->Results[0], "(*$b)", {}, D());
    Value *Square = B.prim("mul", {B.load(Star), B.load(Star)}, D());
    B.store(Star, B.prim("add", {Square, B.prim("cast", {N}, D())}, D()));
    B.ret(B.prim("mul", {B.load(Pa), B.load(Pb)}, D()));
  }

  void mathFunctions() {
    ir::Builder B = in(add("math", "return __builtin_pow(x, y) + __builtin_fmax(x, y) * __builtin_tanh(x) - x / y;",
                           {"1.4, 0.6", "0.3, 0.6"}));
    Value *X = B.param("x", D()), *Y = B.param("y", D());
    Value *M = B.prim("mul", {B.prim("fmax", {X, Y}, D()), B.prim("tanh", {X}, D())}, D());
    Value *S = B.prim("add", {B.prim("pow", {X, Y}, D()), M}, D());
    B.ret(B.prim("sub", {S, B.prim("div", {X, Y}, D())}, D()));
  }

  ir::SimpleTypes T;
  ir::Callee Table, Table2;
};

} // namespace mixedad::test
#endif
