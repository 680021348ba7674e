// Where the standard leaves the order open - equal elements, what is behind the sorted part - it is the library's own.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

double folded(const std::vector<double> &v) {
  double s = 0;
  for (double e : v) s = s * 1.1 + e;
  return s;
}
/// In an order of no regularity, which does not depend on x.
std::vector<double> scattered(double x, int n) {
  std::vector<double> v;
  for (int i = 0; i < n; ++i) v.push_back(x * (i * i * 5 % 31) + x * x * 0.01);
  return v;
}
double nth(double x) {
  std::vector<double> v = scattered(x, 25);
  std::nth_element(v.begin(), v.begin() + 12, v.end());
  return folded(v) * v[12];
}
double nth_greater(double x) {
  double a[20];
  for (int i = 0; i < 20; ++i) a[i] = x * (i * i * 3 % 23) + 0.01 * x * x;
  std::nth_element(a, a + 7, a + 20, std::greater<>());
  double s = 0;
  for (double e : a) s = s * 1.1 + e;
  return s;
}
double partial(double x) {
  std::vector<double> v = scattered(x, 21);
  std::partial_sort(v.begin(), v.begin() + 5, v.end());
  return folded(v);
}
struct Item {
  int key;
  double v;
};
double equal_keys(double x) {
  std::vector<Item> v;
  for (int i = 0; i < 40; ++i) v.push_back({i * 7 % 5, x * i});
  std::sort(v.begin(), v.end(), [](const Item &a, const Item &b) { return a.key < b.key; });
  double s = 0;
  for (const Item &e : v) s = s * 1.01 + e.v;
  std::partial_sort(v.begin(), v.begin() + 9, v.end(), [](const Item &a, const Item &b) { return a.key > b.key; });
  for (const Item &e : v) s = s * 1.01 + e.v * x;
  return s;
}
double captured_in_loop(double x) {
  std::vector<double> v;
  double s = 0;
  for (int k = 0; k < 4; ++k) {
    for (int i = 0; i < 9; ++i) v.push_back(x * (i * (k + 2) % 5));
    std::sort(v.begin() + k, v.end(), [&](double a, double b) { return std::lround(a / x) / 2 < std::lround(b / x) / 2; });
    s = s * 0.5 + v[static_cast<std::size_t>(k) * 2] * v.back();
  }
  return s;
}
double small(double x) {
  std::vector<double> v;
  std::sort(v.begin(), v.end());
  v.push_back(x);
  std::sort(v.begin(), v.end());
  std::nth_element(v.begin(), v.end(), v.end());
  std::partial_sort(v.begin(), v.end(), v.end());
  return v[0] * x;
}

int main() {
  CHECK(nth, 1.3);
  CHECK(nth_greater, 1.3);
  CHECK(partial, 1.3);
  CHECK(equal_keys, 1.3);
  CHECK(captured_in_loop, 1.3);
  CHECK(small, 1.3);
  return check::done();
}
