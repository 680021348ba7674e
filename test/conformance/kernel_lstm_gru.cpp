// An LSTM cell and a GRU cell, stepped through time.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

static double sigm(double x) { return 1 / (1 + std::exp(-x)); }
void lstm_cell(double *h, double *c, const double *x, const double *w, const double *u, const double *b, int n) {
  double next[4];
  for (int i = 0; i < n; ++i) {
    double gate[4];
    for (int g = 0; g < 4; ++g) {
      double s = b[g * n + i] + w[g * n + i] * x[i];
      for (int j = 0; j < n; ++j) s += u[(g * n + i) * n + j] * h[j];
      gate[g] = g == 3 ? std::tanh(s) : sigm(s);
    }
    c[i] = gate[0] * c[i] + gate[1] * gate[3];
    next[i] = gate[2] * std::tanh(c[i]);
  }
  for (int i = 0; i < n; ++i) h[i] = next[i];
}
double lstm(const double *xs, const double *w, const double *u, const double *b, int steps) {
  double h[2] = {0, 0}, c[2] = {0, 0}, loss = 0;
  for (int t = 0; t < steps; ++t) {
    lstm_cell(h, c, xs + 2 * t, w, u, b, 2);
    loss += h[0] * h[0] - h[1];
  }
  return loss;
}
double gru(double h, double x, const double *p, int steps) {
  for (int t = 0; t < steps; ++t) {
    double r = sigm(p[0] * x + p[1] * h + p[2]);
    double z = sigm(p[3] * x + p[4] * h);
    double n = std::tanh(p[5] * x + r * (p[6] * h + p[7]));
    h = (1 - z) * n + z * h;
  }
  return h;
}

int main() {
  using check::scattered;
  CHECK(lstm_cell, scattered<double, 2>(-1, 1), scattered<double, 2>(-1, 1), scattered<double, 2>(-1, 1),
        scattered<double, 8>(-1, 1), scattered<double, 16>(-1, 1), scattered<double, 8>(-1, 1), 2);
  CHECK(lstm, scattered<double, 6>(-1, 1), scattered<double, 8>(-1, 1), scattered<double, 16>(-1, 1),
        scattered<double, 8>(-1, 1), 3);
  CHECK(gru, 0.5, 0.25, scattered<double, 8>(-1, 1), 4);
  return check::done();
}
