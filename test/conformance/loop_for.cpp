// Counted loops: values carried over iterations, nests, and bounds that depend on control data.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double power(double x, int n) {
  double r = 1;
  for (int i = 0; i < n; ++i) r *= x;
  return r;
}
double two_carried(double x, double y) {
  double a = x, b = y;
  for (int i = 0; i < 6; i++) {
    double t = a;
    a = b + 0.1 * a * a;
    b = t * 0.5;
  }
  return a - 2 * b;
}
double nest(double x) {
  double s = 0;
  for (int i = 1; i <= 4; ++i)
    for (int j = 0; j < i; ++j) s += x * i / (j + x);
  return s;
}
double downward(double x, int n) {
  double s = x;
  for (int i = n; i-- > 0;) s = s * 0.5 + x * i;
  return s;
}
double never_entered(double x, int n) {
  double s = x;
  for (int i = 5; i < n; ++i) s *= x;
  return s;
}
double empty_header(double x) {
  int i = 0;
  double s = x;
  for (;;) {
    if (i == 4) break;
    s += x * s;
    ++i;
  }
  return s;
}
double two_variables(double x) {
  double s = 0;
  for (int i = 0, j = 8; i < j; ++i, --j) s += x * x * i - j * x;
  return s;
}

int main() {
  CHECK(power, 1.25, 5);
  CHECK_ZERO(power, 1.25, 0);
  CHECK(two_carried, 0.5, 0.75);
  CHECK(nest, 1.5);
  CHECK(downward, 0.5, 6);
  CHECK(never_entered, 0.5, 3);
  CHECK(never_entered, 0.5, 7);
  CHECK(empty_header, 0.5);
  CHECK(two_variables, 0.5);
  return check::done();
}
