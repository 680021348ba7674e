// Objects that are assigned to themselves, openly and through another name.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <array>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

using Vector = std::vector<double>;
double vector(double x) { Vector a{x, x * x}; Vector &b = a; b = a; return a[0] * b[1]; }
double elements(double x) {
  std::vector<Vector> a{{x}, {x * x, x}};
  double s = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      a[i] = a[j];
      s += a[i][0] * a[j].back();
    }
  return s;
}
double map(double x) { std::map<int, double> a{{1, x}, {2, x * x}}; auto &b = a; b = a; return a[1] * b[2]; }
double list(double x) { std::list<double> a{x, x * x}; auto &b = a; b = a; return a.front() * b.back(); }
double deque(double x) { std::deque<double> a{x, x * x}; auto &b = a; b = a; return a[0] * b[1]; }
double optional(double x) { std::optional<double> a{x}; auto &b = a; b = a; return *a * *b; }
double variant(double x) { std::variant<int, double> a{x}; auto &b = a; b = a; return std::get<double>(a) * std::get<1>(b); }
double shared(double x) { auto a = std::make_shared<double>(x * x); auto &b = a; b = a; return *a * *b; }
struct Mixed { Vector v; double y; std::map<int, double> m; };
double members(double x) { Mixed a{{x, x}, x * x, {{1, x}}}; Mixed &b = a; b = a; return a.v[0] * b.y * a.m[1]; }
double swapped(double x) { Vector a{x, x * x}; Vector &b = a; std::swap(a, b); b.swap(a); return a[0] * b[1]; }
using Function = std::function<double(double)>;
double function(double x) { Function a = [x](double v) { return v * x; }; a = a; return a(x * x); }
double function_by_name(double x) {
  Function a = [x](double v) { return v * x; };
  auto &b = a;
  b = a;
  double r = a(x) * b(x);
  a = [x](double v) { return v * x * x; };
  b = a;
  b.swap(a);
  return r * a(x) + b(x);
}
double functions(double x) {
  std::vector<Function> a;
  a.push_back([x](double v) { return v * x; });
  a.push_back([x](double v) { return v * x * x; });
  double s = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      a[i] = a[j];
      s += a[i](x) * a[j](x);
    }
  return s;
}
double array(double x) {
  std::array<Function, 2> a{[x](double v) { return v * x; }, [x](double v) { return v * x * x; }};
  auto &b = a;
  b = a;
  return a[0](x) * b[1](x);
}

int main() {
  CHECK(vector, 1.3);
  CHECK(elements, 1.3);
  CHECK(map, 1.3);
  CHECK(list, 1.3);
  CHECK(deque, 1.3);
  CHECK(optional, 1.3);
  CHECK(variant, 1.3);
  CHECK(shared, 1.3);
  CHECK(members, 1.3);
  CHECK(swapped, 1.3);
  CHECK(function, 1.3);
  CHECK(function_by_name, 1.3);
  CHECK(functions, 1.3);
  CHECK(array, 1.3);
  return check::done();
}
