// What runs when: functions that run again while they run, conditions that set a variable first, steps after a break,
// virtual calls in constructors, temporaries at a comma, objects that begin with numbers, closures of one expression.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

#include <memory>
#include <vector>

double with_callback(double a, double (*callback)(double)) {
  double t = a * a;
  double r = callback(a);
  return t + r + a;
}
double leaf(double y) { return y * y; }
double middle(double y) { return with_callback(2 * y, &leaf); }
double reentrant(double x) { return with_callback(x, &middle); }

bool next(double x, int i, double &y) {
  y = x * i;
  return i < 5;
}
double condition_sets(double x) {
  double s = 0, y;
  int i = 0;
  while (next(x, i, y)) {
    s += y * y;
    ++i;
  }
  return s;
}

struct Generator {
  double *value;
  double factor;
  int i;
  struct iterator {
    Generator *g;
    double operator*() const { return *g->value; }
    iterator &operator++() {
      *g->value *= g->factor;
      ++g->i;
      return *this;
    }
    bool operator!=(const iterator &) const { return g->i < 10; }
  };
  iterator begin() { return {this}; }
  iterator end() { return {this}; }
};
double generator(double x) {
  double s = x, sum = 0;
  Generator g{&s, x, 0};
  for (double v : g) {
    sum += v;
    if (v > 3) break;
  }
  return sum * s;
}

struct Base {
  double v;
  explicit Base(double x) { v = scale(x); }
  virtual double scale(double x) { return x * x; }
  virtual ~Base() {}
};
struct Derived : Base {
  explicit Derived(double x) : Base(x) {}
  double scale(double x) override { return x * x * x; }
};
double virtual_in_constructor(double x) {
  Derived d(x);
  return d.v + d.scale(x);
}

struct AtEnd {
  double &y;
  ~AtEnd() { y *= 3; }
};
double comma(double x) {
  double y = x;
  int k = (AtEnd{y}, 1);
  return y * y * k;
}

struct Begun {
  double v = 1;
};
double new_object(double x) {
  auto *p = new Begun;
  p->v *= x;
  double r = p->v;
  delete p;
  return r;
}
double new_array(double x) {
  auto *p = new Begun[2];
  p[0].v *= x;
  double r = p[0].v * p[1].v * x;
  delete[] p;
  return r;
}
double made(double x) {
  auto p = std::make_unique<Begun>();
  p->v *= x;
  return p->v * x;
}
double resized(double x) {
  std::vector<Begun> v;
  v.resize(2);
  v[1].v *= x;
  return v[0].v * v[1].v * x;
}

auto make(double a) {
  return [k = a * a](double z) { return k * z; };
}
double closures(double x) {
  auto p = make(x), q = make(2 * x);
  return p(1) * x + q(1);
}

int main() {
  CHECK(reentrant, 1.3);
  CHECK(condition_sets, 0.7);
  CHECK(generator, 1.3);
  CHECK(virtual_in_constructor, 1.3);
  CHECK(comma, 1.3);
  CHECK(new_object, 1.3);
  CHECK(new_array, 1.3);
  CHECK(made, 1.3);
  CHECK(resized, 1.3);
  CHECK(closures, 1.3);
  return check::done();
}
