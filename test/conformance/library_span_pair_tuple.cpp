// std::span, std::pair and std::tuple.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <array>
#include <span>
#include <tuple>
#include <vector>

double sum_squares(std::span<const double> s) {
  double r = 0;
  for (double e : s) r += e * e;
  return r;
}
double spans(double x) {
  double a[3] = {x, 2 * x, 3};
  std::vector<double> v{x, x * x};
  std::span<double> s(a);
  s[1] *= s[0];
  return sum_squares(a) + sum_squares(v) + sum_squares(s.subspan(1)) * s.front() + sum_squares({a, 2}) * s.size();
}
std::pair<double, int> split(double x) { return {x * x, 3}; }
double pairs(double x) {
  std::pair<double, double> p(x, 2 * x);
  p.first *= p.second;
  auto q = split(x);
  std::pair<double, double> r = p;
  r.second += q.first;
  return p.first + q.first * q.second + r.second * r.first;
}
double pair_argument(const std::pair<double, double> &p) { return p.first * p.second * p.second; }
double tuples(double x) {
  std::tuple<double, int, double> t(x, 2, x * x);
  std::get<0>(t) *= std::get<1>(t);
  auto u = std::make_tuple(x, std::get<2>(t));
  double a, b;
  std::tie(a, b) = u;
  return std::get<0>(t) * a + b * std::get<double>(std::tuple<int, double>(1, x));
}
std::tuple<double, double> polar(double x, double y) { return {std::hypot(x, y), std::atan2(y, x)}; }

int main() {
  CHECK(spans, 0.5);
  CHECK(pairs, 0.5);
  CHECK(pair_argument, std::pair(0.5, 1.5));
  CHECK(tuples, 0.5);
  CHECK(polar, 0.5, 1.5);
  return check::done();
}
