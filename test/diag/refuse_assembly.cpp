// Inline assembly.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>

double with_assembly(double x) {
  asm("nop" : "+x"(x)); // expected-error {{cannot differentiate inline assembly}} expected-note {{derivative_of}}
  return x;
}
void use() {
  (void)mixedad::gradient<with_assembly>(1.0); // expected-note {{required from the gradient of 'with_assembly' here}}
}
