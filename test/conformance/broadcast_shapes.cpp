// NumPy's shape rules: rows, columns, scalars, extents of one; the cotangent is summed over what was repeated.
// RUN: %mixedad_cxx -O0 %s -o %t %mixedad_libs && %t
// RUN: %mixedad_cxx -O2 %s -o %t %mixedad_libs && %t
// Functions of whole arrays have no pushforward yet: reverse only.
#include "check_arrays.h"
using mixedad::Array;

double product(double x, double y) { return x * y + 0.5 * y * y; }
double pair(const Array<double> &a, const Array<double> &b) {
  Array<double> r = mixedad::broadcast<product>(a, b);
  return mixedad::sum(r * r);
}
double scalar_left(double k, const Array<double> &b) {
  Array<double> r = mixedad::broadcast<product>(k, b);
  return mixedad::sum(r);
}
double three(const Array<double> &a, const Array<double> &b, const Array<double> &c) {
  Array<double> r = mixedad::broadcast<product>(a, mixedad::broadcast<product>(b, c));
  return mixedad::mean(r);
}

int main() {
  using check::array;
  CHECK_REVERSE(pair, array<double>({3, 4}), array<double>({3, 4}, -1, 1, 0.9));
  CHECK_REVERSE(pair, array<double>({3, 4}), array<double>({4}, -1, 1, 0.9));
  CHECK_REVERSE(pair, array<double>({3, 1}), array<double>({1, 4}, -1, 1, 0.9));
  CHECK_REVERSE(pair, array<double>({2, 3, 2}), array<double>({3, 1}, -1, 1, 0.9));
  CHECK_REVERSE(pair, array<double>({1}), array<double>({5}, -1, 1, 0.9));
  CHECK_REVERSE(scalar_left, 0.75, array<double>({5}));
  CHECK_REVERSE(three, array<double>({2, 3}), array<double>({3}), array<double>({2, 1}, -1, 1, 0.9));
  return check::done();
}
