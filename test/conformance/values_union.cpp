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
// A union inside a record, of which only the real is used.
struct Sample {
  int weight;
  union { double real; long whole; };
};
double value_of(const Sample &s) { return s.weight * s.real * s.real; }
double in_record(double x) {
  Sample a, b;
  a.weight = 2;
  a.real = x * 3;
  b.weight = a.weight;
  b.real = a.real;
  b.real += x;
  return value_of(a) * x + value_of(b);
}

int main() {
  CHECK(one_member, 1.5);
  CHECK(in_record, 1.5);
  return check::done();
}
