// Options, bodies, cloth, Runge-Kutta, a Kalman filter, shallow water, transforms, linear solvers and a spline.
// RUN: %mixedad_cxx -w -O1 %s -o %t && %t
#include "check.h"
#include <cmath>
#include <vector>
#include <array>
#include <complex>
#include <functional>
#include <algorithm>
#include <numeric>
#include <memory>
#include <string>
#include <utility>
// Black-Scholes, binomial tree
enum class OptionType { Call, Put };
inline double N(double x) { return 0.5 * std::erfc(-x * M_SQRT1_2); }
double black_scholes(double S, double K, double T, double r, double sigma, OptionType type) {
  double d1 = (std::log(S / K) + (r + sigma * sigma / 2) * T) / (sigma * std::sqrt(T));
  double d2 = d1 - sigma * std::sqrt(T);
  switch (type) {
  case OptionType::Call: return S * N(d1) - K * std::exp(-r * T) * N(d2);
  case OptionType::Put: return K * std::exp(-r * T) * N(-d2) - S * N(-d1);
  }
  __builtin_unreachable();
}
double bs(double S, double K, double T, double r, double s) { return black_scholes(S, K, T, r, s, OptionType::Call) + 2 * black_scholes(S, K, T, r, s, OptionType::Put); }
double binomial(double S, double K, double r, double q, double sigma, double T, int n) {
  double deltaT = T / n, up = std::exp(sigma * std::sqrt(deltaT));
  double p0 = (up * std::exp(-q * deltaT) - std::exp(-r * deltaT)) / (up * up - 1), p1 = std::exp(-r * deltaT) - p0;
  std::vector<double> p(n + 1);
  for (int i = 0; i <= n; ++i) { p[i] = K - S * std::pow(up, 2 * i - n); if (p[i] < 0) p[i] = 0; }
  for (int j = n - 1; j >= 0; --j)
    for (int i = 0; i <= j; ++i) {
      p[i] = p0 * p[i + 1] + p1 * p[i];
      double exercise = K - S * std::pow(up, 2 * i - j);
      if (p[i] < exercise) p[i] = exercise;
    }
  return p[0];
}
// N-body with struct
struct Vec3 {
  double x = 0, y = 0, z = 0;
  Vec3 &operator+=(const Vec3 &o) { x += o.x; y += o.y; z += o.z; return *this; }
  Vec3 &operator-=(const Vec3 &o) { x -= o.x; y -= o.y; z -= o.z; return *this; }
  friend Vec3 operator+(Vec3 a, const Vec3 &b) { return a += b; }
  friend Vec3 operator-(Vec3 a, const Vec3 &b) { return a -= b; }
  friend Vec3 operator*(Vec3 a, double s) { a.x *= s; a.y *= s; a.z *= s; return a; }
  friend Vec3 operator*(double s, Vec3 a) { return a * s; }
  double dot(const Vec3 &o) const { return x * o.x + y * o.y + z * o.z; }
  double norm() const { return std::sqrt(dot(*this)); }
  Vec3 normalized() const { double n = norm(); return n > 0 ? *this * (1 / n) : Vec3{}; }
};
struct Body { Vec3 p, v; double mass; };
void advance(Body *bodies, int n, double dt) {
  for (int i = 0; i < n; ++i) {
    Body *b = &bodies[i];
    for (int j = i + 1; j < n; ++j) {
      Body *b2 = &bodies[j];
      Vec3 d = b->p - b2->p;
      double dist2 = d.dot(d), mag = dt / (dist2 * std::sqrt(dist2));
      b->v -= d * (b2->mass * mag);
      b2->v += d * (b->mass * mag);
    }
  }
  for (Body *b = bodies, *e = bodies + n; b != e; ++b) b->p += dt * b->v;
}
double nbody(double m0, double vx, int steps) {
  Body bs[3] = {{{0, 0, 0}, {}, m0}, {{1, 0, 0.1}, {0, vx, 0}, 0.01}, {{0, 2, 0}, {-0.7, 0.1, 0}, 0.02}};
  for (int s = 0; s < steps; ++s) advance(bs, 3, 0.01);
  double e = 0;
  for (auto &b : bs) e += 0.5 * b.mass * b.v.dot(b.v);
  for (int i = 0; i < 3; ++i) for (int j = i + 1; j < 3; ++j) e -= bs[i].mass * bs[j].mass / (bs[i].p - bs[j].p).norm();
  return e + bs[1].p.x;
}
// mass-spring cloth
struct Particle { Vec3 pos, prev, force; double inv_mass; bool pinned; };
struct Spring { int a, b; double rest, k; };
class Cloth {
  std::vector<Particle> ps; std::vector<Spring> ss;
public:
  Cloth(int w, int h, double k) {
    for (int j = 0; j < h; ++j) for (int i = 0; i < w; ++i) { Vec3 p{double(i), double(-j), 0.1 * i * j}; ps.push_back({p, p, {}, 1.0, j == 0}); }
    auto id = [w](int i, int j) { return j * w + i; };
    for (int j = 0; j < h; ++j) for (int i = 0; i < w; ++i) {
      if (i + 1 < w) ss.push_back({id(i, j), id(i + 1, j), 1.0, k});
      if (j + 1 < h) ss.emplace_back(Spring{id(i, j), id(i, j + 1), 0.9, k});
    }
  }
  void step(double dt, const Vec3 &g, double damping) {
    for (auto &p : ps) p.force = g;
    for (const auto &s : ss) {
      Vec3 d = ps[s.b].pos - ps[s.a].pos;
      double len = d.norm();
      Vec3 f = d * (s.k * (len - s.rest) / len);
      ps[s.a].force += f;
      ps[s.b].force -= f;
    }
    for (auto &p : ps) {
      if (p.pinned) continue;
      Vec3 next = p.pos + (1 - damping) * (p.pos - p.prev) + p.force * (p.inv_mass * dt * dt);
      p.prev = std::exchange(p.pos, next);
    }
  }
  double energy() const { double e = 0; for (const auto &p : ps) e += p.pos.dot(p.pos); return e; }
};
double cloth(double k, double g, double damping) { Cloth c(3, 3, k); for (int i = 0; i < 4; ++i) c.step(0.05, Vec3{0.1, g, 0}, damping); return c.energy(); }
// RK4 with std::function and std::array
using State = std::array<double, 2>;
State rk4(const std::function<State(double, const State &)> &f, State y, double t0, double t1, int n) {
  double h = (t1 - t0) / n;
  auto axpy = [](double a, const State &x, const State &y) { State r; for (size_t i = 0; i < r.size(); ++i) r[i] = a * x[i] + y[i]; return r; };
  for (int i = 0; i < n; ++i) {
    double t = t0 + i * h;
    auto k1 = f(t, y);
    auto k2 = f(t + h / 2, axpy(h / 2, k1, y));
    auto k3 = f(t + h / 2, axpy(h / 2, k2, y));
    auto k4 = f(t + h, axpy(h, k3, y));
    for (size_t j = 0; j < y.size(); ++j) y[j] += h / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
  }
  return y;
}
double vanderpol(double mu, double x0) { auto y = rk4([mu](double, const State &s) -> State { return {s[1], mu * (1 - s[0] * s[0]) * s[1] - s[0]}; }, {x0, 0.5}, 0, 1, 10); return y[0] + 2 * y[1]; }
// Kalman
template <int R, int C> struct Mat {
  double a[R][C] = {};
  double &operator()(int i, int j) { return a[i][j]; }
  double operator()(int i, int j) const { return a[i][j]; }
  static Mat eye() { Mat m; for (int i = 0; i < R && i < C; ++i) m(i, i) = 1; return m; }
  Mat<C, R> t() const { Mat<C, R> m; for (int i = 0; i < R; ++i) for (int j = 0; j < C; ++j) m(j, i) = a[i][j]; return m; }
};
template <int R, int K, int C> Mat<R, C> operator*(const Mat<R, K> &x, const Mat<K, C> &y) { Mat<R, C> m; for (int i = 0; i < R; ++i) for (int j = 0; j < C; ++j) for (int k = 0; k < K; ++k) m(i, j) += x(i, k) * y(k, j); return m; }
template <int R, int C> Mat<R, C> operator+(Mat<R, C> x, const Mat<R, C> &y) { for (int i = 0; i < R; ++i) for (int j = 0; j < C; ++j) x(i, j) += y(i, j); return x; }
template <int R, int C> Mat<R, C> operator-(Mat<R, C> x, const Mat<R, C> &y) { for (int i = 0; i < R; ++i) for (int j = 0; j < C; ++j) x(i, j) -= y(i, j); return x; }
struct Kalman { Mat<2, 1> x; Mat<2, 2> P = Mat<2, 2>::eye(), F, Q; Mat<1, 2> H; double R;
  void predict() { x = F * x; P = F * P * F.t() + Q; }
  double update(double z) { double y = z - (H * x)(0, 0), S = (H * P * H.t())(0, 0) + R; Mat<2, 1> K = P * H.t(); K(0, 0) /= S; K(1, 0) /= S; Mat<2, 1> dx = K; dx(0, 0) *= y; dx(1, 0) *= y; x = x + dx; P = (Mat<2, 2>::eye() - K * H) * P; return 0.5 * (y * y / S + std::log(S)); } };
double kalman(double q, double r, const std::vector<double> &zs) {
  Kalman k; k.F(0, 0) = k.F(1, 1) = 1; k.F(0, 1) = 0.5; k.H(0, 0) = 1; k.Q(0, 0) = k.Q(1, 1) = q; k.R = r;
  double ll = 0; for (double z : zs) { k.predict(); ll += k.update(z); } return ll;
}
// shallow water, ping-pong
double shallow(const double *h0, double g, double dt, int n, int steps) {
  double *h = new double[n], *hu = new double[n](), *h2 = new double[n], *hu2 = new double[n];
  for (int i = 0; i < n; ++i) h[i] = h0[i];
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < n; ++i) {
      int l = i == 0 ? 0 : i - 1, r = i == n - 1 ? n - 1 : i + 1;
      auto flux = [&](int k) { return hu[k] * hu[k] / h[k] + 0.5 * g * h[k] * h[k]; };
      h2[i] = 0.5 * (h[l] + h[r]) - 0.5 * dt * (hu[r] - hu[l]);
      hu2[i] = 0.5 * (hu[l] + hu[r]) - 0.5 * dt * (flux(r) - flux(l));
    }
    std::swap(h, h2);
    std::swap(hu, hu2);
  }
  double e = 0;
  for (int i = 0; i < n; ++i) e += h[i] * h[i] + hu[i] * (i + 1);
  delete[] h; delete[] hu; delete[] h2; delete[] hu2;
  return e;
}
// FFT
void fft(std::vector<std::complex<double>> &a, bool invert) {
  int n = a.size();
  for (int i = 1, j = 0; i < n; i++) { int bit = n >> 1; for (; j & bit; bit >>= 1) j ^= bit; j ^= bit; if (i < j) std::swap(a[i], a[j]); }
  for (int len = 2; len <= n; len <<= 1) {
    double ang = 2 * M_PI / len * (invert ? -1 : 1);
    std::complex<double> wlen(std::cos(ang), std::sin(ang));
    for (int i = 0; i < n; i += len) {
      std::complex<double> w(1);
      for (int j = 0; j < len / 2; j++) { std::complex<double> u = a[i + j], v = a[i + j + len / 2] * w; a[i + j] = u + v; a[i + j + len / 2] = u - v; w *= wlen; }
    }
  }
  if (invert) for (auto &x : a) x /= n;
}
double spectrum(const std::vector<double> &x, double s) {
  std::vector<std::complex<double>> fa(x.begin(), x.end());
  fft(fa, false);
  double e = 0;
  for (size_t i = 0; i < fa.size(); ++i) e += std::norm(fa[i]) * i + std::arg(fa[i] + std::complex<double>(0.1, s));
  fa[1] *= std::polar(s, 0.3);
  fft(fa, true);
  for (auto &z : fa) e += z.real() * 2 + std::abs(z);
  return e;
}
void fft_plain(double *re, double *im, int n) {
  if (n == 1) return;
  double er[8], ei[8], orr[8], oi[8];
  for (int i = 0; i < n / 2; ++i) { er[i] = re[2 * i]; ei[i] = im[2 * i]; orr[i] = re[2 * i + 1]; oi[i] = im[2 * i + 1]; }
  fft_plain(er, ei, n / 2);
  fft_plain(orr, oi, n / 2);
  for (int k = 0; k < n / 2; ++k) { double c = std::cos(2 * M_PI * k / n), s = -std::sin(2 * M_PI * k / n), tr = c * orr[k] - s * oi[k], ti = c * oi[k] + s * orr[k]; re[k] = er[k] + tr; im[k] = ei[k] + ti; re[k + n / 2] = er[k] - tr; im[k + n / 2] = ei[k] - ti; }
}
double recursive_fft(const double *x) { double re[8], im[8] = {}; std::copy(x, x + 8, re); fft_plain(re, im, 8); double e = 0; for (int i = 0; i < 8; ++i) e += i * (re[i] * re[i] - 0.3 * im[i]); return e; }
// Thomas, LU with pivoting, Cholesky, CG
void thomas(const double *a, const double *b, double *c, double *x, int n) {
  c[0] = c[0] / b[0]; x[0] = x[0] / b[0];
  for (int i = 1; i < n; i++) { const double m = 1.0 / (b[i] - a[i] * c[i - 1]); c[i] = c[i] * m; x[i] = (x[i] - a[i] * x[i - 1]) * m; }
  for (int i = n - 1; i-- > 0;) x[i] -= c[i] * x[i + 1];
}
double lu_det_solve(std::vector<std::vector<double>> A, std::vector<double> b) {
  const int n = A.size(); double det = 1;
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i) if (std::fabs(A[i][k]) > std::fabs(A[p][k])) p = i;
    if (p != k) { std::swap(A[p], A[k]); std::swap(b[p], b[k]); det = -det; }
    det *= A[k][k];
    for (int i = k + 1; i < n; ++i) { double f = A[i][k] / A[k][k]; for (int j = k; j < n; ++j) A[i][j] -= f * A[k][j]; b[i] -= f * b[k]; }
  }
  for (int i = n - 1; i >= 0; --i) { for (int j = i + 1; j < n; ++j) b[i] -= A[i][j] * b[j]; b[i] /= A[i][i]; }
  return det + std::accumulate(b.begin(), b.end(), 0.0);
}
bool cholesky(double *A, int n) { for (int j = 0; j < n; ++j) { double s = A[j * n + j]; for (int k = 0; k < j; ++k) s -= A[j * n + k] * A[j * n + k]; if (s <= 0) return false; A[j * n + j] = std::sqrt(s); for (int i = j + 1; i < n; ++i) { double t = A[i * n + j]; for (int k = 0; k < j; ++k) t -= A[i * n + k] * A[j * n + k]; A[i * n + j] = t / A[j * n + j]; } } return true; }
double logdet(double *A) { if (!cholesky(A, 3)) return -1e9; double s = 0; for (int i = 0; i < 3; ++i) s += 2 * std::log(A[i * 3 + i]); return s; }
std::vector<double> cg(const std::vector<double> &A, const std::vector<double> &b, int n) {
  std::vector<double> x(n, 0.0), r = b, p = r, Ap(n);
  double rs = std::inner_product(r.begin(), r.end(), r.begin(), 0.0);
  int it = 0;
  while (rs > 1e-24 && it++ < 50) {
    for (int i = 0; i < n; ++i) { Ap[i] = 0; for (int j = 0; j < n; ++j) Ap[i] += A[i * n + j] * p[j]; }
    double alpha = rs / std::inner_product(p.begin(), p.end(), Ap.begin(), 0.0);
    for (int i = 0; i < n; ++i) { x[i] += alpha * p[i]; r[i] -= alpha * Ap[i]; }
    double rn = std::inner_product(r.begin(), r.end(), r.begin(), 0.0);
    for (int i = 0; i < n; ++i) p[i] = r[i] + rn / rs * p[i];
    rs = rn;
  }
  return x;
}
double cg_sum(const std::vector<double> &B, const std::vector<double> &b) { auto A = B; for (int i = 0; i < 3; ++i) for (int j = 0; j < 3; ++j) A[3*i+j] = B[3*i+j] + B[3*j+i]; auto x = cg(A, b, 3); return x[0] + 2 * x[1] - x[2]; }
// spline
struct CubicSpline {
  std::vector<double> x, y, m;
  CubicSpline(std::vector<double> xs, std::vector<double> ys) : x(std::move(xs)), y(std::move(ys)), m(x.size()) {
    size_t n = x.size();
    std::vector<double> a(n), b(n, 2.0), c(n), d(n);
    for (size_t i = 1; i + 1 < n; ++i) { double h0 = x[i] - x[i - 1], h1 = x[i + 1] - x[i]; a[i] = h0 / (h0 + h1); c[i] = h1 / (h0 + h1); d[i] = 6 * ((y[i + 1] - y[i]) / h1 - (y[i] - y[i - 1]) / h0) / (h0 + h1); }
    thomas(a.data(), b.data(), c.data(), d.data(), (int)n);
    m = d;
  }
  double operator()(double t) const {
    auto it = std::upper_bound(x.begin(), x.end(), t);
    size_t i = std::clamp<long>(it - x.begin() - 1, 0, (long)x.size() - 2);
    double h = x[i + 1] - x[i], A = (x[i + 1] - t) / h, B = (t - x[i]) / h;
    return A * y[i] + B * y[i + 1] + ((A * A * A - A) * m[i] + (B * B * B - B) * m[i + 1]) * h * h / 6;
  }
};
double spline(const std::vector<double> &ys, double t) { CubicSpline s({0, 1, 2.5, 3}, ys); return s(t) + s(2.7 * t); }
int main() {
  CHECK(bs, 100., 95., 0.5, 0.03, 0.25);
  CHECK(binomial, 100., 105., 0.05, 0.02, 0.3, 0.5, 7);
  CHECK(nbody, 1.0, 0.9, 6);
  CHECK(cloth, 30.0, -9.8, 0.02);
  CHECK(vanderpol, 1.3, 0.4);
  CHECK(kalman, 0.1, 0.3, std::vector<double>{1.0, 1.2, 0.7, 1.9});
  CHECK(shallow, check::buf({1.0, 1.1, 1.3, 1.2, 1.0}), 9.8, 0.02, 5, 4);
  CHECK(spectrum, std::vector<double>{0.1, 0.5, -0.3, 0.8}, 0.7);
  CHECK(recursive_fft, check::buf({0.1, 0.5, -0.3, 0.8, 0.3, -0.7, 0.2, 0.9}));
  CHECK(thomas, check::buf({0., 0.3, 0.2, 0.1}), check::buf({2., 2.1, 2.3, 1.9}), check::buf({0.2, 0.4, 0.1, 0.}), check::buf({1., 2., 3., 4.}), 4);
  CHECK(lu_det_solve, std::vector<std::vector<double>>{{0.1, 2, 0.3}, {1.5, 0.2, 0.4}, {0.3, 0.5, 1.8}}, std::vector<double>{1, 2, 3});
  CHECK(logdet, check::buf({2., 0.3, 0.4, 0.3, 3., 0.2, 0.4, 0.2, 1.5}));
  CHECK(cg_sum, std::vector<double>{2., 0.3, 0.4, 0.3, 3., 0.2, 0.4, 0.2, 1.5}, std::vector<double>{1, 2, 3});
  CHECK(spline, std::vector<double>{1, 0.5, 2, 1.5}, 0.6);
  return check::done();
}
