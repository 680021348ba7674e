// Constant tables, of a function or of a namespace, that are passed on by pointer.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

static const double weights[] = {0.5, 2.0, -1.0};
constexpr int order[2][2] = {{2, 0}, {1, 2}};
struct Rule { double w; int at; };
const Rule rules[] = {{0.25, 1}, {1.5, 0}};

double weighted(const double *x, const double *w, const int *at, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += x[at[i]] * x[i] * w[i];
  return s;
}
double apply(const Rule *r, int n, const double *x) {
  double s = 0;
  for (const Rule *e = r + n; r != e; ++r) s += r->w * x[r->at] * x[r->at];
  return s;
}
double tables(const double *x, int k) {
  static const int local[3] = {1, 2, 0};
  static const double scale[3] = {0.1, 0.2, 0.3};
  const int *path = k > 1 ? local : order[1];
  return weighted(x, weights, local, 3) + weighted(x, k ? scale : weights, path, 2) + apply(rules, 2, x) + apply(&rules[1], 1, x);
}
int main() {
  CHECK(tables, check::buf({0.3, 0.7, -0.4}), 2);
  CHECK(tables, check::buf({0.3, 0.7, -0.4}), 0);
  return check::done();
}
