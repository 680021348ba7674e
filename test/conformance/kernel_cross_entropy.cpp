// Cross-entropy from logits and from probabilities, mean over a batch; focal and smoothed variants.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

void crossentropy(double *losses, const double *probs, const int *targets, int rows, int V) {
  for (int r = 0; r < rows; r++) losses[r] = -log(probs[r * V + targets[r]]);
}
double fused(const double *logits, const int *targets, int rows, int V) {
  double total = 0;
  for (int r = 0; r < rows; ++r) {
    const double *row = logits + r * V;
    double top = row[0];
    for (int i = 1; i < V; ++i) top = row[i] > top ? row[i] : top;
    double sum = 0;
    for (int i = 0; i < V; ++i) sum += std::exp(row[i] - top);
    if (targets[r] < 0) continue;
    total -= row[targets[r]] - top - std::log(sum);
  }
  return total / rows;
}
double focal(double p, double gamma, bool positive) {
  double pt = positive ? p : 1 - p;
  return -std::pow(1 - pt, gamma) * std::log(pt);
}
double binary(const float *logits, const float *labels, int n) {
  double loss = 0;
  for (int i = 0; i < n; ++i) {
    double z = logits[i];
    loss += std::fmax(z, 0.0) - z * labels[i] + std::log1p(std::exp(-std::fabs(z)));
  }
  return loss / n;
}
const int targets[3] = {1, -1, 0};
const float labels[4] = {0, 1, 1, 0};

int main() {
  using check::scattered;
  CHECK(crossentropy, scattered<double, 2>(0, 1), scattered<double, 6>(0.1, 0.9), &targets[0], 1, 3);
  CHECK(fused, scattered<double, 9>(-2, 2), &targets[0], 3, 3);
  CHECK(focal, 0.7, 2.0, true);
  CHECK(focal, 0.7, 1.5, false);
  CHECK(binary, scattered<float, 4>(-2, 2), check::fixed(&labels[0]), 4);
  return check::done();
}
