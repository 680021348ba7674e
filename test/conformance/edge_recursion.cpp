// Recursion with memory at every level, through references, arrays and records; depth decided by data.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double sum_pairs(const double *v, int n) {
  if (n == 1) return v[0] * v[0];
  double halves[2] = {sum_pairs(v, n / 2), sum_pairs(v + n / 2, n - n / 2)};
  return halves[0] * 0.5 + halves[1] * halves[0];
}
void quick(double *v, int lo, int hi) {
  if (lo >= hi) return;
  double pivot = v[hi];
  int i = lo;
  for (int j = lo; j < hi; ++j)
    if (v[j] < pivot) {
      double t = v[i];
      v[i] = v[j];
      v[j] = t;
      ++i;
    }
  double t = v[i];
  v[i] = v[hi];
  v[hi] = t;
  quick(v, lo, i - 1);
  quick(v, i + 1, hi);
}
double sorted_weighted(double a, double b, double c, double d) {
  double v[4] = {a, b, c, d};
  quick(v, 0, 3);
  return v[0] + 2 * v[1] * v[1] + 3 * v[2] + v[3] * v[0];
}
double bisect(double lo, double hi, double target, int depth) {
  double mid = 0.5 * (lo + hi);
  if (depth == 0) return mid - (mid * mid * mid - target) / (3 * mid * mid);
  return mid * mid * mid < target ? bisect(mid, hi, target, depth - 1) : bisect(lo, mid, target, depth - 1);
}
struct State { double energy, steps; };
State collatz(State s, int n) {
  if (n == 1) return s;
  s.energy = s.energy * 0.75 + s.steps;
  s.steps += 0.1 * s.energy;
  return collatz(s, n % 2 ? 3 * n + 1 : n / 2);
}
double through_records(double x, int n) {
  State s = collatz({x, 1}, n);
  return s.energy * s.steps;
}
double ackermann_like(double x, int m, int n) {
  if (m == 0) return x * n + 1;
  if (n == 0) return ackermann_like(x * 0.5, m - 1, 1);
  return ackermann_like(ackermann_like(x, m, n - 1) * 0.1, m - 1, n);
}

int main() {
  CHECK(sum_pairs, check::scattered<double, 5>(-1, 1), 5);
  CHECK(quick, check::buf({0.5, -0.25, 1.5, 0.75, 0.1}), 0, 4);
  CHECK(sorted_weighted, 0.5, -0.25, 1.5, 0.75);
  CHECK(bisect, 0.5, 2.0, 3.0, 4);
  CHECK(through_records, 0.7, 6);
  CHECK(ackermann_like, 0.7, 2, 2);
  return check::done();
}
