// Templates: type and value parameters, if constexpr, packs, folds, specializations, overloads, default arguments.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

template <class T> T square(T x) { return x * x; }
template <int N> double power(double x) {
  if constexpr (N == 0) return 1;
  else return x * power<N - 1>(x);
}
template <class... T> double sum(T... x) { return (x + ...); }
template <class... T> double sum_squares(const T &...x) { return (0.0 + ... + (x * x)); }
template <class T> double product(T x) { return x; }
template <class T, class... Rest> double product(T x, Rest... rest) { return x * product(rest...); }
double uses(double x, double y) { return square(x) + power<4>(y) + sum(x, y, x * y) + sum_squares(x, y) * product(x, y, 2.0); }

template <class T> struct Trait { static double weigh(double x) { return x; } };
template <> struct Trait<float> { static double weigh(double x) { return 2 * x * x; } };
double specialized(double x) { return Trait<int>::weigh(x) * Trait<float>::weigh(x); }

double overload(double x) { return x * x; }
double overload(double x, double y) { return x * y; }
float overload(float x) { return 3 * x; }
double overload(int n) { return n; }
double overloads(double x) { return overload(x) + overload(x, 2 * x) + overload(float(x)) + overload(3); }

double defaults(double x, double y = 2.5, int n = 3) { return x * y + n * x * x; }
double uses_defaults(double x) { return defaults(x) + defaults(x, x) + defaults(x, x, 1); }

template <auto F> double twice(double x) { return F(F(x)); }
double half_sine(double x) { return std::sin(x) / 2; }
auto deduced(double x) { return x * 3 + x * x; }
constexpr double compile_time(double x) { return x * x + 1; }
consteval int three() { return 3; }
double constant_evaluated(double x) {
  constexpr double c = compile_time(2);
  return compile_time(x) * c + three() * x;
}
auto abbreviated(auto x) { return x * x * 2; }

int main() {
  CHECK(square<double>, 1.5);
  CHECK(square<float>, 1.5f);
  CHECK(power<3>, 1.5);
  CHECK((sum<double, double>), 1.5, 2.0);
  CHECK(uses, 0.5, 1.5);
  CHECK(specialized, 0.5);
  CHECK_SINGLE(overloads, 0.5);
  CHECK((static_cast<double (*)(double, double)>(overload)), 0.5, 1.5);
  CHECK(defaults, 0.5, 1.5, 2);
  CHECK(uses_defaults, 0.5);
  CHECK(twice<half_sine>, 0.5);
  CHECK(deduced, 0.5);
  CHECK(constant_evaluated, 0.5);
  CHECK(abbreviated<double>, 0.5);
  return check::done();
}
