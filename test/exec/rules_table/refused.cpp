// The order of a Bessel function has no closed form of its partial: active is an error, inactive is fine.
// RUN: %mixedad_cxx -O1 %s -o %t && %t
// RUN: not %mixedad_cxx -DACTIVE_ORDER -fsyntax-only %s 2>&1 | %filecheck %s
#include "check.h"
#include <cmath>

double in_argument(double x) { return std::cyl_bessel_j(0.5, x * x); }
double in_order(double order) { return std::cyl_bessel_j(order, 2.0); }
// CHECK: refused.cpp:[[@LINE-1]]:{{.*}}error: cannot differentiate: argument 1 of 'cyl_bessel_j' is active, and its derivative there has no closed form
// CHECK: note: declare what goes in {{\[\[}}mixedad::inactive]]

int main() {
  CHECK(in_argument, 1.3);
#ifdef ACTIVE_ORDER
  return int(mixedad::get<0>(mixedad::gradient<in_order>(0.5)));
#endif
  return check::done();
}
