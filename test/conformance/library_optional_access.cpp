// Members and elements of the value of an optional that a function returned.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <optional>
#include <array>
struct Hit { double t; std::array<double, 3> n; };
std::optional<Hit> intersect(double x, double r) {
  if (x < 0) return std::nullopt;
  Hit h{x * r, {x, r, 1}};
  return h;
}
double a(double x, double r) { double s = 0; if (auto h = intersect(x, r)) { s += h->t; } return s; }
double b(double x, double r) { double s = 0; if (auto h = intersect(x, r)) { s -= (*h).n[1]; } return s; }
double c(double x, double r) { auto h2 = intersect(x, r); return h2.value_or(Hit{x * r, {1, 2, 3}}).t; }
double d(double x, double r) { auto h2 = intersect(x - 10, r); return h2.value_or(Hit{x * r, {1, 2, 3}}).t + (h2.has_value() ? 1 : x * x); }
double e(double x, double r) { return intersect(x, r)->t + intersect(x, r).value().n[0]; }
int main() {
  CHECK(a, 0.3, 0.7);
  CHECK(b, 0.3, 0.7);
  CHECK(c, 0.3, 0.7);
  CHECK(d, 0.3, 0.7);
  CHECK(e, 0.3, 0.7);
  return check::done();
}
