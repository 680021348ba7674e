// Order of evaluation, mixed precision, constants in disguise, huge and tiny values, signed zeros.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double order(double x) {
  double a = x;
  double r = (a += x) * (a *= 2);
  r += a++;
  return r * a + (a -= x, a);
}
float mixed(float x, double y) {
  float a = x * y;
  double b = a;
  b += x;
  a += b * y;
  float c = 3;
  c *= b;
  return a * c;
}
double accumulates_in_float(double x) {
  float s = 0;
  for (int i = 1; i < 5; ++i) s += x / i;
  return s * x;
}
double disguised_constant(double x) {
  double zero = x - x, one = x / x;
  double c = 3;
  c = c * 2;
  double d = x;
  d = 4;
  return (zero + c) * x * one + d * x;
}
double huge_and_tiny(double x) { return std::exp(x * 30) * 1e-10 + std::exp(-x * 30) * 1e10; }
double integer_steps(double x) {
  double s = 0;
  for (long i = -2; i <= 2; ++i) s += i * x + i * i * x * x;
  unsigned char wrap = 250;
  wrap += 10;
  return s + wrap * x - (5 / 2) * x + (7 % 4) * x;
}
double signs(double x) { return -(-x) + +x - (x < 0 ? -x : x) * -3; }
double negated_condition(double x, bool flag) {
  if (!flag == (x > 0)) return x * x;
  return !flag ? x : 2 * x;
}
double powers(double x) {
  return std::pow(x, 2) + std::pow(x, 0.5f) + std::pow(2, x) + std::pow(x, x) + std::pow(-x, 3) + std::pow(x, -2);
}

int main() {
  CHECK(order, 0.7);
  CHECK(mixed, 0.7f, 1.25);
  CHECK_SINGLE(accumulates_in_float, 0.7);
  CHECK(disguised_constant, 0.7);
  CHECK(huge_and_tiny, 0.3);
  CHECK(integer_steps, 0.7);
  CHECK(signs, 0.7);
  CHECK(signs, -0.7);
  CHECK(negated_condition, 0.7, true);
  CHECK(negated_condition, 0.7, false);
  CHECK(negated_condition, -0.7, true);
  CHECK(powers, 0.7);
  return check::done();
}
