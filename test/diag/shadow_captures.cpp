// A closure's gradient has no place for what it captures by reference.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>

void closures(double k, int n) {
  auto by_value = [k](double x) { return k * x; };
  (void)mixedad::gradient(by_value, 2.0);
  auto inactive = [&n](double x) { return n * x; };
  (void)mixedad::gradient(inactive, 2.0);
  auto constant = [&k](double x) { return k * x; };
  (void)mixedad::gradient(mixedad::constant(constant), 2.0);
  auto by_reference = [&k](double x) { return k * x; }; // expected-note {{capture it by value, or pass constant(closure) to differentiate the arguments only}}
  (void)mixedad::gradient(by_reference, 2.0); // expected-error {{the gradient of this closure's state needs memory for 'k', which it captures by reference}}
}
