// N-body energy, a leapfrog step, and a loss after several steps.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

struct Body { double x[3], v[3], m; };
template <class V> void reals(Body &b, V &&v) { v(b.x); v(b.v); v(b.m); }
double energy(const Body *b, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) e += 0.5 * b[i].m * b[i].v[k] * b[i].v[k];
    for (int j = i + 1; j < n; ++j) {
      double r2 = 0;
      for (int k = 0; k < 3; ++k) {
        double d = b[i].x[k] - b[j].x[k];
        r2 += d * d;
      }
      e -= b[i].m * b[j].m / std::sqrt(r2);
    }
  }
  return e;
}
void advance(Body *b, int n, double dt) {
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      double d[3], r2 = 0.01;
      for (int k = 0; k < 3; ++k) {
        d[k] = b[i].x[k] - b[j].x[k];
        r2 += d[k] * d[k];
      }
      double mag = dt / (r2 * std::sqrt(r2));
      for (int k = 0; k < 3; ++k) {
        b[i].v[k] -= d[k] * b[j].m * mag;
        b[j].v[k] += d[k] * b[i].m * mag;
      }
    }
  for (Body *p = b; p != b + n; ++p)
    for (int k = 0; k < 3; ++k) p->x[k] += dt * p->v[k];
}
double simulate(Body *b, double dt, int steps) {
  for (int s = 0; s < steps; ++s) advance(b, 3, dt);
  return energy(b, 3);
}
const Body a = {{1, 0, 0.5}, {0, 0.5, 0}, 1}, b = {{-1, 0.5, 0}, {0.25, -0.5, 0}, 2}, c = {{0, 2, 1}, {0.5, 0, 0.5}, 0.5};

int main() {
  CHECK(energy, check::buf({a, b, c}), 3);
  CHECK(advance, check::buf({a, b, c}), 3, 0.125);
  CHECK(simulate, check::buf({a, b, c}), 0.125, 3);
  return check::done();
}
