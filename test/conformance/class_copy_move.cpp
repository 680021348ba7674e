// Copy and move construction and assignment, written by the user or the compiler.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <array>
#include <utility>
#include <vector>

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

/// A copy that computes: members, arrays and pairs of such a class call it.
struct Doubles {
  double v = 0;
  Doubles() = default;
  Doubles(double a) : v(a) {}
  Doubles(const Doubles &o) : v(2 * o.v) {}
  Doubles &operator=(const Doubles &o) {
    v = 3 * o.v;
    return *this;
  }
};
struct TwoOfThem { Doubles s[2]; };
double copies_that_compute(double x) {
  std::array<Doubles, 1> a;
  a[0].v = x;
  auto b = a;
  std::pair<Doubles, int> p;
  p.first.v = x;
  auto q = p;
  TwoOfThem h;
  h.s[0].v = x;
  h.s[1] = h.s[0];
  TwoOfThem g = h;
  return b[0].v * q.first.v + g.s[0].v * g.s[1].v * x;
}
/// Copies that say member by member what a copy is anyway.
struct Spelled {
  double a, b[3];
  int k;
  Spelled(double a = 1) : a(a), b{a, 2 * a, 3}, k(1) {}
  Spelled(const Spelled &o) : a(o.a), k(o.k) {
    for (int i = 0; i < 3; ++i) b[i] = o.b[i];
  }
  Spelled &operator=(const Spelled &o) {
    if (this != &o) {
      a = o.a;
      for (int i = 0; i < 3; i++) this->b[i] = o.b[i];
      k = o.k;
    }
    return *this;
  }
};
double spelled_member_by_member(double x) {
  std::vector<Spelled> v(2, Spelled(x)), w;
  w.push_back(v[1]);
  w.push_back(Spelled(x * x));
  v = w;
  v.insert(v.begin(), w[1]);
  std::swap(v[0], v[1]);
  return v[0].a * v[1].b[1] + v[2].b[0] * x;
}

int main() {
  CHECK(copies_that_compute, 1.3);
  CHECK(spelled_member_by_member, 1.3);
  CHECK(defaulted, 0.5);
  CHECK(ternary_copy, 0.5, 0);
  CHECK(ternary_copy, 0.5, 1);
  CHECK(copies, 0.5);
  CHECK(moves, 0.5);
  CHECK(assigns, 0.5);
  return check::done();
}
