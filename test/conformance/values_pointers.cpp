// Pointers and pointer arithmetic, to locals, elements and through several levels.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double to_local(double x) {
  double a = x * x;
  double *p = &a;
  *p *= 3;
  return a + *p * x;
}
double walk(const double *v, int n) {
  double s = 0;
  for (const double *p = v; p != v + n; ++p) s += *p * *p;
  return s;
}
double walk_backward(const double *v, int n) {
  double s = 0;
  const double *p = v + n;
  while (p-- > v) s = s * 0.5 + *p;
  return s * v[0];
}
void shift(double *v, int n) {
  double *end = v + n - 1;
  for (double *p = v; p < end; p++) *p = p[1] * *p;
}
double reseat(double x, double y, int k) {
  double a = x, b = y;
  double *p = &a;
  *p *= 2;
  if (k) p = &b;
  *p *= x;
  return a * b;
}
double two_levels(double x, double y) {
  double a = x, b = y;
  double *p = &a, **pp = &p;
  **pp *= b;
  *pp = &b;
  **pp += a * a;
  return a - b;
}
double array_of_pointers(double x, double y) {
  double a = x * y, b = y;
  double *table[3] = {&a, &b, &a};
  for (double *p : table) *p *= x + 1;
  return a + b * b;
}
double difference(double *v, int n) {
  double *last = v + n - 1;
  return *last * double(last - v) + v[0] * v[0];
}
void swap_ends(double *v, int n) {
  double *a = v, *b = v + (n - 1);
  double t = *a;
  *a = *b;
  *b = t;
}
double maybe_null(const double *p, double x) { return p ? *p * x : x; }
double no_pointer(double x) { return maybe_null(nullptr, x) + maybe_null(&x, x * x); }

int main() {
  CHECK(to_local, 1.5);
  CHECK(walk, check::buf({1.0, -0.5, 2.0}), 3);
  CHECK(walk_backward, check::buf({1.0, -0.5, 2.0}), 3);
  CHECK(shift, check::buf({1.0, -0.5, 2.0, 3.0}), 4);
  CHECK(reseat, 0.5, 1.5, 0);
  CHECK(reseat, 0.5, 1.5, 1);
  CHECK(two_levels, 0.5, 1.5);
  CHECK(array_of_pointers, 0.5, 1.5);
  CHECK(difference, check::buf({1.0, -0.5, 2.0}), 3);
  CHECK(swap_ends, check::buf({1.0, -0.5, 2.0}), 3);
  CHECK(maybe_null, check::buf({1.5}), 2.0);
  CHECK(no_pointer, 1.5);
  return check::done();
}
