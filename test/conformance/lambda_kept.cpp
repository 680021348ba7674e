// Closures and functions that are kept: in std::function, in members, in function objects, through copies.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <functional>
#include <utility>
static double square(double t) { return t * t; }
struct Scale {
  double k;
  double operator()(double t) const { return k * t; }
};
double free_and_object(double x) {
  std::function<double(double)> a = square, b = Scale{x}, c = &square;
  return a(x) * b(x) + a(b(x)) + c(x);
}
static double quadrature(const std::function<double(double)> &g, double a, double b) {
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += g(a + (b - a) * (i + .5) / 4) * (b - a) / 4;
  return s;
}
double as_parameter(double x) {
  return quadrature([x](double t) { return std::exp(-x * t * t); }, 0, 2) +
         quadrature([](double t) { return t; }, 0, x) + quadrature(square, 0, x);
}
double assigned(double x) {
  std::function<double(double)> g;
  double a = g ? 5 : x;
  g = [x](double t) { return t * x; };
  a += g(x);
  g = [](double t) { return t * t * t; };
  return g ? a + g(x) : 0;
}
double captured(double x) {
  std::function<double(double)> a = [x](double t) { return t * x; };
  auto b = [a](double t) { return a(t) * a(2 * t); };
  std::function<double(double)> c = b;
  return b(x) + c(2.0);
}
class Solver {
  std::function<double(double)> f_;
  double tol_;

public:
  Solver(std::function<double(double)> f, double tol) : f_(std::move(f)), tol_(tol) {}
  double run(double x) const { return f_(x) * tol_ + f_(2 * x); }
};
double member(double x) {
  Solver s([x](double t) { return t * t * x; }, x);
  Solver t = s;
  return s.run(x) + t.run(2.0);
}
template <class F>
struct Damped {
  F f;
  double k;
  double operator()(double x) const { return f(x) * k; }
};
template <class F>
Damped(F, double) -> Damped<F>;
double aggregate(double x) {
  Damped o{[x](double t) { return t * x; }, x};
  auto p = o;
  return o(x) + p(2.0);
}
template <class F>
class Op {
  F f_;

public:
  explicit Op(F f) : f_(std::move(f)) {}
  template <class G>
  auto then(G g) const {
    auto h = [f = f_, g](double t) { return g(f(t)); };
    return Op<decltype(h)>(h);
  }
  double operator()(double t) const { return f_(t); }
};
double chained(double x) {
  Op a([x](double t) { return t * x; });
  auto b = a.then([](double t) { return std::sin(t); }).then([&](double t) { return t * t + x; });
  return b(x) * a(2.0);
}
struct Options {
  std::function<double(double)> rhs;
  double dt = 0.1;
  int n = 3;
};
double integrate(const Options &o, double y) {
  for (int i = 0; i < o.n; ++i)
    y += o.dt * o.rhs(y);
  return y;
}
double options(double x) {
  Options o;
  o.rhs = [x](double y) { return -x * y; };
  o.dt = 0.1 * x;
  return integrate(o, x) + integrate({[](double y) { return y; }, 0.2, 2}, x);
}
double chosen(double x, int k) {
  double (*f)(double) = k ? square : static_cast<double (*)(double)>(std::sin);
  auto g = k > 1 ? &square : &square;
  return square(x) + g(2 * x) * k;
}
double by_value(double x) {
  auto mk = [](double k) { return [k](double t) { return k * t; }; };
  auto f = mk(x);
  std::function<double(double)> g = mk(2 * x);
  return f(x) * g(f(2.0));
}
int main() {
  CHECK(free_and_object, 0.5);
  CHECK(as_parameter, 0.5);
  CHECK(assigned, 0.5);
  CHECK(captured, 0.5);
  CHECK(member, 0.5);
  CHECK(aggregate, 0.5);
  CHECK(chained, 0.5);
  CHECK(options, 0.5);
  CHECK(chosen, 0.5, 0);
  CHECK(chosen, 0.5, 1);
  CHECK(by_value, 0.5);
  return check::done();
}
