// Pullbacks that read the same operand and do not depend on each other are one kernel.
// RUN: %mixedad_cxx -O1 %s -o %t %mixedad_libs && %t
#include "check_arrays.h"
using mixedad::Array;
using A = Array<double>;

[[mixedad::broadcast]] double f(double x, double w) { return std::sin(x * w); }
[[mixedad::broadcast]] double g(double x, double w) { return x * x + std::exp(w); }
[[mixedad::broadcast]] double h(double x) { return std::tanh(x); }

double pair(const A &x, const A &w) {
  A y = mixedad::broadcast<f>(x, w), z = mixedad::broadcast<g>(x, w);
  return mixedad::sum(y) + mixedad::sum(z);
}
/// The sum between them does not keep the pullbacks apart.
double apart(const A &x, const A &w) {
  A y = mixedad::broadcast<f>(x, w);
  double s = mixedad::sum(y * y);
  A z = mixedad::broadcast<g>(w, x);
  return s * mixedad::sum(z);
}
/// The second result is an operand of the third: its cotangent is complete only after the third's pullback.
double chain(const A &x, const A &w) {
  A y = mixedad::broadcast<f>(x, w), z = mixedad::broadcast<g>(x, w), u = mixedad::broadcast<g>(x, z);
  return mixedad::sum(y) + mixedad::sum(u) + mixedad::sum(z * z);
}
/// Of different shapes: found when it runs.
double shapes(const A &x, const A &w) {
  A y = mixedad::broadcast<f>(x, w), z = mixedad::broadcast<h>(x);
  return mixedad::sum(y) + mixedad::sum(z);
}
/// Numbers, inactive operands, and an operand that appears twice.
double mixed(const A &x, double k, const Array<int> &n) {
  A y = mixedad::broadcast([](double a, double b, int i) { return a * b * i; }, x, k, n);
  A z = mixedad::broadcast([](double a, double b, double c) { return std::exp(a - b) * c; }, x, x, k);
  return mixedad::sum(y) + mixedad::sum(z);
}
/// A cotangent that is zero when it runs.
double skipped(const A &x, const A &w) {
  A y = mixedad::broadcast<f>(x, w), z = mixedad::broadcast<g>(x, w);
  double s = mixedad::sum(y);
  if (x.size() > 100) s += mixedad::sum(z);
  return s;
}
struct both { double u, v; };
template <class V> void reals(both &b, V &&v) { v(b.u); v(b.v); }
double objects(const Array<both> &p, const A &w) {
  Array<both> q = mixedad::broadcast([](both b, double k) { return both{b.u * k, b.v * b.u}; }, p, w);
  A z = mixedad::broadcast([](both b, double k) { return b.v * std::cos(k); }, p, w);
  both t = mixedad::sum(q);
  return mixedad::sum(z) + t.u * t.v;
}
/// Three gates of a recurrent cell, in a loop.
double gates(const A &x, const A &h0) {
  A s = h0;
  for (int t = 0; t < 3; ++t) {
    A i = mixedad::broadcast([](double a, double b) { return 1 / (1 + std::exp(-a - b)); }, x, s);
    A f = mixedad::broadcast([](double a, double b) { return std::tanh(a - b); }, x, s);
    A o = mixedad::broadcast([](double a, double b) { return a * b + a; }, x, s);
    A sum = mixedad::matmul(i, f);
    s = mixedad::matmul(sum, o) + s;
  }
  return mixedad::mean(s * s);
}
/// Narrow operands of wide functions.
double single(const Array<float> &x, const Array<float> &w) {
  Array<double> y = mixedad::broadcast<f>(x, w), z = mixedad::broadcast<g>(x, w);
  return mixedad::sum(y) + mixedad::sum(z);
}
A second(const A &x, const A &w) {
  auto [dx, dw] = mixedad::gradient<apart>(x, w);
  return dx * dw;
}

template <auto F, class... T> void kernels(const char *name, std::uint64_t expected, const T &...x) {
  mixedad::gradient<F>(x...);
  mixedad::reset_stats();
  mixedad::gradient<F>(x...);
  const auto ran = mixedad::stats().kernels;
  if (ran != expected) std::printf("%s: %d kernels\n", name, int(ran));
  check::is_true(name, ran == expected);
}

int main() {
  using check::array;
  const A x = array<double>({2, 3}), w = array<double>({2, 3}, -1, 1, 0.8), row = array<double>({3});
  const Array<int> n = Array<int>::from({1, 2, 3}, {3});
  CHECK(pair, x, w);
  CHECK(pair, x, row);
  CHECK(pair, row, x);
  CHECK(apart, x, w);
  CHECK(chain, x, w);
  CHECK(shapes, row, x);
  CHECK(shapes, x, row);
  CHECK(mixed, x, 0.7, check::fixed(n));
  CHECK(skipped, x, w);
  CHECK(objects, array<both>({2, 3}), row);
  CHECK(gates, array<double>({3, 3}), array<double>({3, 3}, -1, 1, 0.8));
  CHECK(single, array<float>({3}), array<float>({2, 3}));
  CHECK(second, x, w);

  kernels<pair>("pair: two functions, two sums, one pullback", 5, x, w);
  kernels<pair>("pair, one operand broadcast", 5, x, row);
  kernels<chain>("chain", 9, x, w);
  kernels<shapes>("shapes: two pullbacks, and the sum of what they give x", 7, row, x);
  kernels<skipped>("skipped: one sum, one pullback", 4, x, w);
  return check::done();
}
