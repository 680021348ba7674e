// A context that a callback is given as a void pointer, and comes back as what it was.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <cmath>

struct Model {
  double a, b;
};
double line(double t, void *context) {
  const Model *m = static_cast<const Model *>(context);
  return m->a * t + m->b;
}
double wave(double t, void *context) {
  auto *k = (double *)context;
  k[1] *= 1.1;
  return std::sin(k[0] * t) + k[1];
}
double simpson(double (*f)(double, void *), void *context, double from, double to, int n) {
  double h = (to - from) / n, s = f(from, context) + f(to, context);
  for (int i = 1; i < n; ++i) s += (i % 2 ? 4 : 2) * f(from + i * h, context);
  return s * h / 3;
}
double integrals(double a, double b) {
  Model m{a, b};
  double k[2] = {a, b};
  return simpson(line, &m, 0, b, 4) + simpson(&wave, k, a, 2, 6) + k[1];
}
double same_memory(double x, double y) {
  double v[2] = {x, y};
  void *p = v;
  const void *q = p;
  *static_cast<double *>(p) *= y;
  return static_cast<const double *>(q)[0] * reinterpret_cast<Model *>(p)->b;
}
int main() {
  CHECK(integrals, 0.7, 1.3);
  CHECK(same_memory, 0.7, 1.3);
  return check::done();
}
