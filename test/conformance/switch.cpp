// switch: breaks, fall-through, default in the middle, returns, and switches in loops.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double plain(double x, int k) {
  double r = 0;
  switch (k) {
  case 0: r = x; break;
  case 1: r = x * x; break;
  default: r = x * x * x;
  }
  return r;
}
double fall_through(double x, int k) {
  double r = 1;
  switch (k) {
  case 3: r *= x; [[fallthrough]];
  case 2: r *= x + 1; [[fallthrough]];
  case 1: r += x; break;
  case 0: r = -x;
  }
  return r;
}
double default_in_middle(double x, int k) {
  double r = x;
  switch (k) {
  case 1: r = 2 * x; break;
  default: r = x * x;
  case 7: r += 3 * x; break;
  case 4: r = 4; break;
  }
  return r * x;
}
double returning(double x, int k) {
  switch (k) {
  case 1: return x;
  case 2: {
    double t = x * x;
    return t * t;
  }
  }
  return 5 * x;
}
double in_loop(double x) {
  double s = x;
  for (int i = 0; i < 6; ++i) {
    switch (i % 3) {
    case 0: s += x; break;
    case 1: s *= x; continue;
    case 2:
      if (s > 1) break;
      s += 1;
    }
    s *= 1.5;
  }
  return s;
}
enum class Kind { linear, quadratic = 4, cubic };
double on_enum(double x, Kind k) {
  switch (k) {
  case Kind::linear: return x;
  case Kind::quadratic: return x * x;
  case Kind::cubic: return x * x * x;
  }
  return 0;
}
double with_initializer(double x) {
  switch (int n = int(x); n) {
  case 1:
  case 2: return x * n;
  default: return x * x;
  }
}
double nested_labels(double x, int k) {
  double r = 0;
  switch (k) {
  case 0: r = x; break;
    {
      double t;
    case 1:
      t = x * x;
      r += t;
      break;
    }
  case 2: {
    r = 3 * x;
  case 3:
    r += x * x * x;
    [[fallthrough]];
  }
  default: r += 5 * x;
  }
  return r * x;
}

int main() {
  for (int k = 0; k < 3; ++k) CHECK(plain, 1.5, k);
  for (int k = 0; k < 4; ++k) CHECK(fall_through, 1.5, k);
  CHECK_ZERO(fall_through, 1.5, 4);
  for (int k : {1, 4, 7, 9}) CHECK(default_in_middle, 1.5, k);
  for (int k = 1; k < 4; ++k) CHECK(returning, 1.5, k);
  CHECK(in_loop, 0.75);
  CHECK(on_enum, 1.5, Kind::linear);
  CHECK(on_enum, 1.5, Kind::quadratic);
  CHECK(on_enum, 1.5, Kind::cubic);
  CHECK(with_initializer, 2.5);
  CHECK(with_initializer, 3.5);
  for (int k = 0; k < 5; ++k) CHECK(nested_labels, 0.5, k);
  return check::done();
}
