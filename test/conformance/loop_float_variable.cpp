// Loops over a floating-point variable, active or not.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double quadrature(double x) {
  double s = 0;
  for (double t = 0.05; t < 1; t += 0.1) s += t * x * x * 0.1;
  return s;
}
double active_step(double h) {
  double s = 0;
  for (double t = 0; t < 0.99; t += h) s += t * t * h;
  return s;
}
double active_start(double x) {
  double s = 0;
  for (double t = x; t < 2.5; t += 0.5) s += t * t;
  return s;
}
float float_variable(float x) {
  float s = 0;
  for (float t = 0; t < 1; t += 0.25f) s += x * t * x;
  return s;
}

int main() {
  CHECK(quadrature, 1.5);
  CHECK(active_step, 0.3);
  CHECK(active_start, 0.2);
  CHECK(float_variable, 1.5f);
  return check::done();
}
