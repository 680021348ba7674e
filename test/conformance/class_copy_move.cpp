// Copy and move construction and assignment, written by the user or the compiler.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <utility>

class Poly {
  double *c;
  int n;
public:
  explicit Poly(int n) : c(new double[n]()), n(n) {}
  Poly(const Poly &o) : c(new double[o.n]), n(o.n) {
    for (int i = 0; i < n; ++i) c[i] = o.c[i];
  }
  Poly(Poly &&o) noexcept : c(o.c), n(o.n) { o.c = nullptr; o.n = 0; }
  Poly &operator=(const Poly &o) {
    if (this == &o) return *this;
    delete[] c;
    n = o.n;
    c = new double[n];
    for (int i = 0; i < n; ++i) c[i] = o.c[i];
    return *this;
  }
  Poly &operator=(Poly &&o) noexcept {
    std::swap(c, o.c);
    std::swap(n, o.n);
    return *this;
  }
  ~Poly() { delete[] c; }
  double &operator[](int i) { return c[i]; }
  double at(double x) const {
    double s = 0;
    for (int i = n; i-- > 0;) s = s * x + c[i];
    return s;
  }
};
double copies(double x) {
  Poly p(3);
  p[1] = x;
  p[2] = x * x;
  Poly q = p;
  q[1] *= 2;
  return p.at(0.5) * q.at(x);
}
Poly make(double x) {
  Poly p(2);
  p[0] = x;
  p[1] = 3 * x;
  return p;
}
double moves(double x) {
  Poly p = make(x);
  Poly q = std::move(p);
  q[0] *= x;
  return q.at(2);
}
double assigns(double x) {
  Poly p = make(x), q(3);
  q[2] = x;
  q = p;
  q[1] += x * x;
  p = make(x * x);
  return p.at(x) + q.at(0.5);
}
struct Plain { double a, b[2]; };
double defaulted(double x) {
  Plain p{x, {1, x * x}}, q = p, r;
  p.a = 0;
  r = q;
  r.b[0] *= q.a;
  q = std::move(r);
  return q.a * q.b[0] + q.b[1] + p.a;
}
double ternary_copy(double x, int k) {
  Plain p{x, {x, 1}}, q{2 * x, {3, x}};
  Plain r = k ? p : q;
  return r.a * r.b[0] + r.b[1];
}

int main() {
  CHECK(defaulted, 0.5);
  CHECK(ternary_copy, 0.5, 0);
  CHECK(ternary_copy, 0.5, 1);
  CHECK(copies, 0.5);
  CHECK(moves, 0.5);
  CHECK(assigns, 0.5);
  return check::done();
}
