// Function objects, overloaded operators (member and free), conversion operators, user literals.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

struct Line {
  double slope, offset;
  double operator()(double x) const { return slope * x + offset; }
};
double functor(double x) {
  Line l{x, 2 * x};
  return l(3) * l(x) + Line{1, x}(x);
}
struct Vec {
  double x, y;
  Vec &operator+=(const Vec &o) { x += o.x; y += o.y; return *this; }
  Vec operator-() const { return {-x, -y}; }
  double &operator[](int i) { return i ? y : x; }
  double operator[](int i) const { return i ? y : x; }
  bool operator<(const Vec &o) const { return x < o.x; }
};
Vec operator+(Vec a, const Vec &b) { return a += b; }
Vec operator*(double s, const Vec &v) { return {s * v.x, s * v.y}; }
double operator*(const Vec &a, const Vec &b) { return a.x * b.x + a.y * b.y; }
double operators(double x, double y) {
  Vec a{x, y}, b{y, 1};
  Vec c = a + 2.0 * b + -a * b * a;
  c += a;
  c[0] *= c[1];
  const Vec &d = c;
  return a < b ? c * b : d[0] + d[1];
}
struct Celsius {
  double value;
  operator double() const { return value * 1.8 + 32; }
  explicit operator bool() const { return value > 0; }
};
double conversions(double x) {
  Celsius c{x};
  double f = c;
  return c ? f * x + c : -f;
}
double operator""_percent(long double p) { return double(p) / 100; }
double literal(double x) { return x * 25.0_percent + x * x; }
struct Counter {
  double value;
  Counter &operator++() { value *= 2; return *this; }
  Counter operator++(int) { Counter old = *this; value += 1; return old; }
};
double increments(double x) {
  Counter c{x};
  double a = (++c).value, b = c++.value;
  return a * b * c.value;
}
struct Cell { double v; Cell *operator->() { return this; } double &operator*() { return v; } };
double arrow(double x) {
  Cell c{x};
  c->v *= x;
  *c += 3 * x;
  return c.v;
}

int main() {
  CHECK(functor, 0.5);
  CHECK(operators, 0.5, 1.5);
  CHECK(operators, 1.5, 0.5);
  CHECK(conversions, 0.5);
  CHECK(conversions, -0.5);
  CHECK(literal, 0.5);
  CHECK(increments, 0.5);
  CHECK(arrow, 0.5);
  return check::done();
}
