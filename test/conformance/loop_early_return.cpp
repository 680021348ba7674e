// return from inside loops and branches: only what ran contributes.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double return_in_loop(double x) {
  double s = x;
  for (int i = 0; i < 50; ++i) {
    s += s * x;
    if (s > 4) return s * i;
  }
  return -s;
}
double return_in_nest(double x) {
  for (int i = 1; i < 5; ++i) {
    double t = x;
    while (t < 10) {
      t *= 1.5 + x;
      if (t > 3 * i && i > 1) return t * x + i;
    }
  }
  return x;
}
double guard(double x, double y) {
  if (x < 0) return -x * y;
  if (y < 0) {
    if (x > 2) return x * x;
    return x * y * y;
  }
  return x + y;
}
void void_return(double x, double *out) {
  out[0] = x * x;
  if (x > 1) return;
  out[0] *= x;
  for (int i = 0; i < 3; ++i) {
    if (i == 2) return;
    out[1] += x * i;
  }
}
double return_in_do(double x) {
  int i = 0;
  do {
    if (++i > 3) return x * i * x;
    x *= 1.1;
  } while (true);
}

int main() {
  CHECK(return_in_loop, 0.5);
  CHECK(return_in_loop, 0.01);
  CHECK(return_in_nest, 0.5);
  CHECK(guard, -1.0, 2.0);
  CHECK(guard, 3.0, -2.0);
  CHECK(guard, 1.0, -2.0);
  CHECK(guard, 1.0, 2.0);
  CHECK(void_return, 1.5, check::buf({1.0, 2.0}));
  CHECK(void_return, 0.5, check::buf({1.0, 2.0}));
  CHECK(return_in_do, 0.5);
  return check::done();
}
