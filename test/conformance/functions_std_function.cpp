// std::function that holds functions and closures, with and without state.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <functional>

double square(double x) { return x * x; }
double holds_function(double x) {
  std::function<double(double)> f = square;
  return f(x) * f(2.0 * x);
}
double holds_closure(double x, double y) {
  std::function<double(double)> f = [y](double t) { return t * y + t * t; };
  return f(x) + f(f(x));
}
double integrate(const std::function<double(double)> &f, double a, double b) {
  double s = 0, h = (b - a) / 4;
  for (int i = 0; i < 4; ++i) s += f(a + (i + 0.5) * h) * h;
  return s;
}
double as_parameter(double x) {
  return integrate([x](double t) { return std::exp(-x * t * t); }, 0.0, 2.0);
}
double assigned(double x, int k) {
  std::function<double(double)> f;
  if (k) f = [](double t) { return t * t; };
  else f = [x](double t) { return t * x * x; };
  return f ? f(x) : 0;
}

int main() {
  CHECK(holds_function, 0.5);
  CHECK(holds_closure, 0.5, 1.5);
  CHECK(as_parameter, 0.5);
  CHECK(assigned, 0.5, 0);
  CHECK(assigned, 0.5, 1);
  return check::done();
}
