// Functions of <cmath> with integers among their arguments: the library computes with them as doubles.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

// In a loop, so that the reverse sweep computes what it needs again.
#define IN_LOOP(name, expression)                                                                                      \
  double name(double x) {                                                                                              \
    double r = 0;                                                                                                      \
    for (int i = 1; i < 4; ++i) {                                                                                      \
      [[maybe_unused]] int k = 3 + i;                                                                                  \
      r = 0.5 * x * (r + (expression));                                                                                \
    }                                                                                                                  \
    return r;                                                                                                          \
  }
IN_LOOP(trigonometric, std::cos(2 * i) * x + std::sin(k) * x * x + std::tan(i) * std::sin(k) * std::cos(k) * x)
IN_LOOP(inverse, std::atan(k) * x + std::asin(i - 2) * std::acos(i - 2) * x)
IN_LOOP(hyperbolic, std::tanh(i) * x + std::cosh(i) * std::sinh(i) * std::asinh(k) * std::acosh(k) * x)
IN_LOOP(exponential, std::exp(i) * std::expm1(i) * std::exp2(i) * x)
IN_LOOP(logarithmic, std::log(k) * std::log2(k) * std::log10(k) * std::log1p(k) * x)
IN_LOOP(roots, std::sqrt(k) * std::cbrt(k) * x * x)
IN_LOOP(special, std::erf(i) * std::tgamma(i) * std::lgamma(k) * x)
IN_LOOP(rounded, std::abs(-k) * std::floor(k) * x)
IN_LOOP(powers, std::pow(k, x) + std::pow(x, k) + std::pow(x, -i) + std::pow(k, i) * x)
IN_LOOP(angles, std::atan2(k, x) + std::atan2(x, k) * std::atan2(k, i))
IN_LOOP(norms, std::hypot(k, x) + std::hypot(x, k) * std::hypot(k, i, x) + std::hypot(k, i) * x)
IN_LOOP(picked, std::fmax(i - 2, x) * std::fdim(k, x) + std::fma(k, x, i))
IN_LOOP(remainders, std::fmod(k, x) + std::remainder(k, x + 2) * std::copysign(k, x) + std::ldexp(x, i))
float single(float x) {
  float r = 0;
  for (int i = 0; i < 3; ++i) r += std::cos(i) * x * x;
  return r;
}

int main() {
  CHECK(trigonometric, 0.7);
  CHECK(inverse, 0.7);
  CHECK(hyperbolic, 0.7);
  CHECK(exponential, 0.7);
  CHECK(logarithmic, 0.7);
  CHECK(roots, 0.7);
  CHECK(special, 0.7);
  CHECK(rounded, 0.7);
  CHECK(powers, 0.7);
  CHECK(angles, 0.7);
  CHECK(norms, 0.7);
  CHECK(picked, 0.7);
  CHECK(remainders, 0.7);
  CHECK_SINGLE(single, 0.7f);
  return check::done();
}
