// Bit-fields, mutable and const members, flexible state machines, comparison operators, unions beside reals.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <compare>

struct Flags {
  unsigned on : 1, level : 3;
  double value;
};
double bit_fields(double x, unsigned level) {
  Flags f{1, level, x};
  f.level += 1;
  if (f.on) f.value *= f.level;
  return f.value * x;
}
class Cached {
  mutable double cache = 0;
  mutable bool valid = false;
  const double rate;
  double x;
public:
  Cached(double r, double x) : rate(r), x(x) {}
  double value() const {
    if (!valid) {
      cache = rate * x * x;
      valid = true;
    }
    return cache;
  }
};
double mutable_members(double x) {
  Cached c(x, 2 * x);
  return c.value() * c.value();
}
struct Score {
  double points;
  int rank;
  auto operator<=>(const Score &o) const { return points <=> o.points; }
  bool operator==(const Score &o) const = default;
};
double comparisons(double x, double y) {
  Score a{x, 1}, b{y, 2};
  if (a == b) return 0;
  return a < b ? b.points * x : a.points * a.points;
}
struct Machine {
  enum State { idle, running, stopped } state = idle;
  double energy;
  void feed(double x) {
    switch (state) {
    case idle: energy = x; state = running; break;
    case running: energy += x * energy; if (energy > 2) state = stopped; break;
    case stopped: break;
    }
  }
};
double state_machine(double x) {
  Machine m;
  for (int i = 0; i < 6; ++i) m.feed(x);
  return m.energy;
}

int main() {
  CHECK(bit_fields, 0.5, 2u);
  CHECK(state_machine, 0.75);
  CHECK(mutable_members, 0.5);
  CHECK(comparisons, 0.5, 1.5);
  CHECK(comparisons, 1.5, 0.5);
  return check::done();
}
