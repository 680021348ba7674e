// Broadcasts of functions that do not take one element of each argument.
// RUN: %mixedad_verify %s
#include <mixedad/mixedad.h>
// expected-note@mixedad/lazy.h:* 0+ {{}}
using mixedad::Array;

float two(float x, float y) { return x * y; }
struct element { float a; };
float of_element(element e) { return e.a; }
void use(const Array<float> &x) {
  // expected-error@mixedad/lazy.h:* 3 {{the function of a broadcast cannot be called with one element of each argument; their number or their types are not those of its parameters}}
  (void)mixedad::sum(mixedad::broadcast<two>(x)); // expected-note {{requested here}}
  (void)mixedad::sum(mixedad::broadcast<of_element>(x)); // expected-note {{requested here}}
  Array<float> y = mixedad::broadcast([](float a, float b) { return a * b; }, x, x, x); // expected-note {{requested here}}
  Array<float> z = mixedad::broadcast<two>(x, 2.0f);
}
