// Recursion: linear, with state in references, binary and mutual.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double power(double x, int n) { return n == 0 ? 1 : x * power(x, n - 1); }
double fast_power(double x, int n) {
  if (n == 0) return 1;
  double h = fast_power(x, n / 2);
  return n % 2 ? h * h * x : h * h;
}
double tree(double x, int depth) {
  if (depth == 0) return x * x;
  return tree(x * 0.5, depth - 1) + tree(x + 0.25, depth - 1) * x;
}
double odd(double x, int n);
double even(double x, int n) { return n == 0 ? x : odd(x * x, n - 1) + x; }
double odd(double x, int n) { return n == 0 ? 2 * x : even(x + 1, n - 1) * x; }
void descend(double x, int n, double &total) {
  total += x * x;
  if (n > 0) descend(x * total, n - 1, total);
}
double with_state(double x) {
  double t = 0;
  descend(x, 3, t);
  return t;
}
double adaptive(double a, double b, double x) {
  double m = (a + b) / 2, f = std::exp(-x * m);
  if (b - a < 0.3) return f * (b - a);
  return adaptive(a, m, x) + adaptive(m, b, x);
}

int main() {
  CHECK(power, 1.25, 4);
  CHECK(fast_power, 1.25, 5);
  CHECK(tree, 0.5, 3);
  CHECK(even, 0.5, 3);
  CHECK(with_state, 0.5);
  CHECK(adaptive, 0.1, 1.2, 0.5);
  return check::done();
}
