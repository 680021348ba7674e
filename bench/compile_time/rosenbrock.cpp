// The README's ten lines; with PLAIN the same program without a derivative.
#include <cstdio>
#ifndef PLAIN
#include <mixedad/gradient.h>
#endif

double rosenbrock(double x, double y) {
  double a = 1 - x, b = y - x * x;
  return a * a + 100 * b * b;
}

int main() {
#ifdef PLAIN
  std::printf("%g\n", rosenbrock(-1.2, 1.0));
#else
  auto [dx, dy] = mixedad::gradient<rosenbrock>(-1.2, 1.0);
  std::printf("%g %g\n", dx, dy);
#endif
}
