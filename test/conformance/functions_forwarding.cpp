// Perfect forwarding, std::invoke, std::apply, std::ref and bound arguments.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <functional>
#include <tuple>
#include <utility>

template <class F, class... A> decltype(auto) forward_to(F &&f, A &&...a) { return std::forward<F>(f)(std::forward<A>(a)...); }
static double product(double a, double b) { return a * b; }
static void scale(double &x, double k) { x *= k; }
double forwards(double x, double y) {
  double a = x;
  forward_to(scale, a, y);
  forward_to([](double &t) { t += 1; }, a);
  return forward_to(product, a, x * y);
}
struct Line { double k; double at(double x) const { return k * x; } };
double invokes(double x) {
  Line l{x};
  return std::invoke(product, x, 3.0) + std::invoke(&Line::at, l, x) + std::invoke(&Line::k, l);
}
double applies(double x) { return std::apply([](double a, double b, int n) { return a * b * n; }, std::make_tuple(x, x * x, 2)); }
double references(double x) {
  double a = x;
  auto r = std::ref(a);
  r.get() *= x;
  return a + std::as_const(a) * 2;
}

int main() {
  CHECK(forwards, 0.5, 1.5);
  CHECK(invokes, 0.5);
  CHECK(applies, 0.5);
  CHECK(references, 0.5);
  return check::done();
}
