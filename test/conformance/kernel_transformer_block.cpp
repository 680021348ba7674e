// A whole pre-norm transformer block with its own scratch memory: calls of layers inside one differentiated function.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <vector>

static void norm(double *o, const double *x, const double *w, int n) {
  double ss = 0;
  for (int j = 0; j < n; ++j) ss += x[j] * x[j];
  ss = 1 / std::sqrt(ss / n + 1e-5);
  for (int j = 0; j < n; ++j) o[j] = w[j] * ss * x[j];
}
static void linear(double *o, const double *x, const double *w, int n, int d) {
  for (int i = 0; i < d; ++i) {
    o[i] = 0;
    for (int j = 0; j < n; ++j) o[i] += w[i * n + j] * x[j];
  }
}
static void soften(double *x, int n) {
  double top = x[0], sum = 0;
  for (int i = 1; i < n; ++i) top = x[i] > top ? x[i] : top;
  for (int i = 0; i < n; ++i) sum += x[i] = std::exp(x[i] - top);
  for (int i = 0; i < n; ++i) x[i] /= sum;
}
struct Weights { const double *norm, *qkv, *out, *up; };
static void block(double *x, const double *norm_w, const double *qkv_w, const double *up_w, int tokens, int dim) {
  std::vector<double> h(dim), qkv(tokens * 3 * dim), score(tokens), mixed(dim);
  for (int t = 0; t < tokens; ++t) {
    norm(h.data(), x + t * dim, norm_w, dim);
    linear(&qkv[t * 3 * dim], h.data(), qkv_w, dim, 3 * dim);
  }
  for (int t = 0; t < tokens; ++t) {
    const double *q = &qkv[t * 3 * dim];
    for (int s = 0; s <= t; ++s) {
      const double *k = &qkv[s * 3 * dim + dim];
      score[s] = 0;
      for (int i = 0; i < dim; ++i) score[s] += q[i] * k[i];
    }
    soften(score.data(), t + 1);
    for (int i = 0; i < dim; ++i) {
      mixed[i] = 0;
      for (int s = 0; s <= t; ++s) mixed[i] += score[s] * qkv[s * 3 * dim + 2 * dim + i];
      x[t * dim + i] += mixed[i];
    }
    linear(h.data(), x + t * dim, up_w, dim, dim);
    for (int i = 0; i < dim; ++i) x[t * dim + i] += std::tanh(h[i]);
  }
}

int main() {
  using check::scattered;
  CHECK(block, scattered<double, 6>(-1, 1), scattered<double, 2>(0.5, 1.5), scattered<double, 12>(-1, 1),
        scattered<double, 4>(-1, 1), 3, 2);
  return check::done();
}
