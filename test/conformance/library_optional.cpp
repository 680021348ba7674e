// std::optional: with and without a value, value_or, reset, as a result.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <optional>

std::optional<double> root(double x) {
  if (x < 0) return std::nullopt;
  return std::sqrt(x);
}
double checked(double x) {
  auto r = root(x);
  if (!r) return -x * x;
  return *r * x;
}
double value_or(double x) { return root(x).value_or(3 * x) * x; }
double assigned(double x) {
  std::optional<double> o;
  o = x * x;
  *o += x;
  double a = o.value();
  o.reset();
  o.emplace(2 * x);
  return a * *o + o.has_value();
}
double best(double x) {
  std::optional<double> low;
  for (int i = 0; i < 4; ++i) {
    double v = (x - i) * (x - i) + x;
    if (!low || v < *low) low = v;
  }
  return low.value();
}

struct Model { std::optional<double> bias, scale; };
template <class V> void reals(Model &m, V &&v) { v(m.bias); v(m.scale); }
double of_member(const Model &m, double x) { return m.scale ? *m.scale * x * *m.bias : *m.bias * x; }
void member_written(Model &m, double x) {
  *m.bias *= x;
  m.scale = *m.bias + x;
}

int main() {
  CHECK(of_member, (Model{2.0, {}}), 1.5);
  CHECK(of_member, (Model{2.0, 3.0}), 1.5);
  CHECK(member_written, check::ref(Model{2.0, 3.0}), 1.5);
  CHECK(checked, 1.5);
  CHECK(checked, -1.5);
  CHECK(value_or, 1.5);
  CHECK(value_or, -1.5);
  CHECK(assigned, 0.5);
  CHECK(best, 1.75);
  return check::done();
}
