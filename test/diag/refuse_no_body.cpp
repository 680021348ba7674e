// A function without a visible body, rule or attribute: the call is pointed at, with what to write.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>

double hidden(double x);
double calls(double x) { return hidden(x) * 2; } // expected-error {{cannot differentiate a call of 'hidden', whose body is not visible}} expected-note {{derivative_of(hidden)}}
double direct(double x);
[[mixedad::inactive]] double constant(double x);
[[mixedad::differentiable]] double elsewhere(double x);
int number(int k);
void observe(int k);

// Not refused: inactive, annotated elsewhere, or without a real in it.
double fine(double x, int k) {
  observe(k);
  return constant(x) * x + elsewhere(x) * number(k);
}
void use() {
  (void)mixedad::gradient<calls>(1.0); // expected-note {{required from the gradient of 'calls' here}}
  (void)mixedad::gradient<fine>(1.0, 2);
}
