// Second derivatives of programs whose objects refer to others: const and non-const members, guards, views.
// RUN: %mixedad_cxx -O0 -fsanitize=address,undefined %s -o %t && env ASAN_OPTIONS=detect_leaks=0 %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <cmath>
#include <mixedad/jacobian.h>
#include <vector>

struct Reader {
  const double &c;
  double go() const { return c * c; }
};
double read(double x) {
  double a = x * x;
  Reader r{a};
  return r.go() * x;
}
struct Writer {
  double &c;
  explicit Writer(double &q) : c(q) {}
  void add(double v) { c += v * c; }
};
double written(double x) {
  double a = x * x;
  Writer r(a);
  r.add(x);
  a *= x;
  r.add(a);
  return a * x;
}
struct Polynomial {
  double k;
  const std::vector<double> &w;
  double operator()(double x) const {
    double s = 0;
    for (double e : w) s = s * x + e * k;
    return s;
  }
};
double polynomial(double x) {
  std::vector<double> w{x, 1, x * x};
  Polynomial p{x, w};
  return p(x) * p(2);
}
struct Inner {
  const double &c;
};
struct Outer {
  Inner in;
  double k;
  double go() const { return in.c * k; }
};
double nested(double x) {
  double a = std::sin(x), s = 0;
  Outer o{{a}, x};
  for (int i = 0; i < 3; ++i) {
    a += x;
    s += o.go();
  }
  return s;
}
struct Guard {
  double &g, old;
  Guard(double &r, double v) : g(r), old(r) { g = v; }
  ~Guard() { g = old * 2; }
};
double guarded(double x) {
  double a = x, s = 0;
  {
    Guard g(a, x * x);
    s = a * a;
  }
  return s * a;
}

template <auto F> double slope(double x) { return mixedad::get<0>(mixedad::gradient<F>(x)); }
template <auto F> void second(const char *name) {
  check::close(name, mixedad::get<0>(mixedad::hvp<F>(0.7, 1.0)), check::derivative(slope<F>, 0.7), 1e-7);
}

int main() {
  CHECK(read, 0.7);
  CHECK(written, 0.7);
  CHECK(polynomial, 0.7);
  CHECK(nested, 0.7);
  CHECK(guarded, 0.7);
  second<read>("read");
  second<written>("written");
  second<polynomial>("polynomial");
  second<nested>("nested");
  second<guarded>("guarded");
  return check::done();
}
