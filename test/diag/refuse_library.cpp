// Parts of the library without a derivative say what to use; those that hold no real are left alone.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>
#include <algorithm>
#include <cstring>

double fills_bytes(double x) {
  double v[2] = {x, x};
  std::memset(v, 1, sizeof v); // expected-error {{cannot differentiate 'memset' of reals to something else than zero}} expected-note {{assign the values in a loop}}
  return v[0] * x;
}
// Not refused.
double fine(double x) {
  int n[3] = {3, 1, 2};
  std::sort(n, n + 3);
  double v[2] = {x, x};
  std::memset(v, 0, sizeof(double));
  return v[1] * n[0] + v[0];
}
void use() {
  (void)mixedad::gradient<fills_bytes>(1.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<fine>(1.0);
}
