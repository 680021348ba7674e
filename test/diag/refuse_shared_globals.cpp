// A variable outside of functions that carries active values across a call that is not inlined.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>

double total;
double rate = 2; // nobody writes to it
double table[3];
thread_local double own;
[[mixedad::inactive]] double count;

void add(int n, double x) {
  if (n == 0) return;
  total += x * total;
  add(n - 1, x);
}
double inside(double x) {
  add(2, x); // expected-error {{cannot differentiate a call of 'add', which is not inlined and uses the variable 'total'}} expected-note {{pass the variable as an argument, or mark it [[mixedad::inactive]]}}
  return x;
}
double recursive(int n, double x) { return n ? table[n] * recursive(n - 1, x) : x; }
double filled(double x) {
  table[1] = x;
  return recursive(2, x); // expected-error {{cannot differentiate a call of 'recursive', which is not inlined and uses the variable 'table'}} expected-note {{pass the variable as an argument, or mark it [[mixedad::inactive]]}}
}
double power(int n, double x) { return n ? rate * x * power(n - 1, x) : 1; }
double counted(int n, double x) { count += 1; return n ? x * counted(n - 1, x) : 1; }
double local(int n, double x) {
  own = x;
  return n ? own * local(n - 1, x) : x; // expected-error {{cannot differentiate a call of 'local', which is not inlined and uses the variable 'own'}} expected-note {{pass the variable as an argument, or mark it [[mixedad::inactive]]}}
}
double use(double x) {
  return mixedad::get<0>(mixedad::gradient<inside>(x))  // expected-note {{required from the gradient of 'inside' here}}
         + mixedad::get<0>(mixedad::gradient<filled>(x)) // expected-note {{required from the gradient of 'filled' here}}
         + mixedad::get<1>(mixedad::gradient<power>(2, x)) + mixedad::get<1>(mixedad::gradient<counted>(2, x)) +
         mixedad::get<1>(mixedad::gradient<local>(2, x)); // expected-note {{required from the gradient of 'local' here}}
}
