// Derivatives of lambdas and function objects, by argument and by captured state.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <functional>

struct Affine {
  double a, b;
  double operator()(double x) const { return a * x * x + b; }
};

int main() {
  using check::close;
  auto square = [](double x) { return x * x; };
  auto g = mixedad::gradient(square, 3.0);
  close("captureless", std::get<1>(g), 6);
  double w = 2;
  auto scaled = [w](double x) { return w * w * x; };
  auto h = mixedad::gradient(scaled, 3.0);
  close("argument", std::get<1>(h), 4);
  auto k = mixedad::gradient(mixedad::constant(scaled), 3.0);
  close("constant closure", std::get<1>(k), 4);
  Affine f{2, 1};
  auto [df, dx] = mixedad::gradient(f, 3.0);
  close("function object a", df.a, 9);
  close("function object b", df.b, 1);
  close("function object x", dx, 12);
  close("jvp", mixedad::jvp(square, mixedad::dup(3.0, 2.0)), 12);
  auto [value, grad] = mixedad::value_and_gradient(scaled, 3.0);
  close("value", value, 12);
  auto by_reference = [&w](double x) { return w * x; };
  close("captured by reference", std::get<1>(mixedad::gradient(mixedad::constant(by_reference), 3.0)), 2);
  auto generic = [](auto x, auto y) { return x * y; };
  close("generic", std::get<1>(mixedad::gradient(generic, 3.0, 4.0)), 4);
  close("temporary", std::get<1>(mixedad::gradient([](double x) { return x * x * x; }, 2.0)), 12);
  return check::done();
}
