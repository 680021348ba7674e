// User rules in a precompiled header still count: without them these derivatives would silently be others.
// RUN: %mixedad_cxx -O1 -x c++-header %S/Inputs/header.h -o %t.pch
// RUN: %mixedad_cxx -O1 -include-pch %t.pch %s -o %t && %t
// RUN: %mixedad_cxx -O1 -include %S/Inputs/header.h %s -o %t && %t
#include "check.h"

double g(double x) { return step(x) * x; }
double h(double v) { return rules::body{2}.energy(v); }

int main() {
  check::close("rule of a function", std::get<0>(mixedad::gradient<g>(2.0)), 15);
  check::close("rule of a method", std::get<0>(mixedad::gradient<h>(3.0)), 2000);
  return check::done();
}
