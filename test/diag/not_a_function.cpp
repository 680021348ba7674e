// Template arguments and function objects that are not what the API takes.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>
// expected-note@mixedad/gradient.h:* 0+ {{}}
// expected-note@mixedad/detail/signature.h:* 0+ {{}}
// expected-note@mixedad/detail/engine.h:* 0+ {{}}

struct point {
  double x;
};
double f(double x, double y);
double g(double x) { return x; }

void wrong(double (*pointer)(double)) {
  // expected-error@mixedad/detail/signature.h:* {{the template argument is neither a function nor a member function}}
  (void)mixedad::gradient<&point::x>(point{1}); // expected-error 0+ {{}} expected-note 0+ {{}}
  // expected-error@mixedad/detail/signature.h:* {{only the value of this function pointer is known}}
  (void)mixedad::gradient(pointer, 1.0); // expected-error 0+ {{}} expected-note 0+ {{}}
  (void)mixedad::gradient<f>(1.0); // expected-error {{the number of arguments is not the function's number of parameters}}
  // expected-error@mixedad/gradient.h:* {{no argument has a tangent; write dup(x, tangent)}}
  (void)mixedad::jvp<g>(1.0); // expected-note 0+ {{}}
}
