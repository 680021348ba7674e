// Statements that come out of macros, and C idioms: do-while(0), statement blocks, chained conditionals, attributes.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

#define SQUARE(x) ((x) * (x))
#define SWAP(a, b) do { double t_ = (a); (a) = (b); (b) = t_; } while (0)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define FOR(i, n) for (int i = 0; i < (n); ++i)
#define CHECKED(call) if (!(call)) return -1.0
#define APPLY(op, ...) op(__VA_ARGS__)
static bool scale(double *v, double k) { *v *= k; return k != 0; }
double uses(double x, double y) {
  double a = SQUARE(x + 1), b = MAX(x * x, y);
  SWAP(a, b);
  FOR(i, 3) a += SQUARE(b) * i;
  CHECKED(scale(&a, y));
  return a - APPLY(MAX, b, 2 * y);
}
double attributes(double x) {
  [[maybe_unused]] double unused = x * 3;
  double s = x;
  if (x > 0) [[likely]] s *= x;
  else [[unlikely]] s = 0;
  ;
  {}
  using Real = double;
  typedef Real Alias;
  static_assert(sizeof(Alias) == 8);
#pragma clang loop unroll(full)
  for (int i = 0; i < 2; ++i) s += Alias(x) * i;
  return s;
}
double statement_expression(double x) {
  double y = ({ double t = x * x; t + 1; });
  return y * x;
}
double builtins(double x) {
  if (__builtin_expect(x > 0, 1)) return __builtin_sqrt(x) + __builtin_fabs(-x);
  __builtin_unreachable();
}

int main() {
  CHECK(uses, 0.5, 1.5);
  CHECK(attributes, 0.5);
  CHECK(statement_expression, 0.5);
  CHECK(builtins, 0.5);
  return check::done();
}
