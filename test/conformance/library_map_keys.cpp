// Keys of maps that change, leave their scope or are part of the entry that goes: what the reverse sweep undoes is
// found by a copy.
// RUN: %mixedad_cxx -O0 -fsanitize=address,undefined %s -o %t && env ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1 %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

double changed(double x) {
  std::map<std::string, double> m;
  std::string key = "a";
  m[key] = x;
  key += "b";
  m[key] = x * x;
  key[0] = 'z';
  m[key] = m["a"] * x;
  double s = 0;
  for (auto &[k, v] : m) s += v * k.size();
  return s * m["ab"];
}
double local(double x) {
  std::map<std::vector<int>, double> m;
  for (int i = 0; i < 3; ++i) {
    std::vector<int> key{i % 2, 1};
    m[key] += x * i + 1;
    key.push_back(3);
    m[key] = x;
  }
  double s = 1;
  for (auto &[k, v] : m) s = s * v + k.size();
  return s;
}
double temporary(double x) {
  std::map<std::tuple<int, int>, double> m;
  for (int i = 0; i < 4; ++i) m[{i % 2, i / 2}] += x * i;
  double s = 0;
  for (auto &[k, v] : m) s += v * v * std::get<0>(k);
  return s;
}
struct Cell {
  int row, column;
  bool operator<(const Cell &o) const { return row < o.row || (row == o.row && column < o.column); }
};
void add(std::map<Cell, double> &m, Cell at, double v) { m[at] += v; }
double in_callee(double x) {
  std::map<Cell, double> m;
  for (int i = 0; i < 4; ++i) {
    Cell at{i % 2, 1};
    add(m, at, x * i);
    at.row = 9;
    m.insert({at, x * x});
    m.insert_or_assign(at, x * i);
  }
  double s = 0;
  for (auto &[at, v] : m) s += v * v * (at.row + 1);
  return s;
}
double erased_found(double x) {
  std::map<int, double> m{{1, x}, {2, x * x}, {3, 3 * x}};
  m.erase(m.find(2));
  auto it = m.find(3);
  m[1] += it->second;
  m.erase(it);
  m.erase(7);
  return m[1] * x + m[2];
}
double erased_by_its_own_key(double x) {
  std::map<std::string, double> m{{"a", x}, {"b", x * x}};
  std::unordered_map<std::string, double> u{{"c", x}, {"d", x * x}};
  m.erase(m.begin()->first);
  u.erase(u.find("c")->first);
  u.erase(u.find("d"));
  m["a"] = u["c"] + x;
  return m["a"] * m["b"];
}
double erased_in_loop(double x) {
  std::map<int, double> m;
  for (int i = 0; i < 5; ++i) m[i] = x * i + x * x;
  for (auto it = m.begin(); it != m.end();) {
    auto here = it++;
    if (here->first % 2) {
      m[0] += here->second * here->first;
      m.erase(here);
    }
  }
  double s = 0;
  for (auto &[k, v] : m) s = s * x + v;
  return s;
}
/// What is read for one side of an operation is read for the other before either has changed.
double read_before_it_changes(double x) {
  std::vector<double> v{x, x * x};
  std::vector<std::size_t> n{1, 2};
  v.resize(v.size() * 2);
  v[3] = v[1] * x;
  v.insert(v.begin() + v.size() / 2, v.size() - 2, x);
  v.resize(n[1] + v.size() / 2);
  double s = 0;
  for (double e : v) s = s * x + e;
  return s * v.size();
}

int main() {
  CHECK(changed, 1.3);
  CHECK(local, 1.3);
  CHECK(temporary, 1.3);
  CHECK(in_callee, 1.3);
  CHECK(erased_found, 1.3);
  CHECK(erased_by_its_own_key, 1.3);
  CHECK(erased_in_loop, 1.3);
  CHECK(read_before_it_changes, 1.3);
  return check::done();
}
