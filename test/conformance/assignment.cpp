// Compound, chained and nested assignment, and assignment as a value.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double compound(double x, double y) {
  double a = x;
  a += y;
  a -= x * y;
  a *= a;
  a /= y + 2;
  return a;
}
double chained(double x) {
  double a, b, c;
  a = b = c = x * x;
  a *= 2;
  return a + b * c;
}
double nested(double x, double y) {
  double a = x, b = y;
  a *= b += x;
  return a * b;
}
double as_value(double x) {
  double a = 1;
  double b = (a = x * x) + a;
  return b * (a += x);
}
double as_lvalue(double x, double y) {
  double a = x;
  (a += y) *= 3;
  (a = a * x) -= y;
  return a;
}
double increments(double x) {
  double a = x;
  double b = a++ * a;
  double c = ++a * a;
  double d = a-- - --a;
  return a * b + c * d;
}
double self(double x) {
  x = x * x;
  x = x + x;
  return x;
}
double subscript_side_effect(double x, double y) {
  double v[3] = {x, y, x * y};
  int i = 0;
  v[i++] *= y;
  v[++i] += v[0];
  return v[0] + v[1] * v[2];
}

int main() {
  CHECK(compound, 0.5, 2.0);
  CHECK(chained, 1.5);
  CHECK(nested, 0.5, 2.0);
  CHECK(as_value, 1.5);
  CHECK(as_lvalue, 0.5, 2.0);
  CHECK(increments, 1.5);
  CHECK(self, 1.5);
  CHECK(subscript_side_effect, 0.5, 2.0);
  return check::done();
}
