// Reals whose bits are looked at: the derivative would be lost.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>

typedef unsigned long u64;
double pun_pointer(double x) {
  u64 i = *(u64 *)&x; // expected-error {{cannot differentiate a cast of 'double *' to 'u64 *'}} expected-note {{keep the type}}
  return i ? x : 0;
}
double pun_builtin(double x) {
  u64 i = __builtin_bit_cast(u64, x); // expected-error {{cannot differentiate a bit cast of a real}} expected-note {{compute it from the value}}
  return i ? x : 0;
}
union Bits { double real; u64 bits; }; // expected-error {{cannot differentiate a union of which both 'real' and 'bits' are used}} expected-note {{use one member, or a struct}}
double pun_union(double x) {
  Bits b;
  b.real = x;
  b.bits &= ~1ul;
  return b.real;
}
// Not refused: bytes of integers, and conversions of value.
double fine(double x, int k) {
  char *bytes = reinterpret_cast<char *>(&k);
  return x * bytes[0] + double(int(x)) * x;
}
void use() {
  (void)mixedad::gradient<pun_pointer>(1.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<pun_builtin>(1.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<pun_union>(1.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<fine>(1.0, 2);
}
