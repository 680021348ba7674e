// Lambdas with captures, array operators and elementwise functions, lazy trees that are shared.
// RUN: %mixedad_cxx -O0 %s -o %t %mixedad_libs && %t
// RUN: %mixedad_cxx -O2 %s -o %t %mixedad_libs && %t
// Functions of whole arrays have no pushforward yet: reverse only.
#include "check_arrays.h"
using mixedad::Array;

double captures(const Array<double> &x, double k, double b) {
  Array<double> y = mixedad::broadcast([k, b](double v) { return k * v * v + b; }, x);
  return mixedad::sum(y * x);
}
double operators(const Array<double> &a, const Array<double> &b) {
  Array<double> c = a * b + 2.0 * a - b / (a + 3.0);
  Array<double> d = -c * mixedad::exp(-a) + mixedad::tanh(b);
  return mixedad::sum(d);
}
double shared(const Array<double> &a) {
  Array<double> b = a * a;
  Array<double> c = b + a;
  Array<double> d = c * b;
  return mixedad::sum(d) + mixedad::mean(b);
}
double in_loop(const Array<double> &a, const Array<double> &w, int n) {
  Array<double> h = a;
  for (int i = 0; i < n; ++i) h = mixedad::tanh(h * w + 0.1 * i);
  return mixedad::sum(h);
}
double conditional(const Array<double> &a, bool square) {
  Array<double> b = a;
  if (square) b = b * b;
  else b = b * 3.0;
  return mixedad::sum(b * a);
}
double mixed_scalars(const Array<double> &a, double x) {
  double s = mixedad::sum(a * x);
  Array<double> b = a * s;
  return mixedad::sum(b) * x + s;
}
struct Layer {
  Array<double> w, b;
  Array<double> operator()(const Array<double> &x) const { return mixedad::tanh(w * x + b); }
};
double through_class(const Array<double> &x, const Array<double> &w, const Array<double> &b) {
  Layer l{w, b};
  return mixedad::sum(l(l(x)));
}

int main() {
  using check::array;
  CHECK_REVERSE(captures, array<double>({5}), 0.75, 0.5);
  CHECK_REVERSE(operators, array<double>({5}), array<double>({5}, -1, 1, 0.9));
  CHECK_REVERSE(shared, array<double>({5}));
  CHECK_REVERSE(in_loop, array<double>({5}), array<double>({5}, -1, 1, 0.9), 3);
  CHECK_REVERSE(conditional, array<double>({5}), true);
  CHECK_REVERSE(conditional, array<double>({5}), false);
  CHECK_REVERSE(mixed_scalars, array<double>({5}), 0.75);
  CHECK_REVERSE(through_class, array<double>({5}), array<double>({5}, -1, 1, 0.9), array<double>({5}, -1, 1, 0.1));
  return check::done();
}
