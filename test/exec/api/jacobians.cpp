// Dense derivatives: blocks of numbers and lists, second order, inactive parameters.
// RUN: %mixedad_cxx -O1 %s -o %t && %t
#include "check.h"
#include <array>
#include <mixedad/jacobian.h>
#include <mixedad/std/array.h>
#include <mixedad/std/vector.h>
#include <type_traits>
#include <vector>

double cubic(double x, int n, double y) { return x * x * x * y * n; }
double dot(const std::array<double, 3> &a, double k) {
  double s = 0;
  for (int i = 0; i < 3; ++i) s += a[i] * a[i] * k;
  return s;
}
std::array<double, 2> polar(double r, double t) { return {r * std::cos(t), r * std::sin(t)}; }
std::vector<double> products(const std::vector<double> &v) {
  std::vector<double> out(2);
  out[0] = v[0] * v[1];
  out[1] = v[1] * v[2];
  return out;
}
double scaled(double x, [[mixedad::inactive]] double k) { return x * x * k; }

int main() {
  using check::close;
  auto h = mixedad::hessian<cubic>(2.0, 3, 0.5);
  static_assert(std::is_same_v<std::decay_t<decltype(mixedad::get<0, 2>(h))>, double>);
  close("numbers: xx", mixedad::get<0, 0>(h), 6 * 2 * 0.5 * 3);
  close("numbers: xy", mixedad::get<0, 2>(h), 3 * 4 * 3);
  close("numbers: yy", mixedad::get<2, 2>(h), 0);
  auto p = mixedad::hvp<cubic>(2.0, 3, 0.5, 1.0, 10.0);
  close("hvp", mixedad::get<0>(p), 18 + 360);

  const std::array<double, 3> a{1, 2, 3};
  auto [row_a, row_k] = mixedad::hessian<dot>(a, 5.0);
  close("list by list, diagonal", mixedad::get<0>(row_a)(1, 1), 10);
  close("list by list, off the diagonal", mixedad::get<0>(row_a)(1, 2), 0);
  close("list by number", mixedad::get<1>(row_a)(2, 0), 6);
  close("number by list", mixedad::get<0>(row_k)(0, 2), 6);

  auto j = mixedad::jacobian<polar>(2.0, 0.3);
  close("dx/dr", mixedad::get<0>(j)(0, 0), std::cos(0.3));
  close("dy/dt", mixedad::get<1>(j)(1, 0), 2 * std::cos(0.3));
  auto [m] = mixedad::jacobian<products>(std::vector<double>{2, 3, 4});
  check::is_true("shape", m.rows() == 2 && m.columns() == 3);
  close("0, 1", m(0, 1), 2);
  close("1, 0", m(1, 0), 0);
  close("1, 2", m(1, 2), 3);

  auto [dx, dk] = mixedad::gradient<scaled>(3.0, 2.0);
  close("active", dx, 12);
  close("inactive parameter", dk, 0);
  return check::done();
}
