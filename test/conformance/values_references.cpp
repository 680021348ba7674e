// References to locals, arguments and elements: each name for the same memory sees the same derivative.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double alias_of_local(double x, double y) {
  double a = x * y;
  double &r = a;
  r = r * r + x;
  return a * 2 + r;
}
double reference_to_element(double x, double y) {
  double v[3] = {x, y, x * y};
  double &middle = v[1];
  middle *= v[0];
  return v[0] + 2 * v[1] + 3 * v[2];
}
void square_in_place(double &x) { x = x * x; }
double through_parameter(double x) {
  double y = 3 * x;
  square_in_place(y);
  square_in_place(y);
  return y;
}
double &larger(double &a, double &b) { return a > b ? a : b; }
double returned_reference(double x, double y) {
  double a = x, b = y;
  larger(a, b) *= 3;
  return a * b + a;
}
void two_outputs(double x, double &sum, double &product) {
  sum = x + product;
  product = x * product * sum;
}
// A reference that is bound to something constant carries nothing.
double constant_reference(double x) {
  static const double table[2] = {2.0, 5.0};
  const double &c = table[1];
  return c * x;
}

int main() {
  CHECK(alias_of_local, 1.5, -0.5);
  CHECK(reference_to_element, 0.5, 2.0);
  CHECK(through_parameter, 0.7);
  CHECK(returned_reference, 1.0, 2.0);
  CHECK(returned_reference, 3.0, 2.0);
  CHECK(square_in_place, check::ref(1.25));
  CHECK(two_outputs, 0.5, check::ref(7.0), check::ref(-0.5));
  CHECK(constant_reference, 0.5);
  return check::done();
}
