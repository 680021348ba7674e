// What only derivatives use may come from a quicker function; what the reverse sweep's control depends on is the C library's.
// RUN: %mixedad_cxx -fplugin-arg-mixedad-dump=- -fsyntax-only %s | %filecheck %s
#include <mixedad/gradient.h>

#include <cmath>

// CHECK-LABEL: bends_grad{{.*}} {
// CHECK: // forward sweep
// CHECK: const double s = ::std::sin(x_1);
// CHECK: // reverse sweep
// CHECK: const double s_1 = ::std::sin(x_2);
// CHECK: ::mixedad::detail::math::quick_cos(x_2)
double bends(double x, int n) {
  double y = 0;
  for (int i = 0; i < n; ++i) {
    double s = std::sin(x);
    if (s > 0.25)
      y += s * x;
    else
      y += x * x;
    x = 0.5 * x + 0.1 * y;
  }
  return y;
}

// CHECK-LABEL: chain_grad{{.*}} {
// CHECK: ::std::sin(x_1) * a
// CHECK: // reverse sweep
// CHECK: = ::mixedad::detail::math::quick_sin([[X:.*]]);
// CHECK: ::mixedad::detail::math::quick_cos([[X]])
double chain(double x, double a, int n) {
  for (int i = 0; i < n; ++i)
    x = std::sin(x) * a;
  return x;
}

// CHECK-LABEL: cosine_push{{.*}} {
// CHECK: ::std::cos(x)
// CHECK: ::mixedad::detail::math::quick_sin(x)
double cosine(double x) { return std::cos(x); }

double all(double x) {
  auto [dx, n] = mixedad::gradient<bends>(x, 7);
  auto [d1, d2, m] = mixedad::gradient<chain>(x, x, 7);
  return dx + d1 + d2 + mixedad::jvp<cosine>(mixedad::dup(x, 1.0));
}
