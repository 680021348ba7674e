// Memory of a constant argument that the function changes and reads again: the derivative through it would be lost.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>
#include <vector>

double by_reference(double w, double &t) {
  t = w * w;
  return t; // expected-error {{memory of an inactive argument is read here after an active value was stored in it, perhaps, and its derivative would be lost}} expected-note {{make that argument active}}
}
double by_pointer(double w, double *p) {
  p[0] *= w;
  return p[0]; // expected-error {{memory of an inactive argument is read here}} expected-note {{make that argument active}}
}
double elements(double w, std::vector<double> &work) {
  work[0] = w * w;
  work[1] = work[0] * w;
  return work[1]; // expected-error {{memory of an inactive argument is read here}} expected-note {{make that argument active}}
}
struct Controller {
  double sum = 0;
  double update(double error, double dt) {
    sum += error * dt;
    return sum + error; // expected-error {{memory of an inactive argument is read here}} expected-note {{make that argument active}}
  }
};
double copied_back(double w, Controller &c) {
  c.sum = w;
  Controller d = c;
  return d.sum; // expected-error {{memory of an inactive argument is read here}} expected-note {{make that argument active}}
}
void use(double &t, double *p, std::vector<double> &work, Controller &c) {
  double w = 2;
  (void)mixedad::gradient<by_reference>(2.0, mixedad::constant(t)); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<by_pointer>(2.0, mixedad::constant(p)); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<elements, mixedad::wrt<0>>(2.0, work); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<&Controller::update>(mixedad::constant(c), w, 0.1); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<copied_back>(2.0, mixedad::constant(c)); // expected-note {{required from the gradient}}
}
