// sum, mean and max over axes, matmul, reshape, transpose, slice, concatenate, gather, softmax, logsumexp.
// RUN: %mixedad_cxx -O0 %s -o %t %mixedad_libs && %t
// RUN: %mixedad_cxx -O2 %s -o %t %mixedad_libs && %t
// Functions of whole arrays have no pushforward yet: reverse only.
#include "check_arrays.h"
using mixedad::Array;

double reductions(const Array<double> &a) {
  Array<double> r = mixedad::sum(a, {0}), c = mixedad::mean(a, {1}, true), m = mixedad::max(a, {1}, true);
  Array<double> t = a * r + c * m;
  return mixedad::sum(t) + mixedad::max(a);
}
double linear(const Array<double> &x, const Array<double> &w, const Array<double> &b) {
  Array<double> h = mixedad::matmul(x, w);
  Array<double> y = mixedad::tanh(h + b);
  return mixedad::mean(y * y);
}
double rearranged(const Array<double> &a) {
  Array<double> r = mixedad::reshape(a, {3, 2});
  Array<double> t = mixedad::transpose(r);
  Array<double> s = mixedad::slice(t, 1, 0, 2);
  Array<double> c = mixedad::concatenate(s, s, 0);
  return mixedad::sum(c * c) + mixedad::sum(t * mixedad::reshape(a, {2, 3}));
}
double embedding(const Array<double> &table, const Array<int> &indices) {
  Array<double> rows = mixedad::gather(table, indices);
  return mixedad::sum(rows * rows);
}
double classified(const Array<double> &logits, const Array<double> &weights) {
  Array<double> p = mixedad::softmax(logits), l = mixedad::log_softmax(logits), z = mixedad::logsumexp(logits);
  return mixedad::sum(p * weights) + mixedad::sum(l * weights) + mixedad::sum(z);
}

int main() {
  using check::array;
  CHECK_REVERSE(reductions, array<double>({3, 4}));
  CHECK_REVERSE(linear, array<double>({2, 3}), array<double>({3, 4}), array<double>({4}));
  CHECK_REVERSE(rearranged, array<double>({6}));
  CHECK_REVERSE(embedding, array<double>({4, 2}), check::fixed(Array<int>::from({2, 0, 2})));
  CHECK_REVERSE(classified, array<double>({2, 3}), array<double>({2, 3}, -1, 1, 0.8));
  return check::done();
}
