// pullback: the value now, cotangents later, as often as one likes.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double f(double x, double y) {
  double s = x;
  for (int i = 0; i < 4; ++i) s = s * y + std::sin(s);
  return s;
}
double expected(int which, double x, double y) {
  return check::derivative([&](double t) { return which ? f(x, t) : f(t, y); }, which ? y : x);
}

int main() {
  using check::close;
  auto [value, pull] = mixedad::pullback<f>(0.5, 0.75);
  close("value", value, f(0.5, 0.75));
  auto [ax, ay] = pull(1.0);
  auto [bx, by] = pull(-2.0);
  close("first pull, x", ax, expected(0, 0.5, 0.75));
  close("first pull, y", ay, expected(1, 0.5, 0.75));
  close("second pull, x", bx, -2 * ax);
  close("second pull, y", by, -2 * ay);
  auto one = mixedad::pullback<f>(0.1, 0.2);
  auto two = mixedad::pullback<f>(0.3, 0.4);
  close("two at a time", std::get<0>(one.pull(1.0)) + std::get<0>(two.pull(1.0)), expected(0, 0.1, 0.2) + expected(0, 0.3, 0.4));
  return check::done();
}
