// Branches that leave the same value, other than what was there before.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
double same(double x, double a) {
  double y = x;
  if (x > a)
    y = a;
  else
    y = a;
  return y * x;
}
double same2(double x, double a) {
  double y;
  if (x > a) {
    y = a * a;
    y = a;
  } else
    y = a;
  double z = x > a ? a : a;
  return y * x + z;
}
double same3(double x, double a, int k) {
  double y = 3 * x;
  switch (k) {
  case 0:
    y = a;
    break;
  case 1:
    y = a;
    break;
  default:
    y = a;
  }
  for (int i = 0; i < 3; ++i)
    if (i == k)
      y = x;
    else
      y = x;
  return y * x;
}
int k3(int a, bool b) {
  int n = 0;
  if (b)
    n = a;
  else
    n = a;
  return n;
}
double same4(double x, int a) {
  double s = 0;
  for (int i = 0; i < k3(a, x > 0); ++i)
    s += x * x;
  return s;
}
int main() {
  CHECK(same, 0.5, 0.7);
  CHECK(same2, 0.5, 0.7);
  CHECK(same3, 0.5, 0.7, 1);
  CHECK(same4, 0.5, 3);
  return check::done();
}
