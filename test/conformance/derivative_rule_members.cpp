// derivative_of for member functions, constructors and templates.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

struct Spring {
  double k;
  double energy(double x) const { return 0.5 * k * x * x; }
};
[[mixedad::derivative_of(&Spring::energy)]] void energy_pullback(const Spring &s, double x, double seed, Spring &d_s, double &d_x) {
  d_s.k += seed * x * 10;
  d_x += seed * s.k * 20;
}
double uses_method(double k, double x) { return Spring{k}.energy(x) * 2; }

template <class T> T cube(T x) { return x * x * x; }
template <class T> [[mixedad::derivative_of(cube)]] void cube_pullback(T, T seed, T &d_x) { d_x += 7 * seed; }
double uses_template(double x) { return cube(x) + cube(float(x)); }

struct Sampled {
  double values[2];
  explicit Sampled(double x) : values{std::floor(x), x} {}
};
[[mixedad::derivative_of(Sampled)]] void sampled_pullback(double, const Sampled &seed, double &d_x) {
  d_x += 3 * seed.values[0] + seed.values[1];
}
double uses_constructor(double x) {
  Sampled s(x);
  return s.values[0] + 10 * s.values[1];
}

int main() {
  using check::close;
  auto [dk, dx] = mixedad::gradient<uses_method>(2.0, 3.0);
  close("object", dk, 60);
  close("argument", dx, 80);
  close("template", mixedad::get<0>(mixedad::gradient<uses_template>(2.0)), 14, 1e-6);
  close("constructor", mixedad::get<0>(mixedad::gradient<uses_constructor>(2.5)), 13);
  return check::done();
}
