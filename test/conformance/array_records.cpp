// Objects with arrays as members: parameters, results, and what loops record of them; second derivatives of arrays that are variables.
// RUN: %mixedad_cxx -O0 %s -o %t %mixedad_libs && %t
#include "check_arrays.h"
#include <array>
#include <mixedad/jacobian.h>
#include <vector>
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

struct layer { A weight, bias; };
double in_vector(const A &x, const A &w, double k) { // records with arrays in containers
  std::vector<layer> layers{{w, x}, {w * k, w}};
  layers.push_back({x * w, w * w});
  A h = x;
  for (const layer &l : layers) h = mixedad::tanh(h * l.weight + l.bias);
  layers.pop_back();
  layers[0].bias = h * layers[1].weight;
  return mixedad::sum(layers[0].bias * layers[0].weight);
}
double in_array(const A &x, const A &w) {
  std::array<layer, 2> layers{{{w, x}, {x * w, w}}};
  std::swap(layers[0].weight, layers[1].bias);
  return mixedad::sum(layers[0].weight * layers[1].weight * layers[1].bias);
}
double of_vector(const std::vector<layer> &layers, const A &x) {
  A h = x;
  for (std::size_t i = 0; i < layers.size(); ++i) h = mixedad::tanh(h * layers[i].weight + layers[i].bias);
  return mixedad::sum(h);
}
double entry_of_vector(const A &x, const A &w) {
  std::vector<layer> layers{{w, x}, {w * 2.0, w}};
  auto [d_layers, dx] = mixedad::gradient<of_vector>(layers, x);
  return mixedad::sum(d_layers[0].weight * 3.0 + d_layers[1].bias + dx);
}
double entry_by_hand(const A &x, const A &w) {
  A z0 = mixedad::tanh(x * w + x), z1 = mixedad::tanh(z0 * w * 2.0 + w);
  A d1 = 1.0 - z1 * z1, d0 = d1 * w * 2.0 * (1.0 - z0 * z0);
  return mixedad::sum(d0 * x * 3.0 + d1 + d0 * w);
}

int main() {
  using check::array;
  CHECK(in_vector, array<double>({3}), array<double>({3}, -1, 1, 0.1), 0.7);
  CHECK(in_array, array<double>({3}), array<double>({3}, -1, 1, 0.1));
  check::close("entries", entry_of_vector(array<double>({3}), array<double>({3}, -1, 1, 0.1)),
               entry_by_hand(array<double>({3}), array<double>({3}, -1, 1, 0.1)));
  CHECK(run, array<double>({3}), array<double>({3}, -1, 1, 0.1), 0.7);
  CHECK(two_arrays, array<double>({3}), array<double>({3}, -1, 1, 0.1));
  CHECK(gradient_two, array<double>({2}), array<double>({2}, -1, 1, 0.1));
  return check::done();
}
