// goto that structures: forward jumps to a common exit, and a backward jump that is a loop.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double exit_label(double x) {
  double r = x;
  if (x < 0) goto done;
  r *= x;
  if (x < 1) goto done;
  r += 3 * x;
done:
  return r * 2;
}
double backward(double x) {
  double s = x;
  int i = 0;
again:
  s = s * x + 1;
  if (++i < 4) goto again;
  return s;
}
double out_of_nest(double x) {
  double s = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      s += x * j + x * x;
      if (s > 3) goto out;
    }
  s *= 100;
out:
  return s * x;
}

int main() {
  CHECK(exit_label, -0.5);
  CHECK(exit_label, 0.5);
  CHECK(exit_label, 1.5);
  CHECK(backward, 0.5);
  CHECK(out_of_nest, 0.75);
  return check::done();
}
