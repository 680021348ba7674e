// jacobian, hessian and hvp: one block per pair of arguments.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <mixedad/jacobian.h>

double f(double x, double y) { return x * x * x * y + std::exp(y); }

int main() {
  using check::close;
  auto h = mixedad::hessian<f>(2.0, 0.5);
  close("xx", mixedad::get<0, 0>(h), 6 * 2 * 0.5);
  close("xy", mixedad::get<0, 1>(h), 12);
  close("yx", mixedad::get<1, 0>(h), 12);
  close("yy", mixedad::get<1, 1>(h), std::exp(0.5));
  auto p = mixedad::hvp<f>(2.0, 0.5, 1.0, 3.0);
  close("hvp x", mixedad::get<0>(p), 6 + 36);
  close("hvp y", mixedad::get<1>(p), 12 + 3 * std::exp(0.5));
  return check::done();
}
