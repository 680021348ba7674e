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
double dereferenced(double x, double y) {
  double (*f)(double) = cube;
  if (y > 0.5) f = &twice;
  double (*t[])(double) = {cube, twice};
  double r = 0;
  for (auto g : t) r += (*g)(x + r);
  for (auto *g : t) r = g(y * r);
  return (*f)(x) + (**f)(y) + r + (t[0] == cube ? (*t[1])(x) : 0);
}
double referenced(double x, double y) {
  double (&f)(double) = cube;
  double (&g)(double) = y > 0.2 ? cube : twice;
  return f(x) * (*&f)(y) + g(x);
}

int main() {
  CHECK(dereferenced, 0.5, 0.75);
  CHECK(dereferenced, 0.5, 0.25);
  CHECK(referenced, 0.5, 0.75);
  CHECK(referenced, 0.5, 0.125);
  CHECK(as_parameter, 0.5);
  CHECK(chosen, 0.5, 0);
  CHECK(chosen, 0.5, 1);
  CHECK(table, 0.75);
  CHECK(member_pointer, 0.75, 0);
  CHECK(member_pointer, 0.75, 1);
  return check::done();
}
