// std::array: elements, data(), at, iteration, nesting, parameters and results.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <array>

using Vec3 = std::array<double, 3>;
double norm(const Vec3 &v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }
Vec3 normalized(Vec3 v) {
  double n = norm(v);
  for (double &e : v) e /= n;
  return v;
}
double local(double x) {
  Vec3 a{x, 2, x * x}, b = a;
  b[1] = a.at(0) * 3;
  a.front() *= b.back();
  double s = 0;
  for (std::size_t i = 0; i < a.size(); ++i) s += a[i] * b[i];
  return s;
}
double data_pointer(double x) {
  std::array<double, 4> a{};
  a.fill(x);
  double *p = a.data();
  p[2] *= x;
  return a[2] * a[3] + *a.begin();
}
double matrix(const std::array<std::array<double, 2>, 2> &m) { return m[0][0] * m[1][1] - m[0][1] * m[1][0]; }
double iterators(double x) {
  std::array<double, 3> a{x, 2 * x, 3};
  double s = 1;
  for (auto it = a.begin(); it != a.end(); ++it) s *= *it + x;
  for (auto it = a.rbegin(); it != a.rend(); ++it) s = s * 0.5 + *it;
  return s;
}
float integers(float x) {
  std::array<int, 2> n{2, 3};
  return x * n[0] + x * x * n[1];
}

int main() {
  CHECK(norm, (Vec3{1, 2, -0.5}));
  CHECK(normalized, (Vec3{1, 2, -0.5}));
  CHECK(local, 0.5);
  CHECK(data_pointer, 0.5);
  CHECK(matrix, (std::array<std::array<double, 2>, 2>{{{1, 2}, {3, 5}}}));
  CHECK(iterators, 0.5);
  CHECK(integers, 0.5f);
  return check::done();
}
