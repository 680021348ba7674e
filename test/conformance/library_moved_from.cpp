// What a move leaves behind: containers are empty, as the library leaves them, wherever the program looks again.
// RUN: %mixedad_cxx -O0 -fsanitize=address,undefined %s -o %t && env ASAN_OPTIONS=detect_leaks=0 %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <array>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

double used_again(double x) {
  std::vector<double> a{x, x * 2};
  auto b = std::move(a);
  a.push_back(x * x);
  return a[0] * b[1] + a.size();
}
double assigned(double x) {
  std::vector<double> a{x, x * 2}, b;
  b = std::move(a);
  double s = b[1] * x;
  for (double e : a) s *= e * 3;
  return s;
}
double taken(std::vector<double> v, double x) {
  v.push_back(x);
  return v.front() * v.back();
}
double given(double x) {
  std::vector<double> v{x, x * x};
  double s = taken(std::move(v), x);
  v.push_back(3 * x);
  return s + v[0] * v.size();
}
double in_loop(double x) {
  std::vector<std::vector<double>> rows;
  std::vector<double> row;
  for (int i = 0; i < 6; ++i) {
    row.push_back(x * i + x * x);
    if (row.size() == 2) rows.push_back(std::move(row));
  }
  double s = 0;
  for (auto &r : rows)
    for (double e : r) s = s * x + e;
  return s + rows.size() + row.size();
}
double maps_and_lists(double x) {
  std::map<int, double> m{{1, x}};
  auto n = std::move(m);
  m[2] = x * x;
  std::unordered_map<int, double> u{{1, x}, {5, x * x}}, w{{7, x}};
  w = std::move(u);
  u[3] = x;
  std::deque<double> d{x, 1};
  auto e = std::move(d);
  d.push_back(x * x);
  std::list<double> l{x, 2};
  auto k = std::move(l);
  l.push_back(3 * x);
  double s = 0;
  for (auto &[i, v] : m) s += v * i;
  for (auto &[i, v] : w) s += v * i;
  for (auto &[i, v] : u) s += v * i;
  return s * n[1] + d.front() * e.front() + l.front() * k.back() * x + d.size() + l.size();
}
struct Series {
  std::vector<double> values;
  std::string name;
  double scale = 1;
};
struct Pair : Series {
  std::pair<std::vector<double>, int> extra;
};
double members(double x) {
  Pair p;
  p.values = {x, x * x};
  p.name = "ab";
  p.extra.first = {3 * x};
  Pair q = std::move(p);
  p.values.push_back(x * 5);
  Pair r;
  r = std::move(q);
  return p.values[0] * r.values[1] * r.extra.first[0] + p.name.size() + 10 * r.name.size() + 100 * q.values.size() * x +
         p.extra.first.size() * x;
}
class Owner {
public:
  explicit Owner(std::vector<double> v) : values(std::move(v)), n(values.size()) {}
  std::vector<double> release() { return std::move(values); }
  double sum() const {
    double s = 0.5 * static_cast<double>(n);
    for (double v : values) s += v * v;
    return s;
  }

private:
  std::vector<double> values;
  std::size_t n;
};
double released(double x) {
  Owner o({x, 2 * x});
  const double before = o.sum();
  std::vector<double> v = o.release();
  return before * x + o.sum() * x * x + v[0] * v[1];
}
double parameters(std::vector<double> v) {
  auto w = std::move(v);
  v.push_back(w[0] * w[0]);
  return v[0] * w[1];
}
double integers_and_strings(double x) {
  std::vector<int> n{1, 2, 3};
  std::string s = "abc";
  auto m = std::move(n);
  n.push_back(4);
  std::vector<std::string> names;
  names.push_back(std::move(s));
  s += "x";
  std::string t;
  t = std::move(names[0]);
  return x * static_cast<double>(m.size() + 10 * n.size() + 100 * s.size()) * x + x * static_cast<double>(names[0].size() + t.size());
}
double exchanged(double x) {
  std::vector<double> v{x, x * x};
  auto old = std::exchange(v, {3 * x});
  auto u = std::move(old);
  return u[1] * v[0] + old.size() * x + u.size();
}
double by_reference(double x) {
  std::vector<double> v{x, x * x};
  std::vector<double> &r = v;
  auto sized = [&] { return v.size() + 1.0; };
  auto w = std::move(v);
  r.push_back(5 * x);
  return w[1] * r[0] * sized();
}

double parts(double x) {
  std::optional<std::vector<double>> o(std::vector<double>{x, x * x});
  auto p = std::move(o);
  p->push_back(3);
  double s = (*p)[1] * static_cast<double>(p->size() + o->size());
  o = std::move(p);
  std::array<std::vector<double>, 2> a{{{x}, {x * x, 2}}};
  auto b = std::move(a);
  a[0].push_back(5 * x);
  std::tuple<std::vector<double>, double> t{{x, 2}, x};
  auto [v, d] = std::move(t);
  std::get<0>(t).push_back(x * 3);
  return s * (*o)[0] + a[0][0] * b[1][0] + static_cast<double>(a[0].size()) + v[0] * d + std::get<0>(t)[0];
}

int main() {
  CHECK(used_again, 1.3);
  CHECK(assigned, 1.3);
  CHECK(given, 1.3);
  CHECK(in_loop, 1.3);
  CHECK(maps_and_lists, 1.3);
  CHECK(members, 1.3);
  CHECK(released, 1.3);
  CHECK(parameters, (std::vector<double>{1.3, 0.7}));
  CHECK(integers_and_strings, 1.3);
  CHECK(exchanged, 1.3);
  CHECK(by_reference, 1.3);
  CHECK(parts, 1.3);
  return check::done();
}
