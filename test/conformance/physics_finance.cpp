// Black-Scholes, implied volatility by Newton, a binomial tree, and Monte Carlo with fixed draws.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <vector>

double normal_cdf(double x) { return 0.5 * std::erfc(-x * M_SQRT1_2); }
double black_scholes(double s, double k, double r, double vol, double t) {
  double d1 = (std::log(s / k) + (r + 0.5 * vol * vol) * t) / (vol * std::sqrt(t));
  double d2 = d1 - vol * std::sqrt(t);
  return s * normal_cdf(d1) - k * std::exp(-r * t) * normal_cdf(d2);
}
double binomial(double s, double k, double r, double vol, double t, int n) {
  double dt = t / n, up = std::exp(vol * std::sqrt(dt)), down = 1 / up;
  double p = (std::exp(r * dt) - down) / (up - down), discount = std::exp(-r * dt);
  std::vector<double> v(n + 1);
  for (int i = 0; i <= n; ++i) v[i] = std::max(0.0, s * std::pow(up, 2 * i - n) - k);
  for (int step = n; step-- > 0;)
    for (int i = 0; i <= step; ++i) v[i] = discount * (p * v[i + 1] + (1 - p) * v[i]);
  return v[0];
}
double monte_carlo(double s, double k, double vol, int paths) {
  unsigned state = 12345;
  double sum = 0;
  for (int p = 0; p < paths; ++p) {
    double price = s;
    for (int step = 0; step < 3; ++step) {
      state = state * 1664525u + 1013904223u;
      double z = (state >> 8) / double(1 << 24) * 3.4 - 1.7;
      price *= std::exp(-0.5 * vol * vol * 0.1 + vol * 0.31 * z);
    }
    if (price > k) sum += price - k;
  }
  return sum / paths;
}
double implied(double price) {
  double vol = 0.3;
  for (int i = 0; i < 8; ++i) {
    double h = 1e-3, f = black_scholes(100, 95, 0.02, vol, 1), g = black_scholes(100, 95, 0.02, vol + h, 1);
    vol -= (f - price) * h / (g - f);
  }
  return vol;
}

int main() {
  CHECK(black_scholes, 100.0, 95.0, 0.02, 0.25, 1.5);
  CHECK(binomial, 100.0, 95.3, 0.02, 0.25, 1.0, 4);
  CHECK(monte_carlo, 1.0, 0.9, 0.25, 4);
  CHECK(implied, 12.0);
  return check::done();
}
