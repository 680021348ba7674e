// A second rule of one function is one error, also where the function has no body.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>

double hidden(double x);
[[mixedad::derivative_of(hidden)]] void first(double x, double seed, double &dx); // expected-note {{the first one is here}}
[[mixedad::derivative_of(hidden)]] void second(double x, double seed, double &dx); // expected-error {{a second pullback of 'hidden'}}
double calls(double x) { return hidden(x); }
void use() {
  (void)mixedad::gradient<hidden>(1.0);
  (void)mixedad::gradient<calls>(1.0);
}
