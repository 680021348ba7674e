// derivative_of: a user's pullback and pushforward replace what the body would give.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double opaque(double x, int order);
double sharp(double x, double y);

[[mixedad::derivative_of(opaque)]] void opaque_pullback(double x, int order, double seed, double &d_x) {
  d_x += seed * order * x;
}
[[mixedad::derivative_of(opaque)]] double opaque_pushforward(double x, int order, double d_x) { return order * x * d_x; }

// The rule is on purpose not the body's derivative, so that one sees which was used.
double marked(double x) { return x * x; }
[[mixedad::derivative_of(marked)]] void marked_pullback(double x, double seed, double &d_x) { d_x += 100 * seed + 0 * x; }
[[mixedad::derivative_of(marked)]] double marked_pushforward(double, double d_x) { return 100 * d_x; }

double two(double x, double y) { return x * y; }
[[mixedad::derivative_of(two)]] void two_pullback(double x, double y, double seed, double &d_x, double &d_y) {
  d_x += seed * y;
  d_y += seed * x;
}
double uses(double x, double y) { return opaque(x * x, 3) + two(x, y * y) * y; }
double one_constant(double x) { return two(x, 3) + two(5, x * x); }
double uses_marked(double x) { return marked(x) * 2; }

double opaque(double x, int order) { return 0.5 * order * x * x; }

extern "C" double mixedad_test_body(double x) { return x * x; }
double no_body(double x) __asm__("mixedad_test_body"); // its body is seen by the linker only
[[mixedad::derivative_of(no_body)]] void no_body_pullback(double, double seed, double &d_x) { d_x += 300 * seed; }

int main() {
  using check::close;
  auto [dx, dy] = mixedad::gradient<uses>(2.0, 3.0);
  close("x", dx, 3 * 4 * 4 + 27);
  close("y", dy, 2 * 3 * 9);
  close("one constant", mixedad::get<0>(mixedad::gradient<one_constant>(2.0)), 23);
  close("the rule, not the body", mixedad::get<0>(mixedad::gradient<uses_marked>(2.0)), 200);
  close("the rule, asked directly", mixedad::get<0>(mixedad::gradient<marked>(2.0)), 100);
  close("asked directly, without a body", mixedad::get<0>(mixedad::gradient<no_body>(2.0)), 300);
  close("asked directly, without a body, forward", mixedad::jvp<no_body>(mixedad::dup(2.0, 1.0)), 300);
  close("pushforward", mixedad::jvp<uses_marked>(mixedad::dup(2.0, 1.0)), 200);
  return check::done();
}
