// A memory budget: checkpointed loops keep to it by running iterations again, other loops fail when they would not.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
// RUN: env MIXEDAD_MEMORY_BUDGET=16K %t budget
#include "check.h"
#include <cstring>

double plain(double x, double a, int n) {
  for (int i = 0; i < n; ++i) x = std::sin(x) * a + 0.25 * x;
  return x;
}
double automatic(double x, double a, int n) {
  [[mixedad::checkpoint]] for (int i = 0; i < n; ++i) x = std::sin(x) * a + 0.25 * x;
  return x;
}
double limited(double x, double a, int n) {
  [[mixedad::checkpoint(6)]] for (int i = 0; i < n; ++i) x = std::sin(x) * a + 0.25 * x;
  return x;
}

/// Inner loops, a break, a local array as the state.
#define WAVE(name, checkpoint)                                                                                         \
  double name(double x, double c, int steps) {                                                                         \
    double u[8] = {0, x, x * x, 0, 0, 0, 0, 0};                                                                        \
    checkpoint for (int n = 0; n < steps; ++n) {                                                                       \
      double next[8] = {};                                                                                             \
      for (int k = 1; k < 7; ++k)                                                                                      \
        next[k] = u[k] + c * (u[k - 1] - 2 * u[k] + u[k + 1]) + 0.01 * std::sin(u[k] * n);                             \
      for (int k = 0; k < 8; ++k) u[k] = next[k];                                                                      \
      if (u[3] > 0.2) break;                                                                                           \
    }                                                                                                                  \
    double s = 0;                                                                                                      \
    for (double v : u) s += v * v;                                                                                     \
    return s;                                                                                                          \
  }
WAVE(wave, )
WAVE(checkpointed_wave, [[mixedad::checkpoint]])

template <auto F, auto G> void same(const char *what, double x, double y, int n, std::size_t budget) {
  mixedad::set_memory_budget(0);
  auto [ax, ay, an] = mixedad::gradient<F>(x, y, n);
  mixedad::thread_tape().release();
  mixedad::set_memory_budget(budget);
  auto [bx, by, bn] = mixedad::gradient<G>(x, y, n);
  check::close(what, bx, ax, 1e-12);
  check::close(what, by, ay, 1e-12);
  check::is_true("within the budget", mixedad::thread_tape().capacity() <= budget);
  mixedad::set_memory_budget(0);
}

int main(int argc, char **argv) {
  if (argc > 1) { // the environment's budget
    check::is_true("16K", mixedad::memory_budget() == 16384);
    auto g = mixedad::gradient<automatic>(0.5, 0.7, 3000);
    check::is_true("within the environment's budget", mixedad::thread_tape().capacity() <= 16384);
    check::is_true("finite", std::isfinite(mixedad::get<0>(g)));
    return check::done();
  }
  for (int n : {0, 1, 2, 63, 64, 65, 1000, 5000})
    for (std::size_t budget : {1024, 4096, 100000}) {
      same<plain, automatic>("automatic", 0.5, 0.7, n, budget);
      if (budget != 1024) same<plain, limited>("six states", 0.5, 0.7, n, budget);
    }
  for (int n : {0, 3, 50, 400}) same<wave, checkpointed_wave>("arrays, inner loops, break", 0.6, 0.2, n, 20000);
  CHECK(checkpointed_wave, 0.6, 0.2, 30);

  mixedad::set_memory_budget(4096);
  bool thrown = false;
  try {
    mixedad::gradient<plain>(0.5, 0.7, 100000);
  } catch (const mixedad::tape_error &e) {
    thrown = std::strstr(e.what(), "memory budget") != nullptr;
  }
  check::is_true("a tape beyond the budget is an error", thrown);
  mixedad::set_memory_budget(0);
  auto [dx, da, dn] = mixedad::gradient<plain>(0.5, 0.7, 100); // nothing else is lost
  check::is_true("works again", std::isfinite(dx + da));
  return check::done();
}
