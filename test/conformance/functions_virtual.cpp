// Virtual calls through pointers and references to a base.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

struct Potential {
  virtual double energy(double r) const = 0;
  virtual double scale() const { return 2; }
  virtual ~Potential() {}
};
struct Harmonic final : Potential {
  double k;
  explicit Harmonic(double k) : k(k) {}
  double energy(double r) const override { return 0.5 * k * r * r; }
};
struct Morse : Potential {
  double depth, width;
  Morse(double d, double w) : depth(d), width(w) {}
  double energy(double r) const override {
    double e = 1 - std::exp(-width * r);
    return depth * e * e;
  }
  double scale() const override { return Potential::scale() * depth; }
};
double at(const Potential &p, double r) { return p.energy(r) * p.scale(); }
double by_reference(double k, double r) {
  Harmonic h(k);
  Morse m(k, 2 * k);
  return at(h, r) + at(m, r);
}
double by_pointer(double k, double r, int which) {
  Harmonic h(k * k);
  Morse m(k, 1.5);
  const Potential *p = which ? static_cast<const Potential *>(&h) : &m;
  return p->energy(r) * r;
}
double table(double x) {
  Harmonic h(x);
  Morse m(x, x);
  Potential *all[] = {&h, &m, &h};
  double s = 0;
  for (Potential *p : all) s += p->energy(s + x);
  return s;
}
// The dynamic type is known: no dispatch is needed.
double direct(double k, double r) { return Harmonic(k).energy(r); }

int main() {
  CHECK(direct, 1.5, 0.5);
  CHECK(by_reference, 1.5, 0.5);
  CHECK(by_pointer, 1.5, 0.5, 0);
  CHECK(by_pointer, 1.5, 0.5, 1);
  CHECK(table, 0.5);
  return check::done();
}
