// try/catch around code that does not throw, and throw on paths that are not taken.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <stdexcept>

double checked_log(double x) {
  if (!(x > 0)) throw std::domain_error("x must be positive");
  return std::log(x);
}
double around(double x) {
  double r = 0;
  try {
    r = x * x;
    r += checked_log(r);
  } catch (const std::exception &) {
    r = -1;
  }
  return r * x;
}
double returns_inside(double x) {
  try {
    for (int i = 0; i < 3; ++i) x *= x + 1;
    return x;
  } catch (...) {
    return 0;
  }
}
double throwing_expression(double x) { return x > 0 ? x * x : throw std::invalid_argument("x"); }

int main() {
  CHECK(checked_log, 1.5);
  CHECK(around, 1.5);
  CHECK(returns_inside, 0.25);
  CHECK(throwing_expression, 1.5);
  return check::done();
}
