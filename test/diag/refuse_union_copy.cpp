// Copying an object whose union holds reals is refused: which member is used is not known.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>

struct Sample {
  int weight;
  union { double real; long whole; };
};
double assigned(double x) {
  Sample a, b;
  a.real = x;
  b = a; // expected-error {{cannot differentiate a copy of an object with a union that holds reals}} expected-note {{copy the member that is used}}
  return b.real;
}
double d = mixedad::get<0>(mixedad::gradient<assigned>(1.0)); // expected-note {{required from the gradient of 'assigned' here}}
