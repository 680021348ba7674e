// Gradients of three functions against their primals and against adjoints by hand: medians of the ratios, one process.
//
//   micro      prints CSV lines "case,primal ms,gradient / primal,by hand / primal"
#include "../timing.h"
#include "functions.h"

#include <mixedad/gradient.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

volatile double sink;

template <class Primal, class Ours, class Hand> void compare(const char *name, Primal primal, Ours ours, Hand hand) {
  std::vector<double> plain, our_ratio, hand_ratio;
  for (int k = 0; k < 31; ++k) {
    plain.push_back(seconds(primal));
    our_ratio.push_back(seconds(ours) / plain.back());
    hand_ratio.push_back(seconds(hand) / plain.back());
  }
  std::printf("%s,%.3f,%.3f,%.3f\n", name, 1e3 * median(plain), median(our_ratio), median(hand_ratio));
}

/// Nothing fast and wrong is timed.
void same(const char *name, double ours, double theirs) {
  if (std::abs(ours - theirs) > 1e-9 * (1 + std::abs(theirs)))
    std::printf("%s: MixedAD has %.15g, by hand %.15g\n", name, ours, theirs), std::exit(1);
}

constexpr int n = 1000000;

void case_a() {
  std::vector<double> x(10 * n), d(10 * n), h(10 * n);
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (double &v : x)
    v = normal(random);
  const auto ours = [&] {
    for (int i = 0; i < n; ++i) {
      const double *p = &x[10 * i];
      auto g = mixedad::gradient<scalar10>(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9]);
      auto [d0, d1, d2, d3, d4, d5, d6, d7, d8, d9] = g;
      double *to = &d[10 * i];
      to[0] = d0, to[1] = d1, to[2] = d2, to[3] = d3, to[4] = d4, to[5] = d5, to[6] = d6, to[7] = d7, to[8] = d8, to[9] = d9;
    }
  };
  const auto hand = [&] {
    for (int i = 0; i < n; ++i)
      scalar10_by_hand(&x[10 * i], &h[10 * i]);
  };
  ours(), hand();
  for (int k = 0; k < 10 * n; ++k)
    same("a", d[k], h[k]);
  compare("a: 10 inputs", [&] {
    double total = 0;
    for (int i = 0; i < n; ++i) {
      const double *p = &x[10 * i];
      total += scalar10(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9]);
    }
    sink = total;
  }, ours, hand);
}

/// The chain goes to a fixed point with slope 1, so that the adjoint neither vanishes (arithmetic on denormal numbers is
/// slow) nor overflows.
void case_b() {
  const double x = 1.5, a = 2, b = 1.0471975511965976 - 1.7320508075688772;
  std::vector<double> kept(n);
  double h[3];
  const auto ours = [&] {
    auto [dx, da, db, none] = mixedad::gradient<chain>(x, a, b, n);
    sink = dx + da + db;
  };
  const auto hand = [&] { sink = chain_by_hand(x, a, b, n, kept.data(), h); };
  auto [dx, da, db, none] = mixedad::gradient<chain>(x, a, b, n);
  hand();
  same("b", dx, h[0]), same("b", da, h[1]), same("b", db, h[2]);
  compare("b: chain", [&] { sink = chain(x, a, b, n); }, ours, hand);
}

template <auto F> void case_c(const char *name) {
  std::vector<double> x(n), mean(n), d(n), h(n);
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (int i = 0; i < n; ++i)
    x[i] = normal(random), mean[i] = normal(random);
  double d_sigma = 0, h_sigma = 0;
  const auto ours = [&] {
    auto g = mixedad::gradient<F>(mixedad::constant(x.data()), mixedad::dup(mean.data(), d.data()), 1.7, n);
    d_sigma += mixedad::get<2>(g);
  };
  const auto hand = [&] { sink = gauss_by_hand(x.data(), mean.data(), 1.7, n, h.data(), &h_sigma); };
  ours(), hand();
  for (int i = 0; i < n; ++i)
    same(name, d[i], h[i]);
  same(name, d_sigma, h_sigma);
  compare(name, [&] { sink = F(x.data(), mean.data(), 1.7, n); }, ours, hand);
}

int main() {
  case_a();
  case_b();
  case_c<gauss>("c: gauss");
  case_c<gauss_helper>("c: in a helper");
  case_c<gauss_hoisted>("c: hoisted");
}
