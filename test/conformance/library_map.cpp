// std::map and std::unordered_map: look-up, insertion, iteration.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <map>
#include <string>
#include <unordered_map>

double built(double x) {
  std::map<int, double> m;
  m[3] = x;
  m[1] = x * x;
  m[3] *= 2;
  m.emplace(7, 3 * x);
  double s = 0;
  for (const auto &[k, v] : m) s = s * x + k * v;
  return s + m.at(1);
}
double argument(const std::map<int, double> &m, double x) {
  double s = m.at(1) * x;
  auto it = m.find(2);
  if (it != m.end()) s += it->second * it->second;
  if (m.count(9)) s = 0;
  for (auto &entry : m) s += entry.second * entry.first;
  return s;
}
double by_name(const std::map<std::string, double> &p) { return p.at("mass") * p.at("speed") * p.at("speed"); }
double unordered(double x) {
  std::unordered_map<int, double> m{{1, x}, {2, x * x}};
  m[2] += m[1];
  m[5] = 4 * x;
  m.erase(1);
  return m[2] * m.at(5) + m.size();
}
void increase(std::map<int, double> &m, double x) {
  for (auto &[k, v] : m) v *= x * k;
  m[1] += m[2];
}

int main() {
  std::map<int, double> m{{1, 0.5}, {2, 1.5}};
  CHECK(built, 0.5);
  CHECK(by_name, (std::map<std::string, double>{{"mass", 2}, {"speed", 3}}));
  CHECK(increase, check::ref(m), 0.5);
  CHECK(argument, m, 0.5);
  CHECK(unordered, 0.5);
  return check::done();
}
