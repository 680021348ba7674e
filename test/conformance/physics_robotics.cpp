// Forward kinematics of an arm, a PID loop, a Kalman filter step and dynamic programming that keeps the best.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <vector>

void forward_kinematics(const double *q, const double *lengths, int n, double *tip) {
  double angle = 0;
  tip[0] = tip[1] = 0;
  for (int i = 0; i < n; ++i) {
    angle += q[i];
    tip[0] += lengths[i] * std::cos(angle);
    tip[1] += lengths[i] * std::sin(angle);
  }
}
double pid(double kp, double ki, double kd, int steps) {
  double x = 0, v = 0, integral = 0, last = 1, cost = 0;
  const double dt = 0.1;
  for (int i = 0; i < steps; ++i) {
    double error = 1 - x;
    integral += error * dt;
    double u = kp * error + ki * integral + kd * (error - last) / dt;
    if (u > 5) u = 5;
    last = error;
    v += (u - 0.5 * v) * dt;
    x += v * dt;
    cost += error * error * dt;
  }
  return cost;
}
struct Kalman { double x, p; };
template <class V> void reals(Kalman &k, V &&v) { v(k.x); v(k.p); }
Kalman update(Kalman k, double z, double r, double q) {
  k.p += q;
  double gain = k.p / (k.p + r);
  k.x += gain * (z - k.x);
  k.p *= 1 - gain;
  return k;
}
double filter(const std::vector<double> &z, double r, double q) {
  Kalman k{0, 1};
  double loglik = 0;
  for (double one : z) {
    double s = k.p + q + r, d = one - k.x;
    loglik -= 0.5 * (std::log(s) + d * d / s);
    k = update(k, one, r, q);
  }
  return loglik;
}
double warping(const double *a, const double *b, int n) {
  std::vector<std::vector<double>> cost(n + 1, std::vector<double>(n + 1, 1e9));
  cost[0][0] = 0;
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= n; ++j) {
      double d = (a[i - 1] - b[j - 1]) * (a[i - 1] - b[j - 1]);
      cost[i][j] = d + std::min({cost[i - 1][j], cost[i][j - 1], cost[i - 1][j - 1]});
    }
  return cost[n][n];
}

int main() {
  CHECK(forward_kinematics, check::buf({0.1, 0.5, -0.7}), check::buf({1.0, 0.75, 0.5}), 3, check::buf({0.0, 0.0}));
  CHECK(pid, 2.0, 0.5, 0.1, 12);
  CHECK(update, (Kalman{0.5, 1}), 0.75, 0.5, 0.1);
  CHECK(filter, (std::vector<double>{0.5, 1, -0.25}), 0.5, 0.125);
  CHECK(warping, check::buf({0.1, 0.9, 2.2}), check::buf({0.4, 1.3, 1.9}), 3);
  return check::done();
}
