// Objects that are made without arguments and hold numbers: members with initializers, constructors with a body. What
// they begin with is a constant, whatever the class is otherwise.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <array>
#include <utility>
#include <vector>

struct Plain {
  double k = 0.5, l = 2;
};
struct Virtual {
  double k = 0.5, l = 2;
  virtual double f(double x) { return k * x; }
};
struct Holder {
  std::vector<double> v;
  double k = 2;
};
struct Made {
  double k;
  Made() : k(1) {}
};
struct Argument {
  double k;
  Argument(double k = 2) : k(k) {}
  virtual double f(double x) { return k * x; }
};

double polymorphic(double x, double y) {
  Virtual v;
  v.k *= x;
  v.l *= v.k * y;
  return v.f(y) + v.l;
}
double with_container(double x, double y) {
  Holder h;
  h.k *= x;
  h.k *= y;
  return h.k * x;
}
double in_loop(double x, double y) {
  double r = 0;
  for (int i = 0; i < 3; ++i) {
    Holder h;
    Virtual v[2];
    h.k *= x;
    h.k *= y * r + 1;
    v[i % 2].k *= h.k;
    v[1].k *= y * r + 1;
    r += h.k + v[1].f(x);
  }
  return r;
}
double arrays(double x, double y) {
  Made v[3];
  Plain w[3], z[2][2], big[40];
  v[0].k *= y;
  w[1].l *= x;
  big[7].k += x;
  z[1][0].k += y;
  return v[0].k * v[1].k + w[0].l + w[1].l * x + big[7].k * big[8].k + z[1][0].k * z[0][1].l;
}
double listed(double x, double y) {
  Plain w[2] = {{x, y}, {y * y}};
  w[0].k *= y;
  w[1].l *= x;
  return w[0].k * w[1].k + w[1].l * w[0].l;
}
double polymorphic_array(double x, double y) {
  Argument v[3], w[2] = {Argument(x), Argument(y * x)};
  v[1].k *= y;
  for (Argument &a : w) a.k *= x;
  return v[0].f(x) * v[1].k + w[0].f(y) * w[1].k;
}
double library(double x, double y) {
  std::array<Plain, 2> a;
  std::array<Virtual, 2> b;
  std::pair<Plain, Virtual> p;
  a[1].k *= x;
  b[0].k *= a[1].k * y;
  p.first.k *= x;
  p.second.k *= y * p.first.k * b[0].k;
  return p.second.f(x);
}
double members(double x, double y) {
  struct Both {
    Made g[2];
    Argument a[2];
    double z = 1;
  };
  Both s, t;
  s.g[1].k += x;
  s.g[0].k *= y;
  s.a[1].k *= x;
  t = s;
  t.z = x;
  return s.g[0].k * x + t.g[1].k * s.z * t.z + t.a[1].f(y) + t.a[0].f(x);
}
double allocated(double x, double y) {
  Plain *p = new Plain[3];
  Virtual *q = new Virtual();
  p[1].k *= x;
  q->k *= y * p[1].k;
  double r = q->f(x) * p[2].l;
  delete[] p;
  delete q;
  return r;
}
int made = 0;
struct Counted {
  double k, l;
  Counted(double k) : k(k), l(k * k) { ++made; }
};
struct Pair {
  Counted n[2];
  double z = 2;
  Pair(double x) : n{x, x * x}, z(n[0].l) {}
};
double without_default(double x, double y) {
  Counted v[2] = {x * y, y}, w[2][2] = {{x * y, y}, {x, y}};
  Pair m(x), n[2] = {Pair(y), Pair(x)};
  Counted *p = v;
  p[1].k *= v[0].l;
  w[1][0].k *= w[0][1].l;
  n[0].n[1].k += m.z;
  n[1] = n[0];
  return v[0].k * v[1].k + w[0][0].k * w[1][0].k + w[1][1].l + m.n[1].k * n[1].n[1].k * n[0].n[0].l;
}
struct Base {
  double a;
  Base(double a) : a(a) {}
  virtual double value(double t) const { return a * t; }
};
struct Derived : Base {
  double b;
  Derived(double x) : Base(std::sin(x)), b(x * a) {
    double t = x * 2;
    b += t;
  }
  double value(double t) const override { return b * t; }
};
double one_constructor_twice(double x, double y) {
  Derived d(x), e(y);
  Base *b[] = {&d, &e};
  return b[y > 0]->value(x) + b[0]->value(y);
}
struct Whole {
  Made g[2];
  double z;
};
double copies(double x, double y) {
  Whole s;
  s.g[0].k = x;
  Whole t = s, u(t);
  t.g[0].k *= y;
  u = t;
  std::array<Made, 2> a, b;
  a[1].k *= x;
  b = a;
  auto c = b;
  c[1].k *= y;
  Made kept[2];
  kept[0].k = x;
  auto f = [kept](double t) { return kept[0].k * t + kept[1].k; };
  kept[0].k = y;
  return t.g[0].k * u.g[0].k + s.g[1].k * c[1].k * b[0].k + f(y) * kept[0].k;
}

int main() {
  CHECK(copies, 0.4, 0.7);
  CHECK(one_constructor_twice, 0.4, 0.7);
  CHECK(polymorphic, 0.4, 0.7);
  CHECK(with_container, 0.4, 0.7);
  CHECK(in_loop, 0.4, 0.7);
  CHECK(arrays, 0.4, 0.7);
  CHECK(listed, 0.4, 0.7);
  CHECK(polymorphic_array, 0.4, 0.7);
  CHECK(library, 0.4, 0.7);
  CHECK(members, 0.4, 0.7);
  CHECK(allocated, 0.4, 0.7);
  CHECK(without_default, 0.4, 0.7);
  return check::done();
}
