// Function pointers to functions of <cmath>, which have no body that can be seen, and to one overload of several.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double cube(double x) { return x * x * x; }
float cube(float x) { return 2 * x; }
double chosen(double x, int k) {
  double (*f)(double) = k ? static_cast<double (*)(double)>(&std::sin) : static_cast<double (*)(double)>(&cube);
  return f(x) * f(2 * x);
}
double powers(double x, double y, int k) {
  double (*const table[])(double, double) = {std::pow, std::atan2, std::fmax};
  return table[k](x, y);
}
struct layer {
  double (*activation)(double);
  double weight;
  double run(double x) const { return activation(weight * x); }
};
double layers(double x, double w) {
  layer both[] = {{std::tanh, w}, {std::exp, 2 * w}};
  double s = x;
  for (const layer &l : both) s = l.run(s);
  return s;
}
double in_single(float x) {
  float (*f)(float) = std::sqrt;
  float (*g)(float) = cube;
  return f(x) * g(x);
}

int main() {
  CHECK(chosen, 0.5, 1);
  CHECK(chosen, 0.5, 0);
  CHECK(powers, 0.5, 0.75, 0);
  CHECK(powers, 0.5, 0.75, 1);
  CHECK(powers, 0.5, 0.75, 2);
  CHECK(layers, 0.75, 1.5);
  CHECK_SINGLE(in_single, 0.5f);
  return check::done();
}
