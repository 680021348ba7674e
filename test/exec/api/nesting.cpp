// Derivatives inside functions that are differentiated, to the third order; perturbations stay apart.
// RUN: %mixedad_cxx -O1 %s -o %t && %t
#include "check.h"

double f(double x) { return std::sin(x) * x; }
double df(double x) { return std::get<0>(mixedad::gradient<f>(x)); }
double ddf(double x) { return std::get<0>(mixedad::gradient<df>(x)); }
double dddf(double x) { return std::get<0>(mixedad::gradient<ddf>(x)); }
double jf(double x) { return mixedad::jvp<f>(mixedad::dup(x, 1.0)); }
double jjf(double x) { return mixedad::jvp<jf>(mixedad::dup(x, 1.0)); }
double gjf(double x) { return std::get<0>(mixedad::gradient<jf>(x)); }

// d/dx (x * d/dy (x + y)) = 1; 2 when the inner perturbation leaks.
double sum(double x, double y) { return x + y; }
double inner(double x) { return x * mixedad::jvp<sum>(x, mixedad::dup(1.0, 1.0)); }

template <class T> T newton_step(T x) { return x - std::get<0>(mixedad::gradient<&f>(x)) / 10; }

int main() {
  using check::close;
  const double x = 0.7, s = std::sin(x), c = std::cos(x);
  close("first", df(x), s + x * c);
  close("second, reverse over reverse", ddf(x), 2 * c - x * s);
  close("second, forward over reverse", mixedad::jvp<df>(mixedad::dup(x, 1.0)), 2 * c - x * s);
  close("second, forward over forward", jjf(x), 2 * c - x * s);
  close("second, reverse over forward", gjf(x), 2 * c - x * s);
  close("third", dddf(x), -3 * s - x * c);
  close("third, forward outside", mixedad::jvp<ddf>(mixedad::dup(x, 1.0)), -3 * s - x * c);
  close("no perturbation confusion, forward", mixedad::jvp<inner>(mixedad::dup(3.0, 1.0)), 1);
  close("no perturbation confusion, reverse", std::get<0>(mixedad::gradient<inner>(3.0)), 1);
  close("from a template", std::get<0>(mixedad::gradient<newton_step<double>>(x)), 1 - (2 * c - x * s) / 10);
  return check::done();
}
