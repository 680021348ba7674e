// Iterators over deques and lists that jump, and containers made from them.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <deque>
#include <list>
#include <vector>
double a(double x) {
  std::deque<double> d{x, 2 * x, 3 * x};
  std::vector<double> v(d.begin() + 1, d.end());
  return v[0] * v[1];
}
double b(double x) {
  std::list<double> l{x, x * x};
  std::vector<double> u(l.begin(), l.end());
  return u[1] * u[0] * u[0];
}
double c(double x) {
  std::deque<double> d{x, 2 * x, 3 * x};
  double s = 0;
  for (auto it = d.begin() + 1; it != d.end(); ++it)
    s = s * x + *it;
  return s;
}
double e(double x) {
  std::deque<double> d{x, 2 * x, 3 * x};
  auto it = d.begin();
  it += 2;
  double s = *it;
  --it;
  s *= *it;
  it = it - 1;
  return s * *it * it[2];
}
int main() {
  CHECK(a, 0.7);
  CHECK(b, 0.7);
  CHECK(c, 0.7);
  CHECK(e, 0.7);
  return check::done();
}
