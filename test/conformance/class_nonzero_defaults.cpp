// Objects that begin with numbers which are not zero: their shadows begin at zero.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <map>
#include <string>
#include <utility>
#include <vector>

struct Options {
  double rate = 0.1;
  int steps = 3;
  std::string name = "sgd";
};
double with_a_string(double x) {
  Options o;
  o.rate *= x;
  double w = x;
  for (int i = 0; i < o.steps; ++i) w -= o.rate * 2 * w;
  return w;
}
struct Polymorphic {
  double k = 5;
  virtual ~Polymorphic() = default;
};
double polymorphic(double x) {
  Polymorphic p;
  p.k = x;
  return p.k * p.k;
}
struct WithVector {
  std::vector<double> v{1, 2, 3};
  double s = 2;
};
double with_a_vector(double x) {
  WithVector a;
  a.v[0] = x;
  a.s *= x;
  return a.v[0] * a.v[1] * a.s;
}
double in_a_loop_and_a_pair(double x) {
  std::pair<Options, int> p;
  p.first.rate = x;
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    Options o;
    o.rate *= x * p.first.rate;
    s += o.rate * o.rate;
    p.first = o;
  }
  return s;
}
struct Plain { double k = 5; };
double made_by_maps(double x) {
  std::map<int, Plain> m;
  std::map<int, Options> n;
  m[1].k *= x;
  n[1].rate *= x;
  return m[1].k * m[1].k * n[1].rate * n[2].rate;
}
double made_by_vectors(double x) {
  std::vector<Options> v(2);
  v[1].rate *= x;
  v.resize(3);
  v[2].rate *= v[1].rate;
  return v[2].rate * v[0].rate;
}
static Options make(double x) {
  Options o;
  if (x > 1) return o;
  o.rate = x;
  return o;
}
double returned(double x) {
  Options o = make(x);
  o = Options();
  o.rate *= x;
  return o.rate * make(0.5 * x).rate * x;
}
double local_constant(double x) {
  [[mixedad::inactive]] double q = x * 2;
  [[mixedad::inactive]] double r[2] = {x, x};
  q += x;
  return x * q / r[1];
}

int main() {
  CHECK(with_a_string, 1.3);
  CHECK(polymorphic, 1.3);
  CHECK(with_a_vector, 1.3);
  CHECK(in_a_loop_and_a_pair, 1.3);
  CHECK(made_by_maps, 1.3);
  CHECK(made_by_vectors, 1.3);
  CHECK(returned, 1.3);
  check::close("local_constant", mixedad::get<0>(mixedad::gradient<local_constant>(1.5)), 3.0);
  check::close("local_constant forward", mixedad::jvp<local_constant>(mixedad::dup(1.5, 1.0)), 3.0);
  return check::done();
}
