// Objects as elements: several results of a scalar function, alone or between the functions of one kernel.
// RUN: %mixedad_cxx -O1 %s -o %t %mixedad_libs && %t
#include "check_arrays.h"
#include <array>
#include <utility>
using mixedad::Array;
using A = Array<double>;
struct polar { double r, phi; };
struct body { double weight; int kind; float spin[2]; };
struct heavy : polar { double mass = 1; };
template <class V> void reals(body &b, V &&v) { v(b.weight); v(b.spin[0]); v(b.spin[1]); }
template <class V> void reals(polar &p, V &&v) { v(p.r); v(p.phi); }
template <class V> void reals(heavy &h, V &&v) { v(h.r); v(h.phi); v(h.mass); }
using vec = std::array<double, 3>;

double nested(const A &x, const A &y) {
  A z = mixedad::broadcast([](polar q) { return q.r * q.phi; },
       mixedad::broadcast([](double a, double b) { return polar{std::sqrt(a * a + b * b), std::atan2(b, a)}; }, x, y));
  return mixedad::sum(z);
}
double branchy(const A &x, const A &y) {
  A z = mixedad::broadcast([](const std::pair<double, double> &q, double k) { return q.first * q.second * k; },
       mixedad::broadcast([](double a, double b) { if (a > 0) return std::make_pair(a * b, b); std::pair<double, double> p(b, 1.0); p.second += a; return p; }, x, y), x + y);
  return mixedad::sum(z);
}
/// Used twice, so the array of objects is made.
double made(const A &x, const A &y) {
  Array<polar> p = mixedad::broadcast([](double a, double b) { return polar{std::sqrt(a * a + b * b), std::atan2(b, a)}; }, x, y);
  A z = mixedad::broadcast([](polar q) { q.r *= q.phi; return q.r; }, p);
  A w = mixedad::broadcast([](const polar &q, double k) { return q.r * k; }, p, x);
  return mixedad::sum(z * w);
}
/// Used once: it is not.
double once(const A &x) {
  Array<polar> p = mixedad::broadcast([](double a) { return polar{a * a, std::sin(a)}; }, x);
  A z = mixedad::broadcast([](polar q) { return q.r * q.phi; }, p);
  return mixedad::sum(z);
}
Array<vec> triple(const A &x, const A &y) {
  return mixedad::broadcast([](double a, double b) { return vec{a, a * b, std::sin(b)}; }, x, y);
}
A dot(const Array<vec> &v, const Array<vec> &w) {
  return mixedad::broadcast([](const vec &a, const vec &b) {
    double s = 0;
    for (int i = 0; i < 3; ++i) s += a[i] * b[i];
    return s;
  }, v, w);
}
/// Members that are inactive, and of another type.
Array<body> bodies(const A &x, const Array<body> &p) {
  return mixedad::broadcast([](double a, const body &q) {
    return body{a * q.weight, q.kind, {float(q.spin[0] * q.kind), q.spin[1] * q.spin[1]}};
  }, x, p);
}
body total(const Array<body> &p) { return mixedad::sum(p); }
Array<heavy> derived(const Array<heavy> &h, const heavy &k) {
  return mixedad::broadcast([=](heavy a, heavy b) {
    a.r *= b.phi + k.mass;
    std::swap(a.phi, a.mass);
    return a;
  }, h, k);
}
// Every mode.
#define MODE(name, ...)                                                                                                \
  [[mixedad::broadcast(__VA_ARGS__)]] polar name(polar p, double k) {                                                  \
    if (p.r > 0) p.phi += p.r * k;                                                                                     \
    return {p.r * p.phi, std::exp(k) * p.r};                                                                           \
  }
MODE(forward, forward) MODE(chunks, forward, 1) MODE(reverse, reverse)
template <auto f> Array<polar> turned(const Array<polar> &p, const A &k) { return mixedad::broadcast<f>(p, k); }
[[mixedad::broadcast]] polar steps(polar p, double k) {
  for (double t = 0; t < p.r * p.r + 1; t += 0.3) p.phi = std::sin(p.phi) * k;
  return p;
}

A second(const A &x, const A &y) { return mixedad::get<1>(mixedad::gradient<made>(x, y)); }
double directional(const A &x, const A &y) { return mixedad::jvp<made>(mixedad::dup(x, y), mixedad::dup(y, x)); }

int main() {
  using check::array;
  CHECK(nested, array<double>({4}), array<double>({4}));
  CHECK(branchy, array<double>({4}), array<double>({4}));
  CHECK(made, array<double>({2, 4}), array<double>({4}));
  CHECK(once, array<double>({4}));
  const A four = array<double>({4});
  mixedad::reset_stats();
  mixedad::gradient<once>(four);
  check::is_true("one kernel each, and the sum", mixedad::stats().kernels == 3);
  CHECK(triple, array<double>({4}), array<double>({2, 1}));
  CHECK(dot, array<vec>({2, 4}), array<vec>({2, 1}));
  CHECK(bodies, array<double>({3}), array<body>({2, 3}));
  CHECK(bodies, array<double>({2, 1}), array<body>({3}));
  CHECK_SINGLE(total, array<body>({3}));
  CHECK(derived, array<heavy>({3}), heavy{{0.3, 0.4}, 0.7});
  CHECK(turned<forward>, array<polar>({2, 3}), array<double>({3}));
  CHECK_REVERSE(turned<chunks>, array<polar>({3}), array<double>({2, 3}));
  CHECK_REVERSE(turned<reverse>, array<polar>({3}), array<double>({2, 3}));
  CHECK(turned<steps>, array<polar>({3}), array<double>({2, 3}));
  CHECK(second, array<double>({2, 3}), array<double>({3}));
  CHECK(directional, array<double>({2, 3}), array<double>({3}));
  return check::done();
}
