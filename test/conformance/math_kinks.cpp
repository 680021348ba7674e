// At kinks and edges: the documented choice, never NaN from a branch that did not run.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>

double absolute(double x) { return std::abs(x); }
double larger(double x, double y) { return std::max(x, y); }
double square_by_pow(double x) { return std::pow(x, 2.0); }
double constant_power(double x) { return std::pow(x, 0.0) + x; }
double guarded_sqrt(double x) { return x > 0 ? std::sqrt(x) : 0; }
double guarded_divide(double x, double y) { return y == 0 ? x : x / y; }
double guarded_log(double x) {
  double r = 1;
  if (x > 0) r = std::log(x);
  return r * x;
}

int main() {
  CHECK(larger, 1.0, 2.0);
  CHECK(square_by_pow, -1.5);
  CHECK(constant_power, 0.0);
#ifndef CHECK_PRIMAL_ONLY
  using mixedad::get;
  check::close("abs at 0", get<0>(mixedad::gradient<absolute>(0.0)), 0.0);
  check::close("pow(x, 2) at 0", get<0>(mixedad::gradient<square_by_pow>(0.0)), 0.0);
  check::close("sqrt not taken", get<0>(mixedad::gradient<guarded_sqrt>(0.0)), 0.0);
  check::close("divide not taken", get<0>(mixedad::gradient<guarded_divide>(2.0, 0.0)), 1.0);
  check::close("divide not taken, y", get<1>(mixedad::gradient<guarded_divide>(2.0, 0.0)), 0.0);
  check::close("log not taken", get<0>(mixedad::gradient<guarded_log>(0.0)), 1.0);
  auto g = mixedad::gradient<larger>(1.0, 1.0);
  check::close("max at a tie splits or picks, and sums to 1", get<0>(g) + get<1>(g), 1.0);
#endif
  return check::done();
}
