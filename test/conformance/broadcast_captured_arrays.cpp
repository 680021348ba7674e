// Lambdas that capture arrays and read them by index: the cotangents are scattered.
// RUN: %mixedad_cxx -O1 %s -o %t %mixedad_libs && %t
#include "check_arrays.h"
using mixedad::Array;
using A = Array<double>;
A blur(const A &x, const A &table, const Array<int> &idx) {
  return mixedad::broadcast([&](int i) { return table(i) * x(i) + (i > 0 ? x(i - 1) : 0.0); }, idx);
}
A lookup(const A &x, const A &table) { // interpolation, and an operand of another shape
  return mixedad::broadcast([table](double u, double k) {
    double p = (u + 1) * 1.5;
    int i = int(p);
    double t = p - i;
    return k * (table(i, 0) * (1 - t) + table(i + 1, 1) * t);
  }, x, mixedad::transpose(x));
}
double conv(const A &x, const A &w, const Array<int> &idx) {
  A y = mixedad::broadcast([&](int i) {
    double s = 0;
    for (int k = 0; k < int(w.size()); ++k) s += w(k) * x(i + k);
    return std::tanh(s);
  }, idx);
  return mixedad::sum(y * y);
}
A scaled(const A &x, const Array<int> &which, double k) {
  A c = mixedad::sum(x, {0});
  return mixedad::broadcast([&](double v, int i) { return v * c(i) * k * c(1); }, x, which);
}
int main() {
  using check::array;
  auto idx = check::fixed(Array<int>::from({0, 1, 2, 3, 2}));
  CHECK(blur, array<double>({4}), array<double>({4}), idx);
  CHECK(lookup, array<double>({1, 3}), array<double>({4, 2}));
  CHECK(conv, array<double>({6}), array<double>({3}), check::fixed(Array<int>::from({0, 1, 2, 3})));
  CHECK(scaled, array<double>({2, 3}), check::fixed(Array<int>::from({2, 1, 0})), 0.7);
  return check::done();
}
