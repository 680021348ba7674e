// Static members and static member functions, constant or carrying state.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

struct Physics {
  static constexpr double c = 3.0;
  static const int dims = 3;
  static inline double coupling = 0.25;
  static double energy(double m) { return m * c * c; }
  static double square(double x);
};
double Physics::square(double x) { return x * x * dims; }
double constants(double x) { return Physics::energy(x) * Physics::square(x) * Physics::coupling; }
struct Cache {
  static inline double last = 0;
  static void store(double x) { last = x * x; }
  double operator()(double x) const { return last * x; }
};
double stateful(double x) {
  Cache::store(3 * x);
  Cache c;
  return c(x) + Cache::last;
}
template <class T> struct Settings { static inline T factor = T(1.5); };
double templated(double x) { return x * Settings<double>::factor + x * x * Settings<int>::factor; }

int main() {
  CHECK(constants, 0.5);
  CHECK(stateful, 0.5);
  CHECK(templated, 0.5);
  CHECK(Physics::square, 0.5);
  return check::done();
}
