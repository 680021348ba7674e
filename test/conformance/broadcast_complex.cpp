// Complex elements: a cotangent is (d/d real, d/d imaginary), which the differences of the parts say too.
// RUN: %mixedad_cxx -O1 %s -o %t %mixedad_libs && %t
#include "check_arrays.h"
#include <complex>
using mixedad::Array;
using A = Array<double>;
using Z = std::complex<double>;
using F = std::complex<float>;
using AZ = Array<Z>;
using AF = Array<F>;

AZ product(const AZ &a, const AZ &b) {
  return mixedad::broadcast([](Z x, Z y) { return x * y + x; }, a, b);
}
AZ operators(const AZ &a, const AZ &b) { return a * b + mixedad::exp(a) / b - 2 * a; }
AF single(const AF &a, const AF &b) { return 0.5 * a * b + a / 2; }
/// A complex number beside the array, as an operand and captured.
double operand(const AZ &a, Z k) {
  return mixedad::sum(mixedad::broadcast([](Z x, Z y) { return std::norm(x * y - x); }, a, k));
}
double captured(const AZ &a, Z k) {
  return mixedad::sum(mixedad::broadcast([=](Z x) { return std::abs(x * k); }, a));
}
AZ beside_reals(const A &x, const Z &k) {
  return mixedad::broadcast([](double r, Z z) { return r * z; }, x, k);
}

// Every way to differentiate a kernel, and real operands beside.
[[mixedad::broadcast(forward)]] Z julia(Z z, Z c) {
  int n = 0;
  while (std::norm(z) < 4 && n++ < 6) z = z * z + c;
  return z;
}
[[mixedad::broadcast(forward, 1)]] Z chunked(Z z, double c) { return z * z * c + std::conj(z); }
[[mixedad::broadcast(reverse)]] Z reversed(Z z, double c) { return z * z * c + std::conj(z); }
AZ iterated(const AZ &a, const AZ &c) { return mixedad::broadcast<julia>(a, c); }
template <auto f> AZ scaled(const AZ &a, const A &c) { return mixedad::broadcast<f>(a, c); }

// Functions of whole arrays.
Z total(const AZ &a) { return mixedad::sum(a * a); }
AZ along(const AZ &a) { return mixedad::sum(a * a, {0}); }
Z average(const AZ &a) { return mixedad::mean(mixedad::exp(a)); }
AZ averages(const AZ &a) { return mixedad::mean(mixedad::exp(a), {-1}, true); }
A parts(const AZ &a) {
  return mixedad::real(a) * mixedad::imag(a) + mixedad::norm(a) + mixedad::abs(a) + mixedad::arg(a) +
         mixedad::real(mixedad::conj(a) * a * Z(0, 1));
}
AZ moved(const AZ &a) {
  AZ t = mixedad::transpose(a);
  return mixedad::concatenate(mixedad::slice(t, 0, 1, 3), t);
}

// Derivatives of derivatives.
double energy(const AZ &a, const A &x) {
  AZ z = mixedad::broadcast([](Z u, double k) { return u * u * k + std::exp(u); }, a, x);
  return mixedad::sum(mixedad::norm(z) * x);
}
AZ gradient_complex(const AZ &a, const A &x) { return mixedad::get<0>(mixedad::gradient<energy>(a, x)); }
A gradient_real(const AZ &a, const A &x) { return mixedad::get<1>(mixedad::gradient<energy>(a, x)); }
double tangent(const AZ &a, const A &x) { return mixedad::jvp<energy>(mixedad::dup(a, a), mixedad::dup(x, x)); }

double norm(const AZ &a) { return mixedad::sum(mixedad::norm(a)); }
double square(const AZ &a) { return mixedad::sum(mixedad::real(a * a)); }
float scale(const AF &a, const AF &k) { return mixedad::sum(mixedad::real(a * k)); }

int main() {
  using check::array;
  CHECK(product, array<Z>({2, 3}), array<Z>({3}));
  CHECK(operators, array<Z>({2, 3}), array<Z>({3}));
  CHECK(single, array<F>({2, 3}), array<F>({3}));
  CHECK(operand, array<Z>({4}), Z(0.3, 0.8));
  CHECK(captured, array<Z>({4}), Z(0.3, 0.8));
  CHECK(beside_reals, array<double>({4}), Z(0.3, 0.8));
  CHECK(iterated, array<Z>({2, 4}, -.5, .5), array<Z>({2, 1}, -.5, .5));
  CHECK_REVERSE(scaled<chunked>, array<Z>({2, 4}), array<double>({2, 1}));
  CHECK_REVERSE(scaled<reversed>, array<Z>({2, 4}), array<double>({2, 1}));
  CHECK(total, array<Z>({2, 3}));
  CHECK(along, array<Z>({2, 3}));
  CHECK(average, array<Z>({2, 3}));
  CHECK(averages, array<Z>({2, 3}));
  CHECK(parts, array<Z>({2, 3}));
  CHECK(moved, array<Z>({2, 3}));
  CHECK(gradient_complex, array<Z>({2, 3}), array<double>({3}));
  CHECK(gradient_real, array<Z>({2, 3}), array<double>({3}));
  CHECK(tangent, array<Z>({2, 3}), array<double>({3}));

  // The convention: the gradient of |z|^2 is 2 z, of the real part of z^2 it is 2 conj(z).
  auto [d] = mixedad::gradient<norm>(AZ::from({Z(3, 4)}));
  check::is_true("norm", d(0) == Z(6, 8));
  auto [e] = mixedad::gradient<square>(AZ::from({Z(3, 4)}));
  check::is_true("square", e(0) == Z(6, -8));
  // A million cotangents of float are summed in double.
  const AF many = AF::full({1000, 1000}, F(1, 2));
  auto [dm, dk] = mixedad::gradient<scale>(many, AF::full({1}, F(1, 0)));
  check::is_true("wide sums", dk(0) == F(1e6f, -2e6f) && dm.shape() == many.shape());
  return check::done();
}
