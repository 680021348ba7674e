// Lambdas that call themselves: through a std::function, through an argument, through a fixed-point combinator; and
// closures that are copied with their state.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <vector>
struct Layer {
  std::function<double(double)> act;
  double w;
  double operator()(double x) const { return act(w * x); }
};
double rec_function(double x) {
  std::function<double(int)> f = [&](int n) { return n == 0 ? x : x * f(n - 1); };
  return f(3);
}
double self_auto(double x) {
  auto f = [&](auto &self, int n) -> double { return n == 0 ? x : x * self(self, n - 1); };
  return f(f, 3);
}
double self_auto_val(double x) {
  auto f = [](auto self, double y, int n) -> double {
    if (n == 0)
      return y;
    return y * self(self, y, n - 1);
  };
  return f(f, x, 3);
}
template <class F>
struct Y {
  F f;
  template <class... A>
  decltype(auto) operator()(A &&...a) const {
    return f(*this, static_cast<A &&>(a)...);
  }
};
template <class F>
Y(F) -> Y<F>;
double ycomb(double x) {
  auto f = Y{[&](auto self, int n) -> double { return n == 0 ? 1.0 : x * self(n - 1); }};
  return f(3);
}
struct Obj {
  double k;
  double run(double y) const { return k * y * y; }
  double z;
};
double mutable_copy(double x) {
  auto c = [s = x]() mutable {
    s *= 2;
    return s;
  };
  double a = c();
  auto d = c;
  return a + d() * x + c();
}
double mutable_fn(double x) {
  std::function<double()> c = [s = x]() mutable {
    s *= 2;
    return s;
  };
  double a = c();
  return a * c();
}

int main() {
  CHECK(rec_function, 0.5);
  CHECK(self_auto, 0.5);
  CHECK(self_auto_val, 0.5);
  CHECK(ycomb, 0.5);
  CHECK(mutable_copy, 0.5);
  CHECK(mutable_fn, 0.5);
  return check::done();
}
