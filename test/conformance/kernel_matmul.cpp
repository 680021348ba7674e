// Matrix products in the shapes that codebases write: naive, transposed, tiled, with bias, in place.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

void matmul(float *xout, const float *x, const float *w, int n, int d) {
  for (int i = 0; i < d; i++) {
    float val = 0.0f;
    for (int j = 0; j < n; j++) val += w[i * n + j] * x[j];
    xout[i] = val;
  }
}
void gemm(double alpha, const double *a, const double *b, double beta, double *c, int m, int n, int k) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) c[i * n + j] *= beta;
  for (int i = 0; i < m; ++i)
    for (int l = 0; l < k; ++l) {
      double t = alpha * a[i * k + l];
      for (int j = 0; j < n; ++j) c[i * n + j] += t * b[l * n + j];
    }
}
void matmul_bias(double *out, const double *in, const double *weight, const double *bias, int rows, int c, int oc) {
  for (int r = 0; r < rows; r++)
    for (int o = 0; o < oc; o++) {
      double val = bias != nullptr ? bias[o] : 0.0;
      for (int i = 0; i < c; i++) val += in[r * c + i] * weight[o * c + i];
      out[r * oc + o] = val;
    }
}
void tiled(double *out, const double *in, const double *weight, int rows, int c) {
  const int unroll = 2;
  for (int r = 0; r < rows; r += unroll) {
    double result[unroll];
    for (int u = 0; u < unroll; u++) result[u] = 0;
    for (int i = 0; i < c; i++) {
      double w = weight[i];
      for (int u = 0; u < unroll; u++) result[u] += in[(r + u) * c + i] * w;
    }
    for (int u = 0; u < unroll; u++) out[r + u] = result[u];
  }
}

int main() {
  using check::scattered;
  CHECK(matmul, scattered<float, 3>(-1, 1), scattered<float, 4>(-1, 1), scattered<float, 12>(-1, 1), 4, 3);
  CHECK(gemm, 0.5, scattered<double, 6>(-1, 1), scattered<double, 6>(-1, 1), 0.75, scattered<double, 4>(-1, 1), 2, 2, 3);
  CHECK(matmul_bias, scattered<double, 4>(-1, 1), scattered<double, 6>(-1, 1), scattered<double, 6>(-1, 1),
        scattered<double, 2>(-1, 1), 2, 3, 2);
  CHECK(matmul_bias, scattered<double, 4>(-1, 1), scattered<double, 6>(-1, 1), scattered<double, 6>(-1, 1),
        check::fixed((const double *)nullptr), 2, 3, 2);
  CHECK(tiled, scattered<double, 4>(-1, 1), scattered<double, 12>(-1, 1), scattered<double, 3>(-1, 1), 4, 3);
  return check::done();
}
