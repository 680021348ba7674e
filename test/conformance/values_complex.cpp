// std::complex, as a local, a parameter and a result.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <complex>

using cplx = std::complex<double>;
double modulus_squared(double re, double im) {
  cplx z(re, im);
  z = z * z + cplx(1, 0.5);
  return std::norm(z);
}
cplx multiply(cplx a, cplx b) { return a * b + std::conj(a) * 2.0; }
cplx divide(const cplx &a, const cplx &b) { return a / b - b; }
double parts(cplx z) { return z.real() * z.imag() + std::abs(z); }
cplx rotate(cplx z, double angle) { return z * std::polar(1.0, angle); }
cplx exponential(cplx z) { return std::exp(z) * std::sin(z); }
cplx mandelbrot(cplx c) {
  cplx z = 0;
  for (int i = 0; i < 4; ++i) z = z * z + c;
  return z;
}
double compound(double x) {
  cplx z{x, 1};
  z *= cplx{0, 1};
  z += x;
  z /= 2.0;
  z -= cplx(x * x);
  return z.real() + 3 * z.imag() + std::arg(z);
}

int main() {
  CHECK(modulus_squared, 0.5, -0.25);
  CHECK(multiply, cplx(0.5, 1.0), cplx(-0.25, 2.0));
  CHECK(divide, cplx(0.5, 1.0), cplx(-0.25, 2.0));
  CHECK(parts, cplx(0.5, 1.0));
  CHECK(rotate, cplx(0.5, 1.0), 0.7);
  CHECK(exponential, cplx(0.5, 1.0));
  CHECK(mandelbrot, cplx(-0.3, 0.4));
  CHECK(compound, 0.75);
  return check::done();
}
