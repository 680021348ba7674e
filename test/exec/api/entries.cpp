// The gradients' tuple: one entry per argument, none for what is constant, in structured bindings, get and std::get.
// RUN: %mixedad_cxx -O1 %s -o %t && %t
#include "check.h"
#include <type_traits>

double f(double x, int n, float y, const double &z) { return x * n + y * y * z; }
static double square(double x) noexcept { return x * x; }
static float square(float x) { return x * x; }
template <class T, int N> T power(T x) { return N == 0 ? T(1) : x * power<T, N - 1 + (N == 0)>(x); }
template <class T> T cube(T x) { return x * x * x; }
namespace {
double hidden(double x) { return 3 * x; }
}
inline namespace v1 {
double versioned(double x) { return 5 * x; }
}
double of_array(const double (&a)[3]) { return a[0] * a[1] + a[2]; }

int main() {
  using check::close;
  auto g = mixedad::gradient<f>(2.0, 3, 4.0f, 5.0);
  static_assert(std::is_same_v<std::tuple_element_t<0, decltype(g)>, double>);
  static_assert(std::is_same_v<std::tuple_element_t<1, decltype(g)>, mixedad::none>);
  static_assert(std::is_same_v<std::tuple_element_t<2, decltype(g)>, float>);
  static_assert(std::tuple_size_v<decltype(g)> == 4);
  auto &[dx, dn, dy, dz] = g;
  close("entry 0", dx, 3);
  close("entry 2", dy, 2 * 4 * 5);
  close("entry 3", dz, 16);
  close("get", mixedad::get<3>(g), 16);
  close("std::get", std::get<0>(g), 3);

  auto w = mixedad::gradient<f, mixedad::wrt<3>>(2.0, 3, 4.0f, 5.0);
  static_assert(std::is_same_v<std::tuple_element_t<0, decltype(w)>, mixedad::none>);
  close("wrt", mixedad::get<3>(w), 16);
  auto c = mixedad::gradient<f>(mixedad::constant(2.0), 3, 4.0f, mixedad::constant(5.0));
  static_assert(std::is_same_v<std::tuple_element_t<3, decltype(c)>, mixedad::none>);
  close("constant", mixedad::get<2>(c), 40);
  double shadow = 100;
  auto d = mixedad::gradient<f>(mixedad::dup(2.0, shadow), 3, 4.0f, 5.0);
  close("dup accumulates", shadow, 103);
  static_assert(std::is_same_v<std::tuple_element_t<0, decltype(d)>, mixedad::none>);

  auto [value, gradients] = mixedad::value_and_gradient<f>(2.0, 3, 4.0f, 5.0);
  close("value", value, 86);
  close("value's gradient", mixedad::get<0>(gradients), 3);

  close("overload", std::get<0>(mixedad::gradient<static_cast<double (*)(double)>(&square)>(3.0)), 6);
  close("overload, noexcept", std::get<0>(mixedad::gradient<static_cast<double (*)(double) noexcept>(&square)>(3.0)), 6);
  close("overload, float", std::get<0>(mixedad::gradient<static_cast<float (*)(float)>(&square)>(3.0f)), 6);
  close("template", std::get<0>(mixedad::gradient<cube<double>>(2.0)), 12);
  close("template with a number", std::get<0>(mixedad::gradient<power<double, 3>>(2.0)), 12);
  close("anonymous namespace", std::get<0>(mixedad::gradient<hidden>(2.0)), 3);
  close("inline namespace", std::get<0>(mixedad::gradient<versioned>(2.0)), 5);

  const double a[3] = {2, 3, 4};
  auto [da] = mixedad::gradient<of_array>(a);
  close("array 0", da[0], 3);
  close("array 1", da[1], 2);
  close("array 2", da[2], 1);
  return check::done();
}
