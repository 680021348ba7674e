// hvp, Hessians and Jacobians of array programs; third derivatives; zeros that are known to be zero.
// RUN: %mixedad_cxx -O1 %s -o %t %mixedad_libs && %t
#include "check_arrays.h"
#include <mixedad/jacobian.h>
using mixedad::Array;
using A = Array<double>;
double f(const A &x, const A &h0) {
  A h = h0;
  for (int i = 0; i < 2; ++i) h = mixedad::tanh(mixedad::matmul(h, x) + x * h);
  return mixedad::sum(h * h * x);
}
A hv(const A &x, const A &h, const A &d, const A &e) { auto [a, b] = mixedad::hvp<f>(x, h, d, e); return a + b; }
A df(const A &x, const A &h) { auto [a, b] = mixedad::gradient<f>(x, h); return a + b; }
double quad(const A &x) { return mixedad::sum(x * x * x) + mixedad::sum(x) * mixedad::sum(x); }
A act(const A &x) { return mixedad::tanh(mixedad::matmul(x, x)); }
int main() {
  using check::array;
  A z = A::zeros({2, 2});
  CHECK(hv, array<double>({2, 2}), array<double>({2, 2}, -1, 1, .2), array<double>({2, 2}, -1, 1, .1), array<double>({2, 2}, -1, 1, .7));
  check::is_true("a zero tangent has a shape", mixedad::jvp<act>(mixedad::dup(z, z)).shape() == mixedad::Shape(2, 2));
  // structural zeros
  auto [a, b] = mixedad::hvp<f>(array<double>({2, 2}), z, array<double>({2, 2}, -1, 1, .1), array<double>({2, 2}, -1, 1, .7));
  A z2 = A::from({0, 0, 0, 0}, {2, 2});
  auto [c, d] = mixedad::hvp<f>(array<double>({2, 2}), z2, array<double>({2, 2}, -1, 1, .1), array<double>({2, 2}, -1, 1, .7));
  check::is_true("zeros", a.to_vector() == c.to_vector() && b.to_vector() == d.to_vector());
  check::is_true("nonzero", a.to_vector()[0] != 0 || b.to_vector()[1] != 0);
  auto h = mixedad::hessian<quad>(array<double>({3}));
  auto &m = mixedad::get<0, 0>(h);
  A x = array<double>({3});
  for (int i = 0; i < 3; ++i) for (int j = 0; j < 3; ++j) check::close("h", m(i, j), 2 + (i == j ? 6 * x(i) : 0));
  auto [J] = mixedad::jacobian<act>(array<double>({2, 2}));
  check::is_true("jacobian", J.rows() == 4 && J.columns() == 4);
  return check::done();
}
