// A local variable that is returned is the result itself, also where there are several returns: its copy constructor,
// which computes something here, does not run.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

struct Value {
  double x, y;
  Value(double p) : x(p), y(p * p) {}
  Value(const Value &o) : x(o.x * 1.5), y(o.y + o.x) {}
  Value &operator=(const Value &o) {
    x = o.x * 3;
    y = o.y;
    return *this;
  }
};
struct More : Value {
  double w;
  More(double p) : Value(p), w(x) {}
};
Value one_return(double p) {
  Value r(p);
  r.y += p;
  return r;
}
template <class T> T two_returns(double p, int n) {
  T r(p);
  if (n % 2) return r;
  r.y += p;
  return r;
}
Value copied(double p, int n) {
  Value r(p), s(p * 2);
  if (n % 2) return r;
  return s;
}
Value two_scopes(double p, int n) {
  if (n % 2) {
    Value r(p);
    r.y += p;
    return r;
  }
  Value s(p + 1);
  return s;
}
Value from_loop(double p, int n) {
  for (int i = 0; i < 3; ++i) {
    Value r(p + i);
    if (i == n) return r;
  }
  return Value(p);
}
double single(double x, double y) {
  Value a = one_return(x), b = one_return(y);
  b = one_return(x * y);
  return a.x * b.y + b.x;
}
double several(double x, double y) {
  Value a = two_returns<Value>(x, 1), b = two_returns<Value>(y, 2);
  More c = two_returns<More>(x, 1), d = two_returns<More>(y, 2);
  return a.x * b.y + b.x + c.y * d.x + d.y * c.w;
}
double not_the_result(double x, double y) {
  Value a = copied(x, 1), b = copied(y, 2);
  return a.x * b.y + b.x;
}
double scopes(double x, double y) {
  Value a = two_scopes(x, 1), b = two_scopes(y, 2), c = from_loop(x, 1), d = from_loop(y, 5);
  return a.x * b.y + b.x + c.x * d.y + d.x;
}
double from_lambda(double x, double y) {
  auto make = [&](int n) {
    More r(x);
    if (n % 2) return r;
    r.x *= 2;
    return r;
  };
  x = make(1).x;
  x += make(2).y;
  return x * y;
}

int main() {
  CHECK(single, 0.5, 0.75);
  CHECK(several, 0.5, 0.75);
  CHECK(not_the_result, 0.5, 0.75);
  CHECK(scopes, 0.5, 0.75);
  CHECK(from_lambda, 0.5, 0.75);
  return check::done();
}
