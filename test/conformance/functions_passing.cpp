// Calls: by value, by reference, by pointer, outputs through parameters, chains of calls.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double cube(double x) { return x * x * x; }
double chain(double x) { return cube(cube(x) + x) * cube(2 * x); }
double by_const_ref(const double &x, const double &y) { return x * y - x; }
double calls_by_ref(double x) { return by_const_ref(x, x * x) + by_const_ref(2.0, x); }
void sincos_of(double x, double *s, double *c) {
  *s = std::sin(x);
  *c = std::cos(x);
}
double outputs(double x) {
  double s, c;
  sincos_of(x, &s, &c);
  return s * s * 3 + c;
}
bool solve(double a, double b, double &root) {
  if (a == 0) return false;
  root = -b / a;
  return true;
}
double status_result(double a, double b) {
  double r = 0;
  if (!solve(a, b, r)) return 0;
  return r * r;
}
void accumulate_into(double &sum, double x) { sum += x * x; }
double repeated(double x, double y) {
  double s = 1;
  accumulate_into(s, x);
  accumulate_into(s, y * s);
  accumulate_into(s, s);
  return s;
}
double ignored_result(double x) {
  cube(x);
  (void)cube(2 * x);
  return x * x;
}
double nested_calls(double x, double y) { return by_const_ref(cube(x), by_const_ref(y, cube(y))); }
static inline double helper(double x) { return x + 1; }
namespace inner { double helper(double x) { return x * 5; } }
double namespaces(double x) { return helper(x) * inner::helper(x) + ::helper(x); }

int main() {
  CHECK(chain, 0.5);
  CHECK(by_const_ref, 0.5, 2.0);
  CHECK(calls_by_ref, 0.5);
  CHECK(outputs, 0.5);
  CHECK(status_result, 2.0, 3.0);
  CHECK_ZERO(status_result, 0.0, 0.0);
  CHECK(accumulate_into, check::ref(2.0), 0.5);
  CHECK(repeated, 0.5, 0.75);
  CHECK(ignored_result, 0.5);
  CHECK(nested_calls, 0.5, 0.75);
  CHECK(namespaces, 0.5);
  return check::done();
}
