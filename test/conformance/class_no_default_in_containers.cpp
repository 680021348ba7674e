// Classes without a default constructor in containers that are filled, resized, sorted and inserted into.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

struct Point {
  double a, b;
  Point(double a, double b) : a(a), b(b) {}
  double value() const { return a * a * b; }
};
struct Curve { // not trivially copyable
  std::vector<double> v;
  double b;
  Curve(double a, double b) : v{a, a}, b(b) {}
  double value() const { return v[0] * v[1] * b; }
};
template <class T> double filled(double x) {
  std::vector<T> v(3, T(x, 2)), w;
  w.assign(4, T(x, x));
  w.assign(2, T(x, 3));
  std::fill(v.begin() + 1, v.end(), T(x * x, 1));
  return v[0].value() + v[2].value() * w[0].value() + w[1].value();
}
template <class T> double resized(double x) {
  std::vector<T> v;
  v.emplace_back(x, x);
  v.resize(3, T(x, 3));
  double r = 0;
  for (auto &p : v) r += p.value() * r + p.value();
  v.resize(1, T(1, 1));
  return r + v[0].value();
}
template <class T> double sorted(double x) {
  std::vector<T> v, w;
  for (int i = 0; i < 4; ++i) v.emplace_back(std::cos(i * 2.0) * x, x + i);
  w = v;
  std::sort(v.begin(), v.end(), [](const T &p, const T &q) { return p.value() < q.value(); });
  std::stable_sort(w.begin(), w.end(), [](const T &p, const T &q) { return p.b > q.b; });
  double r = 0;
  for (int i = 0; i < 4; ++i) r += (i + 1) * v[i].value() * w[i].value();
  return r;
}
template <class T> double inserted(double x) {
  std::vector<T> v, w(2, T(x, 3));
  v.insert(v.begin(), T(x, 1));
  v.insert(v.begin(), 2, T(x, x));
  v.insert(v.begin() + 1, w.begin(), w.end());
  v.insert(v.end(), {T(2 * x, 1), T(x, 4)});
  v.erase(v.begin() + 2);
  w.assign(v.begin() + 1, v.end());
  w.assign({w[0], w[3]});
  double r = w[0].value() * w[1].value();
  for (auto &p : v) r = r * x + p.value();
  return r;
}
template <class T> double copied(double x) {
  std::vector<T> v(2, T(x, x)), w = v;
  w[0].b *= 2;
  std::vector<T> u(v.begin(), v.end());
  std::copy(w.begin(), w.end(), u.begin());
  std::swap(v, w);
  std::reverse(v.begin(), v.end());
  return u[0].value() + v[0].value() * 3 + w[1].value();
}
template <class T> double others(double x) {
  std::deque<T> d;
  d.push_back(T(x, 1));
  d.push_front(T(x, x));
  d.pop_back();
  std::list<T> l;
  l.push_back(T(x, 1));
  l.emplace_front(x, x);
  double r = d.front().value();
  for (auto &p : l) r = r * x + p.value();
  return r;
}
template <class M, class T> double maps(double x) {
  M m;
  m.emplace(1, T(x, 1));
  m.insert({2, T(x, x)});
  m.insert_or_assign(1, T(x, 3));
  m.try_emplace(3, x, 2 * x);
  double r = 0;
  for (auto &entry : m) r += entry.first * entry.second.value();
  m.erase(3);
  return r + m.at(2).value();
}
template <class T> double nested(double x) {
  std::vector<std::vector<T>> v(2, std::vector<T>(2, T(x, 2)));
  v[1].assign(3, T(x, x));
  v[0] = v[1];
  v[0].erase(std::remove_if(v[0].begin() + 2, v[0].end(), [](const T &p) { return p.b > 0; }), v[0].end());
  return v[0][1].value() * v[1][2].value() * v[0].size();
}
struct Weighted { double a = 1, b = 2; }; // its default is not zero
double sorted_with_default(double x) {
  std::vector<Weighted> v;
  for (int i = 0; i < 4; ++i) v.push_back({std::cos(i * 2.0) * x, x + i});
  std::sort(v.begin(), v.end(), [](const Weighted &p, const Weighted &q) { return p.a < q.a; });
  double r = 0;
  for (int i = 0; i < 4; ++i) r += (i + 1) * v[i].a * v[i].b;
  return r;
}

#define BOTH(f) CHECK(f<Point>, 0.7); CHECK(f<Curve>, 0.7)
int main() {
  BOTH(filled);
  BOTH(resized);
  BOTH(sorted);
  BOTH(inserted);
  BOTH(copied);
  BOTH(others);
  BOTH(nested);
  CHECK((maps<std::map<int, Point>, Point>), 0.7);
  CHECK((maps<std::unordered_map<int, Curve>, Curve>), 0.7);
  CHECK(sorted_with_default, 0.7);
  return check::done();
}
