// assertions and logging are left alone: they see the primal's values and run once.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <cassert>
#include <iostream>

static int lines_logged = 0;
void log_value(const char *what, double x) {
  ++lines_logged;
  if (x > 1e300) std::printf("%s %g\n", what, x);
}
double with_assert(double x, double y) {
  assert(x > 0 && "x must be positive");
  double r = x * y;
  assert(r < 1000);
  return r * r;
}
double with_logging(double x) {
  double r = x * x;
  log_value("r", r);
  if (r > 1e6) std::printf("large: %f\n", r);
  std::fprintf(stderr, "%s", "");
  return r * x;
}
double with_stream(double x) {
  double r = x * x;
  if (r > 1e6) std::cout << "large: " << r << std::endl;
  return r * x;
}

int main() {
  CHECK(with_assert, 1.5, 2.0);
  CHECK(with_logging, 1.5);
#ifndef CHECK_PRIMAL_ONLY
  lines_logged = 0;
  (void)mixedad::gradient<with_logging>(2.0);
  check::is_true("logged once", lines_logged == 1);
#endif
  CHECK(with_stream, 1.5);
  return check::done();
}
