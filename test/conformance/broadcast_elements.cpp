// Many dimensions, none, no elements; integers and bool beside reals; strided views; captured numbers.
// RUN: %mixedad_cxx -O1 %s -o %t %mixedad_libs && %t
#include "check_arrays.h"
using mixedad::Array;
using A = Array<double>;
double r8(const A &x, const A &y) {
  A z = mixedad::broadcast([](double a, double b) { return std::sin(a * b) + a; }, x, y);
  return mixedad::sum(z * z);
}
double masked(const A &x, const Array<int> &n, const Array<bool> &m) {
  A z = mixedad::broadcast([](double a, int k, bool b) { return b ? a * k : a * a; }, x, n, m);
  return mixedad::sum(mixedad::where(m, z, x) * n);
}
A zero_d(const A &x, const A &y) { return mixedad::exp(x) * y; }
A strided(const A &x) {
  A t = mixedad::transpose(x), s = mixedad::slice(t, 0, 1, 3), u = mixedad::slice(x, 1, 0, 2);
  return mixedad::tanh(s * mixedad::transpose(u)) + mixedad::slice(x, 0, 0, 1);
}
A captured(const A &x, double k) {
  return mixedad::broadcast([=](double a) { return std::sin(k * a) * k; }, x);
}
A by_reference(const A &x, double k) {
  double q = k * k;
  return mixedad::broadcast([&](double a) { return a > 0 ? a * q : q; }, x);
}
int main() {
  using check::array;
  CHECK(r8, array<double>({1, 2, 1, 1, 2, 1, 2, 1}), array<double>({2, 1, 1, 1, 2, 1, 1, 2}));
  CHECK(r8, array<double>({2, 1, 2}), array<double>({}));
  CHECK(masked, array<double>({2, 3}), check::fixed(Array<int>::from({2, -1, 3})), check::fixed(Array<bool>::from({true, false}, {2, 1})));
  CHECK(zero_d, array<double>({}), array<double>({}));
  CHECK(zero_d, array<double>({}), array<double>({3}));
  CHECK(strided, array<double>({3, 3}));
  CHECK(captured, array<double>({3, 2}), 0.7);
  CHECK(by_reference, array<double>({3, 2}), 0.7);
  // empty
  A e = A::zeros({0, 3});
  auto [de, dy] = mixedad::gradient<r8>(e, array<double>({3}));
  check::is_true("empty", de.shape() == mixedad::Shape(0, 3) && dy.to_vector() == std::vector<double>(3));
  return check::done();
}
