// What a std::function holds, where that is made outside of what is differentiated, or takes something else.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>
#include <functional>

double is_empty(const std::function<double(double)> &f, double x) { return f ? f(x) : x; } // expected-error {{cannot differentiate a 'std::function' whose target is not known here}} expected-note {{give it a lambda or a function where it is declared, or make it a template parameter}}
struct Stage {
  std::function<double(double)> run;
  double gain;
};
double from_outside(const Stage &s, double x) { return s.gain * s.run(x); } // expected-error {{cannot differentiate a 'std::function' whose target is not known here}} expected-note {{give it a lambda or a function where it is declared, or make it a template parameter}}
std::function<double(double)> current = [](double t) { return t * t; };
double global(double x) { return current(x); } // expected-error {{cannot differentiate a 'std::function' whose target is not known here}} expected-note {{give it a lambda or a function where it is declared, or make it a template parameter}}
struct Wide {
  double v;
  Wide(double v) : v(v) {}
};
double other_parameters(double x, int k) {
  std::function<double(double)> f = [](double t) { return t; };
  if (k) f = [](Wide w) { return w.v; };
  return f(x); // expected-error {{cannot differentiate a 'std::function' whose target has another signature}} expected-note {{give both the same parameters and result}}
}
void use(std::function<double(double)> f, Stage s) {
  (void)mixedad::gradient<is_empty>(mixedad::constant(f), 1.0); // expected-note {{required from the gradient of 'is_empty' here}}
  (void)mixedad::gradient<from_outside>(mixedad::constant(s), 1.0); // expected-note {{required from the gradient of 'from_outside' here}}
  (void)mixedad::gradient<global>(1.0); // expected-note {{required from the gradient of 'global' here}}
  (void)mixedad::gradient<other_parameters>(1.0, 2); // expected-note {{required from the gradient of 'other_parameters' here}}
}
