// Derivatives of derivatives of functions with objects: constructors, destructors, virtual methods, initializer lists.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <initializer_list>

struct Buffer {
  double *p;
  int n;
  Buffer(std::initializer_list<double> l) : p(new double[l.size()]), n(0) {
    for (double x : l) p[n++] = x;
  }
  ~Buffer() { delete[] p; }
  double &operator[](int i) { return p[i]; }
};
double buffer(double x, double y) {
  Buffer b = {x, y, x * y};
  b[1] *= b[2];
  return b[0] * b[1] + std::sin(b[2]);
}
struct Owner {
  double *p;
  Owner(double x) : p(new double(x)) {}
  ~Owner() { delete p; }
};
double owner(double x, double y) {
  Owner o(x);
  return *o.p * *o.p * y;
}
double sum(std::initializer_list<double> l) {
  double s = 0.1;
  for (double e : l) s += std::sin(s * e);
  return s;
}
double list(double x, double y) { return sum({x, y, 0.5}); }
struct Shape {
  double r;
  Shape(double r) : r(r) {}
  virtual double area(double t) { return r * t * t; }
};
struct Round : Shape {
  Round(double r) : Shape(r * r) {}
  double area(double t) override { return r * std::sin(t); }
};
double shapes(double x, double y) {
  double r = 0;
  for (int i = 0; i < 3; ++i) {
    Round round(x);
    Shape shape(y);
    Shape &s = i % 2 ? static_cast<Shape &>(round) : shape;
    r += s.area(y + r) * x;
  }
  return r;
}
template <auto F> double slope(double x, double y) {
  auto [dx, dy] = mixedad::gradient<F>(x, y);
  return 0.7 * dx + dy;
}

int main() {
  CHECK(slope<buffer>, 0.4, 0.7);
  CHECK(slope<owner>, 0.4, 0.7);
  CHECK(slope<list>, 0.4, 0.7);
  CHECK(slope<shapes>, 0.4, 0.7);
  return check::done();
}
