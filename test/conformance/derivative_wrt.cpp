// wrt<...> restricts to some arguments; constant and dup say it per argument.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double f(double x, double y, double z) { return x * y * y * z; }
double norm(const double *v, int n, double k) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += v[i] * v[i] * k;
  return s;
}

int main() {
  using check::close;
  using mixedad::wrt;
  auto [a, b, c] = mixedad::gradient<f, wrt<1>>(2.0, 3.0, 5.0);
  static_assert(std::is_same_v<decltype(a), mixedad::none> && std::is_same_v<decltype(c), mixedad::none>);
  close("wrt<1>", b, 60);
  auto g = mixedad::gradient<f, wrt<0, 2>>(2.0, 3.0, 5.0);
  close("wrt<0, 2> x", std::get<0>(g), 45);
  close("wrt<0, 2> z", std::get<2>(g), 18);
  double y = 3;
  auto h = mixedad::gradient<f>(2.0, mixedad::constant(y), 5.0);
  static_assert(std::is_same_v<std::decay_t<decltype(std::get<1>(h))>, mixedad::none>);
  close("constant", std::get<0>(h), 45);
  double x = 2, dx = 100;
  (void)mixedad::gradient<f, wrt<0>>(mixedad::dup(x, dx), 3.0, 5.0);
  close("dup accumulates", dx, 145);
  double v[3] = {1, 2, 3}, dv[3] = {10, 20, 30};
  auto [dp, dn, dk] = mixedad::gradient<norm>(mixedad::dup(v, dv), 3, 0.5);
  close("pointer, accumulated", dv[1], 22);
  close("scalar beside it", dk, 14);
  auto k = mixedad::gradient<norm>(mixedad::constant(v), 3, 0.5);
  close("constant pointer", std::get<2>(k), 14);
  return check::done();
}
