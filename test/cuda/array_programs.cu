// Captured arrays, second derivatives and forward mode of array programs compile as CUDA; without a GPU they run on the host.
// REQUIRES: cuda
// RUN: %mixedad_cuda -O1 %s -c -o %t.o
#include <cmath>
#include <cstdio>
#include <mixedad/mixedad.h>
#include <mixedad/jacobian.h>
using mixedad::Array;
using A = Array<double>;
double total(const A &x, const A &table, const Array<int> &idx) {
  A y = mixedad::broadcast([table](double v, int i) { return std::sin(v) * table(i) + table(i + 1); }, x, idx);
  return mixedad::sum(y);
}
double mlp(const A &x, const A &w, const Array<int> &labels) {
  A h = mixedad::tanh(mixedad::matmul(x, w));
  return mixedad::softmax_cross_entropy(h * h, labels) + mixedad::max(h);
}
int main() {
  A x = A::from({0.1, 0.2, 0.3, 0.4}, {2, 2}), t = A::from({1, 2, 3});
  auto idx = Array<int>::from({0, 1, 1, 0}, {2, 2}), labels = Array<int>::from({0, 1});
  const mixedad::Device d = mixedad::default_device();
  auto [dx, dt, none] = mixedad::gradient<total>(x.to(d), t.to(d), mixedad::constant(idx.to(d)));
  for (double v : dt.to_vector()) std::printf("%g ", v);
  auto [hx, hw, n2] = mixedad::hvp<mlp>(x.to(d), x.to(d), mixedad::constant(labels.to(d)), x.to(d), x.to(d));
  std::printf("\n%g %g\n", hx.to_vector()[0], mixedad::jvp<mlp>(mixedad::dup(x, x), mixedad::constant(x), mixedad::constant(labels)));
}
