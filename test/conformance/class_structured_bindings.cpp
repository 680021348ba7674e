// Structured bindings of arrays, aggregates, pairs and tuples, by value and by reference.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <array>
#include <tuple>
#include <utility>

struct Polar { double r, angle; int sheet; };
Polar to_polar(double x, double y) { return {std::sqrt(x * x + y * y), std::atan2(y, x), 1}; }
double aggregate(double x, double y) {
  auto [r, angle, sheet] = to_polar(x, y);
  return r * angle + sheet * x;
}
double by_reference(double x) {
  Polar p{x, 2 * x, 2};
  auto &[r, angle, sheet] = p;
  r *= angle;
  angle += x;
  return p.r * p.angle * sheet;
}
double from_array(double x) {
  double v[3] = {x, x * x, 2};
  auto [a, b, c] = v;
  auto &[d, e, f] = v;
  d = 5 * b;
  return a * b + c * d + v[0] + e * f;
}
std::pair<double, double> minmax_of(double x, double y) { return x < y ? std::pair{x, y} : std::pair{y, x}; }
double from_pair(double x, double y) {
  const auto &[low, high] = minmax_of(x, y);
  auto [a, b] = std::make_pair(x * low, high);
  return a * b + low * high * high;
}
double from_tuple(double x) {
  auto [a, n, b] = std::make_tuple(x, 3, x * x);
  return a * n + b * b;
}
double from_std_array(double x) {
  std::array<double, 2> v{x, 3 * x};
  auto &[a, b] = v;
  b *= a;
  return v[1] + a;
}
double in_loop(double x) {
  std::pair<double, int> terms[] = {{x, 1}, {x * x, 2}, {2.0, 3}};
  double s = 0;
  for (auto &[c, n] : terms) s = s * x + c * n;
  return s;
}

double first_used_in_a_loop(double x, double y) {
  double values[2] = {x * y, y};
  auto &[a, b] = values;
  double s = 0;
  for (int i = 0; i < 3; ++i) s += b * x;
  return s * b + a;
}

int main() {
  CHECK(first_used_in_a_loop, 0.5, 1.25);
  CHECK(aggregate, 0.5, 1.5);
  CHECK(by_reference, 0.5);
  CHECK(from_array, 0.5);
  CHECK(from_pair, 0.5, 1.5);
  CHECK(from_pair, 1.5, 0.5);
  CHECK(from_tuple, 0.5);
  CHECK(from_std_array, 0.5);
  CHECK(in_loop, 0.5);
  return check::done();
}
