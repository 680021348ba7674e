// Implied volatility, trees, Monte Carlo, curves kept in maps, portfolios.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>
double norm_cdf(double x) { return 0.5 * std::erfc(-x * M_SQRT1_2); }
enum class OptionType { Call, Put };
struct Market {
  double spot, rate, vol;
};
struct Option {
  OptionType type;
  double strike, expiry;
};
double implied(Market m, Option o, double price) {
  double v = 0.3;
  for (int it = 0; it < 8; ++it) {
    double sq = std::sqrt(o.expiry), d1 = (std::log(m.spot / o.strike) + (m.rate + 0.5 * v * v) * o.expiry) / (v * sq),
           d2 = d1 - v * sq;
    double p = o.type == OptionType::Call
                   ? m.spot * norm_cdf(d1) - o.strike * std::exp(-m.rate * o.expiry) * norm_cdf(d2)
                   : o.strike * std::exp(-m.rate * o.expiry) * norm_cdf(-d2) - m.spot * norm_cdf(-d1);
    double vega = m.spot * std::exp(-0.5 * d1 * d1) / std::sqrt(2 * M_PI) * sq;
    double diff = p - price;
    if (std::abs(diff) < 1e-14)
      break;
    v -= diff / vega;
  }
  return v;
}
double implied_of(double spot, double price) { return implied({spot, 0.01, 0}, {OptionType::Call, 1.0, 0.5}, price); }
// binomial american
double american(double S, double K, double r, double sigma, double T, int n) {
  double dt = T / n, u = std::exp(sigma * std::sqrt(dt)), d = 1 / u, p = (std::exp(r * dt) - d) / (u - d),
         disc = std::exp(-r * dt);
  std::vector<double> V(n + 1);
  for (int i = 0; i <= n; ++i)
    V[i] = std::max(0.0, K - S * std::pow(u, 2.0 * i - n));
  for (int step = n - 1; step >= 0; --step)
    for (int i = 0; i <= step; ++i) {
      double cont = disc * (p * V[i + 1] + (1 - p) * V[i]), ex = K - S * std::pow(u, 2 * i - step);
      V[i] = std::max(cont, ex);
    }
  return V.front();
}
// Heston / Monte Carlo with LCG random numbers
struct Lcg {
  uint64_t s;
  double uniform() {
    s = s * 6364136223846793005ULL + 1442695040888963407ULL;
    return (s >> 11) * 0x1.0p-53;
  }
  double normal() {
    double u1 = uniform(), u2 = uniform();
    return std::sqrt(-2 * std::log(u1 + 1e-300)) * std::cos(2 * M_PI * u2);
  }
};
double heston(double S0, double v0, double kappa, double theta, double xi, double rho, int paths) {
  Lcg g{42};
  double sum = 0;
  for (int p = 0; p < paths; ++p) {
    double S = S0, v = v0;
    for (int t = 0; t < 10; ++t) {
      double z1 = g.normal(), z2 = rho * z1 + std::sqrt(1 - rho * rho) * g.normal();
      double vp = v > 0 ? v : 0;
      S *= std::exp(-0.5 * vp * 0.1 + std::sqrt(vp * 0.1) * z1);
      v += kappa * (theta - vp) * 0.1 + xi * std::sqrt(vp * 0.1) * z2;
    }
    sum += std::max(S - 1.0, 0.0);
  }
  return sum / paths;
}
double mt(double mu, double sigma) {
  std::mt19937 gen(7);
  std::normal_distribution<double> nd(0, 1);
  double s = 0;
  for (int i = 0; i < 10; ++i)
    s += std::exp(mu + sigma * nd(gen));
  return s;
}
// yield curve with map, string keys
class Curve {
  std::map<double, double> nodes_;

public:
  void add(double t, double r) { nodes_[t] = r; }
  double rate(double t) const {
    auto hi = nodes_.lower_bound(t);
    if (hi == nodes_.end())
      return nodes_.rbegin()->second;
    if (hi == nodes_.begin())
      return hi->second;
    auto lo = std::prev(hi);
    double w = (t - lo->first) / (hi->first - lo->first);
    return (1 - w) * lo->second + w * hi->second;
  }
  double df(double t) const { return std::exp(-rate(t) * t); }
};
double swap_npv(double r1, double r2, double r3, double fixed) {
  Curve c;
  c.add(1, r1);
  c.add(2, r2);
  c.add(5, r3);
  double a = 0;
  for (double t = 0.5; t <= 4; t += 0.5)
    a += 0.5 * c.df(t);
  return 1 - c.df(4) - fixed * a;
}
double portfolio(const std::vector<double> &w, const std::vector<double> &cov) {
  std::size_t n = w.size();
  double v = 0;
  for (std::size_t i = 0; i < n; ++i)
    v += w[i] * std::inner_product(w.begin(), w.end(), cov.begin() + i * n, 0.0);
  double s = std::accumulate(w.begin(), w.end(), 0.0);
  return std::sqrt(v) / s;
}
double npv(std::vector<double> cf, double irr) {
  double f = 1, s = 0;
  for (auto it = cf.begin(); it != cf.end(); ++it, f /= 1 + irr)
    s += *it * f;
  return s;
}
double sobol(double a, double b) {
  std::map<std::string, double> params{{"a", a}, {"b", b}};
  params["c"] = params["a"] * params.at("b");
  double t = 0;
  for (const auto &[k, v] : params)
    t += v * k.size() + v * v;
  return t;
}
double cvar(std::vector<double> losses, double alpha) {
  std::sort(losses.begin(), losses.end(), std::greater<>());
  size_t k = (size_t)(alpha * losses.size());
  return std::accumulate(losses.begin(), losses.begin() + k, 0.0) / k;
}
int main() {
  CHECK(implied_of, 1.05, 0.12);
  CHECK(american, 1.0, 1.1, 0.03, 0.25, 1.0, 8);
  CHECK(heston, 1.0, 0.04, 1.5, 0.05, 0.3, -0.5, 6);
  CHECK(mt, 0.1, 0.2);
  CHECK(sobol, 0.5, 0.7);
  CHECK(swap_npv, 0.01, 0.02, 0.03, 0.02);
  CHECK(portfolio, std::vector<double>{0.2, 0.3, 0.5}, std::vector<double>{1, 0.2, 0.1, 0.2, 1, 0.3, 0.1, 0.3, 1});
  CHECK(npv, std::vector<double>{-1, 0.3, 0.5, 0.6}, 0.1);
  CHECK(cvar, std::vector<double>{0.1, 0.9, -0.3, 0.5, 0.7, 0.2}, 0.55);
  return check::done();
}
