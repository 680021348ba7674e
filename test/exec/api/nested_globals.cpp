// A derivative that begins inside of another one, where both use variables at namespace scope: their shadows are one a
// thread, so it is an error when they use the same one, and right when they do not.
// RUN: %mixedad_cxx -O1 %s -o %t && %t
#include "check.h"
#include <mixedad/gradient.h>

static double shared = 1, other = 1;
static double *to_shared = &shared;
double inner(double x) { shared = x * x; return shared * x; }
double inner_by_pointer(double x) { *to_shared = x * x; return shared * x; }

// Functions whose own code uses no variable, with rules that do.
double by_pull(double x) { return x * x * x; }
[[mixedad::derivative_of(by_pull)]] void by_pull_pullback(double x, double seed, double &d_x) {
  d_x += seed * mixedad::get<0>(mixedad::gradient<inner>(x));
}
[[mixedad::derivative_of(by_pull)]] double by_pull_pushforward(double x, double d_x) {
  return mixedad::jvp<inner>(mixedad::dup(x, d_x));
}
double by_pointer(double x) { return x * x * x; }
[[mixedad::derivative_of(by_pointer)]] void by_pointer_pullback(double x, double seed, double &d_x) {
  d_x += seed * mixedad::get<0>(mixedad::gradient<inner_by_pointer>(x));
}
[[mixedad::inactive]] double slope(double x) { return mixedad::get<0>(mixedad::gradient<inner>(x)); }

double uses_shared(double x) { shared = x; double r = by_pull(x); return r * shared; }
double uses_other(double x) { other = x; double r = by_pull(x); return r * other; }
double uses_shared_by_pointer(double x) { shared = x; double r = by_pointer(x); return r * shared; }
double uses_shared_beside_inactive(double x) { shared = x; return slope(x) * shared; }
double only_reads(double x) { double r = by_pull(x); return r * shared + x; }

template <class F> bool refused(F f) {
  try {
    f();
  } catch (const mixedad::nested_derivative_error &) {
    return true;
  }
  return false;
}

int main() {
  const double x = 1.5;
  double one = 1, point = x;
  auto shared_gradient = [&] { (void)mixedad::gradient<uses_shared>(x); };
  auto [value, pull] = mixedad::pullback<uses_shared>(x);
  check::is_true("reverse mode", refused(shared_gradient));
  check::is_true("forward mode", refused([&] { (void)mixedad::jvp<uses_shared>(mixedad::dup(point, one)); }));
  check::is_true("a pull", refused([&, &later = pull] { (void)later(1.0); }));
  check::is_true("through a pointer", refused([&] { (void)mixedad::gradient<uses_shared_by_pointer>(x); }));
  check::is_true("an inactive function", refused([&] { (void)mixedad::gradient<uses_shared_beside_inactive>(x); }));
  // x * x^3
  check::close("another variable", mixedad::get<0>(mixedad::gradient<uses_other>(x)), 4 * x * x * x);
  check::close("another variable, forward", mixedad::jvp<uses_other>(mixedad::dup(point, one)), 4 * x * x * x);
  check::close("after errors", mixedad::get<0>(mixedad::gradient<inner>(x)), 3 * x * x);
  // The rule says how by_pull's result changes with x, and nothing about the variable, which it sets to x^2.
  shared = 2;
  check::close("a variable that is only read", mixedad::jvp<only_reads>(mixedad::dup(point, one)), 3 * x * x * (x * x) + 1);
  return check::done();
}
