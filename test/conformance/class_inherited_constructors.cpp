// `using Base::Base`: constructors that a class has from its base, also in arrays, with virtual methods and in storage.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

struct Base {
  double a, b;
  Base(double a) : a(a), b(a * a) {}
  Base(const double &a, int n) : a(a * n), b(1) {}
};
struct Derived : Base {
  using Base::Base;
  double c = a * 2;
};
struct Third : Derived {
  using Derived::Derived;
};
double members(double x, double y) {
  Derived d(x), e(y, 3);
  Third t(x * y);
  return d.a * e.a + d.b * d.c + e.c * t.c * t.b;
}
struct Shape {
  double r;
  Shape(double r) : r(r) {}
  virtual double area(double t) { return r * t * t; }
};
struct Round : Shape {
  using Shape::Shape;
  double area(double t) override { return r * std::sin(t); }
};
double polymorphic(double x, double y) {
  double r = 0;
  for (int i = 0; i < 3; ++i) {
    Round round(x + r);
    Shape shape(y);
    Shape &s = i % 2 ? static_cast<Shape &>(round) : shape;
    r += s.area(y) * x;
  }
  return r;
}
struct Guard {
  double &at;
  double k;
  Guard(double &at, double k) : at(at), k(k) {}
  ~Guard() { at = at * 2 + k * k; }
};
struct Named : Guard {
  using Guard::Guard;
};
double with_destructor(double x, double y) {
  {
    Named n(x, y);
    x *= n.k;
  }
  return x * y;
}

int main() {
  CHECK(members, 0.5, 0.75);
  CHECK(polymorphic, 0.5, 0.75);
  CHECK(with_destructor, 0.5, 0.75);
  return check::done();
}
