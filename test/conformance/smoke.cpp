// The smallest programs: straight-line arithmetic of one and two arguments.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double square(double x) { return x * x; }
double polynomial(double x) { return 3 * x * x * x - 2 * x + 7; }
double rosenbrock(double x, double y) { return (1 - x) * (1 - x) + 100 * (y - x * x) * (y - x * x); }
double quotient(double x, double y) { return (x - y) / (x + y); }
double unused(double x, double y) { return x + 0 * y; }
float single(float x, float y) { return x * y - x / y; }

int main() {
  CHECK(square, 1.5);
  CHECK(polynomial, 0.5);
  CHECK(rosenbrock, 0.5, -0.25);
  CHECK(rosenbrock, 1.5, 2.0);
  CHECK(quotient, 1.0, 3.0);
  CHECK(unused, 1.0, 3.0);
  CHECK(single, 1.5f, 2.0f);
  return check::done();
}
