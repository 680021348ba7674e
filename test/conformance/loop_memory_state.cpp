// Loops that overwrite memory which later iterations, and the reverse sweep, need.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double in_place_filter(double *v, int n, int sweeps) {
  for (int s = 0; s < sweeps; ++s)
    for (int i = 1; i < n - 1; ++i) v[i] = v[i] * v[i] * 0.25 + 0.5 * v[i - 1] * v[i + 1];
  double r = 0;
  for (int i = 0; i < n; ++i) r += v[i] * i;
  return r;
}
void prefix_product(double *v, int n) {
  for (int i = 1; i < n; ++i) v[i] *= v[i - 1];
}
double running(double x) {
  double history[3] = {x, x * x, 1};
  for (int t = 0; t < 7; ++t) {
    double next = history[0] * history[1] - 0.25 * history[2];
    history[0] = history[1];
    history[1] = history[2];
    history[2] = next;
  }
  return history[0] + history[1] * history[2];
}
double ring_buffer(double x) {
  double ring[4] = {x, 1, 2 * x, 3};
  for (int t = 0; t < 9; ++t) ring[t % 4] = ring[(t + 1) % 4] * 0.5 + ring[(t + 3) % 4] * ring[t % 4] * 0.1;
  return ring[0] * ring[3] + ring[1];
}
double reset_inside(double x) {
  double total = 0, local[2];
  for (int i = 0; i < 4; ++i) {
    local[0] = x * i;
    local[1] = local[0] * local[0];
    for (double &e : local) e *= x;
    total += local[0] * local[1];
  }
  return total;
}
double conditional_writes(double *v, int n) {
  int moved = 0;
  for (int i = 0; i + 1 < n; ++i)
    if (v[i] > v[i + 1]) {
      double t = v[i];
      v[i] = v[i + 1];
      v[i + 1] = t * 0.5;
      ++moved;
    } else v[i] *= 3;
  return v[0] * v[n - 1] * moved;
}

int main() {
  using check::scattered;
  CHECK(in_place_filter, scattered<double, 5>(-1, 1), 5, 3);
  CHECK(prefix_product, scattered<double, 5>(0.5, 1.5), 5);
  CHECK(running, 0.75);
  CHECK(ring_buffer, 0.75);
  CHECK(reset_inside, 0.75);
  CHECK(conditional_writes, scattered<double, 6>(-1, 1), 6);
  return check::done();
}
