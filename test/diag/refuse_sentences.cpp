// A refusal is a thing after "cannot differentiate", or a sentence after its colon.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>

double table(const double *x);
[[mixedad::derivative_of(table)]] void table_pullback(const double *x, double seed, double *dx);
double looks_up(const double *x) { return table(x); } // expected-error {{cannot differentiate: 'table' has a pullback but no pushforward, which forward mode needs}} expected-note {{write one with [[mixedad::derivative_of(table)]]}}
void layer(double *out, const double *in);
[[mixedad::derivative_of(layer)]] void layer_pullback(double *out, const double *in, double *d_out, double *d_in);
double layers(const double *in) {
  double out[2];
  layer(out, in); // expected-error {{cannot differentiate: 'layer' has a pullback but no pushforward, which forward mode needs}} expected-note {{write one with [[mixedad::derivative_of(layer, "pushforward")]]: it takes the arguments and then their tangents, and changes the tangents}}
  return out[0];
}
double hidden(double x);
double calls(double x) { return hidden(x); } // expected-error {{cannot differentiate a call of 'hidden', whose body is not visible}} expected-note {{define it}}
void use(const double *x, const double *dx) {
  (void)mixedad::jvp<looks_up>(mixedad::dup(x, dx)); // expected-note {{required from the jvp}}
  (void)mixedad::jvp<layers>(mixedad::dup(x, dx)); // expected-note {{required from the jvp}}
  (void)mixedad::gradient<calls>(1.0); // expected-note {{required from the gradient}}
}
