// RMS normalization, and softmax that subtracts the maximum, out of place and in place.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

void rmsnorm(double *o, const double *x, const double *weight, int size) {
  double ss = 0;
  for (int j = 0; j < size; j++) ss += x[j] * x[j];
  ss /= size;
  ss += 1e-5;
  ss = 1.0 / sqrt(ss);
  for (int j = 0; j < size; j++) o[j] = weight[j] * (ss * x[j]);
}
void softmax(double *x, int size) {
  double max_val = x[0];
  for (int i = 1; i < size; i++)
    if (x[i] > max_val) max_val = x[i];
  double sum = 0;
  for (int i = 0; i < size; i++) {
    x[i] = exp(x[i] - max_val);
    sum += x[i];
  }
  for (int i = 0; i < size; i++) x[i] /= sum;
}
double log_sum_exp(const double *x, int n) {
  double m = x[0];
  for (int i = 1; i < n; ++i) m = std::fmax(m, x[i]);
  double s = 0;
  for (int i = 0; i < n; ++i) s += std::exp(x[i] - m);
  return m + std::log(s);
}

int main() {
  using check::scattered;
  CHECK(rmsnorm, scattered<double, 6>(-1, 1), scattered<double, 6>(-2, 2), scattered<double, 6>(0.5, 1.5), 6);
  CHECK(softmax, scattered<double, 6>(-2, 2), 6);
  CHECK(log_sum_exp, scattered<double, 6>(-2, 2), 6);
  return check::done();
}
