// Calls whose target is not known: no function of this unit fits the pointer, no class here derives from the base.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>

double through_pointer(double (*f)(double, float, int), double x) {
  return f(x, 1.0f, 2); // expected-error {{cannot differentiate a call through a pointer whose target is not known here}} expected-note {{call the function by name}}
}
struct Open {
  virtual double value(double x) const = 0;
};
double unknown_class(const Open &o, double x) {
  return o.value(x); // expected-error {{cannot differentiate a virtual call whose targets are not in this translation unit}} expected-note {{include the derived classes}}
}
// Not refused: known at the call, or one of the functions of this unit whose address is taken.
double chosen(double (*f)(double), double x) { return f(x); }
double square(double x) { return x * x; }
template <class F> double apply(F f, double x) { return f(x); }
double fine(double x) { return apply(square, x) + apply([](double t) { return t * 3; }, x); }
void use(const Open &o) {
  (void)mixedad::gradient<through_pointer>(nullptr, 1.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<unknown_class>(mixedad::constant(o), 1.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<fine>(1.0);
  (void)mixedad::gradient<chosen>(square, 1.0);
}
