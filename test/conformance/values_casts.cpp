// Casts between float, double and integers, in every notation.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double to_float_and_back(double x) { return double(float(x) * float(x)) + (double)(float)x; }
float narrow(double x) { return static_cast<float>(x * x); }
double widen(float x, float y) {
  double a = x;
  double b = a * y;
  return b + x;
}
double mixed(double x, float y, int n) { return x * y + n * x - y / n; }
double from_integer(double x, int n) {
  double a = n;
  float b = n * 2;
  return x * a + x * x * b + double(n) / 4;
}
// The integer part is inactive: the gradient flows through the rest.
double fraction(double x) {
  int n = x;
  double f = x - n;
  return f * f + n * x;
}
double truncated_index(double x) {
  double v[4] = {1, 2, 4, 8};
  int i = static_cast<int>(std::floor(x));
  return v[i] + (x - i) * (v[i + 1] - v[i]);
}
double boolean(double x) { return x * bool(x) + (x > 0) * x * x - !x; }
double functional(double x) { return double{x} * float(2) + int(3.7) * x; }
using real = double;
double through_alias(real x) { return real(x * x) + static_cast<real>(3) * x; }
double long_double(double x) {
  long double y = x;
  y = y * y * y;
  return double(y);
}

int main() {
  CHECK_SINGLE(to_float_and_back, 1.5);
  CHECK_SINGLE(narrow, 1.5);
  CHECK(widen, 1.5f, 2.0f);
  CHECK(mixed, 0.5, 1.5f, 3);
  CHECK(from_integer, 0.5, 3);
  CHECK(fraction, 2.3);
  CHECK(truncated_index, 1.3);
  CHECK(boolean, 1.5);
  CHECK(functional, 1.5);
  CHECK(through_alias, 1.5);
  CHECK(long_double, 1.5);
  return check::done();
}
