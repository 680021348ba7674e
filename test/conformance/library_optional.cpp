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

int main() {
  CHECK(checked, 1.5);
  CHECK(checked, -1.5);
  CHECK(value_or, 1.5);
  CHECK(value_or, -1.5);
  CHECK(assigned, 0.5);
  CHECK(best, 1.75);
  return check::done();
}
