#include "library.h"
double energy(double x, double y) {
  double s = 0;
  for (int i = 0; i < 3; ++i) s += x * x * y;
  return s;
}
void scale(double *out, const double *in, int n) {
  for (int i = 0; i < n; ++i) out[i] = 3 * in[i];
}
