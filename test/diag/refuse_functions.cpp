// Lambdas and functions that cannot be followed to what they are.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>
#include <functional>
#include <vector>

double chosen(double x, int k) {
  std::function<double(double)> f;
  if (k) f = [](double t) { return t * t; }; // expected-error {{cannot differentiate a lambda or function that is stored here}} expected-note {{store it in a local object where that is declared, or make it a class with operator()}}
  else f = [x](double t) { return t * x; };
  return f(x);
}
double in_vector(double x) {
  std::vector<std::function<double(double)>> v;
  v.push_back([x](double t) { return t * x; }); // expected-error {{cannot differentiate this way to construct a 'std::function'}} expected-note {{make it empty, then give it its elements}}
  return v[0](x);
}
double calls_itself(double x) {
  std::function<double(int)> f = [&](int n) -> double { return n == 0 ? 1 : x * f(n - 1); }; // expected-error {{cannot differentiate a lambda that calls itself}} expected-note {{make it a function}}
  return f(3);
}
double other_signature(double x) {
  std::function<double(double)> f = [](float t) { return t * t; };
  return f(x); // expected-error {{cannot differentiate a 'std::function' whose target has parameters of other types}} expected-note {{give both the same signature}}
}
double is_empty(const std::function<double(double)> &f, double x) { return f ? f(x) : x; } // expected-error {{cannot differentiate a 'std::function' whose target is not known here}} expected-note {{give it a lambda or a function where it is declared, or make it a template parameter}}
double recursive(double x) {
  auto f = [&](auto &self, int n) -> double { return n == 0 ? 1 : x * self(self, n - 1); };
  return f(f, 3); // expected-error {{cannot differentiate a recursive lambda}} expected-note {{make it a function}}
}
double power(double x, int n, const std::function<double(double)> &f) { return n == 0 ? f(x) : x * power(x, n - 1, f); }
double to_recursive(double x) {
  return power(x, 3, [](double t) { return t * t; }); // expected-error {{cannot differentiate a lambda passed to 'power'}} expected-note {{use a function object, or a function that does not recurse}}
}
template <class F> struct Twice {
  F f;
  double operator()(double x) const { return f(f(x)); }
};
template <class F> double deep(const F &f, double x, int n) { return n == 0 ? x : f(deep(f, x, n - 1)); }
double holder_to_recursive(double x) {
  auto square = [](double t) { return t * t; };
  Twice<decltype(square)> t{square};
  return deep(t, x, 2); // expected-error {{cannot differentiate an object that holds a lambda, as an argument of a function that is not inlined}} expected-note {{pass it to a template, or to a function that does not recurse}}
}
double pointer_to_holder(double x) {
  auto square = [](double t) { return t * t; };
  Twice<decltype(square)> t{square};
  auto *p = &t; // expected-error {{cannot differentiate a pointer to an object that holds a lambda}} expected-note {{use a reference to it, or make the lambda a class with operator()}}
  return (*p)(x);
}
void use(std::function<double(double)> f) {
  (void)mixedad::gradient<chosen>(1.0, 2); // expected-note {{required from the gradient of 'chosen' here}}
  (void)mixedad::gradient<in_vector>(1.0); // expected-note {{required from the gradient of 'in_vector' here}}
  (void)mixedad::gradient<calls_itself>(1.0); // expected-note {{required from the gradient of 'calls_itself' here}}
  (void)mixedad::gradient<other_signature>(1.0); // expected-note {{required from the gradient of 'other_signature' here}}
  (void)mixedad::gradient<is_empty>(mixedad::constant(f), 1.0); // expected-note {{required from the gradient of 'is_empty' here}}
  (void)mixedad::gradient<recursive>(1.0); // expected-note {{required from the gradient of 'recursive' here}}
  (void)mixedad::gradient<to_recursive>(1.0); // expected-note {{required from the gradient of 'to_recursive' here}}
  (void)mixedad::gradient<holder_to_recursive>(1.0); // expected-note {{required from the gradient of 'holder_to_recursive' here}}
  (void)mixedad::gradient<pointer_to_holder>(1.0); // expected-note {{required from the gradient of 'pointer_to_holder' here}}
}
