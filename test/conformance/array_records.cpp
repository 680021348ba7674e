// Objects with arrays as members: parameters, results, and what loops record of them; second derivatives of arrays that are variables.
// RUN: %mixedad_cxx -O0 %s -o %t %mixedad_libs && %t
#include "check_arrays.h"
#include <mixedad/jacobian.h>
using mixedad::Array;
using A = Array<double>;

struct state { A h, c; double k; };
state step(const state &s, const A &x) {
  state next = s;
  next.c = s.c * mixedad::sigmoid(x) + mixedad::tanh(s.h);
  next.h = mixedad::tanh(next.c) * s.k;
  return next;
}
double run(const A &x, const A &h0, double k) {
  state s{h0, x, k};
  for (int t = 0; t < 3; ++t)
    s = step(s, x);
  return mixedad::sum(s.h * s.c) * s.k;
}
double two_arrays(const A &x, const A &h0) { // two arrays an iteration
  A h = h0, c = x;
  for (int t = 0; t < 3; ++t) {
    A n = mixedad::tanh(h * c);
    c = c * mixedad::exp(h);
    h = n + x;
  }
  return mixedad::sum(h * c);
}
A gradient_two(const A &x, const A &h0) {
  auto [dx, dh] = mixedad::gradient<two_arrays>(x, h0);
  return dx * dh;
}

int main() {
  using check::array;
  CHECK(run, array<double>({3}), array<double>({3}, -1, 1, 0.1), 0.7);
  CHECK(two_arrays, array<double>({3}), array<double>({3}, -1, 1, 0.1));
  CHECK(gradient_two, array<double>({2}), array<double>({2}, -1, 1, 0.1));
  return check::done();
}
