// Memory that is an argument and that a variable at namespace scope leads to as well: it has one shadow.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <vector>

double *weights;
const double *constants;
struct Pair { double a, b; };
template <class V> void reals(Pair &p, V &&visit) {
  visit(p.a);
  visit(p.b);
}
Pair *pair_in_use;
std::vector<double> *vector_in_use;

double pointer(double *p, double x) {
  weights = p;
  p[0] *= x;
  return weights[0] * weights[1] * p[1] * x;
}
double pointer_to_const(const double *p, double x) {
  constants = p;
  return p[0] * constants[0] * constants[1] * x;
}
double object(Pair &p, double x) {
  pair_in_use = &p;
  pair_in_use->a *= x;
  return p.a * p.b * pair_in_use->b;
}
double real(double &r) {
  weights = &r;
  *weights *= r;
  return r * *weights;
}

// The pointers are set before the derivative begins.
double set_before_pointer(double *p, double x) { return weights[0] * p[0] * weights[1] * x; }
double set_before_pointer_constant(double *p, double x) { return weights[0] * p[0] * x; }
double set_before_object(Pair &p, double x) {
  pair_in_use->a *= x;
  return p.a * p.b * pair_in_use->b;
}
double set_before_vector(const std::vector<double> &v, double x) { return v[0] * (*vector_in_use)[0] * (*vector_in_use)[1] * x; }
double set_before_elements(const std::vector<double> &v, double x) { return v[0] * weights[0] * weights[1] * x; }
double set_before_real(double &r) {
  *weights *= r;
  return r * *weights;
}

using check::close;
int main() {
  CHECK(pointer, check::buf({1.2, 0.7}), 0.8);
  CHECK(pointer_to_const, check::buf({1.2, 0.7}), 0.8);
  CHECK(object, check::ref(Pair{1.2, 0.7}), 0.8);
  CHECK(real, check::ref(1.3));

  double p[2] = {1.2, 0.7}, d[2] = {}, tangent[2] = {1, 0}, x = 0.8;
  weights = p;
  (void)mixedad::gradient<set_before_pointer>(mixedad::dup(p, d), mixedad::constant(x));
  close("pointer: d p[0]", d[0], 2 * p[0] * p[1] * x);
  close("pointer: d p[1]", d[1], p[0] * p[0] * x);
  close("pointer: tangent", mixedad::jvp<set_before_pointer>(mixedad::dup(p, tangent), x), 2 * p[0] * p[1] * x);
  close("constant pointer", mixedad::get<1>(mixedad::gradient<set_before_pointer_constant>(mixedad::constant(p), x)), p[0] * p[0]);
  close("constant pointer: data", p[0], 1.2);

  Pair pair{1.2, 0.7};
  pair_in_use = &pair;
  auto g = mixedad::get<0>(mixedad::gradient<set_before_object>(pair, x));
  close("object: d a", g.a, x * 0.7 * 0.7);
  close("object: d b", g.b, 1.2 * x * 2 * 0.7);

  std::vector<double> v{1.2, 0.7};
  vector_in_use = &v;
  weights = v.data();
  for (const auto &h : {mixedad::get<0>(mixedad::gradient<set_before_vector>(v, x)), mixedad::get<0>(mixedad::gradient<set_before_elements>(v, x))}) {
    close("vector: d v[0]", h[0], 2 * v[0] * v[1] * x);
    close("vector: d v[1]", h[1], v[0] * v[0] * x);
  }

  double r = 1.5, one = 1;
  weights = &r;
  close("real", mixedad::get<0>(mixedad::gradient<set_before_real>(r)), 4 * 1.5 * 1.5 * 1.5);
  r = 1.5;
  close("real: tangent", mixedad::jvp<set_before_real>(mixedad::dup(r, one)), 4 * 1.5 * 1.5 * 1.5);
  return check::done();
}
