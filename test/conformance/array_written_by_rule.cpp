// A function with a rule that writes an array through its parameter.
// RUN: %mixedad_cxx -O1 %s -o %t %mixedad_libs && %t
#include "check_arrays.h"
using mixedad::Array;
using A = Array<double>;
[[gnu::noinline]] void scale(A &x, double k) { x = x * k; }
[[mixedad::derivative_of(scale)]] void scale_push(A &x, double k, A &d_x, double d_k) { d_x = mixedad::detail::shaped_like(d_x, x) * k + x * d_k; }
[[mixedad::derivative_of(scale)]] void scale_pull(const A &x, double k, A &d_x, double &d_k) { d_k += mixedad::sum(x * d_x); d_x = d_x * k; }
A f(const A &x, double k) { A y = x * x; scale(y, k); return y * x; }
int main() {
  CHECK(f, check::array<double>({3}), 0.7);
  return check::done();
}
