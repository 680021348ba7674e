// malloc, calloc and free.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <cstdlib>

double allocate(double x, int n) {
  double *v = (double *)malloc(n * sizeof(double));
  for (int i = 0; i < n; ++i) v[i] = x + i;
  double p = 1;
  for (int i = 0; i < n; ++i) p *= v[i];
  free(v);
  return p;
}
double zeroed(double x) {
  double *v = static_cast<double *>(std::calloc(4, sizeof(double)));
  v[2] = x * x;
  double r = v[1] + v[2] * x;
  std::free(v);
  return r;
}
struct Particle { float mass, x; int id; };
float records(float x) {
  Particle *p = (Particle *)std::malloc(2 * sizeof(Particle));
  p[0] = {2.0f, x, 1};
  p[1] = {x, x * x, 2};
  float r = p[0].mass * p[0].x + p[1].mass * p[1].x * p[1].id;
  std::free(p);
  return r;
}

int main() {
  CHECK(allocate, 0.5, 4);
  CHECK(zeroed, 0.5);
  CHECK(records, 0.5f);
  return check::done();
}
