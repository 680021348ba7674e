// Layer normalization over rows, as a C function that keeps mean and reciprocal deviation.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

void layernorm(float *out, float *mean, float *rstd, const float *in, const float *weight, const float *bias, int rows,
               int n) {
  const float eps = 1e-5f;
  for (int r = 0; r < rows; r++) {
    const float *x = in + r * n;
    float m = 0.0f;
    for (int i = 0; i < n; i++) m += x[i];
    m = m / n;
    float v = 0.0f;
    for (int i = 0; i < n; i++) {
      float shifted = x[i] - m;
      v += shifted * shifted;
    }
    v = v / n;
    float s = 1.0f / sqrtf(v + eps);
    float *y = out + r * n;
    for (int i = 0; i < n; i++) y[i] = s * (x[i] - m) * weight[i] + bias[i];
    mean[r] = m;
    rstd[r] = s;
  }
}
void layernorm_double(double *out, const double *in, const double *weight, const double *bias, int n) {
  double mean = 0, var = 0;
  for (int i = 0; i < n; ++i) mean += in[i] / n;
  for (int i = 0; i < n; ++i) var += (in[i] - mean) * (in[i] - mean) / n;
  double scale = 1 / std::sqrt(var + 1e-5);
  for (int i = 0; i < n; ++i) out[i] = (in[i] - mean) * scale * weight[i] + bias[i];
}

int main() {
  using check::scattered;
  CHECK(layernorm, scattered<float, 12>(-1, 1), scattered<float, 3>(0, 1), scattered<float, 3>(0, 1),
        scattered<float, 12>(-2, 2), scattered<float, 4>(0.5, 1.5), scattered<float, 4>(-1, 1), 3, 4);
  CHECK(layernorm_double, scattered<double, 5>(-1, 1), scattered<double, 5>(-2, 2), scattered<double, 5>(0.5, 1.5),
        scattered<double, 5>(-1, 1), 5);
  return check::done();
}
