// An inner derivative's perturbation is not the outer's: the classical traps.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double constant_inner(double x) {
  // d/dx [x * d/dy (x + y) at y = 1] = 1, not 2.
  auto add = [x](double y) { return x + y; };
  return x * mixedad::jvp(mixedad::constant(add), mixedad::dup(1.0, 1.0));
}
double product(double x, double y) { return x * y; }
double partial(double x) { return x * mixedad::jvp<product>(x, mixedad::dup(2.0, 1.0)); }
double partial_reverse(double x) { return x * mixedad::get<1>(mixedad::gradient<product>(x, 2.0)); }
double inner_of_outer(double x) {
  double g = mixedad::get<0>(mixedad::gradient<product>(x, x));
  return g * x;
}

int main() {
  using check::close;
  close("constant inner, forward", mixedad::jvp<constant_inner>(mixedad::dup(3.0, 1.0)), 1);
  close("constant inner, reverse", mixedad::get<0>(mixedad::gradient<constant_inner>(3.0)), 1);
  close("x * d(xy)/dy, forward", mixedad::jvp<partial>(mixedad::dup(3.0, 1.0)), 6);
  close("x * d(xy)/dy, reverse", mixedad::get<0>(mixedad::gradient<partial>(3.0)), 6);
  close("reverse in reverse", mixedad::get<0>(mixedad::gradient<partial_reverse>(3.0)), 6);
  close("reverse in forward", mixedad::jvp<partial_reverse>(mixedad::dup(3.0, 1.0)), 6);
  close("same value twice", mixedad::get<0>(mixedad::gradient<inner_of_outer>(3.0)), 6);
  return check::done();
}
