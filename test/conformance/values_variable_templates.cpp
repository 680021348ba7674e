// Variable templates: constants, those that carry active values, tables, partial specializations, members of templates.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

template <class T> constexpr T pi = T(3.14159265358979323846L);
template <int N> constexpr double inverse = 1.0 / N;
template <class T> T scratch = T(2);
template <class T> inline T table[3] = {T(1), T(2), T(3)};
template <class T> double weight = 1.5;
template <class T> double weight<T *> = 2.5;
namespace settings { template <class T, int N> T state[N]; }
template <class T, int N> struct Quadrature {
  static constexpr T nodes[2] = {T(-0.5), T(N)};
  static T scale;
  template <class U> static inline U kept = U(1);
};
template <class T, int N> T Quadrature<T, N>::scale = T(3);

template <class T> T area(T r) { return pi<T> * r * r; }
double constants(double x) { return area(x) * inverse<3> + weight<int> * x + weight<int *> * x * x; }
double carried(double x) {
  scratch<double> = x * x;
  scratch<float> = 1;
  return scratch<double> * x * scratch<float>;
}
double tables(double x) {
  double s = 0;
  for (int i = 0; i < 3; ++i) s += table<double>[i] * std::pow(x, i + 1);
  return s;
}
double arrays(double x) {
  for (int i = 0; i < 4; ++i) settings::state<double, 4>[i] = std::sin(i * x);
  return settings::state<double, 4>[1] * settings::state<double, 4>[3];
}
double members(double x) {
  using Q = Quadrature<double, 2>;
  Q::kept<double> = x * Q::nodes[1];
  return Q::kept<double> * x * Q::scale + Q::nodes[0];
}
double slope(double x) { return mixedad::get<0>(mixedad::gradient<constants>(x)); }

int main() {
  CHECK(constants, 0.7);
  CHECK(carried, 0.7);
  CHECK(tables, 0.7);
  CHECK(arrays, 0.7);
  CHECK(members, 0.7);
  CHECK(slope, 0.7);
  return check::done();
}
