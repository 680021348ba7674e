// The note at the request names the derivative that was asked for.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>

double hidden(double x);
double first(double x) { return hidden(x); } // expected-error {{'hidden', whose body is not visible}} expected-note {{derivative_of(hidden)}}
void use() {
  (void)mixedad::jvp<first>(mixedad::dup(1.0, 1.0)); // expected-note {{required from the jvp of 'first' here}}
}
