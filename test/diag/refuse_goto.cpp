// goto that does not structure: into a loop.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>

double into_loop(double x) {
  int i = 0;
  if (x > 0) goto inside; // expected-error {{cannot differentiate a 'goto' into a block that it is not in (label 'inside')}} expected-note {{use a loop or an early return}}
  for (; i < 3; ++i) {
  inside:
    x *= 1.5;
  }
  return x;
}
void use() {
  (void)mixedad::gradient<into_loop>(1.0); // expected-note {{required from the gradient}}
}
