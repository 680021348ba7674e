// How the pullback of a broadcast function is written: chosen, forced, and what cannot be.
// RUN: %mixedad_verify -Rpass=mixedad %s
// RUN: %mixedad_verify -DIMPOSSIBLE %s
// RUN: %mixedad_cxx -fsyntax-only %s 2>&1 | %filecheck --allow-empty --check-prefix=SILENT %s
// SILENT-NOT: remark
#include <mixedad/mixedad.h>
#include <cmath>
using mixedad::Array;
using A = const Array<float> &;

#ifndef IMPOSSIBLE
// One argument: as the guide has it, with the estimates of both.
[[mixedad::broadcast]] float swish(float x, float beta) { return x / (1 + std::exp(-beta * x)); } // expected-remark-re {{pullback of 'swish' with 1 active argument by dual numbers: {{[0-9]+}} operations, {{[0-9]+}} live values; reverse mode: {{[0-9]+}} operations}}
float one(A x) { return mixedad::sum(mixedad::broadcast<swish>(x, 1.5f)); }

// Six arguments that one product joins: both sweeps are cheaper than six tangents.
[[mixedad::broadcast]] float product(float a, float b, float c, float d, float e, float f) { return std::tanh(a * b * c * d * e * f); } // expected-remark-re {{pullback of 'product' with 6 active arguments by reverse mode: {{.*}}; dual numbers: {{.*}}; dual numbers in chunks of 4: }}
float six(A a, A b, A c, A d, A e, A f) { return mixedad::sum(mixedad::broadcast<product>(a, b, c, d, e, f)); }

[[mixedad::broadcast(forward)]] float duals(float a, float b, float c) { return a * b * c; } // expected-remark {{pullback of 'duals' with 3 active arguments by dual numbers:}}
[[mixedad::broadcast(forward, 2)]] float chunks(float a, float b, float c) { return a * b * c; } // expected-remark {{pullback of 'chunks' with 3 active arguments by dual numbers in chunks of 2:}}
[[mixedad::broadcast(reverse)]] float adjoint(float a, float b, float c) { return a * b * c; } // expected-remark {{pullback of 'adjoint' with 3 active arguments by reverse mode:}}
float forced(A a, A b, A c) {
  Array<float> d = mixedad::broadcast<duals>(a, b, c), e = mixedad::broadcast<chunks>(a, b, c), f = mixedad::broadcast<adjoint>(a, b, c);
  return mixedad::sum(d) + mixedad::sum(e) + mixedad::sum(f);
}

// A loop that would need a tape: no reverse mode.
[[mixedad::broadcast]] float series(float x) { // expected-remark-re {{pullback of 'series' with 1 active argument by dual numbers: {{.*}}; reverse mode impossible: the iterations of this loop would be recorded on a tape}}
  float s = x;
  while (s < 100) s = s * x + 1;
  return s;
}
float loop(A x) { return mixedad::sum(mixedad::broadcast<series>(x)); }

void use(A x) {
  (void)mixedad::gradient<one>(x);
  (void)mixedad::gradient<six>(x, x, x, x, x, x);
  (void)mixedad::gradient<forced>(x, x, x);
  (void)mixedad::gradient<loop>(x);
}
#else
[[mixedad::broadcast(reverse)]] float series(float x) {
  float s = x;
  while (s < 100) s = s * x + 1; // expected-error-re {{cannot differentiate{{:?}} 'series' in reverse mode inside a kernel: the iterations of this loop would be recorded on a tape}} expected-note {{drop 'reverse' from [[mixedad::broadcast(reverse)]], or write 'forward'}}
  return s;
}
float loop(A x) { return mixedad::sum(mixedad::broadcast<series>(x)); }
void use(A x) {
  (void)mixedad::gradient<loop>(x); // expected-note {{required from the gradient of 'loop' here}}
}
#endif
