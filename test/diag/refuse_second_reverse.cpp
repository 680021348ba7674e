// A container that grows, shrinks or changes its owner is differentiated once in reverse mode, and then in forward mode.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>
#include <vector>

double grown(double x) {
  std::vector<double> w{x};
  w.push_back(x * x);
  return w[0] * w[1];
}
double slope(double x) { return mixedad::get<0>(mixedad::gradient<grown>(x)); }
double forward(double x) { return mixedad::jvp<slope>(mixedad::dup(x, 1.0)); }
double twice(double x) {
  return mixedad::get<0>(mixedad::gradient<slope>(x));
  // expected-error@-1 {{cannot differentiate: a container that grows, shrinks or changes its owner, in reverse mode twice}}
  // expected-note@-2 {{nest forward mode: jvp of a gradient, hvp or hessian}}
  // expected-note@-3 {{required from the gradient of 'slope' here}}
}
