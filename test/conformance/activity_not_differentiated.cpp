// Code that looks like the active kind and must stay inactive: it runs once, unchanged, and costs no derivative.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <string>
#include <vector>

int count_positive(const double *v, int n) {
  int c = 0;
  for (int i = 0; i < n; ++i) c += v[i] > 0;
  return c;
}
double counts(double x) {
  double v[3] = {x, -x, x * x};
  return count_positive(v, 3) * x;
}
double constant_table(double x) {
  double t[3];
  for (int i = 0; i < 3; ++i) t[i] = i * 0.5 + 1;
  double s = 0;
  for (double e : t) s += e * e;
  return s * x;
}
struct Options { double tolerance = 1e-3; int limit = 5; bool verbose = false; };
double iterations(double x, const Options &o) {
  double r = x;
  for (int i = 0; i < o.limit && std::fabs(r) > o.tolerance; ++i) r = r * x * 0.9;
  return r;
}
double pure_constant(double) { return 3.5; }
double only_compared(double x, double y) { return x > y ? 2 * y : 3 * y; }
double histogram(double x) {
  std::vector<int> bins(4, 0);
  for (double t : {0.1, 0.6, 0.7}) ++bins[int(t * 4)];
  return x * bins[2];
}
static int calls = 0;
double counted(double x) {
  ++calls;
  return x * x;
}

int main() {
  CHECK(counts, 0.5);
  CHECK(constant_table, 0.5);
  CHECK(iterations, 0.75, check::fixed(Options{}));
  CHECK_ZERO(pure_constant, 0.5);
  CHECK(only_compared, 0.5, 1.5);
  CHECK(histogram, 0.5);
#ifndef CHECK_PRIMAL_ONLY
  calls = 0;
  (void)mixedad::gradient<counted>(2.0);
  check::is_true("side effects once", calls == 1);
#endif
  return check::done();
}
