// The chain over a hundred million steps within a memory budget, beside the gradient of a million steps without one.
//
//   budget      prints the CSV line "ns a step without,ns a step within the budget,MB of memory in use at most"
#include "../timing.h"

#include <mixedad/budget.h>
#include <mixedad/gradient.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>

static double plain(double x, double a, double b, int steps) {
  for (int k = 0; k < steps; ++k)
    x = std::sin(x) * a + b;
  return x;
}
static double checkpointed(double x, double a, double b, int steps) {
  [[mixedad::checkpoint]] for (int k = 0; k < steps; ++k)
    x = std::sin(x) * a + b;
  return x;
}

int main() {
  const double x = 1.5, a = 2, b = 1.0471975511965976 - 1.7320508075688772; // see micro.cpp
  const int few = 1000000, many = 100000000;
  double d_few = 0, d_many = 0;
  const auto without = [&] { d_few = std::get<1>(mixedad::gradient<plain>(x, a, b, few)); };
  without();
  const double short_time = seconds(without);
  mixedad::set_memory_budget(64 << 20);
  const double long_time = seconds([&] { d_many = std::get<1>(mixedad::gradient<checkpointed>(x, a, b, many)); });
  // Every step at the fixed point adds the same to the derivative in a.
  if (!(std::abs(d_many / d_few * few / many - 1) < 0.05))
    std::printf("derivatives %g and %g do not grow with the steps\n", d_few, d_many), std::exit(1);
  rusage use;
  getrusage(RUSAGE_SELF, &use);
  std::printf("%.2f,%.2f,%.1f\n", short_time / few * 1e9, long_time / many * 1e9, use.ru_maxrss / 1024.0);
}
