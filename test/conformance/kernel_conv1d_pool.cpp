// One-dimensional convolution with padding and stride, max and mean pooling.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

void conv1d(double *out, const double *in, const double *kernel, int n, int k, int stride, int pad) {
  int m = (n + 2 * pad - k) / stride + 1;
  for (int o = 0; o < m; ++o) {
    double s = 0;
    for (int j = 0; j < k; ++j) {
      int at = o * stride + j - pad;
      if (at < 0 || at >= n) continue;
      s += in[at] * kernel[j];
    }
    out[o] = s;
  }
}
void max_pool(double *out, int *where, const double *in, int n, int window) {
  for (int o = 0; o * window < n; ++o) {
    int best = o * window;
    for (int i = best + 1; i < (o + 1) * window && i < n; ++i)
      if (in[i] > in[best]) best = i;
    where[o] = best;
    out[o] = in[best];
  }
}
void mean_pool(double *out, const double *in, int n, int window) {
  for (int o = 0; o < n / window; ++o) {
    out[o] = 0;
    for (int i = 0; i < window; ++i) out[o] += in[o * window + i] / window;
  }
}
int where[3];

int main() {
  using check::scattered;
  CHECK(conv1d, scattered<double, 6>(-1, 1), scattered<double, 6>(-1, 1), scattered<double, 3>(-1, 1), 6, 3, 1, 1);
  CHECK(conv1d, scattered<double, 3>(-1, 1), scattered<double, 6>(-1, 1), scattered<double, 2>(-1, 1), 6, 2, 2, 0);
  CHECK(max_pool, scattered<double, 3>(-1, 1), &where[0], scattered<double, 6>(-1, 1), 6, 2);
  CHECK(mean_pool, scattered<double, 3>(-1, 1), scattered<double, 6>(-1, 1), 6, 2);
  return check::done();
}
