// Assigning objects from braces and calls that read what is assigned to.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <array>
#include <tuple>
#include <utility>
struct P {
  double x, y;
};
struct Q {
  P a;
  double v[2];
};
double zeros(double x, double y) {
  P p{x, y};
  p = {x * y};
  return p.x + p.y * 3;
}
double swaps(double x, double y) {
  P p{x, y};
  p = {p.y, p.x * 2};
  return p.x * p.x + p.y;
}
double nested(double x, double y) {
  Q q{{x, y}, {x * y, 1}};
  q = {{q.a.y, q.a.x}, {q.v[1]}};
  return q.a.x * q.v[0] + q.a.y + 3 * q.v[1];
}
double arr(double x, double y) {
  std::array<double, 2> p{x, y};
  p = {p[1], p[0] * 2};
  return p[0] * p[0] + p[1];
}
double pr(double x, double y) {
  std::pair<double, double> p{x, y};
  p = {p.second, p.first * 2};
  return p.first * p.first + p.second;
}
double tie(double x, double y) {
  double a = x, b = y;
  std::tie(a, b) = std::make_pair(b, a * 2);
  return a * a + b;
}
struct C {
  double x, y;
  C(double a, double b) : x(a), y(b) {}
};
double cls(double x, double y) {
  C p{x, y};
  p = {p.y, p.x * 2};
  p = C(p.y, p.x);
  return p.x * p.x + p.y;
}
double self(double x, double y) {
  P p{x, y};
  P q = {p.y, p.x};
  p = x > 0 ? P{q.y, p.x} : P{p.x, p.x};
  p = P(p);
  return p.x * p.x * q.x + p.y;
}
P make(P a) { return {a.y, a.x}; }
double call(double x, double y) {
  P p{x, 2 * y};
  p = make(p);
  p = make({p.y, p.y});
  return p.x * p.x + p.y;
}
double loop(double x, double y) {
  P p{x, y};
  for (int i = 0; i < 4; ++i)
    p = {p.y * 0.5, p.x - p.y};
  return p.x * p.x + p.y;
}
int main() {
  CHECK(zeros, 0.5, 0.7);
  CHECK(swaps, 0.5, 0.7);
  CHECK(nested, 0.5, 0.7);
  CHECK(arr, 0.5, 0.7);
  CHECK(pr, 0.5, 0.7);
  CHECK(tie, 0.5, 0.7);
  CHECK(cls, 0.5, 0.7);
  CHECK(self, 0.5, 0.7);
  CHECK(call, 0.5, 0.7);
  CHECK(loop, 0.5, 0.7);
  return check::done();
}
