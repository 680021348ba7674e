// Batch normalization in training mode with running statistics, and group normalization.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

void batchnorm(double *out, double *running, const double *in, const double *gamma, const double *beta, int batch,
               int channels, double momentum) {
  for (int c = 0; c < channels; ++c) {
    double mean = 0, var = 0;
    for (int b = 0; b < batch; ++b) mean += in[b * channels + c];
    mean /= batch;
    for (int b = 0; b < batch; ++b) {
      double d = in[b * channels + c] - mean;
      var += d * d;
    }
    var /= batch;
    running[c] = momentum * running[c] + (1 - momentum) * mean;
    double inv = 1 / std::sqrt(var + 1e-5);
    for (int b = 0; b < batch; ++b) out[b * channels + c] = gamma[c] * (in[b * channels + c] - mean) * inv + beta[c];
  }
}
void groupnorm(double *x, int groups, int per_group, double eps) {
  for (int g = 0; g < groups; ++g) {
    double *v = &x[g * per_group], sum = 0, squares = 0;
    for (int i = 0; i < per_group; ++i) {
      sum += v[i];
      squares += v[i] * v[i];
    }
    double mean = sum / per_group, scale = 1 / std::sqrt(squares / per_group - mean * mean + eps);
    for (int i = 0; i < per_group; ++i) v[i] = (v[i] - mean) * scale;
  }
}

int main() {
  using check::scattered;
  CHECK(batchnorm, scattered<double, 6>(-1, 1), scattered<double, 2>(-1, 1), scattered<double, 6>(-2, 2),
        scattered<double, 2>(0.5, 1.5), scattered<double, 2>(-1, 1), 3, 2, 0.9);
  CHECK(groupnorm, scattered<double, 6>(-2, 2), 2, 3, 0.01);
  return check::done();
}
