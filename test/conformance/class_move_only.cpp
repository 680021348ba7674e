// Objects that can be moved and not copied: arguments, results, containers, optional, owners, members.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <vector>

struct Number {
  double a;
  explicit Number(double a) : a(a) {}
  Number(Number &&) = default;
  Number &operator=(Number &&) = default;
  Number(const Number &) = delete;
  Number &operator=(const Number &) = delete;
  double value() const { return a * a; }
};
struct Owner {
  std::unique_ptr<double> p;
  double s;
  Owner(double x) : p(std::make_unique<double>(x)), s(2 * x) {}
  Owner(Owner &&) = default;
  Owner &operator=(Owner &&) = default;
  double value() const { return *p * s; }
};
struct Fixed { // assigned as bytes alone
  const double a;
  double b;
  Fixed(double x) : a(x), b(x * x) {}
  double value() const { return a * b; }
};
template <class T> T made(double x) {
  T m(x * x);
  return m;
}
template <class T> double taken(T t) { return t.value(); }
template <class T> double forwarded(T &&t) {
  T u(std::move(t));
  return u.value();
}
template <class T> double moved(double x) {
  T m(x), k(std::move(m));
  double r = k.value();
  m = T(3 * x);
  k = std::move(m);
  return r * k.value();
}
template <class T> double passed(double x) {
  T m = made<T>(x);
  double r = taken(T(x)) + taken(made<T>(x));
  return r * taken(std::move(m)) + forwarded(T(x));
}
template <class T> double chosen(double x) {
  T a(x), b(2 * x);
  T c = x > 0 ? std::move(a) : std::move(b);
  if (x > 0) a = std::move(b);
  return c.value() * a.value();
}
template <class T> double in_loop(double x) {
  T a(x);
  for (int i = 0; i < 3; ++i) {
    T b(a.value() * 0.7 + i * x);
    a = std::move(b);
  }
  return a.value();
}
template <class T> double vectors(double x) {
  std::vector<T> v;
  v.push_back(T(x));
  v.emplace_back(2 * x);
  T m(x * x);
  v.push_back(std::move(m));
  T y = std::move(v[1]);
  v[1] = T(x);
  std::swap(v[0], v[2]);
  std::vector<T> w = std::move(v);
  w.erase(w.begin() + 1);
  w.insert(w.begin(), T(x));
  w.pop_back();
  double r = y.value();
  for (auto &e : w) r = r * x + e.value();
  return r;
}
template <class T> double kept_references(double x) {
  std::vector<T> v;
  v.reserve(4);
  v.emplace_back(x);
  T &first = v[0];
  v.emplace_back(2 * x);
  v.push_back(T(x * x)); // nothing has moved
  v[0] = T(3 * x);
  return first.value() * v[2].value();
}
template <class T> double sorted(double x) {
  std::vector<T> v;
  for (int i = 0; i < 4; ++i) v.emplace_back(std::cos(i * 2.0) * x);
  std::sort(v.begin(), v.end(), [](const T &p, const T &q) { return p.value() < q.value(); });
  return v[0].value() + 2 * v[1].value() * v[3].value();
}
template <class T> double optionals(double x) {
  std::optional<T> o;
  o.emplace(x);
  T t = std::move(*o);
  o = T(x * 2);
  std::optional<T> q = std::move(o);
  return t.value() + q->value();
}
template <class T> double owned(double x) {
  auto p = std::make_unique<T>(x);
  auto q = std::make_unique<T>(std::move(*p));
  std::map<int, std::unique_ptr<T>> m;
  m.emplace(1, std::move(q));
  m[2] = std::make_unique<T>(x * x);
  auto r = std::move(m[1]);
  return r->value() * m.at(2)->value();
}
template <class T> struct Holder {
  T t;
  std::vector<T> v;
  Holder(T a) : t(std::move(a)) { v.push_back(T(t.value())); }
};
template <class T> double members(double x) {
  Holder<T> h(T{x}), g = std::move(h);
  return g.t.value() + g.v[0].value();
}
template <class T> double parts(double x) {
  std::tuple<T, double> t(T(x), x);
  auto [a, b] = std::move(t);
  std::pair<T, T> p(T(x), T(2 * x));
  T c = std::move(p.first);
  std::array<T, 2> s{T(x), T(x * x)}, u = std::move(s);
  return a.value() * b + c.value() + p.second.value() * u[1].value();
}
double constants(double x) {
  Fixed f(x), g = f;
  std::vector<Fixed> v;
  v.push_back(f);
  v.emplace_back(2 * x);
  return g.value() + v[0].value() * v[1].value();
}

#define BOTH(f) CHECK(f<Number>, 0.7); CHECK(f<Owner>, 0.7)
int main() {
  BOTH(moved);
  BOTH(passed);
  BOTH(chosen);
  BOTH(in_loop);
  BOTH(vectors);
  BOTH(kept_references);
  BOTH(sorted);
  BOTH(optionals);
  BOTH(owned);
  BOTH(members);
  BOTH(parts);
  CHECK(constants, 0.7);
  return check::done();
}
