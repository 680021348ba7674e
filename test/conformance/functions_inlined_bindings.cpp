// Structured bindings of a function that is inlined several times.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <array>
#include <map>
#include <tuple>
#include <utility>
#include <vector>
struct Point {
  double a, b;
};
double of_pair(double y) {
  auto [a, b] = std::pair<double, double>{y * y, 2 * y};
  a += b;
  return a * b;
}
double of_record(double y) {
  Point p{y, y * y};
  auto &[a, b] = p;
  a *= b;
  return p.a + b;
}
double of_array(double y) {
  std::array<double, 2> v{y, y * y};
  const auto &[a, b] = v;
  return a * b;
}
double of_tuple(double y) {
  auto [a, n, b] = std::make_tuple(y, 2, y * y);
  return a * n + b;
}
double of_map(double y) {
  std::map<int, double> m{{1, y}, {2, y * y}};
  double s = 0;
  for (auto &[k, v] : m)
    s += k * v;
  return s;
}
double twice(double x) { return of_pair(x) + 10 * of_pair(2 * x) + of_record(x) * of_record(x + 1); }
double looped(double x) {
  double s = x;
  for (int i = 0; i < 3; ++i)
    s = 0.1 * (of_pair(s) + of_array(s) * of_array(x) + of_tuple(s) - of_tuple(x)) + of_map(s) * of_map(x);
  return s;
}
double branches(double x) { return x > 1 ? of_pair(x) : of_pair(2 * x) + of_array(x); }
int main() {
  CHECK(twice, 0.5);
  CHECK(looped, 0.3);
  CHECK(branches, 0.5);
  CHECK(branches, 1.5);
  return check::done();
}
