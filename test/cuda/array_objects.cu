// Arrays of complex numbers and of structs compile as CUDA; without a GPU they run on the host.
// REQUIRES: cuda
// RUN: %mixedad_cuda -O1 %s -o %t %mixedad_cuda_libs && %t
#include <array>
#include <cmath>
#include <complex>
#include <mixedad/mixedad.h>
using mixedad::Array;
using A = Array<double>;
using Z = std::complex<double>;
struct polar { double r, phi; };
double energy(const Array<Z> &z, const A &x) {
  Array<Z> w = mixedad::broadcast([](Z u, double k) { return u * u * k + std::exp(u); }, z, x);
  return mixedad::sum(mixedad::norm(w));
}
double spiral(const A &x, const A &y) {
  Array<polar> p = mixedad::broadcast([](double a, double b) { return polar{std::sqrt(a * a + b * b), a * b}; }, x, y);
  A s = mixedad::broadcast([](polar q) { return q.r * q.phi; }, p);
  A t = mixedad::broadcast([](polar q, double k) { return q.phi * k; }, p, x);
  return mixedad::sum(s + t);
}
static bool near(double a, double b) { return std::fabs(a - b) < 1e-6 * (1 + std::fabs(b)); }
int main() {
  const mixedad::Device d = mixedad::default_device();
  const double h = 1e-5;
  auto x = A::from({0.3, 0.4}, {2}), y = A::from({0.5}, {1});
  auto z = [&](double re) { return Array<Z>::from({Z(re, 0.2), Z(0.4, -0.3)}, {2, 1}); };
  auto [dz, dk] = mixedad::gradient<energy>(z(0.1).to(d), x.to(d));
  auto [dx, dy] = mixedad::gradient<spiral>(x.to(d), y.to(d));
  auto spiral_at = [&](double v) { return spiral(x, A::from({v}, {1})); };
  bool good = near(dz(0, 0).real(), (energy(z(0.1 + h), x) - energy(z(0.1 - h), x)) / (2 * h)) &&
              near(dy(0), (spiral_at(0.5 + h) - spiral_at(0.5 - h)) / (2 * h)) && dk.size() == 2 && dx.size() == 2;
  return good ? 0 : 1;
}
