// while and do-while, with trip counts that depend on the data.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double halve(double x) {
  while (x > 1) x = x * 0.5 + 0.01 * x * x;
  return x;
}
double do_once(double x) {
  double s = 1;
  do { s *= x; } while (s > 100);
  return s;
}
double do_many(double x) {
  double s = x;
  int n = 0;
  do {
    s += x * s;
    ++n;
  } while (s < 10 && n < 20);
  return s * n;
}
double condition_with_assignment(double x) {
  double y = 0, z;
  while ((z = x - y) > 0.125) y += z * 0.5;
  return y * x;
}
double declaration_in_condition(double x, int n) {
  double s = x;
  while (int left = n--) s = s * x + left;
  return s;
}
double nested_while(double x) {
  double s = 0, a = x;
  while (a < 3) {
    double b = a;
    while (b > 0.5) {
      s += b * x;
      b *= 0.6;
    }
    a += 0.7;
  }
  return s;
}

int main() {
  CHECK(halve, 5.3);
  CHECK(halve, 0.3);
  CHECK(do_once, 1.5);
  CHECK(do_many, 0.75);
  CHECK(condition_with_assignment, 1.7);
  CHECK(declaration_in_condition, 0.5, 4);
  CHECK(nested_while, 0.83);
  return check::done();
}
