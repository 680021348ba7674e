// Broadcasts that add an operand to the rest: its cotangent is the result's, without a kernel and without its values.
// RUN: %mixedad_cxx -O1 %s -o %t %mixedad_libs && %t
// RUN: %mixedad_cxx -fplugin-arg-mixedad-dump=- -fsyntax-only %s | %filecheck %s
#include "check_arrays.h"
using mixedad::Array;
using A = Array<double>;

// CHECK: struct dense_grad{{.*}}_record_1 {
// CHECK-NEXT: ::mixedad::Array<double> y;
// CHECK-NEXT: ::mixedad::Shape
// CHECK-NEXT: ::mixedad::Shape
// CHECK-NEXT: };
// CHECK: tape.pop<dense_grad
// CHECK-NOT: broadcast_pull
// CHECK: accumulate_folded(
// CHECK: accumulate_folded(
// CHECK: accumulate_folded(
// CHECK: matmul_pullback(
A dense(const A &x, const A &w, const A &bias, int steps) {
  A y = x;
  for (int k = 0; k < steps; ++k)
    y = mixedad::matmul(y, w) + bias + x;
  return y;
}

[[mixedad::broadcast]] double added(double a, double b, double c) { return std::sin(b) + (a + c * b); }
[[mixedad::broadcast]] double doubled(double a, double b) { return a + b + a; }           // not once
[[mixedad::broadcast]] double chosen(double a, double b) { return b > 0 ? a + b : b; }     // not always
[[mixedad::broadcast]] double scaled(double a, double b) { return (a + b) * 0.5; }         // not alone
[[mixedad::broadcast]] double itself(double a) { return a; }
[[mixedad::broadcast]] float narrow(double a, float b) { return float(a) + b; }            // not the same type
[[mixedad::broadcast(store)]] double stored(double a, double b) { return a + std::exp(b); }

A mixed(const A &a, const A &b, const A &c) { return mixedad::broadcast<added>(a, b, c); }
A others(const A &a, const A &b) {
  return mixedad::broadcast<doubled>(a, b) * mixedad::broadcast<chosen>(a, b) + mixedad::broadcast<scaled>(a, b);
}
A residual(const A &x, const A &y) {
  const A z = x + mixedad::sin(y);
  const A u = z + z * y;
  return mixedad::broadcast<itself>(u) + x + 2.0;
}
A scalars(const A &x, double k) { return x + k + x; }
Array<float> narrowed(const A &a, const Array<float> &b) { return mixedad::broadcast<narrow>(a, b); }
A kept(const A &a, const A &b) { return mixedad::broadcast<stored>(a, b); }
A sums(const A &a, const A &b, const A &c) { return a + b + c; }
double norm(const A &a, const A &b) {
  const A s = a + mixedad::exp(b) * a;
  return mixedad::sum((s + b) * s);
}

template <class Run> bool throws(Run run) {
  try {
    run();
  } catch (const mixedad::shape_error &) {
    return true;
  }
  return false;
}

int main() {
  const A x = check::array<double>({3, 4}), row = check::array<double>({4}, -1, 1, 0.2), column = check::array<double>({3, 1}, -1, 1, 0.7);
  const A cube = check::array<double>({2, 1, 4}, -1, 1, 0.5), one = check::array<double>({1});
  CHECK(dense, x, check::array<double>({4, 4}, -1, 1, 0.1), row, 3);
  CHECK(mixed, x, row, column);
  CHECK(mixed, row, x, cube);
  CHECK(mixed, one, column, row);
  CHECK(others, x, row);
  CHECK(others, column, x);
  CHECK(residual, x, x);
  CHECK(residual, row, column);
  CHECK(scalars, x, 0.3);
  CHECK(kept, x, row);
  CHECK(kept, row, x);
  CHECK(sums, row, cube, column);
  CHECK(sums, x, x, one);
  CHECK(norm, x, x);
  CHECK(norm, row, x);
  const auto [da, db] = mixedad::vjp<narrowed>(Array<float>::ones({3, 4}), x, Array<float>::ones({4}));
  check::is_true("of another type", da(2, 1) == 1 && db(3) == 3);

  // A second derivative of what passes cotangents on, against differences of the first.
  const A u = check::array<double>({3}, -1, 1, 0.3), v = check::array<double>({3}, -1, 1, 0.6), d = check::array<double>({3}, -1, 1, 0.8);
  const auto [hu, hv] = mixedad::hvp<norm>(u, v, d, d);
  const double h = 1e-5;
  const auto [ua, va] = mixedad::gradient<norm>(A(u + h * d), A(v + h * d));
  const auto [ub, vb] = mixedad::gradient<norm>(A(u - h * d), A(v - h * d));
  for (int i = 0; i < 3; ++i)
    check::is_true("second", std::fabs(hu(i) - (ua(i) - ub(i)) / (2 * h)) < 1e-7 && std::fabs(hv(i) - (va(i) - vb(i)) / (2 * h)) < 1e-7);

  check::is_true("a seed of another shape", throws([&] { mixedad::vjp<sums>(A::ones({5, 4}), row, row, row); }));
  check::is_true("a seed of a larger shape", throws([&] { mixedad::vjp<mixed>(A::ones({2, 3, 4}), x, x, row); }));
  mixedad::reset_stats();
  const auto [s1, s2, s3] = mixedad::vjp<sums>(A::ones({3, 4}), x, x, x);
  static_cast<void>(s2), static_cast<void>(s3);
  check::is_true("one kernel, the sum itself", mixedad::stats().kernels == 1 && s1(1, 1) == 1);
  return check::done();
}
