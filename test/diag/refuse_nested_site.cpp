// The refusal is deep in a callee, a template and a lambda: the construct is pointed at, and the request.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>

double hidden(double x);
static double deep(double x) { return hidden(x); } // expected-error {{'hidden', whose body is not visible}} expected-note {{derivative_of(hidden)}}
template <class T> T middle(T x) { return deep(x) * 2; }
double outer(double x) {
  auto f = [](double t) { return middle(t); };
  return f(x);
}
template <auto F> double ask(double x) { return mixedad::get<0>(mixedad::gradient<F>(x)); } // expected-note {{required from the gradient of 'outer' here}}
void use() { (void)ask<outer>(1.0); }
