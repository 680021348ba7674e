// A shadow that has not the shape of its primal is an error before anything is read or written.
// RUN: %mixedad_cxx -O1 -Wall -Wextra -Wpedantic -Werror %s -o %t && %t
#include "check.h"
#include <exception>
#include <map>
#include <mixedad/jacobian.h>
#include <unordered_map>
#include <vector>

double squares(const std::vector<double> &x) {
  double s = 0;
  for (double v : x) s += v * v;
  return s;
}
template <class Map> double weighted(const Map &m) {
  double s = 0;
  for (const auto &e : m) s += e.second * e.second * e.first;
  return s;
}
double in_order(const std::map<int, double> &m) { return weighted(m); }
double hashed(const std::unordered_map<int, double> &m) { return weighted(m); }
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
  // A map's shadow has its keys; of a map that hashes it may come in any order.
  std::map<int, double> m{{1, 2}, {2, 3}}, other{{1, 0}, {3, 0}}, same{{2, 1}, {1, 1}};
  std::unordered_map<int, double> h, reversed, elsewhere;
  for (int i = 0; i < 5; ++i) {
    h[7 * i] = i;
    reversed[28 - 7 * i] = 0;
    elsewhere[7 * i + 1] = 0;
  }
  is_true("keys", refused([&] { (void)mixedad::gradient<in_order>(dup(m, other)); }));
  is_true("hashed keys", refused([&] { (void)mixedad::jvp<hashed>(dup(h, elsewhere)); }));
  check::close("right keys", mixedad::jvp<in_order>(dup(m, same)), 16);
  (void)mixedad::gradient<hashed>(dup(h, reversed));
  for (auto &[k, v] : h) check::close("another order", reversed[k], 2 * v * k);
  check::close("another order's tangent", mixedad::jvp<hashed>(dup(h, reversed)), 4.0 * 49 * (1 + 16 + 81 + 256));
  return check::done();
}
