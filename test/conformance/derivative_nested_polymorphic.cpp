// Gradients of gradients of functions with virtual calls: through references, arrays and vectors of pointers, members.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <vector>

struct Shape {
  double a;
  Shape(double a) : a(a) {}
  virtual ~Shape() {}
  virtual double value(double x) const { return a * x * x; }
  virtual void change(double &r) { r += a * a; }
  double twice(double x) const { return value(value(x) * 0.5); }
};
struct Cubic : Shape {
  double b;
  Cubic(double x) : Shape(std::sin(x)), b(x * a) {}
  double value(double x) const override { return a * b * x * x * x; }
};
struct Middle : Shape { // its value is the base's
  double c;
  Middle(double x) : Shape(std::cos(x)), c(x * a) {}
};
struct Wave : Middle {
  double d;
  Wave(double x) : Middle(x), d(x * c) {}
  double value(double x) const override { return std::sin(d * x) + c; }
};
double array(double x) {
  Cubic s(2);
  Wave t(x);
  const Shape *shapes[3] = {&s, &t, &s};
  double r = 1;
  for (int i = 0; i < 3; ++i) r *= shapes[i]->value(r * x);
  return r;
}
double vector(double x) {
  Cubic s(x);
  Wave t(x);
  Middle u(x);
  std::vector<Shape *> shapes{&s, &t, &u};
  double r = 1;
  for (auto *p : shapes) r += p->twice(r);
  return r;
}
double on_heap(double x) {
  Shape *shapes[2];
  shapes[0] = new Cubic(x);
  shapes[1] = new Wave(2 * x);
  double r = shapes[0]->value(x) * shapes[1]->value(x);
  for (Shape *s : shapes) delete s;
  return r;
}
double chosen(double x) {
  Shape s(x);
  Wave t(x);
  Shape &r = x < 0 ? s : static_cast<Shape &>(t);
  r.change(r.a);
  return r.twice(x) + s.value(x);
}
struct Scene { Shape *shapes[2]; double at; };
double members(double x) {
  Cubic s(x);
  Wave t(x);
  Scene scene{{&s, &t}, x};
  double r = 0;
  for (Shape *p : scene.shapes) r += p->value(scene.at);
  return r;
}
Cubic shape_of_all(2.0);
Wave wave_of_all(3.0);
const Shape *const table[] = {&shape_of_all, &wave_of_all};
double constants(double x) {
  double r = 0;
  for (const Shape *p : table) r += p->value(x);
  return r;
}
double of_pointers(Shape **shapes, int n, double x) {
  double r = 0;
  for (int i = 0; i < n; ++i) r += shapes[i]->value(x) * x;
  return r;
}
double with_memory(double x) {
  Cubic s(x);
  Wave t(x);
  Shape *shapes[] = {&s, &t};
  return of_pointers(shapes, 2, x);
}

template <double (*F)(double)> double slope(double x) { return mixedad::get<0>(mixedad::gradient<F>(x)); }

int main() {
  CHECK(slope<array>, 0.7);
  CHECK(slope<vector>, 0.7);
  CHECK(slope<on_heap>, 0.7);
  CHECK(slope<chosen>, 0.7);
  CHECK(slope<chosen>, -0.7);
  CHECK(slope<members>, 0.7);
  CHECK(slope<constants>, 0.7);
  CHECK(slope<with_memory>, 0.7);
  return check::done();
}
