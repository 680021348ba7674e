// Private state, nested and templated classes, friends, and classes local to a function.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

class Account {
  double balance;
  double fee(double x) const { return x * rate; }
  static constexpr double rate = 0.125;
  struct Entry { double amount; int day; } last{};
  friend double audit(const Account &a);
  template <class V> friend void reals(Account &a, V &&v) { v(a.balance); v(a.last.amount); }
public:
  explicit Account(double b) : balance(b) {}
  void pay(double x) {
    balance -= x + fee(x);
    last = {x * x, 3};
  }
  double worth() const { return balance * balance + last.amount * last.day; }
};
double audit(const Account &a) { return a.balance * a.last.amount + a.fee(a.balance); }
double local_use(double x) {
  Account a(x);
  a.pay(x * x);
  return a.worth() + audit(a);
}
template <class T, int N> class Vec {
  T v[N];
public:
  explicit Vec(T x) { for (int i = 0; i < N; ++i) v[i] = x * (i + 1); }
  T &operator()(int i) { return v[i]; }
  template <class U> T dot(const Vec<U, N> &o) const {
    T s = 0;
    for (int i = 0; i < N; ++i) s += v[i] * o.v[i];
    return s;
  }
  template <class U, int M> friend class Vec;
};
double templated(double x) {
  Vec<double, 3> a(x), b(2);
  b(1) = x * x;
  return a.dot(b) + a.dot(Vec<float, 3>(1.5f));
}
struct Outer {
  struct Inner { double a; double twice() const { return 2 * a; } };
  Inner inner;
  template <int K> double times() const { return inner.twice() * K; }
};
double nested(double x) { return Outer{{x * x}}.times<3>() * x; }
double local_class(double x) {
  struct Local {
    double a;
    double square() const { return a * a; }
  };
  Local l{x * 2};
  return l.square() * x;
}
double anonymous_struct(double x) {
  struct { double re, im; } z{x, 2 * x};
  return z.re * z.im + z.re;
}
namespace { struct Hidden { double a; }; double hidden(const Hidden &h) { return h.a * h.a; } }
double unnamed_namespace(double x) { return hidden(Hidden{3 * x}); }

int main() {
  CHECK(local_use, 0.25);
  CHECK(audit, Account(0.5));
  CHECK(&Account::worth, Account(0.5));
  CHECK(&Account::pay, check::ref(Account(0.5)), 0.25);
  CHECK(templated, 0.5);
  CHECK(nested, 0.5);
  CHECK(local_class, 0.5);
  CHECK(anonymous_struct, 0.5);
  CHECK(unnamed_namespace, 0.5);
  return check::done();
}
