// std::variant with visit, std::any_of and friends, C++20 ranges and views over active data.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <ranges>
#include <variant>
#include <vector>

struct Circle { double r; };
struct Box { double w, h; };
using Shape = std::variant<Circle, Box>;
static double area(const Circle &c) { return 3 * c.r * c.r; }
static double area(const Box &b) { return b.w * b.h; }
double visits(double x) {
  Shape shapes[] = {Circle{x}, Box{x, 2 * x}};
  double s = 0;
  for (const Shape &shape : shapes) s += std::visit([](const auto &one) { return area(one); }, shape);
  if (auto *c = std::get_if<Circle>(&shapes[0])) s *= c->r;
  return s;
}
double ranges(const std::vector<double> &v) {
  double s = 0;
  for (double e : v | std::views::drop(1)) s += e * e;
  for (int i : std::views::iota(0, 2)) s *= v[i];
  std::ranges::for_each(v, [&](double e) { s += e; });
  return s;
}

int main() {
  CHECK(visits, 0.5);
  CHECK(ranges, (std::vector<double>{0.5, 1.5, -0.25}));
  return check::done();
}
