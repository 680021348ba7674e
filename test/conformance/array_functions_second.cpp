// Second derivatives of every function of arrays: its rules are differentiated like other functions.
// RUN: %mixedad_cxx -O0 %s -o %t %mixedad_libs && %t
#include "check_arrays.h"
#include <mixedad/jacobian.h>
using mixedad::Array;
using A = Array<double>;
using I = Array<int>;

double reductions(const A &a) {
  A r = mixedad::sum(a * a, {0}), c = mixedad::mean(mixedad::sin(a), {1}, true), s = mixedad::sum(a * a, {1});
  return mixedad::sum(a * r * c) + mixedad::mean(a * a) * mixedad::sum(a) + mixedad::sum(s * s);
}
double extremes(const A &a) {
  A m = mixedad::max(a * a, {0}), n = mixedad::min(a, {-1}, true);
  return mixedad::sum(m * m * n) + mixedad::min(a) * mixedad::max(a * a);
}
double products(const A &a, const A &v) {
  A m = mixedad::matmul(a, mixedad::transpose(a)), row = mixedad::matmul(v, a), dot = mixedad::matmul(v, v);
  return mixedad::sum(m * m) + mixedad::sum(row * row) * mixedad::sum(dot);
}
double stacks(const A &a, const A &b) {
  A c = mixedad::matmul(a, b);
  return mixedad::sum(c * c * c);
}
double rearranged(const A &a) {
  A t = mixedad::transpose(mixedad::reshape(a, {3, 2, 1}), {1, 2, 0}), s = mixedad::slice(t, -1, -2, 3);
  A w = mixedad::broadcast_to(mixedad::slice(s, 0, 0, 1), {2, 1, 2});
  A c = mixedad::concatenate(s, w * s, 0);
  std::vector<A> parts(2);
  parts[0] = c;
  parts[1] = c * c;
  A d = mixedad::concatenate(parts, 1);
  return mixedad::sum(d * d);
}
double rows(const A &table, const A &values, const I &indices) {
  A g = mixedad::gather(table, indices), s = mixedad::scatter_add(table, indices, values);
  return mixedad::sum(g * g * values) + mixedad::sum(s * s * s);
}
double exponentials(const A &a, const A &w) {
  A p = mixedad::softmax(a), l = mixedad::log_softmax(a, 0), z = mixedad::logsumexp(a * a, 0), k = mixedad::logsumexp(a, 1, true);
  return mixedad::sum(p * p * w) + mixedad::sum(l * l * w) + mixedad::sum(z * z) + mixedad::sum(k * p);
}
double entropy(const A &a, const I &targets) {
  double loss = mixedad::softmax_cross_entropy(a, targets);
  return loss * loss;
}

template <auto F> A first(const A &a) { return mixedad::get<0>(mixedad::gradient<F>(a)); }
template <auto F, class B> A first(const A &a, const B &b) { return mixedad::get<0>(mixedad::gradient<F>(a, b)); }
template <auto F> A second(const A &a, const A &b) { return mixedad::get<1>(mixedad::gradient<F>(a, b)); }
A of_rows(const A &t, const A &v, const I &i) {
  auto [dt, dv, none] = mixedad::gradient<rows>(t, v, i);
  return mixedad::concatenate(dt, dv);
}
template <auto F> double along1(const A &a, const A &d) { return mixedad::jvp<F>(mixedad::dup(a, d)); }
template <auto F> double along2(const A &a, const A &b, const A &d, const A &e) {
  return mixedad::jvp<F>(mixedad::dup(a, d), mixedad::dup(b, e));
}
double along_entropy(const A &a, const A &d, const I &targets) {
  return mixedad::jvp<entropy>(mixedad::dup(a, d), mixedad::constant(targets));
}
double along_rows(const A &t, const A &v, const I &i) {
  return mixedad::jvp<rows>(mixedad::dup(t, t), mixedad::dup(v, v), mixedad::constant(i));
}

int main() {
  using check::array;
  auto a = array<double>({2, 3}), d = array<double>({2, 3}, -1, 1, 0.8), v = array<double>({2}), e = array<double>({2}, 0, 1);
  auto six = array<double>({6}), other = array<double>({6}, -1, 1, 0.1), table = array<double>({3, 2}), values = array<double>({4, 2}, -1, 1, 0.6);
  auto indices = check::fixed(I::from({2, 0, 2, 1})), targets = check::fixed(I::from({2, 0}));
  CHECK(first<reductions>, a);
  CHECK(first<extremes>, a);
  CHECK((first<products, A>), a, v);
  CHECK(second<products>, a, v);
  CHECK((first<stacks, A>), array<double>({2, 1, 1, 2}), array<double>({2, 2, 1}));
  CHECK(second<stacks>, array<double>({2, 1, 1, 2}), array<double>({2, 2, 1}));
  CHECK(first<rearranged>, six);
  CHECK(of_rows, table, values, indices);
  CHECK((first<exponentials, A>), a, d);
  CHECK((first<entropy, I>), a, targets);
  CHECK(along1<reductions>, a, d);
  CHECK(along1<extremes>, a, d);
  CHECK(along2<products>, a, v, d, e);
  CHECK(along1<rearranged>, six, other);
  CHECK(along_rows, table, values, indices);
  CHECK(along2<exponentials>, a, d, d, a);
  CHECK(along_entropy, a, d, targets);
  return check::done();
}
