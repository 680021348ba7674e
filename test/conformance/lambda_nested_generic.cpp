// Nested, generic, recursive and immediately called lambdas; lambdas as arguments and results.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
// RUN: not %mixedad_cxx -DGAPS -fno-crash-diagnostics -fsyntax-only %s
#include "check.h"

double nested(double x, double y) {
  auto outer = [x](double a) {
    auto inner = [a, &x](double b) { return a * b + x; };
    return inner(a) * inner(2);
  };
  return outer(y);
}
double generic(double x) {
  auto square = [](auto t) { return t * t; };
  auto add = [](auto... t) { return (t + ...); };
  return square(x) + square(3) * square(float(x)) + add(x, 2, x * x);
}
double immediate(double x) {
  const double w = [&] {
    double s = 0;
    for (int i = 0; i < 3; ++i) s += x * i;
    return s;
  }();
  return w * x;
}
template <class F> double simpson(F f, double a, double b) { return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b)); }
double as_argument(double x) { return simpson([x](double t) { return t * t * x + x * x; }, 0, x); }
auto adder(double x) { return [x](double t) { return x + t; }; }
double as_result(double x) {
  auto add = adder(x * x);
  return add(x) * adder(2)(x);
}
template <class F, class G> auto compose(F f, G g) {
  return [=](double x) { return f(g(x)); };
}
double composed(double x) {
  auto h = compose([](double t) { return t * t; }, [x](double t) { return t + x; });
  return h(3 * x);
}
double recursive(double x) {
  auto power = [&](auto &&self, int n) -> double { return n == 0 ? 1 : x * self(self, n - 1); };
  return power(power, 4);
}
double to_pointer(double x) {
  double (*f)(double) = [](double t) { return t * t * t; };
  return f(x);
}
double templated(double x) {
  auto f = []<int N>(double t) { return t * N; };
  return f.operator()<3>(x) * x;
}

int main() {
  CHECK(nested, 0.5, 1.5);
  CHECK_SINGLE(generic, 0.5);
  CHECK(immediate, 0.5);
  CHECK(as_argument, 0.5);
  CHECK(as_result, 0.5);
  CHECK(composed, 0.5);
  CHECK(templated, 0.75);
#ifdef GAPS // without a derivative yet
  CHECK(recursive, 0.75);
  CHECK(to_pointer, 0.75);
#endif // GAPS
  return check::done();
}
