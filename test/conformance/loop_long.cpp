// Many iterations: what is recorded grows past the tape's first chunk and is given back.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double logistic(double x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += std::sin(x * i) / (1.0 + i);
  return s;
}
double contraction(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) {
    s = std::cos(s) * 0.9 + 0.01 * x;
    if (i % 3 == 0) s *= 0.99;
    else if (s > 0.7) s -= 0.001 * s * s;
  }
  return s;
}
double nested(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i % 7; ++j) s = s * 0.97 + std::tanh(x * j) * 0.01;
  return s;
}

int main() {
  CHECK(logistic, 0.01, 300);
  CHECK(contraction, 0.75, 100000);
  CHECK(nested, 0.75, 20000);
#ifndef CHECK_PRIMAL_ONLY
  double first = mixedad::get<0>(mixedad::gradient<nested>(0.75, 20000));
  for (int i = 0; i < 20; ++i) (void)mixedad::gradient<nested>(0.75, 20000);
  check::close("again", mixedad::get<0>(mixedad::gradient<nested>(0.75, 20000)), first, 0);
#endif
  return check::done();
}
