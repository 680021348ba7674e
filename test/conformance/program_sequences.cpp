// Dynamic programs over sequences, splines, quaternions, control rollouts, rays.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <deque>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>
#define NEG_INF -1e30
static inline double log_add(double a, double b) {
  if (a == NEG_INF)
    return b;
  if (b == NEG_INF)
    return a;
  return a > b ? a + std::log1p(std::exp(b - a)) : b + std::log1p(std::exp(a - b));
}
double ctc(const std::vector<std::vector<double>> &logp, const std::vector<int> &labels, int blank) {
  int T = logp.size(), L = labels.size(), S = 2 * L + 1;
  std::vector<int> ext(S, blank);
  for (int i = 0; i < L; ++i)
    ext[2 * i + 1] = labels[i];
  std::vector<std::vector<double>> alpha(T, std::vector<double>(S, NEG_INF));
  alpha[0][0] = logp[0][blank];
  if (S > 1)
    alpha[0][1] = logp[0][ext[1]];
  for (int t = 1; t < T; ++t)
    for (int s = 0; s < S; ++s) {
      double a = alpha[t - 1][s];
      if (s > 0)
        a = log_add(a, alpha[t - 1][s - 1]);
      if (s > 1 && ext[s] != blank && ext[s] != ext[s - 2])
        a = log_add(a, alpha[t - 1][s - 2]);
      alpha[t][s] = a == NEG_INF ? NEG_INF : a + logp[t][ext[s]];
    }
  return -log_add(alpha[T - 1][S - 1], S > 1 ? alpha[T - 1][S - 2] : NEG_INF);
}
double ctc_of(std::vector<std::vector<double>> x) {
  for (auto &row : x) {
    double m = *std::max_element(row.begin(), row.end()), s = 0;
    for (double v : row)
      s += std::exp(v - m);
    for (double &v : row)
      v -= m + std::log(s);
  }
  return ctc(x, {1, 2}, 0);
}
double soft_dtw(const double *x, int n, const double *y, int m, double gamma) {
  std::vector<double> R((n + 1) * (m + 1), std::numeric_limits<double>::max() / 4);
  auto at = [&](int i, int j) -> double & { return R[i * (m + 1) + j]; };
  at(0, 0) = 0;
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j) {
      double d = (x[i - 1] - y[j - 1]) * (x[i - 1] - y[j - 1]);
      double a = -at(i - 1, j) / gamma, b = -at(i, j - 1) / gamma, c = -at(i - 1, j - 1) / gamma;
      double mx = std::max({a, b, c});
      at(i, j) = d - gamma * (std::log(std::exp(a - mx) + std::exp(b - mx) + std::exp(c - mx)) + mx);
    }
  return at(n, m);
}
double hmm(std::array<double, 2> pi, std::array<std::array<double, 2>, 2> A, std::array<std::array<double, 3>, 2> B) {
  const int obs[] = {0, 2, 1, 1, 0};
  auto a = pi;
  double ll = 0;
  for (auto &v : a)
    v = std::abs(v);
  bool first = true;
  for (int o : obs) {
    std::array<double, 2> n{};
    if (first) {
      for (int i = 0; i < 2; ++i)
        n[i] = a[i] * B[i][o];
      first = false;
    } else
      for (int j = 0; j < 2; ++j) {
        for (int i = 0; i < 2; ++i)
          n[j] += a[i] * A[i][j];
        n[j] *= B[j][o];
      }
    double c = n[0] + n[1];
    ll += std::log(c);
    for (auto &v : n)
      v /= c;
    a = n;
  }
  return ll;
}
double viterbi(std::vector<double> em, std::vector<double> tr) {
  int S = 2, T = em.size() / S;
  std::vector<double> d(em.begin(), em.begin() + S);
  for (int t = 1; t < T; ++t) {
    std::vector<double> n(S);
    for (int j = 0; j < S; ++j) {
      double best = -DBL_MAX;
      for (int i = 0; i < S; ++i)
        best = std::fmax(best, d[i] + tr[i * S + j]);
      n[j] = best + em[t * S + j];
    }
    d = std::move(n);
  }
  return *std::max_element(d.begin(), d.end());
}
// splines
struct Spline {
  std::vector<double> x, y, m;
  Spline(std::vector<double> xs, std::vector<double> ys) : x(std::move(xs)), y(std::move(ys)), m(x.size()) {
    size_t n = x.size();
    std::vector<double> c(n), d(n);
    for (size_t i = 1; i + 1 < n; ++i) {
      double h0 = x[i] - x[i - 1], h1 = x[i + 1] - x[i], a = h0, b = 2 * (h0 + h1),
             r = 6 * ((y[i + 1] - y[i]) / h1 - (y[i] - y[i - 1]) / h0);
      double den = b - a * c[i - 1];
      c[i] = h1 / den;
      d[i] = (r - a * d[i - 1]) / den;
    }
    for (size_t i = n - 1; i-- > 1;)
      m[i] = d[i] - c[i] * m[i + 1];
  }
  double operator()(double t) const {
    size_t i = std::upper_bound(x.begin(), x.end(), t) - x.begin();
    i = std::clamp<size_t>(i, 1, x.size() - 1);
    double h = x[i] - x[i - 1], a = (x[i] - t) / h, b = (t - x[i - 1]) / h;
    return a * y[i - 1] + b * y[i] + ((a * a * a - a) * m[i - 1] + (b * b * b - b) * m[i]) * h * h / 6;
  }
};
double spline(std::vector<double> y, double t) {
  Spline s({0, 1, 2.5, 3, 4}, y);
  return s(t) + 2 * s(t + 1);
}
double bspline(const std::vector<double> &P, double u, int deg) {
  std::vector<double> d(P.begin(), P.begin() + deg + 1);
  auto knot = [&](int i) { return double(std::min(std::max(i - deg, 0), 3)); };
  for (int r = 1; r <= deg; ++r)
    for (int j = deg; j >= r; --j) {
      double den = knot(j + 1 + deg - r) - knot(j);
      double al = den == 0 ? 0 : (u - knot(j)) / den;
      d[j] = (1 - al) * d[j - 1] + al * d[j];
    }
  return d[deg];
}
double newton(double a, double b) {
  double x = 1;
  for (int i = 0; i < 50; ++i) {
    double f = x * x * x + a * x - b, fp = 3 * x * x + a, dx = f / fp;
    x -= dx;
    if (std::fabs(dx) < 1e-15)
      break;
  }
  return x;
}
double bisect(double a) {
  double lo = 0, hi = 2;
  while (hi - lo > 1e-3) {
    double mid = 0.5 * (lo + hi);
    if (mid * mid < a)
      lo = mid;
    else
      hi = mid;
  }
  double x = lo;
  for (int i = 0; i < 5; ++i)
    x = 0.5 * (x + a / x);
  return x;
}
// quaternion class
class Quat {
  double w_, x_, y_, z_;

public:
  Quat(double w = 1, double x = 0, double y = 0, double z = 0) noexcept : w_(w), x_(x), y_(y), z_(z) {}
  static Quat FromAxisAngle(const std::array<double, 3> &ax, double th) {
    double n = std::sqrt(ax[0] * ax[0] + ax[1] * ax[1] + ax[2] * ax[2]), s = std::sin(th / 2) / n;
    return {std::cos(th / 2), ax[0] * s, ax[1] * s, ax[2] * s};
  }
  Quat operator*(const Quat &o) const {
    return Quat(w_ * o.w_ - x_ * o.x_ - y_ * o.y_ - z_ * o.z_, w_ * o.x_ + x_ * o.w_ + y_ * o.z_ - z_ * o.y_,
                w_ * o.y_ - x_ * o.z_ + y_ * o.w_ + z_ * o.x_, w_ * o.z_ + x_ * o.y_ - y_ * o.x_ + z_ * o.w_);
  }
  Quat conj() const { return {w_, -x_, -y_, -z_}; }
  std::array<double, 3> rotate(const std::array<double, 3> &v) const {
    Quat p(0, v[0], v[1], v[2]), r = *this * p * conj();
    return {r.x_, r.y_, r.z_};
  }
  Quat &normalize() {
    double n = std::sqrt(w_ * w_ + x_ * x_ + y_ * y_ + z_ * z_);
    w_ /= n;
    x_ /= n;
    y_ /= n;
    z_ /= n;
    return *this;
  }
  static Quat slerp(Quat a, Quat b, double t) {
    double d = a.w_ * b.w_ + a.x_ * b.x_ + a.y_ * b.y_ + a.z_ * b.z_;
    if (d < 0) {
      b = Quat(-b.w_, -b.x_, -b.y_, -b.z_);
      d = -d;
    }
    if (d > 0.9995) {
      Quat r(a.w_ + t * (b.w_ - a.w_), a.x_ + t * (b.x_ - a.x_), a.y_ + t * (b.y_ - a.y_), a.z_ + t * (b.z_ - a.z_));
      return r.normalize();
    }
    double th0 = std::acos(d), th = th0 * t, s = std::sin(th) / std::sin(th0), c = std::cos(th) - d * s;
    return {c * a.w_ + s * b.w_, c * a.x_ + s * b.x_, c * a.y_ + s * b.y_, c * a.z_ + s * b.z_};
  }
};
double quat(double th, double t, double ax) {
  Quat a = Quat::FromAxisAngle({ax, 0.5, 0.2}, th), b = Quat::FromAxisAngle({0, 1, 0}, 2 * th);
  auto v = Quat::slerp(a, b, t).rotate({1, ax, 3});
  auto [x, y, z] = v;
  return x + 2 * y - z * x;
}
// MPC
struct CarState {
  double x = 0, y = 0, th = 0, v = 1;
};
struct Control {
  double acc, steer;
};
CarState step(CarState s, const Control &u, double dt) {
  s.x += s.v * std::cos(s.th) * dt;
  s.y += s.v * std::sin(s.th) * dt;
  s.th += s.v * std::tan(u.steer) * dt;
  s.v += u.acc * dt;
  return s;
}
double mpc(const double *u, int N) {
  std::vector<CarState> traj{CarState{}};
  traj.reserve(N + 1);
  double cost = 0;
  for (int k = 0; k < N; ++k) {
    Control c{u[2 * k], u[2 * k + 1]};
    traj.push_back(step(traj.back(), c, 0.1));
    cost += 0.1 * c.acc * c.acc + c.steer * c.steer;
  }
  for (const auto &s : traj)
    cost += std::pow(s.x - 1, 2) + std::pow(s.y, 2) * 10;
  auto &last = traj.back();
  return cost + 5 * (last.v - 1.2) * (last.v - 1.2);
}
double mcmc(std::deque<double> w, double x) {
  w.push_front(x);
  w.pop_back();
  double s = 0;
  for (size_t i = 0; i < w.size(); ++i)
    s += w[i] * w[(i + 1) % w.size()];
  return s;
}
double softmax_ent(std::vector<double> z) {
  double mx = *std::max_element(begin(z), end(z));
  std::for_each(z.begin(), z.end(), [mx](double &v) { v = std::exp(v - mx); });
  double sum = std::accumulate(z.begin(), z.end(), 0.);
  for (auto &&p : z)
    p /= sum;
  return std::accumulate(z.cbegin(), z.cend(), 0.0, [](double a, double p) { return a - p * std::log(p); });
}
std::optional<double> intersect(double ox, double dx, double r) {
  double b = 2 * ox * dx, c = ox * ox - r * r, disc = b * b - 4 * dx * dx * c;
  if (disc < 0)
    return std::nullopt;
  return (-b - std::sqrt(disc)) / (2 * dx * dx);
}
double ray(double ox, double dx, double r) {
  if (auto t = intersect(ox, dx, r); t && *t > 0)
    return *t * *t + r;
  return intersect(ox, dx, r).value_or(1.0) * 3;
}
int main() {
  CHECK(ctc_of, std::vector<std::vector<double>>{{0.1, 0.5, -0.2}, {0.3, 0.1, 0.4}, {0.6, -0.4, 0.2}, {0.0, 0.3, 0.9}});
  CHECK(soft_dtw, check::scattered<double, 4>(-1, 1), 4, check::scattered<double, 3>(-1, 1), 3, 0.5);
  CHECK(hmm, std::array<double, 2>{0.6, 0.4}, std::array<std::array<double, 2>, 2>{{{0.7, 0.3}, {0.4, 0.6}}},
        std::array<std::array<double, 3>, 2>{{{0.1, 0.4, 0.5}, {0.6, 0.3, 0.1}}});
  CHECK(viterbi, std::vector<double>{0.1, 0.5, 0.3, 0.2, 0.7, 0.1}, std::vector<double>{0.2, -0.3, 0.1, 0.4});
  CHECK(spline, std::vector<double>{0.1, 0.7, 0.3, 0.9, 0.2}, 1.3);
  CHECK(bspline, std::vector<double>{0.1, 0.7, 0.3, 0.9, 0.2}, 0.4, 3);
  CHECK(newton, 1.0, 2.0);
  CHECK(bisect, 1.7);
  CHECK(quat, 0.7, 0.4, 0.3);
  CHECK(mpc, check::scattered<double, 8>(-0.3, 0.3), 4);
  CHECK(mcmc, std::deque<double>{0.1, 0.2, 0.3}, 0.7);
  CHECK(softmax_ent, std::vector<double>{0.1, 0.4, -0.3});
  CHECK(ray, -3.0, 1.0, 1.2);
  CHECK(ray, 3.0, 1.0, 1.2);
  return check::done();
}
