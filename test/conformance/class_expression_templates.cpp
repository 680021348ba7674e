// A lazy expression library: trees of types that hold references and are evaluated element by element.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

template <class E> struct Expr { const E &self() const { return static_cast<const E &>(*this); } };
struct Vec : Expr<Vec> {
  double v[3];
  Vec() : v{} {}
  Vec(double a, double b, double c) : v{a, b, c} {}
  template <class E> Vec(const Expr<E> &e) { for (int i = 0; i < 3; ++i) v[i] = e.self()[i]; }
  template <class E> Vec &operator=(const Expr<E> &e) { for (int i = 0; i < 3; ++i) v[i] = e.self()[i]; return *this; }
  double operator[](int i) const { return v[i]; }
  double &operator[](int i) { return v[i]; }
};
template <class A, class B> struct Sum : Expr<Sum<A, B>> {
  const A &a;
  const B &b;
  Sum(const A &a, const B &b) : a(a), b(b) {}
  double operator[](int i) const { return a[i] + b[i]; }
};
template <class A> struct Scaled : Expr<Scaled<A>> {
  double k;
  const A &a;
  Scaled(double k, const A &a) : k(k), a(a) {}
  double operator[](int i) const { return k * a[i]; }
};
template <class A, class B> Sum<A, B> operator+(const Expr<A> &a, const Expr<B> &b) { return {a.self(), b.self()}; }
template <class A> Scaled<A> operator*(double k, const Expr<A> &a) { return {k, a.self()}; }
template <class A, class B> double dot(const Expr<A> &a, const Expr<B> &b) {
  double s = 0;
  for (int i = 0; i < 3; ++i) s += a.self()[i] * b.self()[i];
  return s;
}
double evaluates(double x, double y) {
  Vec a(x, y, 1), b(2, x * y, y);
  Vec c = a + x * b;
  c = c + y * (a + b);
  return dot(c, a + 2.0 * b);
}

int main() {
  CHECK(evaluates, 0.5, 1.5);
  return check::done();
}
