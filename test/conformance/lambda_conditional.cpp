// A variable that a lambda captured by reference and picks by a condition, once read and once as an object.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <cmath>
#include <functional>

double read(double x, double y, int n) {
  std::function<double(double)> f = [&](double t) {
    x = std::cos(y < x && n > 0 ? y : x);
    return std::sin(t * 0.5) + y;
  };
  x = std::tanh(f(y) + f(0.5));
  return x * (n > 1 ? y : x);
}
double in_loop(double x, double y, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += read(x, y, i) * (i % 2 ? x : y);
  return s;
}
double object(double x, double y, int n) {
  auto f = [&](double t) { (t > y ? x : y) *= t; };
  for (int i = 0; i < n; ++i) f(0.3 * i + 0.2);
  double &larger = x > y ? x : y;
  larger *= larger;
  return x + 2 * y;
}
double generic(double x, double y, int n) {
  auto f = [&](auto t) { double *p = t > n ? &x : &y; *p += t * *p; };
  f(1.5);
  f(3);
  return x * y;
}
int main() {
  CHECK(read, 0.3, 0.8, 1);
  CHECK(in_loop, 0.3, 0.8, 3);
  CHECK(object, 0.3, 0.8, 3);
  CHECK(generic, 0.3, 0.8, 2);
  return check::done();
}
