// gradient and value_and_gradient: entries in order, structured bindings, get, integers, use inside other code.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double f(double x, int n, double y) { return n * x * x * y + y; }
float narrow(float x) { return x * x * x; }
namespace inner {
struct Model { double w; double loss(double x) const { return w * x * x; } };
double g(double x) { return std::sin(x); }
}
template <class T> T twice(T x) { return 2 * x * x; }
template <class T> T slope(T x) { return mixedad::get<0>(mixedad::gradient<twice<T>>(x)); }
static double hidden(double x) { return x * x * x; }
namespace { double unnamed(double x) { return x * x; } }
struct User {
  double descend(double x) const { return x - rate * mixedad::get<0>(mixedad::gradient<hidden>(x)); }
  double rate;
};

int main() {
  using check::close;
  auto [dx, dn, dy] = mixedad::gradient<f>(2.0, 3, 5.0);
  close("dx", dx, 60);
  close("dy", dy, 13);
  static_assert(std::is_same_v<decltype(dn), mixedad::none>);
  auto g = mixedad::gradient<f>(2.0, 3, 5.0);
  close("get", mixedad::get<0>(g), 60);
  close("std::get", std::get<2>(g), 13);
  auto [value, grad] = mixedad::value_and_gradient<f>(2.0, 3, 5.0);
  close("value", value, 65);
  close("gradient of value_and_gradient", mixedad::get<2>(grad), 13);
  auto [d] = mixedad::gradient<narrow>(2.0f);
  static_assert(std::is_same_v<decltype(d), float>);
  close("float", d, 12, 1e-6);
  close("namespace", mixedad::get<0>(mixedad::gradient<inner::g>(0.5)), std::cos(0.5));
  auto [dm, dxx] = mixedad::gradient<&inner::Model::loss>(inner::Model{3}, 2.0);
  close("member, object", dm.w, 4);
  close("member, argument", dxx, 12);
  close("template", slope(3.0), 12);
  close("template of float", slope(3.0f), 12);
  close("unnamed namespace", mixedad::get<0>(mixedad::gradient<unnamed>(4.0)), 8);
  close("in a method", User{0.5}.descend(2), -4);
  close("in a lambda", [](double x) { return std::get<0>(mixedad::gradient<hidden>(x)); }(2.0), 12);
  const double c = 2;
  close("const argument", std::get<0>(mixedad::gradient<hidden>(c)), 12);
  close("converted argument", std::get<0>(mixedad::gradient<hidden>(2)), 12);
  double s = 0;
  for (int i = 1; i <= 3; ++i) s += std::get<0>(mixedad::gradient<hidden>(i * 1.0));
  close("in a loop", s, 42);
  return check::done();
}
