// Assignment of containers: what the target held before has no part in what follows.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <deque>
#include <list>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

double map_to_empty(double x) { std::map<int, double> t{{1, x}}, m; m = t; return m[1] * t[1]; }
double map_over(double x) {
  std::map<int, double> t{{1, x}, {2, x * x}}, m{{1, 3.0}, {5, x}};
  double before = m[1] * m[5];
  m = t;
  t[1] = 7;
  return m[1] * m[2] + before * t[1];
}
double map_moved(double x) { std::map<int, double> t{{1, x}}, m{{2, x}}; m = std::move(t); m[1] *= x; return m[1]; }
double hashed(double x) { std::unordered_map<int, double> t{{1, x}, {2, x * x}}, m; m = t; m[2] *= m[1]; return m[2] * t[2]; }
double list(double x) { std::list<double> t{x, 2}, m{x, x, x}; m = t; m.front() *= x; return m.front() * m.back() * t.front(); }
double deque(double x) { std::deque<double> t{x, 2}, m{1}; m = t; m[0] *= x; return m[0] * m[1] * t[0]; }
struct Holder { std::map<int, double> m; std::vector<double> v; };
double member(double x) { Holder a{{{1, x}}, {x, 2}}, b; b = a; b.m[1] *= x; b.v[0] *= b.m[1]; return b.v[0] * a.m[1]; }
double in_a_loop(double x) {
  std::map<int, double> now{{0, x}, {1, 1.0}};
  for (int i = 0; i < 3; ++i) {
    std::map<int, double> next;
    next[0] = now[0] * now[1];
    next[1] = now[0] + x;
    now = next;
  }
  return now[0] * now[1];
}
std::map<int, double> made(double x) { return {{1, x * x}, {2, x}}; }
double from_a_function(double x) { std::map<int, double> m; m = made(x); return m[1] * m[2]; }
double element(double x) {
  std::vector<std::map<int, double>> v(2);
  std::map<int, double> t{{1, x}};
  v[0] = t;
  v[1] = v[0];
  v[0][1] *= x;
  return v[0][1] * v[1][1];
}

int main() {
  CHECK(map_to_empty, 1.3);
  CHECK(map_over, 1.3);
  CHECK(map_moved, 1.3);
  CHECK(hashed, 1.3);
  CHECK(list, 1.3);
  CHECK(deque, 1.3);
  CHECK(member, 1.3);
  CHECK(in_a_loop, 1.3);
  CHECK(from_a_function, 1.3);
  CHECK(element, 1.3);
  return check::done();
}
