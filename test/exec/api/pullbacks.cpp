// A pullback can be called again, stored, passed on, and outlives the arguments.
// RUN: %mixedad_cxx -O1 %s -o %t && %t
#include "check.h"

struct point { double x, y; };

double straight(double x, double y) { return x * y + std::sin(x); }
double loop(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) s = s * x + std::sin(s);
  return s;
}
double of_record(const point &p, double k) {
  double s = 0;
  for (int i = 0; i < 3; ++i) s += p.x * p.x * k + p.y;
  return s;
}
point to_record(double a) { return {a * a, 3 * a}; }
void scale(double *out, const double *in, int n) {
  for (int i = 0; i < n; ++i) out[i] = in[i] * in[i];
}
int counted = 0;
[[mixedad::inactive]] void count() { ++counted; }
double counting(double x) {
  count();
  return x * x;
}

template <class F> double twice(F pull) { return std::get<0>(pull(1.0)) + std::get<0>(pull(1.0)); }

int main() {
  using check::close;
  auto [v, pull] = mixedad::pullback<straight>(0.5, 2.0);
  close("value", v, straight(0.5, 2.0));
  for (int k = 1; k < 4; ++k) {
    auto [dx, dy] = pull(k);
    close("x", dx, k * (2 + std::cos(0.5)));
    close("y", dy, k * 0.5);
  }
  close("passed on", twice(pull), 2 * (2 + std::cos(0.5)));

  double exact = check::derivative([](double x) { return loop(x, 5); }, 0.7);
  auto l = mixedad::pullback<loop>(0.7, 5);
  for (int k = 0; k < 3; ++k) close("loop", std::get<0>(l.pull(1.0)), exact);

  auto make = [] {
    point p{2, 3};
    return mixedad::pullback<of_record>(p, 5.0);
  };
  auto r = make();
  for (int k = 0; k < 2; ++k) {
    auto [dp, dk] = r.pull(2.0);
    close("record x", dp.x, 2 * 60);
    close("record y", dp.y, 2 * 3);
    close("record k", dk, 2 * 12);
  }
  auto t = mixedad::pullback<to_record>(3.0);
  close("result is a record", t.value.x, 9);
  close("seeded by a record", std::get<0>(t.pull(point{1, 10})), 6 + 30);
  close("seeded again", std::get<0>(t.pull(point{1, 0})), 6);

  double in[2] = {3, 4}, out[2], d_in[2] = {0, 0}, d_out[2] = {1, 1};
  auto m = mixedad::pullback<scale>(mixedad::dup(out, d_out), mixedad::dup(in, d_in), 2);
  close("memory: forward", out[1], 16);
  m.pull();
  close("memory: pulled", d_in[1], 8);

  auto c = mixedad::pullback<counting>(3.0);
  c.pull(1.0);
  c.pull(1.0);
  check::is_true("straight-line code runs once", counted == 1);
  return check::done();
}
