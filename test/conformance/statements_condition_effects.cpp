// Conditions of loops that change something through a call.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

static bool grow(double &y, double factor, double limit) {
  y *= factor;
  return y < limit;
}
double while_call(double x) {
  double y = x, s = 0;
  while (grow(y, 1.5, 40)) s += y * y;
  return s * y;
}
double for_call(double x) {
  double y = x, s = 0;
  for (int i = 0; i < 9 && grow(y, 1.25, 100); ++i) s += y;
  return s * y;
}
double do_call(double x) {
  double y = x, s = 0;
  do s += y;
  while (grow(y, 2, 30));
  return s * y;
}
double by_pointer(double x) {
  double y = x;
  auto half = [](double *p) { *p *= 0.5; return *p > 0.1; };
  int n = 0;
  while (half(&y)) ++n;
  return y * n;
}
double closure(double x) {
  double y = x;
  int i = 0;
  auto more = [&] { y *= 1.1; return ++i < 4; };
  do y += x;
  while (more());
  return y;
}
struct Generator {
  double value;
  bool next() { value *= 2; return value < 50; }
};
double member(double x) {
  Generator g{x};
  double s = 0;
  while (g.next()) s += g.value * g.value;
  return s + g.value;
}
double empty_body(double x) { // Newton's iteration
  double root = 1;
  auto step = [&](double &z) {
    double next = 0.5 * (z + x / z);
    bool far = std::abs(next - z) > 1e-12;
    z = next;
    return far;
  };
  while (step(root)) {}
  return root;
}
double nested(double x) {
  double y = x, s = 0;
  while (grow(y, 1.7, 50)) {
    double z = y;
    while (grow(z, 0.5, 1e9) && z > 1) s += z * x;
  }
  return s;
}
double with_break(double x) {
  double y = x, s = 0;
  while (grow(y, 1.3, 1000)) {
    s += y;
    if (s > 30) break;
    if (y < 3) continue;
    s += 0.5 * y;
  }
  return s * y;
}
double array(double x) {
  double v[3] = {x, 2 * x, 0};
  auto advance = [&] { v[2] += v[0] * v[1]; v[0] *= 1.5; return v[0] < 20; };
  while (advance()) v[1] += 0.1;
  return v[2];
}

double square(double x, int) { return x * x; }
double cube(double x, int) { return x * x * x; }
double callee_once(double x) { // the callee is an expression that is computed once
  double (*table[4])(double, int) = {square, cube, square, cube};
  int i = 0;
  double s = table[i++](x, 0);
  s += 2 * table[i++](x, 0);
  return s + i * x;
}

int main() {
  CHECK(while_call, 1.3);
  CHECK(for_call, 1.3);
  CHECK(do_call, 1.3);
  CHECK(by_pointer, 1.3);
  CHECK(closure, 1.3);
  CHECK(member, 1.3);
  CHECK(empty_body, 1.3);
  CHECK(nested, 1.3);
  CHECK(with_break, 1.3);
  CHECK(array, 1.3);
  CHECK(callee_once, 1.3);
  return check::done();
}
