// The comma operator, and conditional expressions that are assigned to.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double comma(double x, double y) {
  double a = (x *= 2, x + y);
  for (int i = 0; i < 3; a *= x, ++i) a += y;
  return a, a * x;
}
double choose(double x, double y) {
  double a = x, b = y;
  (a > b ? a : b) = a * b;
  return a + 2 * b;
}
double choose_compound(double x, double y) {
  double a = x, b = y;
  (x < 1 ? a : b) *= x + y;
  return a * b;
}
double choose_element(double x, int k) {
  double v[2] = {x, x * x};
  double w[2] = {1, 2 * x};
  (k ? v : w)[1] += 3 * x;
  double *p = k > 1 ? &v[0] : &w[0];
  *p *= x;
  return v[0] + v[1] * w[0] + w[1];
}
double comma_lvalue(double x) {
  double a = x, b = x * x;
  (a *= 2, b) += a;
  return a * b;
}

int main() {
  CHECK(comma, 0.5, 1.5);
  CHECK(choose, 0.5, 1.5);
  CHECK(choose, 1.5, 0.5);
  CHECK(choose_compound, 0.5, 1.5);
  CHECK(choose_compound, 1.5, 0.5);
  for (int k = 0; k < 3; ++k) CHECK(choose_element, 0.75, k);
  CHECK(comma_lvalue, 0.75);
  return check::done();
}
