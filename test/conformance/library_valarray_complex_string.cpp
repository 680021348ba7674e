// std::valarray arithmetic; vectors of complex numbers; strings are left alone.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <complex>
#include <string>
#include <valarray>
#include <vector>

double valarray(double x) {
  std::valarray<double> a(x, 3), b{1, x, 2};
  a[1] = x * x;
  std::valarray<double> c = a * b + 2.0 * a;
  c += b;
  return c.sum() + (a * a).sum() * c[0];
}
double valarray_argument(const std::valarray<double> &v) {
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i) s += v[i] * v[i];
  return s + v.sum();
}
double spectrum(const std::vector<std::complex<double>> &z) {
  std::complex<double> s = 0;
  for (auto &e : z) s += e * e;
  return std::norm(s);
}
double strings(double x) {
  std::string name = "x";
  name += std::to_string(int(x));
  double r = x * x;
  if (name == "x0") r *= x;
  return r * double(name.size());
}

int main() {
  CHECK(strings, 0.5);
  CHECK(spectrum, (std::vector<std::complex<double>>{{0.5, 1}, {2, -0.25}}));
  CHECK(valarray_argument, (std::valarray<double>{0.5, 1.5, 2}));
  CHECK(valarray, 0.5);
  return check::done();
}
