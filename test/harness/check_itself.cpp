// The harness against derivatives that are written by hand here, right ones and wrong ones; no plugin takes part.
// RUN: %plain_cxx %s -o %t && %t
// RUN: %plain_cxx -DFACTOR=2.001 %s -o %t && not %t
// RUN: %plain_cxx -DKEPT=1 %s -o %t && not %t
// RUN: %plain_cxx -DMANY %s -o %t && not %t | %filecheck %s
// CHECK: FAIL more than 192 reals
#define MIXEDAD_HAS_PLUGIN 1
#include "check.h"

#ifndef FACTOR
#define FACTOR 2
#endif
#ifndef KEPT
#define KEPT 0
#endif

double f(double x, double y) { return x * x * y; }
void squares(double *out, const double *in, int n) {
  for (int i = 0; i < n; i++) out[i] = in[i] * in[i];
}

namespace mixedad::detail {
double reverse(fn_tag<&f>, acts<1, 1>, Tape &, double seed, double x, double y, double &dx, double &dy) {
  dx += seed * FACTOR * x * y;
  dy += seed * x * x;
  return f(x, y);
}
dual_result<double> pushforward(fn_tag<&f>, acts<1, 1>, double x, double y, double dx, double dy) {
  return {f(x, y), 2 * x * y * dx + x * x * dy};
}
void reverse(fn_tag<&squares>, acts<1, 1, 0>, Tape &, double *out, const double *in, int n, double *dout, double *din) {
  squares(out, in, n);
  for (int i = n; i--;) {
    din[i] += 2 * in[i] * dout[i];
    if (!KEPT) dout[i] = 0;
  }
}
dual_result<void> pushforward(fn_tag<&squares>, acts<1, 1, 0>, double *out, const double *in, int n, double *dout,
                              const double *din) {
  squares(out, in, n);
  for (int i = 0; i < n; i++) dout[i] = 2 * in[i] * din[i];
  return {};
}
} // namespace mixedad::detail

int main() {
  CHECK(f, 1.5, 2.0);
  CHECK(squares, check::buf({1.0, 2.0}), check::buf({3.0, -1.0}), 2);
#ifdef MANY
  CHECK(squares, (check::scattered<double, 100>(1, 2)), (check::scattered<double, 100>(1, 2)), 100);
#endif
  return check::done();
}
