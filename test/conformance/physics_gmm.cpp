// Gaussian mixture log-likelihood with log-sum-exp and a packed lower-triangular factor; Student-t; k-means loss.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <vector>

double log_sum_exp(const double *v, int n) {
  double m = v[0];
  for (int i = 1; i < n; ++i)
    if (v[i] > m) m = v[i];
  double s = 0;
  for (int i = 0; i < n; ++i) s += std::exp(v[i] - m);
  return std::log(s) + m;
}
void lower_times(int d, const double *diag, const double *low, const double *v, double *out) {
  for (int i = 0; i < d; ++i) out[i] = diag[i] * v[i];
  int at = 0;
  for (int i = 0; i < d; ++i)
    for (int j = i + 1; j < d; ++j) out[j] += low[at++] * v[i];
}
double gmm(int d, int k, int n, const double *alphas, const double *means, const double *icf, const double *x) {
  int size = d * (d + 1) / 2;
  std::vector<double> q(d), centered(d), lx(d), terms(k);
  double total = 0;
  for (int p = 0; p < n; ++p) {
    for (int c = 0; c < k; ++c) {
      double log_det = 0;
      for (int i = 0; i < d; ++i) {
        q[i] = std::exp(icf[c * size + i]);
        log_det += icf[c * size + i];
        centered[i] = x[p * d + i] - means[c * d + i];
      }
      lower_times(d, &q[0], icf + c * size + d, &centered[0], &lx[0]);
      double norm = 0;
      for (int i = 0; i < d; ++i) norm += lx[i] * lx[i];
      terms[c] = alphas[c] + log_det - 0.5 * norm;
    }
    total += log_sum_exp(&terms[0], k);
  }
  return total - n * log_sum_exp(alphas, k);
}
double student_t(const double *x, int n, double nu, double scale) {
  double l = n * (std::lgamma((nu + 1) / 2) - std::lgamma(nu / 2) - 0.5 * std::log(nu * M_PI) - std::log(scale));
  for (int i = 0; i < n; ++i) {
    double z = x[i] / scale;
    l -= (nu + 1) / 2 * std::log1p(z * z / nu);
  }
  return l;
}
double kmeans(const double *points, const double *centers, int n, int k) {
  double loss = 0;
  for (int i = 0; i < n; ++i) {
    double best = 1e30;
    for (int c = 0; c < k; ++c) {
      double d = points[i] - centers[c];
      best = std::min(best, d * d);
    }
    loss += best;
  }
  return loss;
}

int main() {
  using check::scattered;
  CHECK(gmm, 2, 3, 2, scattered<double, 3>(-1, 1), scattered<double, 6>(-1, 1), scattered<double, 9>(-1, 1),
        scattered<double, 4>(-1, 1));
  CHECK(student_t, scattered<double, 4>(-1, 1), 4, 3.5, 1.25);
  CHECK(kmeans, check::buf({0.1, 0.9, 2.1, 3.2}), check::buf({0.3, 2.5}), 4, 2);
  return check::done();
}
