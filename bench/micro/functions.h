// Three functions that a derivative tool is often measured with, and their adjoints by hand.
#ifndef BENCH_MICRO_FUNCTIONS_H
#define BENCH_MICRO_FUNCTIONS_H

#include <cmath>

/// Ten inputs, a branch, transcendental functions.
inline double scalar10(double x0, double x1, double x2, double x3, double x4, double x5, double x6, double x7,
                       double x8, double x9) {
  double u = std::sin(x0 * x1) + std::exp(-x2 * x2);
  double v = x3 > x4 ? x3 * std::log(1 + x5 * x5) : std::sqrt(1 + x4 * x4) * x5;
  double w = std::tanh(u + v) + x6 * x7;
  return w * w + std::cos(x8) * x9 + u * v;
}

inline double scalar10_by_hand(const double *x, double *d) {
  const double s = x[0] * x[1], e = std::exp(-x[2] * x[2]), u = std::sin(s) + e;
  const bool left = x[3] > x[4];
  const double q = left ? std::log(1 + x[5] * x[5]) : std::sqrt(1 + x[4] * x[4]), v = left ? x[3] * q : q * x[5];
  const double t = std::tanh(u + v), w = t + x[6] * x[7], c = std::cos(x[8]);
  const double dw = 2 * w, dt = dw * (1 - t * t), du = dt + v, dv = dt + u, ds = du * std::cos(s);
  d[0] = ds * x[1], d[1] = ds * x[0], d[2] = -2 * du * e * x[2];
  d[3] = left ? dv * q : 0, d[4] = left ? 0 : dv * x[5] * x[4] / q;
  d[5] = left ? dv * x[3] * 2 * x[5] / (1 + x[5] * x[5]) : dv * q;
  d[6] = dw * x[7], d[7] = dw * x[6], d[8] = -std::sin(x[8]) * x[9], d[9] = c;
  return w * w + c * x[9] + u * v;
}

/// A chain: every step needs the one before.
inline double chain(double x, double a, double b, int steps) {
  for (int k = 0; k < steps; ++k)
    x = std::sin(x) * a + b;
  return x;
}

/// Keeps x; `kept` holds steps numbers.
inline double chain_by_hand(double x, double a, double b, int steps, double *kept, double *d) {
  for (int k = 0; k < steps; ++k) {
    kept[k] = x;
    x = std::sin(x) * a + b;
  }
  double dx = 1, da = 0, db = 0;
  for (int k = steps; k-- > 0;) {
    da += dx * std::sin(kept[k]);
    db += dx;
    dx *= a * std::cos(kept[k]);
  }
  d[0] = dx, d[1] = da, d[2] = db;
  return x;
}

/// Log-likelihood of n observations with means of their own and one sigma, as one would write it down.
inline double gauss(const double *x, const double *mean, double sigma, int n) {
  double total = 0;
  for (int i = 0; i < n; ++i) {
    double z = (x[i] - mean[i]) / sigma;
    total += -0.5 * z * z - std::log(sigma) - 0.9189385332046727;
  }
  return total;
}

/// The same with the body in a helper.
inline double log_normal(double x, double mean, double sigma) {
  double z = (x - mean) / sigma;
  return -0.5 * z * z - std::log(sigma) - 0.9189385332046727;
}
inline double gauss_helper(const double *x, const double *mean, double sigma, int n) {
  double total = 0;
  for (int i = 0; i < n; ++i)
    total += log_normal(x[i], mean[i], sigma);
  return total;
}

/// The same as numerical programmers write it.
inline double gauss_hoisted(const double *x, const double *mean, double sigma, int n) {
  double squares = 0;
  const double inverse = 1 / sigma;
  for (int i = 0; i < n; ++i) {
    const double z = (x[i] - mean[i]) * inverse;
    squares = squares + z * z;
  }
  return -0.5 * squares - n * (std::log(sigma) + 0.9189385332046727);
}

inline double gauss_by_hand(const double *x, const double *mean, double sigma, int n, double *d_mean, double *d_sigma) {
  double total = 0, ds = 0;
  for (int i = 0; i < n; ++i) {
    const double z = (x[i] - mean[i]) / sigma;
    total += -0.5 * z * z - std::log(sigma) - 0.9189385332046727;
    d_mean[i] += z / sigma;
    ds += (z * z - 1) / sigma;
  }
  *d_sigma += ds;
  return total;
}

#endif
