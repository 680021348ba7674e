// memcpy, memmove and memset on active memory.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <cstring>

double copies(double x, double y) {
  double a[3] = {x, y, x * y}, b[3];
  std::memcpy(b, a, sizeof a);
  a[0] = 7;
  b[1] *= b[0];
  return b[0] + b[1] * b[2] + a[1];
}
double part(double x) {
  double a[4] = {x, 2 * x, 3 * x, 1}, b[4] = {1, 1, 1, x};
  memcpy(b + 1, a + 2, 2 * sizeof(double));
  return b[0] * b[1] * b[2] * b[3] + a[0];
}
double moves(double x) {
  double a[4] = {x, x * x, 3, 2 * x};
  std::memmove(a + 1, a, 3 * sizeof(double));
  return a[0] + 2 * a[1] + 3 * a[2] + 4 * a[3];
}
double clears(double x) {
  double a[3] = {x, x * x, 3 * x};
  std::memset(a, 0, 2 * sizeof(double));
  a[0] += x;
  return a[0] * 2 + a[1] + a[2] * x;
}
struct Vec { double x, y; };
double record(double x) {
  Vec a{x, x * x}, b;
  std::memcpy(&b, &a, sizeof(Vec));
  return b.x * b.y + a.x;
}
void through_pointers(double *out, const double *in, int n) {
  std::memcpy(out, in, n * sizeof(double));
  out[0] *= out[1];
}
// Bytes of integers are copied as they are.
double integers(double x) {
  int a[2] = {2, 3}, b[2];
  std::memcpy(b, a, sizeof a);
  return x * b[0] + x * x * b[1];
}

int main() {
  CHECK(copies, 0.5, 1.5);
  CHECK(part, 0.5);
  CHECK(moves, 0.5);
  CHECK(clears, 0.5);
  CHECK(record, 0.5);
  CHECK(through_pointers, check::buf({9.0, 8.0, 7.0}), check::buf({0.5, 1.5, 2.0}), 3);
  CHECK(integers, 0.5);
  return check::done();
}
