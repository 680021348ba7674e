// Runge-Kutta integration of systems, with the right-hand side as a function, a functor and a lambda.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <array>

using State = std::array<double, 2>;
State operator+(State a, const State &b) { a[0] += b[0]; a[1] += b[1]; return a; }
State operator*(double s, State a) { for (double &e : a) e *= s; return a; }
template <class F> State rk4(F &&f, State y, double t, double h) {
  State k1 = f(t, y);
  State k2 = f(t + h / 2, y + (h / 2) * k1);
  State k3 = f(t + h / 2, y + (h / 2) * k2);
  State k4 = f(t + h, y + h * k3);
  return y + (h / 6) * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}
double pendulum(double length, double angle) {
  State y{angle, 0};
  for (int i = 0; i < 5; ++i)
    y = rk4([length](double, const State &s) { return State{s[1], -9.81 / length * std::sin(s[0])}; }, y, i * 0.05, 0.05);
  return y[0] * y[1];
}
struct VanDerPol {
  double mu;
  State operator()(double t, const State &s) const { return {s[1], mu * (1 - s[0] * s[0]) * s[1] - s[0] + 0.1 * t}; }
};
double functor(double mu, double x) {
  State y{x, 1};
  VanDerPol f{mu};
  for (double t = 0; t < 0.45; t += 0.1) y = rk4(f, y, t, 0.1);
  return y[0];
}
void lotka(const double *y, double *dy, const double *p) {
  dy[0] = p[0] * y[0] - p[1] * y[0] * y[1];
  dy[1] = p[2] * y[0] * y[1] - p[3] * y[1];
}
void euler(double *y, const double *p, double h, int steps) {
  double dy[2];
  for (int i = 0; i < steps; ++i) {
    lotka(y, dy, p);
    for (int k = 0; k < 2; ++k) y[k] += h * dy[k];
  }
}

int main() {
  CHECK(pendulum, 1.5, 0.5);
  CHECK(functor, 1.25, 0.5);
  CHECK(euler, check::buf({1.0, 0.5}), check::buf({1.0, 0.5, 0.25, 0.75}), 0.125, 4);
  return check::done();
}
