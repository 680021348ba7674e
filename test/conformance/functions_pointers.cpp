// Function pointers: chosen at run time, as parameters, in tables, and pointers to members.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double twice(double x) { return 2 * x; }
double square(double x) { return x * x; }
double cube(double x) { return x * x * x; }
double chosen(double x, int k) {
  double (*f)(double) = k ? square : cube;
  return f(x) + f(2 * x);
}
double apply(double (*f)(double), double x) { return f(f(x)); }
double as_parameter(double x) { return apply(square, x) + apply(&twice, x); }
double table(double x) {
  double (*const ops[])(double) = {twice, square, cube};
  double s = x;
  for (auto op : ops) s = op(s);
  return s;
}
struct Shape {
  double r;
  double area() const { return 3 * r * r; }
  double edge() const { return 6 * r; }
};
double member_pointer(double x, int k) {
  double (Shape::*m)() const = k ? &Shape::area : &Shape::edge;
  double Shape::*field = &Shape::r;
  Shape s{x};
  s.*field *= 2;
  return (s.*m)() * x;
}

int main() {
  CHECK(as_parameter, 0.5);
  CHECK(chosen, 0.5, 0);
  CHECK(chosen, 0.5, 1);
  CHECK(table, 0.75);
  CHECK(member_pointer, 0.75, 0);
  CHECK(member_pointer, 0.75, 1);
  return check::done();
}
