// The same memory under two names: f(a, a), overlapping ranges, and reads after writes through the other name.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

void scale(double *out, const double *in, int n) {
  for (int i = 0; i < n; ++i) out[i] = in[i] * in[i] * 2;
}
double in_place(double x, double y) {
  double a[2] = {x, y};
  scale(a, a, 2);
  return a[0] * a[1];
}
void in_place_pointer(double *a) { scale(a, a, 3); }
void overlapping(double *a, int n) { scale(a + 1, a, n - 1); }
double product(double &a, double &b) {
  a *= b;
  b *= a;
  return a + b;
}
double same_argument(double x) {
  double a = x;
  return product(a, a) * a;
}
double read_through_other(double x) {
  double a = x;
  double &r = a;
  const double *p = &a;
  r = r * r;
  return *p * a * x;
}
double matrix_row_swap(double x) {
  double m[2][2] = {{x, 2}, {3, x * x}};
  double *a = m[0], *b = m[1];
  for (int j = 0; j < 2; ++j) {
    double t = a[j];
    a[j] = b[j];
    b[j] = t * x;
  }
  return m[0][0] * m[1][0] + m[0][1] * m[1][1];
}

int main() {
  CHECK(in_place, 0.5, 1.5);
  CHECK(in_place_pointer, check::buf({0.5, 1.5, -1.0}));
  CHECK(overlapping, check::buf({0.5, 1.5, -1.0, 0.75}), 4);
  CHECK(same_argument, 0.5);
  CHECK(read_through_other, 0.5);
  CHECK(matrix_row_swap, 0.5);
  return check::done();
}
