// One allocation that is sliced by offsets, as C programs do: parameters, activations and scratch in one block.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <cstdlib>

struct Sizes { int weight, bias, hidden; };
struct Views { double *weight, *bias, *hidden; };
static double *slice(double *block, const Sizes &sizes, Views *views) {
  double **targets[] = {&views->weight, &views->bias, &views->hidden};
  int lengths[] = {sizes.weight, sizes.bias, sizes.hidden};
  double *at = block;
  for (int i = 0; i < 3; ++i) {
    *targets[i] = at;
    at += lengths[i];
  }
  return at;
}
double by_offset(const double *in, int n) {
  double *block = (double *)std::malloc(2 * n * sizeof(double));
  double *a = block, *b = block + n;
  for (int i = 0; i < n; ++i) {
    a[i] = in[i] * in[i];
    b[i] = a[i] + in[0];
  }
  double s = 0;
  for (int i = 0; i < 2 * n; ++i) s += block[i] * (i + 1);
  std::free(block);
  return s;
}
double by_views(const double *in, int n) {
  Sizes sizes{n, 1, n};
  double *block = (double *)std::calloc(2 * n + 1, sizeof(double));
  Views v;
  slice(block, sizes, &v);
  for (int i = 0; i < n; ++i) v.weight[i] = in[i] * 2;
  *v.bias = in[0] * in[1];
  for (int i = 0; i < n; ++i) v.hidden[i] = std::tanh(v.weight[i] + *v.bias);
  double s = 0;
  for (int i = 0; i < n; ++i) s += v.hidden[i] * block[i];
  std::free(block);
  return s;
}

int main() {
  CHECK(by_offset, check::buf({0.5, 1.5, -0.25}), 3);
  CHECK(by_views, check::buf({0.5, 0.75, -0.25}), 3);
  return check::done();
}
