// Rules of functions without a result: the parameters tell a pullback from a pushforward, not the name.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

void layer_forward(double *out, const double *in, int n);
[[mixedad::derivative_of(layer_forward)]]
void layer_forward_pullback(double *, const double *in, int n, double *d_out, double *d_in) {
  for (int i = 0; i < n; ++i) {
    d_in[i] += 200 * in[i] * d_out[i];
    d_out[i] = 0;
  }
}
[[mixedad::derivative_of(layer_forward)]] // it reads d_in only
void layer_forward_tangent(double *, const double *in, int n, double *d_out, const double *d_in) {
  for (int i = 0; i < n; ++i) d_out[i] = 200 * in[i] * d_in[i];
}
void layer_forward(double *out, const double *in, int n) {
  for (int i = 0; i < n; ++i) out[i] = in[i] * in[i];
}
double layers(const double *in) {
  double out[2];
  layer_forward(out, in, 2);
  return out[0] + 3 * out[1];
}

void square(double *x) { *x = *x * *x; }
[[mixedad::derivative_of(square, "pullback")]] void square_push_back(double *, double *d_x) { *d_x = 50 * *d_x; }
[[mixedad::derivative_of(square, "pushforward")]] void square_along(double *x, double *d_x) { *d_x = 20 * *x * *d_x; }
double squares(double x) {
  square(&x);
  return x;
}

int main() {
  using check::close;
  double in[2] = {1, 2}, d_in[2] = {};
  mixedad::gradient<layers>(mixedad::dup(in, d_in));
  close("pullback, 0", d_in[0], 200);
  close("pullback, 1", d_in[1], 1200);
  double along[2] = {1, 0.5};
  close("pushforward", mixedad::jvp<layers>(mixedad::dup(in, along)), 200 + 600);
  close("said: pullback", mixedad::get<0>(mixedad::gradient<squares>(3.0)), 50);
  close("said: pushforward", mixedad::jvp<squares>(mixedad::dup(3.0, 1.0)), 60);
  return check::done();
}
