// Parallel regions in which loops and blocks are shared out; sums by hand over the threads.
// RUN: %mixedad_cxx -O2 -Wno-unknown-pragmas %s -o %t && %t
// RUN: %mixedad_cxx %openmp -O0 %s %openmp_libs -o %t.0 && %t.0
// RUN: %mixedad_cxx %openmp -O2 %s %openmp_libs -o %t.2 && %t.2
#include "check.h"
using check::buf;

double two_loops(double *x, int n) {
  double s = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; ++i) x[i] = x[i] * x[i];
#pragma omp for reduction(+ : s) nowait
    for (int i = 1; i < n; ++i) s += x[i] * x[i - 1];
  }
  return s;
}
double sums_by_hand(const double *x, int n) {
  double total = 1, factor = 1, count = 0;
#pragma omp parallel
  {
    double mine = 0, f = 1;
    int seen = 0;
#pragma omp for
    for (int i = 0; i < n; ++i) {
      mine += x[i] * x[i];
      f *= x[i];
      ++seen;
    }
#pragma omp critical
    {
      total += mine;
      factor *= f;
    }
#pragma omp atomic
    count += seen;
  }
  return total * factor * count;
}
double own_variables(const double *x, int n) {
  double s = 0, t = 3;
  const double k = 2;
#pragma omp parallel private(t) reduction(+ : s) firstprivate(n)
  {
    double w[2] = {k, 1};
    const double scale = std::sqrt(k);
#pragma omp for schedule(guided)
    for (int i = 0; i < n; ++i) {
      t = x[i] * scale;
      s += t * t * w[i % 2];
    }
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < n; ++i) {
      t = x[i] * w[0];
      s += t * x[0];
    }
  }
  return s * t * x[1];
}
double once(const double *x, int n) {
  double m = 0, s = 0;
#pragma omp parallel
  {
#pragma omp single
    {
      for (int i = 0; i < n; ++i) m += x[i];
      m /= n;
    }
#pragma omp for reduction(+ : s)
    for (int i = 0; i < n; ++i) s += (x[i] - m) * (x[i] - m);
#pragma omp master
    s *= x[0];
  }
  return s;
}
double sections(double x) {
  double a = 0, b = 0;
#pragma omp parallel sections
  {
#pragma omp section
    a = std::sin(x);
#pragma omp section
    {
      b = x * x;
    }
  }
  return a * b;
}

int main() {
  auto x = buf({0.5, 1.25, -0.75, 2.0, 1.5});
  CHECK(two_loops, x, 5);
  CHECK(sums_by_hand, x, 5);
  CHECK(own_variables, x, 5);
  CHECK(once, x, 5);
  CHECK(sections, 0.75);
  return check::done();
}
