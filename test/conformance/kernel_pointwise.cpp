// Pointwise layers: gelu, silu and swiglu, relu, residual, dropout by mask, sigmoid and their loops.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

#define GELU_SCALE sqrtf(2.0f / 3.14159265f)
void gelu(float *out, const float *inp, int N) {
  for (int i = 0; i < N; i++) {
    float x = inp[i];
    float cube = 0.044715f * x * x * x;
    out[i] = 0.5f * x * (1.0f + tanhf(GELU_SCALE * (x + cube)));
  }
}
void residual(double *out, const double *a, const double *b, int n) {
  for (int i = 0; i < n; i++) out[i] = a[i] + b[i];
}
void swiglu(double *hb, const double *hb2, int n) {
  for (int i = 0; i < n; i++) {
    double val = hb[i];
    val *= (1.0 / (1.0 + exp(-val)));
    val *= hb2[i];
    hb[i] = val;
  }
}
void relu(double *x, int n) {
  for (int i = 0; i < n; ++i)
    if (x[i] < 0) x[i] = 0;
}
void leaky_relu(double *out, const double *in, double slope, int n) {
  for (int i = 0; i < n; ++i) out[i] = in[i] > 0 ? in[i] : slope * in[i];
}
void dropout(double *out, const double *in, const unsigned char *mask, double keep, int n) {
  for (int i = 0; i < n; ++i) out[i] = mask[i] ? in[i] / keep : 0;
}
void sigmoid(double *v, int n) {
  double *end = v + n;
  for (; v != end; ++v) *v = 1 / (1 + std::exp(-*v));
}

const unsigned char mask[5] = {1, 0, 1, 1, 0};

int main() {
  using check::scattered;
  CHECK(gelu, scattered<float, 5>(-1, 1), scattered<float, 5>(-2, 2), 5);
  CHECK(residual, scattered<double, 4>(-1, 1), scattered<double, 4>(-2, 2), scattered<double, 4>(-2, 2), 4);
  CHECK(swiglu, scattered<double, 4>(-2, 2), scattered<double, 4>(-1, 2), 4);
  CHECK(relu, scattered<double, 6>(-2, 2), 6);
  CHECK(leaky_relu, scattered<double, 5>(-1, 1), scattered<double, 5>(-2, 2), 0.125, 5);
  CHECK(dropout, scattered<double, 5>(-1, 1), scattered<double, 5>(-2, 2), &mask[0], 0.5, 5);
  CHECK(sigmoid, scattered<double, 4>(-2, 2), 4);
  return check::done();
}
