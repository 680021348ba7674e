// A shadow that has not the shape of its primal is an error before anything is read or written.
// RUN: %mixedad_cxx -O1 -Wall -Wextra -Wpedantic -Werror %s -o %t && %t
#include "check.h"
#include <exception>
#include <mixedad/jacobian.h>
#include <vector>

double squares(const std::vector<double> &x) {
  double s = 0;
  for (double v : x) s += v * v;
  return s;
}
double first(const double *p) { return *p * *p; }

template <class F> bool refused(F f) {
  try {
    f();
  } catch (const mixedad::shadow_shape_error &error) {
    const std::exception &base = error;
    return *base.what() != 0;
  }
  return false;
}

int main() {
  std::vector<double> x{1, 2, 3}, few{1}, none, right(3, 1.0);
  double values[2] = {3, 4}, *p = values, shadow[2] = {}, *good = shadow, *null = nullptr;
  using check::is_true, mixedad::dup;
  is_true("tangent", refused([&] { (void)mixedad::jvp<squares>(dup(x, few)); }));
  is_true("gradient", refused([&] { (void)mixedad::gradient<squares>(dup(x, none)); }));
  is_true("pullback", refused([&] { (void)mixedad::pullback<squares>(dup(x, few)); }));
  is_true("direction", refused([&] { (void)mixedad::hvp<squares>(x, few); }));
  is_true("pointer", refused([&] { (void)mixedad::gradient<first>(dup(p, null)); }));
  is_true("nullptr", refused([&] { (void)mixedad::gradient<first>(dup(p, nullptr)); }));
  check::close("right tangent", mixedad::jvp<squares>(dup(x, right)), 12);
  check::close("right direction", mixedad::get<0>(mixedad::hvp<squares>(x, right))[2], 2);
  (void)mixedad::gradient<first>(dup(p, good));
  check::close("right pointer", shadow[0], 6);
  return check::done();
}
