// Member functions: const, mutating, chained, static, on temporaries; the gradient of the object itself.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

struct Spring {
  double stiffness, length;
  double force(double x) const { return stiffness * (x - length); }
  double energy(double x) const {
    double f = force(x);
    return f * f / (2 * stiffness);
  }
  Spring &stretch(double by) {
    length += by;
    return *this;
  }
  Spring &stiffen(double by) {
    this->stiffness *= by;
    return *this;
  }
  void relax(double rate) { length *= 1 - rate * stiffness; }
  static double natural(double k) { return k * k; }
  double twice() { return energy(2) + energy(3); }
};
template <class V> void reals(Spring &s, V &&v) { v(s.stiffness); v(s.length); }
double chained(double x) {
  Spring s{x, 1};
  return s.stretch(x).stiffen(2).stretch(0.5).energy(x) + Spring{2, x}.force(x) + Spring::natural(x);
}
double by_value(Spring s, double x) {
  s.relax(x);
  return s.energy(1);
}
double by_reference(const Spring &s, double x) { return s.energy(x) * s.length; }
void mutate(Spring &s, double x) { s.stretch(x * s.stiffness).relax(x); }
const Spring spring = {2.0, 0.5};

int main() {
  CHECK(chained, 0.5);
  CHECK(by_value, spring, 0.25);
  CHECK(by_reference, spring, 0.75);
  CHECK(mutate, check::ref(spring), 0.25);
  CHECK(&Spring::energy, spring, 1.25);
  CHECK(&Spring::twice, check::ref(spring));
  CHECK(&Spring::relax, check::ref(spring), 0.25);
  CHECK(Spring::natural, 1.5);
  return check::done();
}
