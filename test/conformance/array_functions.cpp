// sum, mean and max over axes, matmul, reshape, transpose, slice, concatenate, gather, softmax, logsumexp.
// RUN: %mixedad_cxx -O0 %s -o %t %mixedad_libs && %t
// RUN: %mixedad_cxx -O2 %s -o %t %mixedad_libs && %t
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

double extremes(const Array<double> &a) {
  Array<double> m = mixedad::max(a, {0}), n = mixedad::min(a, {-1}, true);
  return mixedad::sum(m * m * n) + mixedad::min(a) * mixedad::max(a) + mixedad::mean(a);
}
Array<double> vectors(const Array<double> &m, const Array<double> &v) {
  Array<double> column = mixedad::matmul(m, v), row = mixedad::matmul(v, mixedad::transpose(m));
  return column * mixedad::tanh(row) + mixedad::matmul(v, v);
}
Array<double> stacks(const Array<double> &a, const Array<double> &b) { return mixedad::matmul(a, b); }
Array<double> axes(const Array<double> &a) {
  Array<double> t = mixedad::transpose(a, {1, 2, 0}), w = mixedad::broadcast_to(mixedad::sum(t, {0, 2}), {2, 3});
  std::vector<Array<double>> parts{w, w * w, mixedad::slice(w, 0, -1, 2)};
  return mixedad::concatenate(parts, 0);
}
Array<double> scattered(const Array<double> &table, const Array<double> &rows, const Array<int> &indices) {
  Array<double> into = mixedad::sin(table), values = mixedad::exp(rows) * rows;
  return mixedad::scatter_add(into, indices, values);
}
double entropy(const Array<double> &logits, const Array<int> &targets) {
  return mixedad::softmax_cross_entropy(mixedad::sinh(logits), targets) * 2;
}
Array<double> along(const Array<double> &a) {
  Array<double> s = mixedad::softmax(a, 0), l = mixedad::log_softmax(a, 0), z = mixedad::logsumexp(a, 0, true);
  return s * l + z;
}

int main() {
  using check::array;
  CHECK(reductions, array<double>({3, 4}));
  CHECK(linear, array<double>({2, 3}), array<double>({3, 4}), array<double>({4}));
  CHECK(rearranged, array<double>({6}));
  CHECK(embedding, array<double>({4, 2}), check::fixed(Array<int>::from({2, 0, 2})));
  CHECK(classified, array<double>({2, 3}), array<double>({2, 3}, -1, 1, 0.8));
  CHECK(extremes, array<double>({3, 4}));
  CHECK(vectors, array<double>({3, 3}), array<double>({3}));
  CHECK(stacks, array<double>({2, 1, 2, 3}), array<double>({2, 3, 2}));
  CHECK(axes, array<double>({2, 2, 3}));
  CHECK(scattered, array<double>({3, 2}), array<double>({4, 2}), check::fixed(Array<int>::from({2, 0, 2, 1})));
  CHECK(entropy, array<double>({3, 4}), check::fixed(Array<int>::from({3, 0, 2})));
  CHECK(along, array<double>({3, 2}));
  return check::done();
}
