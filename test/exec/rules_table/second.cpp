// Second derivatives go through the partials: what a partial calls is differentiated like any visible function.
// RUN: %mixedad_cxx -O1 %s -o %t && %t
#include "check.h"
#include <cmath>

// The derivative as a function of its own, in reverse and in forward mode.
#define DERIVATIVES(name, expression)                                                                                  \
  double name(double x) { return expression; }                                                                         \
  double name##_reverse(double x) { return mixedad::get<0>(mixedad::gradient<name>(x)); }                              \
  double name##_forward(double x) { return mixedad::jvp<name>(mixedad::dup(x, 1.0)); }

DERIVATIVES(sines, std::sin(x) * std::tan(x) + std::atan(x))
DERIVATIVES(tangent, std::tanh(x) + std::asinh(x) + std::atanh(x / 4))
DERIVATIVES(powers, std::pow(x, 2.5) + std::pow(2.0, x) + std::pow(x, x) + std::cbrt(x) + std::sqrt(x))
DERIVATIVES(angle, std::atan2(x, 2 * x * x) + std::hypot(x, 3.0))
DERIVATIVES(gammas, std::lgamma(x) + std::tgamma(x))
DERIVATIVES(errors, std::erf(x) * std::erfc(x / 2))
DERIVATIVES(selections, std::fmax(x * x, x) + std::fabs(x) * x + std::fmin(x, 2 * x * x))
DERIVATIVES(bessel, std::cyl_bessel_j(1.5, x) + std::cyl_bessel_k(0.5, x) + std::sph_bessel(2, x))
DERIVATIVES(polynomials, std::hermite(4, x) + std::laguerre(3, x) + std::legendre(5, x / 3) + std::assoc_legendre(4, 2, x / 3))
DERIVATIVES(elliptic, std::comp_ellint_1(x / 3) + std::ellint_2(x / 4, 0.9))
DERIVATIVES(amplitude, std::ellint_1(0.5, x) + std::ellint_2(x / 9, x) + std::ellint_3(x / 9, 0.2, x))
DERIVATIVES(remainders, std::fmod(x * x, 0.7) * x)

#define SECOND(name, x)                                                                                                \
  CHECK(name, x);                                                                                                      \
  CHECK(name##_reverse, x);                                                                                            \
  CHECK(name##_forward, x)

int main() {
  SECOND(sines, 0.7);
  SECOND(tangent, 0.7);
  SECOND(powers, 1.3);
  SECOND(angle, 0.8);
  SECOND(gammas, 1.8);
  SECOND(errors, 0.6);
  SECOND(selections, 1.4);
  SECOND(bessel, 2.2);
  SECOND(polynomials, 0.9);
  SECOND(elliptic, 1.1);
  SECOND(amplitude, 0.9);
  SECOND(amplitude, 1.5707963267948966);
  SECOND(amplitude, 5.0);
  SECOND(remainders, 1.21);
  return check::done();
}
