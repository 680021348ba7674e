// Remarks say how the partials of a broadcast function are taken and why; what cannot be forced is an error.
// RUN: %mixedad_verify -Rpass=mixedad %s
// RUN: %mixedad_cxx -DQUIET -Rpass=inline -fsyntax-only -Werror %s 2>&1 | count 0
#include <cmath>
#include <mixedad/mixedad.h>
using mixedad::Array;

[[mixedad::broadcast]] double single(double x) { return x * std::exp(x); } // expected-remark-re {{pullback of 'single' with 1 active argument by dual numbers: {{[0-9]+}} operations, {{[0-9]+}} live values; reverse mode: }}
[[mixedad::broadcast]] double many(double a, double b, double c, double d, double e, double f) { // expected-remark-re {{pullback of 'many' with 6 active arguments by reverse mode: {{[0-9]+}} operations, {{[0-9]+}} live values; dual numbers: {{.*}}; dual numbers in chunks of 4: }}
  return std::tanh(a) * std::tanh(b) * std::tanh(c) * std::tanh(d) * std::tanh(e) * std::tanh(f);
}
[[mixedad::broadcast]] double iterate(double a, double b) { // expected-remark-re {{by dual numbers: {{.*}}reverse mode impossible: the iterations of this loop would be recorded on a tape; partials stored by the forward kernel: computing again costs {{[0-9]+}} operations, storing costs 128}}
  while (a < 1) a = a * 1.5 + std::sin(a * b);
  return a;
}
[[mixedad::broadcast(forward, 1)]] double forced(double a, double b) { return a * b; } // expected-remark-re {{by dual numbers in chunks of 1: {{[0-9]+}} operations, {{[0-9]+}} live values (forced)}}

[[mixedad::broadcast(store)]] double kept(double a, double b) { return a * b; } // expected-remark-re {{'kept' with 2 active arguments {{.*}}; partials stored by the forward kernel (forced): computing again costs 1 operations, storing costs 128}}
[[mixedad::broadcast(recompute)]] double again(double a) { // expected-remark-re {{'again' {{.*}}; partials recomputed (forced): }}
  while (a < 1) a = a * 1.5 + std::sin(std::exp(a));
  return a;
}
double total_kept(const Array<double> &a, const Array<double> &b) { return mixedad::sum(Array<double>(mixedad::broadcast<kept>(a, b))); }
double total_again(const Array<double> &a) { return mixedad::sum(Array<double>(mixedad::broadcast<again>(a))); }

#ifndef QUIET
[[mixedad::broadcast(reverse)]] double loops(double a) {
  while (a < 1) a = a * 1.5 + std::sin(a); // expected-error-re {{cannot differentiate{{:?}} 'loops' in reverse mode inside a kernel: the iterations of this loop would be recorded on a tape}} expected-note {{drop 'reverse' from [[mixedad::broadcast(reverse)]], or write 'forward'}}
  return a;
}
struct pair { double a, b; };
[[mixedad::broadcast(store)]] pair stored(double a) { return {a * a, a}; } // expected-error-re {{cannot differentiate{{:?}} 'stored' with partials that the forward kernel stores, since an argument or the result is no real number}} expected-note {{drop 'store'}}
[[mixedad::broadcast(reverse)]] double in_reverse(double a, double b) { return a * b; }
#endif

double total_single(const Array<double> &a) { return mixedad::sum(Array<double>(mixedad::broadcast<single>(a))); }
double total_many(const Array<double> &a, const Array<double> &b, const Array<double> &c,
                  double d, double e, double f) {
  return mixedad::sum(Array<double>(mixedad::broadcast<many>(a, b, c, d, e, f)));
}
double total_iterate(const Array<double> &a, double b) { return mixedad::sum(Array<double>(mixedad::broadcast<iterate>(a, b))); }
double total_forced(const Array<double> &a, double b) { return mixedad::sum(Array<double>(mixedad::broadcast<forced>(a, b))); }
void ask(const Array<double> &a) {
  (void)mixedad::gradient<total_single>(a);
  (void)mixedad::gradient<total_many>(a, a, a, 0.1, 0.2, 0.3);
  (void)mixedad::gradient<total_iterate>(a, 0.5);
  (void)mixedad::gradient<total_forced>(a, 0.5);
  (void)mixedad::gradient<total_kept>(a, a);
  (void)mixedad::gradient<total_again>(a);
}

#ifndef QUIET
double total_loops(const Array<double> &a) { return mixedad::sum(Array<double>(mixedad::broadcast<loops>(a))); }
Array<pair> total_stored(const Array<double> &a) { return mixedad::broadcast<stored>(a); }
double total_fused(const Array<double> &a) {
  Array<double> r = mixedad::broadcast<in_reverse>(mixedad::broadcast<forced>(a, a), a); // expected-error-re {{cannot differentiate{{:?}} this expression, whose functions force different modes of one kernel, 'in_reverse' among them}} expected-note {{name an inner result with an Array variable}}
  return mixedad::sum(r);
}
void ask_more(const Array<double> &a) {
  (void)mixedad::gradient<total_loops>(a);  // expected-note {{required from the gradient of 'total_loops' here}}
  (void)mixedad::vjp<total_stored>(Array<pair>(), a); // expected-note {{required from the gradient of 'total_stored' here}}
  (void)mixedad::gradient<total_fused>(a);  // expected-note {{required from the gradient of 'total_fused' here}}
}
#endif
