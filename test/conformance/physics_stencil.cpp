// Explicit time stepping of heat and wave equations with double buffers whose pointers are swapped.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <utility>
#include <vector>

double heat(const double *initial, int n, double nu, int steps) {
  std::vector<double> now(initial, initial + n), next(n);
  for (int t = 0; t < steps; ++t) {
    next[0] = now[0];
    next[n - 1] = now[n - 1];
    for (int i = 1; i < n - 1; ++i) next[i] = now[i] + nu * (now[i - 1] - 2 * now[i] + now[i + 1]);
    std::swap(now, next);
  }
  double s = 0;
  for (double u : now) s += u * u;
  return s;
}
void heat_pointers(double *a, double *b, int n, double nu, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i) b[i] = a[i] + nu * (a[i - 1] - 2 * a[i] + a[i + 1]);
    double *swap = a;
    a = b;
    b = swap;
  }
}
void burgers(double *u, int n, double dt) {
  double flux[8];
  for (int i = 0; i < n; ++i) flux[i] = u[i] > 0 ? 0.5 * u[i] * u[i] : 0;
  for (int i = n - 1; i > 0; --i) u[i] -= dt * (flux[i] - flux[i - 1]);
}
double grid(double nu) {
  double u[2][4][4] = {};
  for (int i = 0; i < 4; ++i) u[0][i][1] = u[1][i][1] = i * 0.5;
  int now = 0;
  for (int t = 0; t < 3; ++t, now ^= 1)
    for (int i = 1; i < 3; ++i)
      for (int j = 1; j < 3; ++j)
        u[now ^ 1][i][j] = u[now][i][j] + nu * (u[now][i + 1][j] + u[now][i - 1][j] + u[now][i][j + 1] + u[now][i][j - 1] - 4 * u[now][i][j]);
  return u[now][1][1] * u[now][2][2] + u[now][2][1];
}

int main() {
  using check::scattered;
  CHECK(heat, scattered<double, 6>(-1, 1), 6, 0.25, 4);
  CHECK(heat_pointers, scattered<double, 5>(-1, 1), scattered<double, 5>(-1, 1), 5, 0.25, 3);
  CHECK(burgers, scattered<double, 6>(-1, 1), 6, 0.125);
  CHECK(grid, 0.2);
  return check::done();
}
