// Arguments that are constant to the caller and that the function changes: objects passed by value are its own, and so
// are copies of what it is given.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <array>
#include <optional>
#include <utility>
#include <vector>

struct State {
  double x, v;
  void scale(double w) { x *= w; v *= w; }
};
template <class V> void reals(State &s, V &&visit) { visit(s.x), visit(s.v); }
struct Body { std::vector<double> v; };
template <class V> void reals(Body &b, V &&visit) { for (double &x : b.v) visit(x); }

double overwritten(double w, State s) { s.x = w * w; return s.x * s.v; }
double scaled(double w, State s) { s.scale(w); return s.x + s.v; }
double integrated(double w, State s) {
  for (int i = 0; i < 10; ++i) {
    s.v -= 0.1 * w * s.x;
    s.x += 0.1 * s.v;
  }
  return s.x;
}
State stepped(State s, double w) { s.v -= w * s.x; s.x += w * s.v; return s; }
double through_a_copy(double w, const State &s) { State t = stepped(stepped(s, w), w); return t.x * t.v; }
double by_lambda(double w, State s) { auto step = [&](double h) { s.x += h * w; }; step(0.5); step(w); return s.x; }
double elements(double w, std::vector<double> t) { t[0] *= w; t.push_back(w * t[0]); return t[0] + t.back(); }
double member_elements(double w, Body b) { b.v[0] *= w; b.v.push_back(w); return b.v[0] * b.v[2]; }
double array_elements(double w, std::array<double, 2> t) { t[0] *= w; return t[0] * t[1]; }
double parts(double w, std::pair<double, std::vector<double>> t) { t.first *= w; t.second[1] = w * t.first; return t.second[1]; }
double maybe(double w, std::optional<double> t) { *t *= w; return *t * w; }

double copied(double w, const std::vector<double> &x0) { auto x = x0; for (auto &v : x) v *= w; return x[0] * x[1]; }
double assigned(double w, const std::vector<double> &x0) { std::vector<double> x; x = x0; x[0] *= w; return x[0]; }
std::vector<double> layer(const std::vector<double> &x, double w) {
  std::vector<double> y;
  for (double v : x) y.push_back(w * v);
  return y;
}
double layers(double w, const std::vector<double> &x0) {
  std::vector<double> x = x0;
  for (int i = 0; i < 3; ++i) x = layer(x, w);
  return x[0] * x[1];
}
double rows(double w, const std::vector<std::vector<double>> &m) {
  double r = 0;
  for (auto x : m) { x[0] *= w; r += x[0] * x[1]; }
  return r;
}
std::vector<double> halves(std::vector<double> x, double w, int n) {
  if (n == 0) return x;
  x[0] *= w;
  return halves(x, w, n - 1);
}
double recursive(double w, const std::vector<double> &x) { return halves(x, w, 3)[0]; }
double only_output(double w, double *out) { out[0] = w * w; return w * w * w; }
double other_member(double w, State &s) { s.x = w * w; return s.v * w; }

int main() {
  using check::fixed;
  const State s{1.2, 0.7};
  const std::vector<double> v{1.2, 0.7};
  CHECK(overwritten, 1.3, fixed(s));
  CHECK(scaled, 1.3, fixed(s));
  CHECK(integrated, 1.3, fixed(s));
  CHECK(through_a_copy, 1.3, fixed(s));
  CHECK(by_lambda, 1.3, fixed(s));
  CHECK(elements, 1.3, fixed(v));
  CHECK(member_elements, 1.3, fixed(Body{v}));
  CHECK(array_elements, 1.3, fixed(std::array<double, 2>{1.2, 0.7}));
  CHECK(parts, 1.3, fixed(std::pair<double, std::vector<double>>{1.2, v}));
  CHECK(maybe, 1.3, fixed(std::optional<double>(1.2)));
  CHECK(copied, 1.3, fixed(v));
  CHECK(assigned, 1.3, fixed(v));
  CHECK(layers, 1.3, fixed(v));
  CHECK(rows, 1.3, fixed(std::vector<std::vector<double>>{v, v}));
  CHECK(recursive, 1.3, fixed(v));
  // The same, active.
  CHECK(integrated, 1.3, s);
  CHECK(layers, 1.3, v);
  CHECK(member_elements, 1.3, Body{v});

  // What is written to a constant argument, and not read there, goes without its derivative.
  double out[1] = {0}, *p = out;
  check::close("output", mixedad::get<0>(mixedad::gradient<only_output>(1.3, mixedad::constant(p))), 3 * 1.3 * 1.3);
  State t = s;
  check::close("another member", mixedad::get<0>(mixedad::gradient<other_member>(1.3, mixedad::constant(t))), 0.7);
  return check::done();
}
