// Unions of which one member is used at a time.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

union Number { double real; int integer; };
double one_member(double x) {
  Number n;
  n.real = x * x;
  n.real *= x;
  return n.real + x;
}
struct Tagged {
  bool is_real;
  union { double real; long whole; };
};
double value_of(const Tagged &t) { return t.is_real ? t.real * t.real : double(t.whole); }
double tagged(double x) {
  Tagged a, b;
  a.is_real = true;
  a.real = x * 3;
  b.is_real = false;
  b.whole = 4;
  return value_of(a) * x + value_of(b);
}

int main() {
  CHECK(one_member, 1.5);
  CHECK(tagged, 1.5);
  return check::done();
}
