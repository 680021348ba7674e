// const, volatile, restrict, constexpr, thread_local and alignas do not change a derivative.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double qualified(const double x, volatile double y) {
  const double a = x * x;
  volatile double b = a * y;
  constexpr double c = 2.5;
  alignas(32) double d[4] = {a, b, c, x};
  return d[0] * d[1] + d[2] * d[3];
}
void restricted(double *__restrict__ out, const double *__restrict__ in, int n) {
  for (int i = 0; i < n; ++i) out[i] = in[i] * in[n - 1 - i];
}
thread_local double gain = 3;
double thread_local_constant(double x) { return gain * x * x; }
double const_cast_away(double x) {
  const double *p = &x;
  *const_cast<double *>(p) *= 2;
  return x * x;
}
double top_level_const(const double *const p, const int n) {
  double s = 0;
  for (const double *q = p; q < p + n; ++q) s += *q * *q;
  return s;
}

int main() {
  CHECK(qualified, 0.5, 1.5);
  CHECK(restricted, check::buf({1.0, 2.0, 3.0}), check::buf({0.5, -1.0, 2.0}), 3);
  CHECK(thread_local_constant, 0.5);
  CHECK(const_cast_away, 0.5);
  CHECK(top_level_const, check::buf({0.5, -1.0, 2.0}), 3);
  return check::done();
}
