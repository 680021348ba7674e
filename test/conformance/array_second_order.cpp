// Derivatives of derivatives of array programs: gradients and jvp are functions like any other, in both modes.
// RUN: %mixedad_cxx -O0 %s -o %t %mixedad_libs && %t
#include "check_arrays.h"
#include <mixedad/jacobian.h>
using mixedad::Array;
using A = Array<double>;

// A small multi-layer perceptron with biases that broadcast.
double perceptron(const A &x, const A &w, const A &b, const A &v) {
  A h = mixedad::tanh(mixedad::matmul(x, w) + b);
  A y = mixedad::matmul(h, v);
  return mixedad::mean(y * y);
}
A perceptron_gradient(const A &x, const A &w, const A &b, const A &v) {
  auto [dx, dw, db, dv] = mixedad::gradient<perceptron>(x, w, b, v);
  return mixedad::concatenate(mixedad::reshape(dw, {-1}), mixedad::concatenate(db, mixedad::reshape(dv, {-1})));
}

// A recurrent cell in a loop: records on the tape.
double recurrent(const A &x, const A &w, const A &h0) {
  A h = h0;
  for (int t = 0; t < 3; ++t)
    h = mixedad::tanh(mixedad::matmul(h, w) + mixedad::slice(x, 0, t, t + 1));
  return mixedad::sum(h * h * h);
}
A recurrent_gradient(const A &x, const A &w, const A &h0) {
  auto [dx, dw, dh] = mixedad::gradient<recurrent>(x, w, h0);
  return dw + mixedad::sum(dx) + dh;
}

// A broadcast function with branches, and a number as an operand.
[[mixedad::broadcast]] double leaky(double x, double k) {
  if (x > 0) return k * x * x;
  return std::exp(x) * k * k - std::sin(x);
}
double branches(const A &x, double k) {
  A y = mixedad::broadcast<leaky>(x, k);
  return mixedad::sum(y * y);
}
A branches_gradient(const A &x, double k) {
  auto [dx, dk] = mixedad::gradient<branches>(x, k);
  return dx * dk;
}

double classifier(const A &x, const A &w, const Array<int> &labels) {
  return mixedad::softmax_cross_entropy(mixedad::matmul(x, w), labels);
}
A classifier_gradient(const A &x, const A &w, const Array<int> &labels) {
  auto [dx, dw, none] = mixedad::gradient<classifier>(x, w, labels);
  return mixedad::matmul(dx, mixedad::transpose(x)) + mixedad::sum(dw * dw);
}

double along(const A &x, const A &v) { return mixedad::jvp<recurrent>(mixedad::dup(x, v), mixedad::constant(x), mixedad::constant(x)); }
double along_perceptron(const A &w, const A &x, const A &b) {
  return mixedad::jvp<perceptron>(mixedad::constant(x), mixedad::dup(w, x), mixedad::constant(b), mixedad::dup(w, w));
}

int main() {
  using check::array;
  CHECK(perceptron_gradient, array<double>({2, 3}), array<double>({3, 4}), array<double>({4}), array<double>({4, 1}));
  CHECK(recurrent_gradient, array<double>({3, 2}), array<double>({2, 2}), array<double>({1, 2}));
  CHECK(branches_gradient, array<double>({5}), 0.7);
  CHECK(classifier_gradient, array<double>({2, 3}), array<double>({3, 4}), check::fixed(Array<int>::from({3, 1})));
  CHECK(along, array<double>({3, 3}), array<double>({3, 3}, -1, 1, 0.8));
  CHECK(along_perceptron, array<double>({3, 3}), array<double>({3, 3}, -1, 1, 0.8), array<double>({3}));
  return check::done();
}
