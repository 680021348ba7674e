// Template arguments, function objects and arguments that are not what the API takes: errors at the call, and only those.
// RUN: %mixedad_verify %s
#include <mixedad/jacobian.h>
// expected-note@mixedad/gradient.h:* 0+ {{}}
// expected-note@mixedad/jacobian.h:* 0+ {{}}
// expected-note@mixedad/detail/engine.h:* 0+ {{}}

struct point {
  double x;
  double energy(double y) const { return x * y; }
};
struct overloaded {
  double operator()(double x) const { return x; }
  double operator()(point p) const { return p.x; }
};
double f(double x, double y);
double g(double x) { return x; }
double changes(double &x) { return x; }
double number = 1;

void wrong(double (*pointer)(double), point p, double x) {
  (void)mixedad::gradient<&point::x>(point{1}); // expected-error {{the template argument is neither a function nor a member function}}
  (void)mixedad::jacobian<&number>(1.0); // expected-error {{the template argument is neither a function nor a member function}}
  (void)mixedad::gradient(pointer, 1.0); // expected-error {{only the value of this function pointer is known}}
  (void)mixedad::vjp(pointer, 1.0, 1.0); // expected-error {{only the value of this function pointer is known}}
  (void)mixedad::gradient(g, 1.0); // expected-error {{only the value of this function pointer is known}}
  (void)mixedad::gradient(1.0, 2.0); // expected-error {{the first argument cannot be called with the others}}
  (void)mixedad::pullback(p, 1.0); // expected-error {{the first argument cannot be called with the others}}
  (void)mixedad::gradient(overloaded{}, 1.0, 2.0); // expected-error {{the first argument cannot be called with the others}}
  (void)mixedad::gradient(&point::energy, p, 1.0); // expected-error {{the first argument cannot be called with the others}}
  (void)mixedad::gradient<f>(1.0); // expected-error {{the number of arguments is not the function's number of parameters}}
  (void)mixedad::gradient<g>(p); // expected-error {{an argument cannot be passed to its parameter}}
  (void)mixedad::value_and_gradient<g>(mixedad::constant(p)); // expected-error {{an argument cannot be passed to its parameter}}
  (void)mixedad::gradient<changes>(1.0); // expected-error {{an argument cannot be passed to its parameter}}
  (void)mixedad::gradient<changes>(x);
  (void)mixedad::gradient(overloaded{}, p);
}
