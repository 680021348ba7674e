// Lambdas: captures by value and by reference, mutable state, init-captures, this.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double by_value(double x, double y) {
  auto f = [x, y](double t) { return x * t + y; };
  return f(2) * f(x);
}
double by_default(double x, double y) {
  auto f = [=](double t) { return x * t * y; };
  auto g = [&](double t) { return x + t * y; };
  return f(x) + g(f(y));
}
double by_reference(double x) {
  double s = 0;
  auto add = [&s, &x](double w) { s += w * x; };
  add(2);
  x = x * x;
  add(3);
  return s * s;
}
double copied_at_creation(double x) {
  double a = x;
  auto f = [a] { return a * a; };
  a = 100;
  return f() + a;
}
double mutable_state(double x) {
  auto next = [t = x]() mutable { return t *= 1.5; };
  double a = next(), b = next();
  return a * b + next();
}
double init_capture(double x) {
  auto f = [y = x * x, &r = x](double t) { return y * t + r; };
  return f(3) * x;
}
double returns_reference(double x) {
  double v[2] = {x, 2 * x};
  auto at = [&v](int i) -> double & { return v[i]; };
  at(0) *= at(1);
  return v[0] + v[1];
}
double early_return(double x) {
  auto clip = [](double t) {
    if (t > 1) return 1.0;
    return t;
  };
  return clip(x) * clip(2 * x) * x;
}
struct Scaler {
  double factor;
  double run(double x) const {
    auto f = [this](double t) { return factor * t; };
    auto g = [*this](double t) { return factor + t; };
    return f(g(x));
  }
};
double captures_this(double x) { return Scaler{x * 3}.run(x); }

int main() {
  CHECK(by_value, 0.5, 1.5);
  CHECK(by_default, 0.5, 1.5);
  CHECK(by_reference, 0.5);
  CHECK(copied_at_creation, 0.5);
  CHECK(mutable_state, 0.5);
  CHECK(init_capture, 0.5);
  CHECK(returns_reference, 0.5);
  CHECK(early_return, 0.4);
  CHECK(early_return, 0.7);
  CHECK(captures_this, 0.5);
  return check::done();
}
