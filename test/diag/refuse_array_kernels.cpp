// What a kernel cannot make or do is refused at the construct.
// RUN: %mixedad_verify %s
#include <cmath>
#include <mixedad/jacobian.h>
#include <mixedad/mixedad.h>
using mixedad::Array;
struct polar { double r, phi; };

double objects(const Array<double> &x) {
  Array<polar> p = mixedad::broadcast([](double a) { return polar{a, a * a}; }, x); // expected-error {{an array of objects with real members that a broadcast makes}} expected-note {{nest the broadcast}}
  return mixedad::sum(mixedad::broadcast([](polar q) { return q.r * q.phi; }, p)) + p.size();
}
double moved(const Array<double> &x, const Array<int> &i) {
  return mixedad::sum(mixedad::broadcast([&](int k) { return x.to_vector()[k]; }, i)); // expected-error {{this use of the captured array 'x'}} expected-note {{read its elements}}
}
void use() {
  Array<double> x;
  mixedad::gradient<objects>(x);                           // expected-note {{required from the gradient of 'objects'}}
  mixedad::gradient<moved>(x, mixedad::constant(Array<int>())); // expected-note {{required from the gradient of 'moved'}}
}
