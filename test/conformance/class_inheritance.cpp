// Single, multiple and virtual inheritance; base constructors, shadowed members, calls of the base.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

struct Shape {
  double size;
  explicit Shape(double s) : size(s) {}
  double area() const { return size * size; }
  double scaled(double k) const { return k * area(); }
};
struct Square : Shape {
  double border;
  Square(double s, double b) : Shape(s * 2), border(b) {}
  double area() const { return Shape::area() + border * size; }
};
template <class V> void reals(Square &s, V &&v) { v(s.size); v(s.border); }
double single(double x, double y) {
  Square s(x, y);
  s.size += y;
  return s.area() + s.scaled(x);
}
double object(const Square &s) { return s.area() * s.scaled(2); }
double sliced(double x) {
  Square s(x, 1);
  Shape base = s;
  const Shape &view = s;
  return base.area() * view.size;
}
struct Named { int id = 3; double weight; Named(double w) : weight(w) {} };
struct Part : Shape, private Named {
  Part(double s, double w) : Shape(s), Named(w) {}
  double total() const { return weight * area() * id; }
};
double multiple(double x) { return Part(x, x * x).total(); }
struct Device { double power; Device(double p) : power(p) {} };
struct Input : virtual Device { Input(double p) : Device(p) {} double in() const { return power * 2; } };
struct Output : virtual Device { Output(double p) : Device(p) {} double out() const { return power * power; } };
struct Both : Input, Output {
  Both(double p) : Device(p * p), Input(0), Output(0) {}
  double product() const { return in() * out(); }
};
double diamond(double x) {
  Both b(x);
  b.power += x;
  return b.product();
}
template <class Derived> struct Interface {
  double run(double x) const { return static_cast<const Derived *>(this)->step(x) * 2; }
};
struct Solver : Interface<Solver> { double rate; double step(double x) const { return x * rate * rate; } };
double crtp(double x) {
  Solver s;
  s.rate = x;
  return s.run(3 * x);
}

int main() {
  CHECK(single, 0.5, 1.5);
  CHECK(object, Square(0.5, 1.5));
  CHECK(sliced, 0.5);
  CHECK(multiple, 0.5);
  CHECK(diamond, 0.5);
  CHECK(crtp, 0.5);
  return check::done();
}
