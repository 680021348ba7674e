// Log densities, hidden Markov forward pass, logistic regression, and a small variational objective.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <vector>

double normal_lpdf(double x, double mu, double sigma) {
  double z = (x - mu) / sigma;
  return -0.5 * z * z - std::log(sigma) - 0.9189385332046727;
}
double poisson_lpmf(int k, double rate) { return k * std::log(rate) - rate - std::lgamma(k + 1.0); }
double beta_lpdf(double x, double a, double b) {
  return (a - 1) * std::log(x) + (b - 1) * std::log1p(-x) - (std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b));
}
double hmm(const double *start, const double *move, const double *emit, const int *seen, int steps) {
  double alpha[2], next[2], log_z = 0;
  for (int s = 0; s < 2; ++s) alpha[s] = start[s] * emit[s * 2 + seen[0]];
  for (int t = 1; t < steps; ++t) {
    double norm = 0;
    for (int s = 0; s < 2; ++s) {
      next[s] = 0;
      for (int r = 0; r < 2; ++r) next[s] += alpha[r] * move[r * 2 + s];
      next[s] *= emit[s * 2 + seen[t]];
      norm += next[s];
    }
    for (int s = 0; s < 2; ++s) alpha[s] = next[s] / norm;
    log_z += std::log(norm);
  }
  return log_z + std::log(alpha[0] + alpha[1]);
}
double logistic(const std::vector<double> &beta, const std::vector<std::vector<double>> &x, const std::vector<int> &y) {
  double l = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double eta = 0;
    for (std::size_t j = 0; j < beta.size(); ++j) eta += beta[j] * x[i][j];
    l += y[i] ? -std::log1p(std::exp(-eta)) : -std::log1p(std::exp(eta));
  }
  return l;
}
double elbo(double mu, double log_sigma) {
  const double draws[3] = {-1.2, 0.1, 0.9};
  double s = 0, sigma = std::exp(log_sigma);
  for (double e : draws) {
    double z = mu + sigma * e;
    s += normal_lpdf(z, 1, 2) - normal_lpdf(z, mu, sigma);
  }
  return s / 3;
}
const int seen[4] = {0, 1, 1, 0};

int main() {
  CHECK(normal_lpdf, 0.5, 0.25, 1.5);
  CHECK(poisson_lpmf, 3, 2.5);
  CHECK(beta_lpdf, 0.3, 2.5, 1.5);
  CHECK(hmm, check::buf({0.6, 0.4}), check::buf({0.7, 0.3, 0.2, 0.8}), check::buf({0.9, 0.1, 0.3, 0.7}), &seen[0], 4);
  CHECK(logistic, (std::vector<double>{0.5, -0.25}), (std::vector<std::vector<double>>{{1, 2}, {0.5, -1}, {2, 0.1}}),
        check::fixed(std::vector<int>{1, 0, 1}));
  CHECK(elbo, 0.5, -0.25);
  return check::done();
}
