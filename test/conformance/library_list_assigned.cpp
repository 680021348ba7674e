// Containers that are assigned braces: m = {{1, x}, {2, y}}.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <deque>
#include <list>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

double map(double x) {
  std::map<int, double> m{{1, 5}, {9, 3}};
  m = {{1, x}, {2, x * m[9]}};
  m = {{2, m[1]}, {3, m[2] * x}};
  return m[2] * m[3] + m.size();
}
double unordered(double x) {
  std::unordered_map<int, double> m{{1, 5}};
  m = {{7, x}, {2, x * x}};
  double s = 0;
  for (auto &[k, v] : m) s = s * 1.1 + v * k;
  return s;
}
double list(double x) {
  std::list<double> l{3, 4};
  l = {x, x * l.front(), 2};
  double s = 0;
  for (double e : l) s = s * x + e;
  return s;
}
double sequences(double x) {
  std::deque<double> d{1};
  d = {x, x * x, d.front()};
  std::vector<double> v(3, x);
  v = {x * v[2], d[1]};
  std::vector<std::pair<int, double>> p;
  p = {{1, x}, {2, x * x}};
  return d[0] * p[1].second + d.back() * v[0] * v[1] + v.size() + d.size();
}
double emptied(double x) {
  std::map<int, double> m{{1, x}};
  std::vector<double> v{x, x * x};
  std::deque<double> d{x};
  std::list<double> l{x, 2 * x};
  double s = m[1] * v[1] * d[0] * l.back();
  m = {};
  v = {};
  d = {};
  l = {};
  m[2] = x * s;
  v.push_back(x);
  l.push_back(s);
  return m[2] * v[0] + l.front() * static_cast<double>(m.size() + v.size() + d.size());
}
double names(double x) {
  std::map<std::string, double> m{{"a", 1}}, n{{"b", m["a"] * x}};
  m = {{"b", n["b"] * x}, {"c", n["c"] + x}};
  return m["a"] * x + m["b"] * m["c"];
}
double elements(double x) {
  std::vector<std::map<int, double>> v(2);
  v[1] = {{1, x}};
  v[0] = {{1, x * x}, {2, v[1][1]}};
  return v[0][2] * v[0][1] + v[1].size();
}

int main() {
  CHECK(map, 1.3);
  CHECK(unordered, 1.3);
  CHECK(list, 1.3);
  CHECK(sequences, 1.3);
  CHECK(emptied, 1.3);
  CHECK(names, 1.3);
  CHECK(elements, 1.3);
  return check::done();
}
