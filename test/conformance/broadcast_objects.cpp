// Objects between the functions of one kernel: several results of a scalar function.
// RUN: %mixedad_cxx -O1 %s -o %t %mixedad_libs && %t
#include "check_arrays.h"
#include <utility>
using mixedad::Array;
using A = Array<double>;
struct polar { double r, phi; };
double nested(const A &x, const A &y) {
  A z = mixedad::broadcast([](polar q) { return q.r * q.phi; },
       mixedad::broadcast([](double a, double b) { return polar{std::sqrt(a * a + b * b), std::atan2(b, a)}; }, x, y));
  return mixedad::sum(z);
}
double branchy(const A &x, const A &y) {
  A z = mixedad::broadcast([](const std::pair<double, double> &q, double k) { return q.first * q.second * k; },
       mixedad::broadcast([](double a, double b) { if (a > 0) return std::make_pair(a * b, b); std::pair<double, double> p(b, 1.0); p.second += a; return p; }, x, y), x + y);
  return mixedad::sum(z);
}
int main() {
  using check::array;
  CHECK(nested, array<double>({4}), array<double>({4}));
  CHECK(branchy, array<double>({4}), array<double>({4}));
  return check::done();
}
