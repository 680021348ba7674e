// Arguments that refer to part of an object: to a base class of it.
// RUN: %mixedad_cxx -O1 %s -o %t && %t
#include "check.h"
#include <mixedad/gradient.h>

// A base class that knows the class derived from it: the gradient is the whole object's.
template <class D> struct Expression {
  double at(int i) const { return self().at(i); }
  int size() const { return self().size(); }
  const D &self() const { return static_cast<const D &>(*this); }
};
struct Vector : Expression<Vector> {
  double x[3];
  double at(int i) const { return x[i]; }
  int size() const { return 3; }
};
template <class D, int Power> struct Powered {
  double norm() const {
    double s = 0, t = static_cast<const D &>(*this).value();
    for (int i = 0; i < Power; ++i) s = i ? s * t : t;
    return s;
  }
};
struct Number : Powered<Number, 3> {
  double v = 0;
  double value() const { return v; }
};
template <class D> double squares(const Expression<D> &e) {
  double s = 0;
  for (int i = 0; i < e.size(); ++i) s += e.at(i) * e.at(i);
  return s;
}

struct Shape {
  double scale = 2;
  virtual ~Shape() = default;
  virtual double area(double x) const { return scale * x; }
  double twice(double x) const { return 2 * area(x); }
};
struct Square : Shape {
  double factor = 3;
  double area(double x) const override { return scale * factor * x * x; }
};
double area_of(const Shape &s, double x) { return s.area(x); }
double area_behind(const Shape *s, double x) { return s->area(x); }

template <class F> bool refused(F f) {
  try {
    f();
  } catch (const mixedad::object_class_error &) {
    return true;
  }
  return false;
}
using check::close, check::is_true, mixedad::get, mixedad::dup, mixedad::constant;

int main() {
  Vector v;
  v.x[0] = 1, v.x[1] = 2, v.x[2] = 3;
  const Expression<Vector> &base = v;
  close("derived argument", get<0>(mixedad::gradient<squares<Vector>>(v)).x[1], 4);
  close("base argument", get<0>(mixedad::gradient<squares<Vector>>(base)).x[2], 6);
  auto [value, pull] = mixedad::pullback<squares<Vector>>(base);
  close("pullback: value", value, 14);
  close("pullback", get<0>(pull(0.5)).x[2], 3);
  Number n;
  n.v = 2;
  close("with a number", get<0>(mixedad::gradient<&Powered<Number, 3>::norm>(n)).v, 12);

  const Square square;
  const Shape shape, &unknown = square;
  const double x = 1.5;
  close("exact class", get<1>(mixedad::gradient<area_of>(shape, x)), 2);
  auto g = mixedad::gradient<area_of>(square, x);
  close("derived class: base's part", get<0>(g).scale, 3 * x * x);
  close("derived class: own part", get<0>(g).factor, 2 * x * x);
  close("derived class: argument", get<1>(g), 2 * 2 * 3 * x);
  is_true("unknown class", refused([&] { (void)mixedad::gradient<area_of>(unknown, x); }));
  is_true("unknown class: member", refused([&] { (void)mixedad::gradient<&Shape::twice>(unknown, x); }));
  is_true("unknown class: pullback", refused([&] { (void)mixedad::pullback<area_of>(unknown, x); }));
  close("unknown class, constant", get<1>(mixedad::gradient<area_of>(constant(unknown), x)), 12 * x);
  auto [area, later] = mixedad::pullback<area_of>(constant(unknown), x);
  close("unknown class, constant: value", area, 6 * x * x);
  close("unknown class, constant: pullback", get<1>(later(1.0)), 12 * x);

  Square shadow;
  shadow.scale = shadow.factor = 0;
  Shape &as_shape = shadow, wrong;
  close("shadow of the class", get<1>(mixedad::gradient<area_of>(dup(unknown, as_shape), x)), 12 * x);
  close("shadow of the class: part", shadow.factor, 2 * x * x);
  is_true("shadow of another class", refused([&] { (void)mixedad::gradient<area_of>(dup(unknown, wrong), x); }));
  const Shape *pointer = &square;
  Shape *good = &shadow, *bad = &wrong;
  shadow.scale = shadow.factor = 0;
  (void)mixedad::gradient<area_behind>(dup(pointer, good), x);
  close("pointer", shadow.factor, 2 * x * x);
  is_true("pointer to another class", refused([&] { (void)mixedad::jvp<area_behind>(dup(pointer, bad), x); }));

  is_true("virtual function", refused([&] { (void)mixedad::gradient<&Shape::area>(constant(unknown), x); }));
  is_true("virtual function, forward", refused([&] { double t = x, one = 1; (void)mixedad::jvp<&Shape::area>(unknown, dup(t, one)); }));
  close("virtual function of this class", get<1>(mixedad::gradient<&Square::area>(square, x)), 12 * x);
  return check::done();
}
