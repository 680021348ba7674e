// Functions of the library take references: they read their arguments when all of them are evaluated.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

double state;
double bump(double x) {
  state = state * 1.5 + x;
  return state * x;
}
double pairs(double x, double y) {
  state = x;
  std::tuple<double, double> t(state, bump(y));
  std::tuple<double, double> u(y > 0 ? state : x, bump(y));
  std::pair<double, double> p(state, bump(x));
  auto q = std::make_pair(state, bump(y));
  return std::get<0>(t) * std::get<1>(t) + std::get<0>(u) * std::get<1>(u) + p.first * p.second + q.first * q.second;
}
double emplaced(double x, double y) {
  state = x;
  std::vector<std::pair<double, double>> v;
  v.emplace_back(state, bump(y));
  v.push_back({state, bump(x)});
  std::optional<std::pair<double, double>> o;
  o.emplace(state, bump(y));
  return v[0].first * v[0].second + v[1].first * v[1].second + o->first * o->second;
}
double picked(double x, double y) {
  state = x;
  double a = std::max(state, bump(y)), b = std::min(state, bump(x)), c = std::clamp(state, -10 * bump(y), bump(x) + 9);
  return a * b + c * state;
}
double local(double x, double y) {
  auto h = [&](double t) { return x *= t; };
  return std::max(x, h(y)) + std::get<0>(std::make_tuple(x, h(2))) + std::get<0>(std::tuple<double, double>(x, h(3)));
}

int main() {
  CHECK(pairs, 0.5, 0.75);
  CHECK(emplaced, 0.5, 0.75);
  CHECK(picked, 0.5, 0.75);
  CHECK(local, 0.5, 0.75);
  return check::done();
}
