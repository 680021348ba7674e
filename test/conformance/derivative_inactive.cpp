// [[mixedad::inactive]] on functions and parameters: constants to the derivative.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

[[mixedad::inactive]] double noise(double x) { return x * x; }
double uses_noise(double x) { return x * noise(x); }
double weighted(double x, [[mixedad::inactive]] double w) { return x * x * w; }
double calls_weighted(double x) { return weighted(x, x); }
double logs(const char *, double);
[[mixedad::inactive]] void observe(double x);
static int observed = 0;
void observe(double x) { observed += x > 0; }
double watched(double x) {
  double y = x * x;
  observe(y);
  return y * 3;
}

int main() {
  using check::close;
  close("function", mixedad::get<0>(mixedad::gradient<uses_noise>(3.0)), 9);
  auto [dx, dw] = mixedad::gradient<weighted>(3.0, 2.0);
  close("parameter", dx, 12);
  close("argument of an inactive parameter", mixedad::get<0>(mixedad::gradient<calls_weighted>(3.0)), 18);
  close("observer", mixedad::get<0>(mixedad::gradient<watched>(3.0)), 18);
  check::is_true("observed once", observed == 1);
  close("forward", mixedad::jvp<uses_noise>(mixedad::dup(3.0, 1.0)), 9);
  return check::done();
}
