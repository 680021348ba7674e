// Classes without a default constructor in optional, pair, tuple, variant and array.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <array>
#include <optional>
#include <tuple>
#include <variant>

struct Point {
  double a, b;
  Point(double a, double b) : a(a), b(b) {}
  double value() const { return a * a * b; }
};
struct Named { // not trivially copyable
  std::optional<double> scale;
  Point at;
  Named(double s, double x) : scale(s), at(x, s) {}
  double value() const { return *scale * at.value(); }
};
template <class T> double optional(double x) {
  std::optional<T> o;
  if (x > 0) o = T(x, 2 * x);
  double r = o ? o->value() : 1;
  o.emplace(x, x * x);
  r *= o->value();
  std::optional<T> q = o;
  o = T(3 * x, 1);
  o = std::nullopt;
  return r + q.value().value() + o.has_value();
}
template <class T> std::optional<T> made(double x) {
  if (x < 0) return std::nullopt;
  return T(x, x);
}
template <class T> double returned(double x) {
  auto o = made<T>(x);
  return o ? o->value() : x;
}
template <class T> double pairs(double x) {
  std::pair<T, double> p(T(x, 2), x);
  auto q = std::make_pair(T(x, 2), T(x * x, x));
  auto copy = q;
  copy.first = p.first;
  return p.first.value() * p.second + q.first.value() * q.second.value() + copy.first.value();
}
template <class T> double tuples(double x) {
  std::tuple<T, double, T> t(T(x, 1), x, T(2 * x, x));
  auto [a, b] = std::make_tuple(T(x, x), x);
  return std::get<0>(t).value() + std::get<2>(t).value() * std::get<1>(t) + a.value() * b;
}
template <class T> double variants(double x) {
  std::variant<T, double> v = T(x, x);
  double r = 0;
  if (auto *p = std::get_if<T>(&v)) r = p->value();
  v = x * x;
  r *= std::get<double>(v);
  v.template emplace<T>(x, 2.0);
  v.template emplace<0>(x * x, 2.0);
  std::variant<T, double> w = v;
  v = 1.0;
  return r + std::visit([](auto &e) {
    if constexpr (std::is_same_v<std::decay_t<decltype(e)>, T>) return e.value();
    else return e;
  }, w);
}
double arrays(double x) {
  std::array<Point, 2> v{Point(x, 1), Point(x, x)}, w = v;
  w[1].b *= x;
  return v[0].value() + w[1].value();
}

int main() {
  CHECK(optional<Point>, 0.7);
  CHECK(optional<Named>, 0.7);
  CHECK(returned<Point>, 0.7);
  CHECK(returned<Point>, -0.7);
  CHECK(returned<Named>, 0.7);
  CHECK(pairs<Point>, 0.7);
  CHECK(pairs<Named>, 0.7);
  CHECK(tuples<Point>, 0.7);
  CHECK(tuples<Named>, 0.7);
  CHECK(variants<Point>, 0.7);
  CHECK(variants<Named>, 0.7);
  CHECK(arrays, 0.7);
  return check::done();
}
