// Every common function of <cmath>, in the spellings that programs use.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double trigonometric(double x) {
  return std::sin(x) * std::cos(x) + std::tan(x) + std::asin(x / 3) + std::acos(x / 4) + std::atan(x * 2);
}
double hyperbolic(double x) {
  return std::sinh(x) - std::cosh(x) * std::tanh(x) + std::asinh(x) + std::acosh(x + 1) + std::atanh(x / 3);
}
double exponential(double x) {
  return std::exp(x) + std::exp2(x) * std::expm1(x) + std::log(x) * std::log2(x) + std::log10(x) - std::log1p(x);
}
double powers(double x, double y) {
  return std::pow(x, y) + std::sqrt(x * y) + std::cbrt(x) * std::hypot(x, y) + std::pow(x, 3) + std::pow(2.0, y);
}
double two_arguments(double x, double y) {
  return std::atan2(x, y) + std::fmax(x, y) * std::fmin(x, y) + std::fdim(y, x) + std::fma(x, y, x) +
         std::copysign(x, -1.0) + std::fabs(x - y) + std::fmod(x * 5, 1.5);
}
double special(double x) { return std::erf(x) * std::erfc(x) + std::lgamma(x + 1) + std::tgamma(x + 1); }
double three_arguments(double x, double y) { return std::hypot(x, y, x * y); }
double c_names(double x) { return ::sin(x) + ::exp(x) * ::sqrt(x) + ::pow(x, 1.5) + ::fabs(-x); }
float float_names(float x) { return sinf(x) + expf(x) * sqrtf(x) + powf(x, 1.5f) + std::sin(x) + logf(x) + tanhf(x); }
long double long_names(long double x) { return sinl(x) * expl(x) + std::cos(x); }
// Piecewise constant: no derivative, and no error either.
double rounding(double x) {
  return x * std::floor(x) + x * std::ceil(x) + std::round(x) * x + std::trunc(x) + std::rint(x) * x;
}
bool classification(double x) { return std::isnan(x) || std::isinf(x) || std::signbit(x); }
double uses_classification(double x) { return classification(x) || !std::isfinite(x) ? 0 : x * x; }

int main() {
  CHECK(trigonometric, 0.7);
  CHECK(hyperbolic, 0.7);
  CHECK(exponential, 0.7);
  CHECK(powers, 1.3, 0.7);
  CHECK(two_arguments, 0.83, 1.7);
  CHECK(special, 0.7);
  CHECK(three_arguments, 0.7, 1.3);
  CHECK(c_names, 0.7);
  CHECK(float_names, 0.7f);
  CHECK(long_names, 0.7L);
  CHECK(rounding, 1.3);
  CHECK(uses_classification, 1.3);
  return check::done();
}
