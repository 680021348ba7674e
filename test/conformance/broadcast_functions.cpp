// broadcast<F>: control flow, callees, several uses, integers and booleans as operands, float and double.
// RUN: %mixedad_cxx -O0 %s -o %t %mixedad_libs && %t
// RUN: %mixedad_cxx -O2 %s -o %t %mixedad_libs && %t
// Functions of whole arrays have no pushforward yet: reverse only.
#include "check_arrays.h"
using mixedad::Array;

static double sigm(double x) { return 1 / (1 + std::exp(-x)); }
[[mixedad::broadcast]] double gate(double z, double c, double f, double i) {
  if (z > 0.5) return sigm(i);
  if (z < -0.5) return c;
  return sigm(f) * c + sigm(i);
}
double branches(const Array<double> &z, const Array<double> &c, const Array<double> &f) {
  Array<double> out = mixedad::broadcast<gate>(z, c, f, f);
  return mixedad::sum(out * out);
}
[[mixedad::broadcast]] double iterate(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) s = s * 0.5 + std::sin(s);
  return s;
}
double loops(const Array<double> &x, const Array<int> &n) { return mixedad::mean(Array<double>(mixedad::broadcast<iterate>(x, n))); }
[[mixedad::broadcast]] float swish(float x, float beta) { return x / (1 + std::exp(-beta * x)); }
float with_scalar(const Array<float> &x, float beta) {
  Array<float> y = mixedad::broadcast<swish>(x, beta);
  return mixedad::sum(y);
}
Array<double> elementwise_result(const Array<double> &x, const Array<double> &y) {
  return mixedad::broadcast<gate>(x, y, x, 2.0);
}
double unannotated(double x, double y) { return x * y + std::tanh(x); }
double plain_function(const Array<double> &x, const Array<double> &y) {
  Array<double> r = mixedad::broadcast<unannotated>(x, y);
  return mixedad::sum(r);
}

int main() {
  using check::array;
  CHECK_REVERSE(branches, array<double>({7}), array<double>({7}, -1, 1, 0.2), array<double>({7}, -1, 1, 0.9));
  CHECK_REVERSE(loops, array<double>({5}), check::fixed(Array<int>::from({1, 2, 0, 3, 1})));
  CHECK_REVERSE(with_scalar, array<float>({6}), 0.75f);
  CHECK_REVERSE(elementwise_result, array<double>({4}), array<double>({4}, -1, 1, 0.9));
  CHECK_REVERSE(plain_function, array<double>({4}), array<double>({4}, -1, 1, 0.9));
  return check::done();
}
