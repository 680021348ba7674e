// Arrays in objects and containers: cotangents go to the shadow's members, also where these are written in between.
// RUN: %mixedad_cxx -O1 %s -o %t %mixedad_libs && %t
// RUN: %mixedad_cxx -fplugin-arg-mixedad-dump=- -fsyntax-only %s | %filecheck %s
#include "check_arrays.h"
using mixedad::Array;
using A = Array<double>;

struct Dense {
  A weights, bias;
};
struct Net {
  Dense layer[2];
  A scale;
};
template <class V> void reals(Dense &d, V &&v) { mixedad::reals(d.weights, v), mixedad::reals(d.bias, v); }
template <class V> void reals(Net &n, V &&v) { reals(n.layer[0], v), reals(n.layer[1], v), mixedad::reals(n.scale, v); }

Net net(int n) {
  Net m;
  for (Dense &d : m.layer)
    d = {check::array<double>({n, n}, -1, 1, 0.2 + (&d - m.layer)), check::array<double>({n}, -1, 1, 0.9)};
  m.scale = check::array<double>({n}, 0.5, 1.5);
  return m;
}

// Read only, in loops: what a rule adds goes to the member itself.
// CHECK-LABEL: deep_grad
// CHECK: matmul_pullback({{.*}}d_m.layer[{{.*}}].weights)
// CHECK-NOT: accumulate(d_m
// CHECK: return
double deep(const Net &m, const A &x, int steps) {
  A y = x;
  for (int k = 0; k < steps; ++k)
    for (int l = 0; l < 2; ++l)
      y = mixedad::tanh(mixedad::matmul(y, m.layer[l].weights) + m.layer[l].bias) * m.scale;
  return mixedad::sum(y * y);
}

// Read before it is written and used afterwards: the cotangent is of what was there.
A rewritten(Net m, const A &x) {
  const A before = m.layer[0].weights;
  m.layer[0].weights = before * 2.0;
  const A between = m.layer[0].weights;
  m.layer[0].weights = mixedad::matmul(between, before);
  return mixedad::matmul(x, m.layer[0].weights) + mixedad::matmul(x, before) * m.scale + mixedad::matmul(x, between);
}
Net updated(Net m, const A &x) {
  const A before = m.scale;
  m.scale = m.scale * x;
  m.layer[1].bias = before * m.scale + mixedad::matmul(m.layer[1].weights, before);
  return m;
}

// The same member twice, in one call and in one kernel.
A twice(const Net &m) {
  const A w = m.layer[0].weights, again = m.layer[0].weights;
  return mixedad::matmul(w, again) * m.layer[1].weights + again * w;
}
A picked(const std::vector<A> &all, int i, int j) {
  const A a = all[i], b = all[j];
  return mixedad::matmul(a, b) * a + b;
}
double squares(const A &w) { return mixedad::sum(mixedad::matmul(w, w) * w); }

int main() {
  const Net m = net(3);
  const A x = check::array<double>({2, 3}), v = check::array<double>({3}, 0.5, 1.5, 0.1);
  CHECK(deep, m, x, 3);
  CHECK(rewritten, m, x);
  CHECK(updated, m, v);
  CHECK(twice, m);
  CHECK(picked, std::vector<A>{m.layer[0].weights, m.layer[1].weights}, 0, 1);
  CHECK(picked, std::vector<A>{m.layer[0].weights, m.layer[1].weights}, 1, 1);
  CHECK(squares, m.layer[0].weights);
  return check::done();
}
