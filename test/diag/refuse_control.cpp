// Control flow and expressions that have no derivative here say what to use instead.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>

double indirect_goto(double x) {
  void *t[] = {&&a, &&b};
  goto *t[x > 0]; // expected-error {{cannot differentiate an indirect 'goto'}} expected-note {{use a switch}}
a:
  return x;
b:
  return x * x;
}
double goto_with_break(double x) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    int k = 0;
  again: // expected-error {{cannot differentiate a loop made of 'goto' with 'break' or 'continue' of a loop around it}} expected-note {{use a loop statement}}
    s += x;
    if (s > 10) break;
    if (++k < 3) goto again;
  }
  return s;
}
double case_range(double x, int k) {
  switch (k) {
  case 1 ... 3: // expected-error {{cannot differentiate a case range}} expected-note {{list the values}}
    return x;
  }
  return x * x;
}
double out_of_statement(double x) {
  double y = ({ if (x > 1) return x; x * x; }); // expected-error {{cannot differentiate a jump out of a statement expression}} expected-note {{use a function}}
  return y * x;
}
double placement(double x) {
  double y = 0;
  double *p = new (&y) double(x * x); // expected-error {{cannot differentiate placement new}} expected-note {{use an object of its own}}
  return *p * y;
}
double counted(double x) {
  static double last = x;
  last = x * x; // expected-error {{cannot differentiate the static local variable 'last', which code initializes}} expected-note {{make it a variable at namespace scope, or a parameter}}
  return last * x;
}
double bits(double x) {
  double v[4] = {x, 1, 2, x * x};
  char *p = (char *)v; // expected-error {{cannot differentiate a cast of 'double *' to 'char *'}} expected-note {{keep the type of memory that holds reals}}
  return *(double *)(p + 24) * v[0];
}
struct Guard {
  double *p;
  ~Guard() { *p = 0; }
};
double label_in_scope(double x) {
  double y = x;
  Guard g{&y};
  if (x > 1) goto end;
  y *= x;
end: // expected-error {{cannot differentiate a label in the scope of an object with a destructor}} expected-note {{put a block round the object}}
  return y;
}
void use() {
  (void)mixedad::gradient<indirect_goto>(1.0); // expected-note {{required from the gradient of 'indirect_goto' here}}
  (void)mixedad::gradient<goto_with_break>(1.0); // expected-note {{required from the gradient of 'goto_with_break' here}}
  (void)mixedad::gradient<case_range>(1.0, 2); // expected-note {{required from the gradient of 'case_range' here}}
  (void)mixedad::gradient<out_of_statement>(1.0); // expected-note {{required from the gradient of 'out_of_statement' here}}
  (void)mixedad::gradient<placement>(1.0); // expected-note {{required from the gradient of 'placement' here}}
  (void)mixedad::gradient<counted>(1.0); // expected-note {{required from the gradient of 'counted' here}}
  (void)mixedad::gradient<bits>(1.0); // expected-note {{required from the gradient of 'bits' here}}
  (void)mixedad::gradient<label_in_scope>(1.0); // expected-note {{required from the gradient of 'label_in_scope' here}}
}
