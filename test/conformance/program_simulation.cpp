// Heat, flow, Lorenz and adaptive integrators, a bouncing ball with events, atoms in a periodic box.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <array>
#include <cmath>
#include <vector>
// finite difference PDE
double heat(const std::vector<double> &u0, double alpha, double dx, double dt, int steps) {
  const std::size_t n = u0.size();
  std::vector<double> u(u0), un(n);
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 1; i + 1 < n; ++i)
      un[i] = u[i] + alpha * dt / (dx * dx) * (u[i + 1] - 2 * u[i] + u[i - 1]);
    un.front() = un[1];
    un.back() = un[n - 2];
    std::swap(u, un);
  }
  double e = 0;
  for (auto v : u)
    e += v * v * dx;
  return e;
}
double burgers2d(double nu, double dt) {
  const int NX = 6, NY = 5;
  double u[NX][NY], v[NX][NY];
  for (int i = 0; i < NX; i++)
    for (int j = 0; j < NY; j++) {
      u[i][j] = std::sin(i * 0.7) + 1;
      v[i][j] = std::cos(j * 0.5);
    }
  for (int n = 0; n < 5; n++) {
    double un[NX][NY], vn[NX][NY];
    std::copy(&u[0][0], &u[0][0] + NX * NY, &un[0][0]);
    for (int i = 0; i < NX; i++)
      for (int j = 0; j < NY; j++)
        vn[i][j] = v[i][j];
    for (int i = 1; i < NX - 1; i++)
      for (int j = 1; j < NY - 1; j++) {
        u[i][j] = un[i][j] - dt * un[i][j] * (un[i][j] - un[i - 1][j]) - dt * vn[i][j] * (un[i][j] - un[i][j - 1]) +
                  nu * dt * (un[i + 1][j] - 2 * un[i][j] + un[i - 1][j] + un[i][j + 1] - 2 * un[i][j] + un[i][j - 1]);
        v[i][j] = vn[i][j] - dt * un[i][j] * (vn[i][j] - vn[i - 1][j]) +
                  nu * dt * (vn[i + 1][j] - 2 * vn[i][j] + vn[i - 1][j]);
      }
  }
  double s = 0;
  for (auto &row : u)
    for (double x : row)
      s += x * x;
  for (auto &row : v)
    for (double x : row)
      s += x;
  return s;
}
// generic RK4 on a functor and std::array state
using State = std::array<double, 3>;
State operator+(const State &a, const State &b) {
  State r;
  for (size_t i = 0; i < 3; ++i)
    r[i] = a[i] + b[i];
  return r;
}
State operator*(double k, const State &a) {
  State r;
  for (size_t i = 0; i < a.size(); ++i)
    r[i] = k * a[i];
  return r;
}
template <class F, class S>
S rk4_step(F &&f, double t, const S &y, double h) {
  S k1 = f(t, y), k2 = f(t + h / 2, y + (h / 2) * k1), k3 = f(t + h / 2, y + (h / 2) * k2), k4 = f(t + h, y + h * k3);
  return y + (h / 6) * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}
double lorenz(double sigma, double rho, double beta) {
  auto f = [&](double, const State &s) -> State {
    return {sigma * (s[1] - s[0]), s[0] * (rho - s[2]) - s[1], s[0] * s[1] - beta * s[2]};
  };
  State y{1, 1, 1};
  for (double t = 0; t < 0.2; t += 0.02)
    y = rk4_step(f, t, y, 0.02);
  return y[0] * y[0] + y[1] - y[2];
}
// odeint-like with system class, adaptive step Dormand–Prince error control
struct Oscillator {
  double w, zeta;
  void operator()(const std::vector<double> &x, std::vector<double> &dxdt, double) const {
    dxdt[0] = x[1];
    dxdt[1] = -2 * zeta * w * x[1] - w * w * x[0];
  }
};
class Stepper {
  std::vector<double> k1, k2, tmp;

public:
  explicit Stepper(size_t n) : k1(n), k2(n), tmp(n) {}
  template <class Sys>
  double do_step(const Sys &sys, std::vector<double> &x, double t, double dt) {
    sys(x, k1, t);
    for (size_t i = 0; i < x.size(); ++i)
      tmp[i] = x[i] + dt * k1[i];
    sys(tmp, k2, t + dt);
    double err = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      double e = 0.5 * dt * (k2[i] - k1[i]);
      err = std::max(err, std::abs(e));
      x[i] += dt * 0.5 * (k1[i] + k2[i]);
    }
    return err;
  }
};
double adaptive(double w, double zeta) {
  Oscillator sys{w, zeta};
  Stepper st(2);
  std::vector<double> x{1.0, 0.0};
  double t = 0, dt = 0.1;
  int n = 0;
  while (t < 1.0 && n < 100) {
    std::vector<double> x0 = x;
    double err = st.do_step(sys, x, t, dt);
    if (err > 1e-2) {
      x = x0;
      dt *= 0.5;
      continue;
    }
    t += dt;
    ++n;
    if (err < 1e-4)
      dt *= 1.5;
  }
  return x[0] * x[0] + x[1];
}
// events: bouncing ball
double ball(double v0, double g, double e) {
  double h = 1, v = v0, t = 0;
  int bounces = 0;
  while (t < 3 && bounces < 4) {
    double dt = 0.01, hn = h + v * dt - 0.5 * g * dt * dt;
    if (hn < 0) {
      double disc = v * v + 2 * g * h, tc = (v + std::sqrt(disc)) / g;
      v = -e * (v - g * tc);
      h = 0;
      t += tc;
      ++bounces;
      continue;
    }
    h = hn;
    v -= g * dt;
    t += dt;
  }
  return h + v * 0.3 + t * 0.1;
}
double lj(const double *pos, int n, double eps, double sigma, double box) {
  double e = 0;
  for (int i = 0; i < n - 1; ++i)
    for (int j = i + 1; j < n; ++j) {
      double r2 = 0;
      for (int d = 0; d < 3; ++d) {
        double dx = pos[3 * i + d] - pos[3 * j + d];
        dx -= box * std::round(dx / box);
        r2 += dx * dx;
      }
      if (r2 > 9.0)
        continue;
      double s2 = sigma * sigma / r2, s6 = s2 * s2 * s2;
      e += 4 * eps * (s6 * s6 - s6);
    }
  return e;
}
int main() {
  CHECK(heat, std::vector<double>{0.1, 0.9, 0.3, 0.4, 0.8, 0.2}, 0.3, 0.5, 0.1, 7);
  CHECK(burgers2d, 0.1, 0.05);
  CHECK(lorenz, 10.0, 28.0, 2.6);
  CHECK(adaptive, 2.0, 0.1);
  CHECK(ball, 1.0, 9.8, 0.8);
  CHECK(lj, check::scattered<double, 12>(0, 3), 4, 0.7, 1.1, 3.0);
  return check::done();
}
