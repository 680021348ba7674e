// if, else if, initializers, conditional expressions, and short-circuit conditions with effects.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double chain(double x) {
  if (x < 0) return -x * x;
  else if (x < 1) return x * x * x;
  else if (x < 2) x += 1;
  else x = 2 * x * x;
  return x * x;
}
double conditional(double x, double y) { return (x > y ? x * x : y * y * y) + (x > 0 ? y : -y); }
double nested_conditional(double x) { return x < 0 ? -x : x < 1 ? x * x : x < 2 ? x * x * x : 4 * x; }
double initializer(double x) {
  if (double t = x * x; t > 1) return t * x;
  else return t + x;
}
double both_sides_write(double x, double y) {
  double a, b = 1;
  if (x > y) {
    a = x;
    b = y * y;
  } else a = y * x;
  return a * b;
}
bool touch(double &x) {
  x *= 2;
  return x > 1;
}
double short_circuit(double x, double y) {
  if (touch(x) && touch(y)) return x * y;
  if (x > 0.3 || touch(y)) return x + y;
  return x - y;
}
double boolean_variable(double x) {
  bool big = x > 1;
  double r = x;
  if (!big) r *= x;
  r += big ? 3 * x : x;
  return r;
}
double kink_not_taken(double x) { return x == 0 ? 0 : x / x * x; }

int main() {
  for (double x : {-1.0, 0.5, 1.5, 3.0}) CHECK(chain, x);
  CHECK(conditional, 1.0, 2.0);
  CHECK(conditional, 2.0, 1.0);
  CHECK(conditional, -1.0, -2.0);
  for (double x : {-1.0, 0.5, 1.5, 3.0}) CHECK(nested_conditional, x);
  CHECK(initializer, 0.5);
  CHECK(initializer, 1.5);
  CHECK(both_sides_write, 1.0, 2.0);
  CHECK(both_sides_write, 2.0, 1.0);
  CHECK(short_circuit, 1.0, 1.0);
  CHECK(short_circuit, 1.0, 0.2);
  CHECK(short_circuit, 0.1, 0.2);
  CHECK(boolean_variable, 0.5);
  CHECK(boolean_variable, 1.5);
  CHECK(kink_not_taken, 2.0);
  return check::done();
}
