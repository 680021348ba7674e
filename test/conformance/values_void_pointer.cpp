// Memory that travels as void * and is cast back to what it is.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

struct Context { double scale; double *out; };
static void callback(double x, void *user) {
  Context *c = static_cast<Context *>(user);
  *c->out += c->scale * x * x;
}
static void for_each(const double *v, int n, void (*f)(double, void *), void *user) {
  for (int i = 0; i < n; ++i) f(v[i], user);
}
double c_callback(double x, double y) {
  double v[2] = {x, y}, total = 0;
  Context c{x * y, &total};
  for_each(v, 2, callback, &c);
  return total;
}
double round_trip(double x) {
  double a[2] = {x, 3};
  void *p = a;
  double *q = (double *)p;
  q[1] *= q[0];
  return a[0] + a[1] * a[1];
}

int main() {
  CHECK(round_trip, 0.5);
  CHECK(c_callback, 0.5, 1.5);
  return check::done();
}
