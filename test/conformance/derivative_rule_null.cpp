// A rule's shadow of a pointer is null where the call's memory is constant.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double dot(const double *a, const double *b, int n);
[[mixedad::derivative_of(dot)]]
void dot_pullback(const double *a, const double *b, int n, double seed, double *d_a, double *d_b) {
  for (int i = 0; i < n; ++i) {
    if (d_a) d_a[i] += seed * b[i];
    if (d_b) d_b[i] += seed * a[i];
  }
}
double dot(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += a[i] * b[i];
  return s;
}
double twice(const double *a, const double *b) { return 2 * dot(a, b, 2); }

int main() {
  using check::close;
  double a[2] = {1, 2}, b[2] = {3, 4}, d_a[2] = {}, d_b[2] = {};
  mixedad::gradient<twice>(mixedad::dup(a, d_a), mixedad::constant(b));
  close("left", d_a[0] + 10 * d_a[1], 86);
  mixedad::gradient<twice>(mixedad::constant(a), mixedad::dup(b, d_b));
  close("right", d_b[0] + 10 * d_b[1], 42);
  return check::done();
}
