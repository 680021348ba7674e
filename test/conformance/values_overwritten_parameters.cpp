// Parameters, by value, that the function overwrites: the gradient is that of what was passed.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double overwritten(double x, double y) {
  x = x * y;
  y = y + x;
  x *= x;
  return x * y;
}
double conditionally(double x, double y) {
  if (x > 1) x = y;
  return x * x;
}
double replaced(double x, double y) {
  x = 3;
  return x * y;
}
double reduced(double angle) {
  while (angle > 3) angle -= 6;
  return std::sin(angle) * angle;
}
double counter(double x, int n) {
  double s = x;
  while (n-- > 0) s *= x;
  return s * (n + 5);
}
double pointer_parameter(const double *p, int n) {
  double s = 0;
  while (n-- > 0) s += *p++ * (n + 1);
  return s * s;
}

int main() {
  CHECK(overwritten, 0.5, 1.5);
  CHECK(conditionally, 1.5, 2.0);
  CHECK(conditionally, 0.5, 2.0);
  CHECK(replaced, 0.5, 2.0);
  CHECK(reduced, 7.5);
  CHECK(counter, 0.75, 3);
  CHECK(pointer_parameter, check::buf({1.0, 2.0, -1.0}), 3);
  return check::done();
}
