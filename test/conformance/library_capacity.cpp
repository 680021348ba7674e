// The capacity of vectors steers a computation: a derivative's own have the same.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <utility>
#include <vector>

using Vector = std::vector<double>;
double grown(double x) {
  Vector v;
  v.reserve(3);
  double s = x;
  for (int i = 0; i < 9; ++i) {
    v.push_back(x * i);
    if (v.size() == v.capacity())
      s *= x;
  }
  return s;
}
double shrunk(double x) {
  Vector v;
  v.reserve(10);
  v.push_back(x);
  v.push_back(x * x);
  double &before = v[1];
  before *= x;
  v.shrink_to_fit();
  double &after = v[1];
  after *= v[0];
  v.push_back(x * after);
  return v[1] * v[2] * v.capacity();
}
double shrunk_to_nothing(double x) {
  Vector v{x, 2};
  double s = v[0] * v[0];
  v.clear();
  v.shrink_to_fit();
  s *= v.capacity() + 1;
  v.push_back(x);
  return s * v[0] * v.capacity();
}
double by_value(Vector v, double x) { return v.capacity() * x * x * v[0]; }
double copied(double x) {
  Vector v;
  v.reserve(10);
  v.push_back(x);
  Vector w = v, u;
  u = v;
  return by_value(v, x) + w.capacity() * x + u.capacity() * x * x * x + v.capacity();
}
double moved(double x) {
  Vector v(3, x);
  v.reserve(10);
  Vector w = std::move(v);
  double s = w.capacity() * x;
  w.shrink_to_fit();
  return s + w.capacity() * x * x * w[2];
}
double reference_after_a_move(double x) {
  Vector v(3, x);
  v.reserve(10);
  Vector w = std::move(v), u;
  double &first = w[0];
  w.push_back(x);
  first *= x;
  u = std::move(w);
  double &last = u[3];
  u.push_back(2);
  last *= x;
  return u[0] * u[3];
}
double nested(double x) {
  std::vector<Vector> v;
  for (int i = 0; i < 5; ++i)
    v.push_back({x, x});
  v.erase(v.begin());
  v.shrink_to_fit();
  v[2].push_back(x);
  return v.capacity() * x * x + v[2].capacity() * x * v[3][1];
}

int main() {
  CHECK(grown, 1.3);
  CHECK(shrunk, 1.3);
  CHECK(shrunk_to_nothing, 1.3);
  CHECK(copied, 1.3);
  CHECK(moved, 1.3);
  CHECK(reference_after_a_move, 1.3);
  CHECK(nested, 1.3);
  return check::done();
}
