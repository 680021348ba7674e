// std::vector: construction, push_back, resize, iterators, nesting, const and mutable references, results.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <vector>

using Vector = std::vector<double>;
double dot(const Vector &a, const Vector &b) {
  double s = 0;
  for (std::size_t i = 0; i < a.size(); ++i) s += a[i] * b[i];
  return s;
}
double range_for(const Vector &v) {
  double s = 0;
  for (double e : v) s += e * e;
  for (const auto &e : v) s *= e;
  return s;
}
double grows(double x, int n) {
  Vector v;
  for (int i = 0; i < n; ++i) v.push_back(x * i + x * x);
  v.emplace_back(x);
  v.pop_back();
  return v.back() * v.front() + v.size() * x;
}
double sized(double x) {
  Vector a(4), b(3, x), c{x, 2 * x}, d(b);
  a[1] = x;
  d[0] *= x;
  b.assign(2, x * x);
  return a[1] * b[1] + c[0] * c[1] + d[0] + d[2] + a[3];
}
double resized(double x) {
  Vector v{x, x * x, 3};
  v.resize(5);
  v[4] = v[1] * x;
  v.resize(2);
  v.resize(3, x);
  double s = v[0] + v[1] * v[2];
  v.clear();
  v.push_back(s * x);
  return v[0];
}
double iterators(const Vector &v) {
  double s = 0;
  for (auto it = v.begin(); it != v.end(); ++it) s = s * 0.5 + *it * *it;
  for (auto it = v.rbegin(); it != v.rend(); ++it) s += *it * s;
  return s + *(v.begin() + 1) * v.at(0);
}
void scale(Vector &v, double k) {
  for (double &e : v) e *= k;
  v[0] += v[1];
}
Vector squares(const Vector &v) {
  Vector out(v.size());
  for (std::size_t i = 0; i < v.size(); ++i) out[i] = v[i] * v[i];
  return out;
}
double chained(const Vector &v) {
  Vector a = squares(v);
  Vector b = squares(a);
  a = b;
  scale(a, v[0]);
  return dot(a, b);
}
double by_value(Vector v) {
  v[0] = v[1] * v[2];
  v.push_back(v[0]);
  return v[3] * v[0];
}
double two_dimensional(double x) {
  std::vector<Vector> m(2, Vector(3, x));
  m[1][2] = x * x;
  m[0].push_back(3 * x);
  double s = 0;
  for (auto &row : m)
    for (double e : row) s += e * e;
  return s * m[0][3];
}
double edits(double x) {
  Vector v{1, x, x * x};
  v.insert(v.begin() + 1, 2 * x);
  v.erase(v.begin());
  v.insert(v.end(), v[0]);
  return v[0] * v[1] + v[2] * v[3];
}
double data_pointer(double x) {
  Vector v(3, x);
  double *p = v.data();
  p[1] *= x;
  return v[0] * v[1] + p[2];
}
double integers(const std::vector<int> &n, double x) {
  double s = x;
  for (int k : n) s = s * x + k;
  return s;
}

int main() {
  Vector v{1, 2, -0.5}, w{0.5, -1, 3};
  CHECK(dot, v, w);
  CHECK(range_for, v);
  CHECK(grows, 0.5, 4);
  CHECK(sized, 0.5);
  CHECK(resized, 0.5);
  CHECK(iterators, v);
  CHECK(scale, check::ref(v), 0.5);
  CHECK(squares, v);
  CHECK(chained, v);
  CHECK(by_value, v);
  CHECK(two_dimensional, 0.5);
  CHECK(edits, 0.5);
  CHECK(data_pointer, 0.5);
  CHECK(integers, check::fixed(std::vector<int>{1, 2, 3}), 0.5);
  return check::done();
}
