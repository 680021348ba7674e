// Newton's method for Kepler's equation, fixed-point iteration, bisection and a conjugate-gradient solver.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double kepler(double mean_anomaly, double eccentricity) {
  double e = mean_anomaly;
  for (int i = 0; i < 20; ++i) {
    double f = e - eccentricity * std::sin(e) - mean_anomaly;
    double step = f / (1 - eccentricity * std::cos(e));
    e -= step;
    if (std::fabs(step) < 1e-13) break;
  }
  return e;
}
double square_root(double x) {
  double r = x;
  while (std::fabs(r * r - x) > 1e-12) r = 0.5 * (r + x / r);
  return r;
}
double fixed_point(double a) {
  double x = 1;
  int n = 0;
  do { x = std::cos(a * x); } while (++n < 40);
  return x;
}
void solve2(const double *m, const double *b, double *x) {
  double r[2] = {b[0], b[1]}, p[2] = {b[0], b[1]};
  double rr = r[0] * r[0] + r[1] * r[1];
  x[0] = x[1] = 0;
  for (int it = 0; it < 2; ++it) {
    double q[2] = {m[0] * p[0] + m[1] * p[1], m[1] * p[0] + m[2] * p[1]};
    double alpha = rr / (p[0] * q[0] + p[1] * q[1]);
    for (int i = 0; i < 2; ++i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    double next = r[0] * r[0] + r[1] * r[1];
    if (next < 1e-24) return;
    double beta = next / rr;
    rr = next;
    for (int i = 0; i < 2; ++i) p[i] = r[i] + beta * p[i];
  }
}
double gaussian_elimination(double a, double b) {
  double m[3][4] = {{a, 1, 2, 1}, {1, b, 0.5, 2}, {2, 1, 4, a * b}};
  for (int k = 0; k < 3; ++k) {
    int pivot = k;
    for (int i = k + 1; i < 3; ++i)
      if (std::fabs(m[i][k]) > std::fabs(m[pivot][k])) pivot = i;
    if (pivot != k)
      for (int j = 0; j < 4; ++j) {
        double t = m[k][j];
        m[k][j] = m[pivot][j];
        m[pivot][j] = t;
      }
    for (int i = k + 1; i < 3; ++i) {
      double f = m[i][k] / m[k][k];
      for (int j = k; j < 4; ++j) m[i][j] -= f * m[k][j];
    }
  }
  double x[3];
  for (int i = 2; i >= 0; --i) {
    x[i] = m[i][3];
    for (int j = i + 1; j < 3; ++j) x[i] -= m[i][j] * x[j];
    x[i] /= m[i][i];
  }
  return x[0] + 2 * x[1] * x[2];
}

int main() {
  CHECK(kepler, 0.75, 0.25);
  CHECK(square_root, 2.0);
  CHECK(fixed_point, 0.5);
  CHECK(solve2, check::buf({2.0, 0.5, 3.0}), check::buf({1.0, -2.0}), check::buf({0.0, 0.0}));
  CHECK(gaussian_elimination, 0.5, 3.0);
  return check::done();
}
