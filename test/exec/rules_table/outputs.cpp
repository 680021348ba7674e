// Functions that give results through pointers, and spellings of one function: sin, sinf, std::sin, __builtin_sin.
// RUN: %mixedad_cxx -O1 %s -o %t && %t
#include "check.h"
#include <cmath>
#include <math.h>

double with_modf(double x) {
  double whole;
  double fraction = std::modf(x * x, &whole);
  return fraction * whole; // whole is constant
}
double modf_into_array(double x) {
  double parts[2];
  parts[0] = std::modf(x, &parts[1]);
  return parts[0] * parts[0] + parts[1];
}
double with_frexp(double x) {
  int exponent;
  double fraction = frexp(x * 3, &exponent);
  return fraction * fraction + exponent;
}
double with_remquo(double x, double y) {
  int quotient;
  double rest = std::remquo(x, y, &quotient);
  return rest * (quotient & 7);
}
double with_sincos(double x) {
  double s, c;
  sincos(x * x, &s, &c);
  return s + 2 * c;
}
double with_lgamma_r(double x) {
  int sign;
  return lgamma_r(x, &sign) * sign;
}
double spellings(double x) {
  return std::sin(x) * sin(x) + __builtin_sin(x) + double(sinl(x)) + double(std::sin((long double)x)) + std::abs(x) +
         fabs(x) + __builtin_sqrt(x);
}
float single_spellings(float x) {
  return std::sin(x) * sinf(x) + __builtin_sinf(x) + std::sqrt(x) + fabsf(x) + powf(x, 3) + fmaf(x, x, x);
}
double flat_functions(double x) {
  return x * (std::floor(x) + std::lround(x) + std::signbit(x) + std::isfinite(x) + std::ilogb(x));
}

int main() {
  CHECK(with_modf, 1.7);
  CHECK(modf_into_array, 2.3);
  CHECK(with_frexp, 1.2);
  CHECK(with_remquo, 7.3, 2.1);
  CHECK(with_sincos, 0.8);
  CHECK(with_lgamma_r, 2.6);
  CHECK(spellings, 0.7);
  CHECK_SINGLE(single_spellings, 0.7f);
  CHECK(flat_functions, 2.3);
  return check::done();
}
