// Range-for over arrays, by value, by reference and by const reference.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double sum_array(double x, double y) {
  double v[4] = {x, y, x * y, 1};
  double s = 0;
  for (double e : v) s += e * e;
  return s;
}
double by_reference(double x, double y) {
  double v[3] = {x, y, x + y};
  for (double &e : v) e = e * e + x;
  return v[0] * v[1] - v[2];
}
double by_const_reference(double x) {
  const double v[3] = {x, x * x, 2};
  double p = 1;
  for (const auto &e : v) p *= e;
  return p;
}
double over_rows(double x) {
  double m[2][3] = {{x, 1, 2 * x}, {3, x * x, 1}};
  double s = 0;
  for (auto &row : m)
    for (double e : row) s += e * x;
  return s;
}
double over_integers(double x) {
  int n[] = {1, 3, 2};
  double s = x;
  for (int k : n) s = s * x + k;
  return s;
}
double over_braced_list(double x, double y) {
  double s = 0;
  for (double e : {x, y, x * y}) s += e * e;
  return s;
}
double with_break(double x) {
  double v[4] = {x, 2 * x, 3 * x, 4 * x}, s = 0;
  for (double e : v) {
    if (e > 2.5) break;
    if (e < 0.9) continue;
    s += e * e;
  }
  return s;
}

int main() {
  CHECK(sum_array, 0.5, 2.0);
  CHECK(by_reference, 0.5, 2.0);
  CHECK(by_const_reference, 1.5);
  CHECK(over_rows, 0.5);
  CHECK(over_integers, 0.5);
  CHECK(over_braced_list, 0.5, 1.5);
  CHECK(with_break, 0.7);
  return check::done();
}
