// Calls inside loops that read and write memory, with results that steer the loop.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

static void step(double *state, double rate) {
  double a = state[0], b = state[1];
  state[0] = a + rate * b;
  state[1] = b - rate * std::sin(a);
}
double trajectory(double x, double rate, int n) {
  double s[2] = {x, 0};
  for (int i = 0; i < n; ++i) step(s, rate);
  return s[0] * s[1];
}
static bool refine(double &guess, double target) {
  double next = 0.5 * (guess + target / guess);
  bool close = std::fabs(next - guess) < 1e-9;
  guess = next;
  return close;
}
double until_close(double x) {
  double g = 1;
  for (int i = 0; i < 30; ++i)
    if (refine(g, x)) break;
  return g * x;
}
static double find(const double *v, int n, double least) {
  for (int i = 0; i < n; ++i)
    if (v[i] > least) return v[i] * v[i];
  return least;
}
double searches(double *v, int n) {
  double s = 0.1;
  while (s < 4) s += find(v, n, s * 0.5);
  return s;
}
static double weight(double x, int i) { return i % 2 ? x * i : std::exp(-x) * i; }
double sum_of_calls(double x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += weight(x + s * 0.1, i);
  return s;
}

int main() {
  CHECK(trajectory, 0.75, 0.2, 6);
  CHECK(until_close, 2.5);
  CHECK(searches, check::buf({0.3, 0.9, 1.7}), 3);
  CHECK(sum_of_calls, 0.5, 5);
  return check::done();
}
