// Second derivatives through arrays that a lambda captures.
// RUN: not %mixedad_cxx -fsyntax-only %s 2>&1 | FileCheck %s
#include <mixedad/jacobian.h>
#include <mixedad/mixedad.h>
using mixedad::Array;

double picked(const Array<double> &x, const Array<int> &i) {
  return mixedad::sum(mixedad::broadcast([&](int k) { return x(k) * x(k); }, i));
}
void use() {
  Array<double> x;
  mixedad::hvp<picked>(x, mixedad::constant(Array<int>()), x);
}
// CHECK: error: {{.*}}the second derivative of a broadcast whose lambda captures an array
