// <numeric>: accumulate, inner_product, reduce, transform_reduce, partial_sum, with and without operations.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <functional>
#include <numeric>
#include <vector>

using Vector = std::vector<double>;
double accumulates(const Vector &v) {
  double s = std::accumulate(v.begin(), v.end(), 0.0);
  double p = std::accumulate(v.begin(), v.end(), 1.0, [](double a, double b) { return a * b; });
  return s * p + std::accumulate(v.begin(), v.end(), 1.0, std::multiplies<double>());
}
double products(const Vector &v, const Vector &w) {
  return std::inner_product(v.begin(), v.end(), w.begin(), 0.0) *
         std::inner_product(v.begin(), v.end(), w.begin(), 1.0, std::plus<>(), [](double a, double b) { return a * b * b; });
}
double reduces(const Vector &v) {
  return std::reduce(v.begin(), v.end()) * std::transform_reduce(v.begin(), v.end(), 0.0, std::plus<>(), [](double e) { return e * e; });
}
double partial(const Vector &v) {
  Vector w(v.size());
  std::partial_sum(v.begin(), v.end(), w.begin());
  return w[0] * w[1] * w[2];
}
double differences(const Vector &v) {
  Vector w(v.size());
  std::adjacent_difference(v.begin(), v.end(), w.begin());
  return w[0] * w[1] + w[2] * w[2];
}
double midpoint(double x, double y) { return std::midpoint(x, y) * x + std::lerp(x, y, 0.25); }

int main() {
  Vector v{1.5, 2.5, -0.5}, w{0.5, -1, 2};
  CHECK(accumulates, v);
  CHECK(products, v, w);
  CHECK(reduces, v);
  CHECK(partial, v);
  CHECK(differences, v);
  CHECK(midpoint, 0.5, 1.5);
  return check::done();
}
