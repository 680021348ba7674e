// Derivatives of derivatives: forward over reverse, reverse over forward, reverse over reverse, third order.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double f(double x) { return std::sin(x) * x; }
double df(double x) { return mixedad::get<0>(mixedad::gradient<f>(x)); }
double ddf(double x) { return mixedad::get<0>(mixedad::gradient<df>(x)); }
double dddf(double x) { return mixedad::get<0>(mixedad::gradient<ddf>(x)); }
double tangent(double x) { return mixedad::jvp<f>(mixedad::dup(x, 1.0)); }
double cubic(double x, double y) { return x * x * x * y + y * y; }
double directional(double x, double y) {
  auto [gx, gy] = mixedad::gradient<cubic>(x, y);
  return 2 * gx - gy;
}
double loop(double x) {
  double s = x;
  for (int i = 0; i < 3; ++i) s = s * s + x;
  return s;
}
double dloop(double x) { return mixedad::get<0>(mixedad::gradient<loop>(x)); }
double inner_minimum(double a) {
  double x = 1;
  for (int i = 0; i < 3; ++i) x -= 0.1 * mixedad::get<0>(mixedad::gradient<cubic>(x, a));
  return x;
}

int main() {
  using check::close;
  double x = 0.75, s = std::sin(x), c = std::cos(x);
  close("first", df(x), c * x + s);
  close("second, reverse over reverse", ddf(x), 2 * c - s * x);
  close("third", dddf(x), -3 * s - c * x);
  close("reverse over forward", mixedad::get<0>(mixedad::gradient<tangent>(x)), 2 * c - s * x);
  close("forward over reverse", mixedad::jvp<df>(mixedad::dup(x, 1.0)), 2 * c - s * x);
  close("forward over forward", mixedad::jvp<tangent>(mixedad::dup(x, 1.0)), 2 * c - s * x);
  auto [hx, hy] = mixedad::gradient<directional>(2.0, 3.0);
  close("mixed partial x", hx, 2 * 36 - 12);
  close("mixed partial y", hy, 2 * 12 - 2);
  close("loop, twice", mixedad::get<0>(mixedad::gradient<dloop>(0.5)), check::derivative(dloop, 0.5), 1e-6);
  close("through an inner descent", mixedad::get<0>(mixedad::gradient<inner_minimum>(0.5)), check::derivative(inner_minimum, 0.5), 1e-7);
  return check::done();
}
