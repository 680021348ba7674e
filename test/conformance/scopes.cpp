// Nested scopes, shadowed names, and variables that live across them.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double shadowing(double x) {
  double a = x;
  {
    double a = x * x;
    x += a;
    {
      double x = a * 3;
      a += x;
    }
    x *= a;
  }
  return a * x;
}
double same_name_in_loops(double x) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    double t = x * i;
    s += t * t;
  }
  for (int i = 0; i < 2; ++i) {
    double t = s + x;
    s += t * x;
  }
  return s;
}
double uninitialized_then_set(double x) {
  double r;
  int n;
  if (x > 1) {
    r = x * x;
    n = 2;
  } else {
    r = x;
    n = 3;
  }
  return r * n;
}
double dead_code(double x) {
  double r = x * x;
  if (false) r = 1 / (x - x);
  return r;
  r *= 2;
}
// Names that generated code might want for itself.
double awkward_names(double d_x, double tape, double seed) {
  double _t0 = d_x * tape, d_r = _t0 * seed, r = d_r + d_x;
  double fr = r * r, pull = fr + tape;
  return pull * d_r;
}

int main() {
  CHECK(shadowing, 0.75);
  CHECK(same_name_in_loops, 0.75);
  CHECK(uninitialized_then_set, 0.75);
  CHECK(uninitialized_then_set, 1.75);
  CHECK(dead_code, 0.75);
  CHECK(awkward_names, 0.75, 1.5, 0.5);
  return check::done();
}
