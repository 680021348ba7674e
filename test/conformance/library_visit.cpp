// std::visit of one variant and of several, by lambdas, overloaded function objects and lambdas that are joined.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <type_traits>
#include <variant>
#include <vector>

template <class... Ts> struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

struct Circle {
  double r;
};
struct Box {
  double a, b;
};
using Shape = std::variant<Circle, Box>;

double joined(double x) {
  std::vector<Shape> shapes{Circle{x}, Box{x, x * x}};
  double area = 0;
  for (const Shape &s : shapes)
    area += std::visit(overloaded{[](const Circle &c) { return 3 * c.r * c.r; }, [x](const Box &b) { return b.a * b.b * x; }}, s);
  return area;
}
double joined_with_a_name(double x) {
  double scale = x;
  auto grow = overloaded{[&](Circle &c) { c.r *= scale; }, [&](Box &b) { b.a *= scale; scale *= x; }};
  Shape s[] = {Box{x, x * x}, Circle{x}, Box{2, x}};
  for (Shape &t : s)
    std::visit(grow, t);
  return std::get<Box>(s[0]).a * std::get<Box>(s[2]).b + std::get<Circle>(s[1]).r + std::get<Box>(s[2]).a;
}
double called(double x) {
  auto f = overloaded{[x](double v) { return v * x; }, [x](int n) { return n * x * x; }};
  return f(x) + f(3) + f(x * x);
}
/// Overload resolution promotes the float: the operator for int comes first in the class.
struct Pick {
  double k;
  double operator()(int i) const { return i * k; }
  double operator()(double d) const { return d * d * k; }
};
double promoted(double x) {
  std::variant<int, float> v{1.5f};
  return std::visit(Pick{x * x}, v);
}
double two(double x) {
  Shape s[2] = {Circle{x}, Box{x, x * x}};
  double sum = 0;
  for (Shape &v : s)
    for (Shape &w : s)
      sum += std::visit(
          [&](const auto &p, const auto &q) -> double {
            using P = std::decay_t<decltype(p)>;
            using Q = std::decay_t<decltype(q)>;
            if constexpr (std::is_same_v<P, Circle> && std::is_same_v<Q, Circle>)
              return p.r * q.r;
            else if constexpr (std::is_same_v<P, Q>)
              return p.a * q.b * x;
            else if constexpr (std::is_same_v<P, Circle>)
              return p.r * q.a;
            else
              return q.r * p.b;
          },
          v, w);
  return sum;
}
struct Collide {
  double k;
  double operator()(const Circle &a, const Circle &b) const { return a.r * b.r * k; }
  double operator()(const Box &a, const Circle &b) const { return a.a * b.r; }
  template <class T> double operator()(const T &, const Box &b) const { return b.a * b.b; }
};
double two_overloaded(double x) {
  Shape c{Circle{x}}, b{Box{x, x * x}};
  Collide f{x};
  return std::visit(f, c, c) + 2 * std::visit(f, b, c) + 3 * std::visit(f, c, b) + 5 * std::visit(f, b, b);
}
double three(double x) {
  std::variant<int, double> a{x}, b{2}, c{x * x};
  return std::visit([](auto p, auto q, auto r) { return double(p * q * r); }, a, b, c);
}

int main() {
  CHECK(joined, 1.3);
  CHECK(joined_with_a_name, 1.3);
  CHECK(called, 1.3);
  CHECK(promoted, 1.3);
  CHECK(two, 1.3);
  CHECK(two_overloaded, 1.3);
  CHECK(three, 1.3);
  return check::done();
}
