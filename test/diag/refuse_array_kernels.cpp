// What a kernel cannot make or do is refused at the construct.
// RUN: %mixedad_verify %s
#include <cmath>
#include <mixedad/jacobian.h>
#include <mixedad/mixedad.h>
using mixedad::Array;
struct polar { double r, phi; };
struct owner { double *p; double weight; };
struct wide { double all[40]; };

double pointers(const Array<double> &x) {
  Array<owner> p = mixedad::broadcast([](double a) { return owner{nullptr, a}; }, x); // expected-error {{an array of '::owner' that a broadcast makes}} expected-note {{at most 32 numbers}}
  return mixedad::sum(mixedad::broadcast([](owner q) { return q.weight; }, p));
}
double beside(const Array<double> &x, const wide &w) {
  return mixedad::sum(mixedad::broadcast([](double a, const wide &v) { return a * v.all[3]; }, x, w)); // expected-error {{an object of type '::wide' beside the arrays}} expected-note {{pass the numbers in it}}
}
double table(const Array<int> &i, const Array<polar> &t) {
  return mixedad::sum(mixedad::broadcast([&](int k) { return t(k).r; }, i)); // expected-error {{the capture of 't', an array of objects}} expected-note {{capture an array of numbers}}
}
double moved(const Array<double> &x, const Array<int> &i) {
  return mixedad::sum(mixedad::broadcast([&](int k) { return x.to_vector()[k]; }, i)); // expected-error {{this use of the captured array 'x'}} expected-note {{read its elements}}
}
void use() {
  Array<double> x;
  mixedad::gradient<pointers>(x);                          // expected-note {{required from the gradient of 'pointers'}}
  mixedad::gradient<beside>(x, wide());                    // expected-note {{required from the gradient of 'beside'}}
  mixedad::gradient<table>(mixedad::constant(Array<int>()), Array<polar>()); // expected-note {{required from the gradient of 'table'}}
  mixedad::gradient<moved>(x, mixedad::constant(Array<int>())); // expected-note {{required from the gradient of 'moved'}}
}
