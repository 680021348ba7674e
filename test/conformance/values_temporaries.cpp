// Temporaries, lifetime extension, rvalue references and moves of scalars.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <utility>

struct Vec { double x, y; Vec twice() const { return {2 * x, 2 * y}; } double dot(const Vec &o) const { return x * o.x + y * o.y; } };
static Vec make(double a, double b) { return Vec{a * b, a}; }
double chain(double x, double y) { return make(x, y).twice().dot(make(y, x * y)); }
double extended(double x) {
  const Vec &v = make(x, 2);
  Vec &&w = make(v.x, x);
  w.y *= v.y;
  const double &s = x * x;
  return v.dot(w) + s;
}
static double consume(double &&x) { x *= 2; return x * x; }
static double consume(const double &x) { return x; }
double rvalues(double x) {
  double a = x * x;
  return consume(x * 3) + consume(a) + consume(std::move(a)) + a;
}
double scalar_temporaries(double x) { return double(x * x) * Vec{x, 1}.x + (Vec{x, x}.twice()).y; }
double conditional_temporary(double x) { return (x > 1 ? make(x, 1) : make(1, x)).dot(Vec{1, x}); }
double exchange(double x) {
  double a = x;
  double old = std::exchange(a, x * x * 2);
  return old * a;
}

/// Destructors that change what the derivative is of.
struct AtEnd {
  double &r;
  double v;
  AtEnd(double &r, double k) : r(r), v(r * k) {}
  ~AtEnd() { r += v; }
};
double before_the_comma(double x) {
  double y = x;
  double z = (AtEnd(y, 3), y * 2);
  (AtEnd(y, 2), y *= 3);
  return y * z;
}
double in_a_condition(double x) {
  double y = x;
  if (AtEnd(y, 2).v > 1) y *= x;
  return y;
}
double in_a_step(double x) {
  double y = x;
  for (int i = 0; i < 2; AtEnd(y, 2), ++i) y *= x;
  return y;
}
double kept_by_a_reference(double x) {
  double y = x;
  {
    const AtEnd &k = AtEnd(y, 2);
    y *= k.v;
  }
  return y;
}

int main() {
  CHECK(before_the_comma, 1.3);
  CHECK(in_a_condition, 1.3);
  CHECK(in_a_step, 1.3);
  CHECK(kept_by_a_reference, 1.3);
  CHECK(chain, 0.5, 1.5);
  CHECK(extended, 0.5);
  CHECK(rvalues, 0.5);
  CHECK(scalar_temporaries, 0.5);
  CHECK(conditional_temporary, 0.5);
  CHECK(conditional_temporary, 1.5);
  CHECK(exchange, 0.5);
  return check::done();
}
