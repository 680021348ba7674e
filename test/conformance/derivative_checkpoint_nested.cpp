// [[mixedad::checkpoint]] belongs to the loop that it stands before, whatever that loop contains.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
// RUN: %mixedad_cxx -O0 -c -fplugin-arg-mixedad-print-ir %s -o %t.o 2>&1 | FileCheck %s
#include "check.h"

// CHECK-LABEL: function outer(
// CHECK: = loop {{.*}} checkpoint(-1)
// CHECK: = loop
// CHECK-NOT: checkpoint(
// CHECK-LABEL: function inner(
double outer(double x, int n) {
  [[mixedad::checkpoint]] for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) x = std::sin(x) + 0.1 * k;
  return x;
}
// CHECK: = loop
// CHECK-NOT: checkpoint(
// CHECK: = loop {{.*}} checkpoint(5)
double inner(double x, int n) {
  for (int i = 0; i < 3; ++i) {
    [[mixedad::checkpoint(5)]] for (int k = 0; k < n; ++k) x = std::sin(x) + 0.1 * k;
  }
  return x;
}
static double start(double x) {
  for (int i = 0; i < 2; ++i) x *= 1.1;
  return x;
}
double initializer(double x, int n) { // a loop in the initializer is not the one that is meant
  double s = 0;
  [[mixedad::checkpoint]] for (double y = start(x); n > 0; --n) s = std::cos(s) * y;
  return s;
}

int main() {
  for (int n : {0, 1, 20}) {
    CHECK(outer, 0.7, n);
    CHECK(inner, 0.7, n);
    CHECK(initializer, 0.7, n);
  }
  return check::done();
}
