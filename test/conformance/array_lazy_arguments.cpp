// Functions of arrays whose arguments are lazy: sum(a * b), matmul(a + b, c), softmax of an expression.
// RUN: %mixedad_cxx -O0 %s -o %t %mixedad_libs && %t
// RUN: %mixedad_cxx -O2 %s -o %t %mixedad_libs && %t
// Functions of whole arrays have no pushforward yet: reverse only.
#include "check_arrays.h"
using mixedad::Array;

double reduced(const Array<double> &a, const Array<double> &b) {
  Array<double> s = mixedad::sum(a * b, {0});
  return mixedad::sum(log1p(exp(s)) / (s * s + 3.0)) + mixedad::mean(softplus(a) * mixedad::transpose(b)) +
         mixedad::max(a + b);
}
double products(const Array<double> &a, const Array<double> &b) {
  Array<double> p = mixedad::matmul(a + 1.0, b), q = mixedad::matmul(a, b * b), r = mixedad::matmul(-a, 2.0 * b);
  return mixedad::sum(sigmoid(p) + relu(q) - tanh(r));
}
double rows(const Array<double> &a, const Array<double> &b) {
  Array<double> s = mixedad::softmax(a * b, -1), t = mixedad::concatenate(a * 2.0, b, 0);
  return mixedad::sum(s * a) + mixedad::sum(mixedad::reshape(t * t, {-1}) * 0.5);
}

int main() {
  using check::array;
  CHECK_REVERSE(reduced, array<double>({3, 3}), array<double>({3, 3}, -1, 1, 0.8));
  CHECK_REVERSE(products, array<double>({2, 3}), array<double>({3, 2}, -1, 1, 0.8));
  CHECK_REVERSE(rows, array<double>({2, 3}), array<double>({2, 3}, -1, 1, 0.8));
  return check::done();
}
