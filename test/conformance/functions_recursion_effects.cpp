// Functions that call themselves and write through what a const object or argument leads to, and that count in an int &.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <vector>

struct Pointing {
  double *p;
  void add(int n, double w) const {
    if (n == 0) return;
    *p += w * n;
    add(n - 1, w * w);
  }
};
struct Referring {
  double &r;
  void add(int n, double w) const {
    if (n == 0) return;
    r += w * n;
    add(n - 1, w * w);
  }
};
double const_methods(double x) {
  double s = x, t = x * x;
  Pointing a{&s};
  Referring b{t};
  a.add(3, x);
  b.add(2, s);
  return s * s * t;
}
void by_reference(const Pointing &a, int n, double w) {
  if (n == 0) return;
  *a.p += w * n;
  by_reference(a, n - 1, w * w);
}
void by_value(Pointing a, int n, double w) {
  if (n == 0) return;
  *a.p += w * n;
  by_value(a, n - 1, w * w);
}
void in_container(const std::vector<double *> &v, int n, double w) {
  if (n == 0) return;
  *v[0] += w * n;
  in_container(v, n - 1, w * w);
}
double arguments(double x) {
  double s = x, t = x, u = x;
  by_reference(Pointing{&s}, 3, x);
  by_value(Pointing{&t}, 3, s);
  std::vector<double *> v{&u};
  in_container(v, 3, t);
  return s * t * u;
}
double counts_down(double x, int &n) {
  if (n == 0) return x;
  --n;
  return x * counts_down(x, n);
}
double moves_down(double x, int &&n) {
  if (n == 0) return x;
  --n;
  return x * moves_down(x, n + 0);
}
double counted(double x) {
  int n = 3;
  double y = counts_down(x, n);
  return (y + moves_down(x, 2)) * (n + 1);
}

int main() {
  CHECK(const_methods, 0.5);
  CHECK(arguments, 0.5);
  CHECK(counted, 0.5);
  return check::done();
}
