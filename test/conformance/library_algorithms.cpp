// <algorithm>: min, max, clamp, swap, fill, copy, transform, for_each, sort, minmax_element, iota and more.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <numeric>
#include <vector>

double min_max(double x, double y) {
  return std::min(x, y) * 3 + std::max(x * x, y) + std::min({x, y, x * y}) + std::clamp(x, 0.0, 1.0) * y;
}
double swaps(double x, double y) {
  double a = x, b = y * y;
  std::swap(a, b);
  return a * 3 + b * b;
}
double fills(double x) {
  double v[4];
  std::fill(v, v + 4, x);
  std::vector<double> w(4);
  std::fill_n(w.begin(), 2, x * x);
  v[1] *= x;
  return v[0] * v[1] + w[1] * v[3] + w[3];
}
double copies(const std::vector<double> &v) {
  std::vector<double> w(v.size());
  std::copy(v.begin(), v.end(), w.begin());
  std::copy_n(v.begin(), 1, w.begin() + 1);
  std::reverse(w.begin(), w.end());
  return w[0] * v[0] + w[1] * w[2];
}
double transforms(const std::vector<double> &v, double k) {
  std::vector<double> w(v.size());
  std::transform(v.begin(), v.end(), w.begin(), [k](double e) { return k * e * e; });
  std::transform(v.begin(), v.end(), w.begin(), w.begin(), [](double a, double b) { return a * b; });
  double s = 0;
  std::for_each(w.begin(), w.end(), [&s](double e) { s += e; });
  return s;
}
double sorts(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i) s += v[i] * (i + 1);
  return s;
}
double sorts_descending(double a, double b, double c) {
  double v[3] = {a, b, c};
  std::sort(v, v + 3, [](double x, double y) { return x > y; });
  return v[0] + 2 * v[1] * v[2];
}
double extremes(const std::vector<double> &v) {
  auto hi = std::max_element(v.begin(), v.end());
  auto [lo, hi2] = std::minmax_element(v.begin(), v.end());
  return *hi * *lo + *hi2 + (hi - v.begin());
}
double sequence(double x) {
  std::vector<int> n(4);
  std::iota(n.begin(), n.end(), 1);
  std::vector<double> v(3);
  std::iota(v.begin(), v.end(), x);
  return v[0] * v[1] * v[2] + n[3] * x;
}
double predicates(const std::vector<double> &v, double x) {
  int n = std::count_if(v.begin(), v.end(), [x](double e) { return e > x; });
  return x * x * n + (std::any_of(v.begin(), v.end(), [](double e) { return e < 0; }) ? x : 0);
}

double merges(double x, double y) {
  std::vector<double> v{x, 2 * x, 5, y, 3 * y, 3 * x * y};
  std::inplace_merge(v.begin(), v.begin() + 3, v.end());
  double s = 0, k = 1;
  for (double e : v) {
    s += k * e * e;
    k *= 2;
  }
  return s;
}
struct Tagged {
  double key;
  double v;
};
double merges_equal_keys(double x) {
  Tagged a[5] = {{1, x}, {2, x * x}, {1, 3 * x}, {2, x * x * x}, {3, x}};
  std::inplace_merge(a, a + 2, a + 5, [](const Tagged &p, const Tagged &q) { return p.key < q.key; });
  return a[0].v + 2 * a[1].v + 4 * a[2].v + 8 * a[3].v + 16 * a[4].v;
}

int main() {
  std::vector<double> v{1.5, 2.5, -0.5};
  CHECK(min_max, 0.5, 1.5);
  CHECK(min_max, 1.5, 0.5);
  CHECK(swaps, 0.5, 1.5);
  CHECK(fills, 0.5);
  CHECK(copies, v);
  CHECK(transforms, v, 0.5);
  CHECK(sorts, v);
  CHECK(sorts_descending, 0.5, 1.5, 1.0);
  CHECK(merges, 1.3, 1.69);
  CHECK(merges_equal_keys, 1.3);
  CHECK(extremes, v);
  CHECK(sequence, 0.5);
  CHECK(predicates, check::fixed(v), 0.5);
  return check::done();
}
