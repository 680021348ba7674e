// Loops that OpenMP shares out, with what their clauses say about variables; the same without OpenMP, where the
// directives are comments.
// RUN: %mixedad_cxx -O2 -Wno-unknown-pragmas %s -o %t && %t
// RUN: %mixedad_cxx %openmp -O0 %s %openmp_libs -o %t.0 && %t.0
// RUN: %mixedad_cxx %openmp -O2 -Wno-pass-failed %s %openmp_libs -o %t.2 && %t.2
// RUN: %mixedad_cxx -fopenmp-simd -O2 -Wno-unknown-pragmas -Wno-pass-failed %s -o %t.simd && %t.simd
#include "check.h"
#include <algorithm>
using check::buf;
using check::fixed;

double sum_of_squares(const double *x, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s) schedule(static)
  for (int i = 0; i < n; ++i) s += x[i] * x[i];
  return s;
}
double sum_written_out(const double *x, int n) {
  double s = 1, u = 2;
#pragma omp parallel for reduction(+ : s) reduction(- : u) num_threads(2) if (n > 2)
  for (int i = 0; i < n; i++) {
    s = s + x[i] * x[i] - x[i];
    u -= std::sin(x[i]);
  }
  return s * u;
}
double product(const double *x, int n) {
  double p = 1;
#pragma omp parallel for reduction(* : p)
  for (int i = 0; i < n; ++i) p *= x[i];
  return p;
}
double extremes(const double *x, int n) {
  double low = x[0], high = x[0];
#pragma omp parallel for reduction(min : low) reduction(max : high)
  for (int i = 1; i < n; ++i) {
    low = std::min(low, x[i]);
    if (x[i] > high) high = x[i];
  }
  return low * high;
}
void add(double &to, double x) { to += x * x; }
double sum_by_reference(const double *x, int n) { // the sum is lent to a function: one copy an iteration
  double s = 0, p = 2;
#pragma omp parallel for reduction(+ : s) reduction(* : p)
  for (int i = 0; i < n; ++i) {
    add(s, x[i]);
    auto times = [&](double y) { p *= y; };
    times(x[i]);
    times(1 + x[i]);
  }
  return s * p;
}
double private_scratch(const double *x, int n) {
  double s = 0, t = 7, u;
  int j;
#pragma omp parallel for private(t, j) lastprivate(u) reduction(+ : s) default(none) shared(x, n)
  for (int i = 0; i < n; ++i) {
    t = x[i];
    for (j = 0; j < 3; ++j) t *= x[i] + j;
    u = t * t;
    s += t + u;
  }
  return s * u + t * x[0]; // t is what it was
}
double private_memory(const double *x, int n) {
  double s = 0, w[3] = {1, 2, 3}, v[2], k = 2;
  const double *p = x;
#pragma omp parallel for firstprivate(w, k, p) private(v) reduction(+ : s) schedule(dynamic, 2)
  for (int i = 0; i < n; ++i) {
    v[0] = k * p[i];
    v[1] = w[i % 3] * v[0] * v[0];
    s += v[0] * v[1];
  }
  return s;
}
void collapsed(double *out, const double *a, const double *b, int n) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double s = 0;
#pragma omp simd reduction(+ : s)
      for (int k = 0; k < n; ++k) s += a[i * n + k] * b[k * n + j];
      out[i * n + j] = s;
    }
}
void in_place(double *x, int n) {
#pragma omp parallel for simd
  for (int i = 0; i < n; ++i) x[i] = x[i] * x[i] + 1;
}
double counter_before(const double *x, int n) { // the counter is private: i stays 1
  int i = 1;
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (i = 0; i < n; ++i) s += x[i] * x[i];
#ifdef _OPENMP
  return s * x[i];
#else
  return s * x[1];
#endif
}
double counter_of_simd(const double *x, int n) { // here it ends with n
  int i = 1;
  double s = 0;
#pragma omp simd reduction(+ : s) linear(i)
  for (i = 0; i < n; ++i) s += x[i] * x[i];
  return s * x[i - 1];
}
double array_reduction(const double *x, int n) {
  double h[3] = {1, 0, 0};
  double *g = h + 1;
#pragma omp parallel for reduction(+ : h)
  for (int i = 0; i < n; ++i) h[i % 3] += x[i] * x[i];
#pragma omp parallel for reduction(+ : g[0 : 2])
  for (int i = 0; i < n; ++i) g[i % 2] = g[i % 2] + x[i];
  return h[0] * h[1] * h[2];
}
double guarded(const double *x, int n) {
  double s = 0, t = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    double y = x[i] * x[i];
#pragma omp atomic
    s += y;
#pragma omp critical(name)
    {
      t += y * x[i];
    }
  }
  return s * t;
}
double in_order(const double *x, int n) {
  double s = 1;
#pragma omp parallel for ordered
  for (int i = 0; i < n; ++i) {
    double y = x[i] * x[i];
#pragma omp ordered
    s = s * 0.5 + y;
  }
  return s;
}
template <class T> T of_template(const T *x, int n) {
  T s = 0;
  for (int k = 0; k < 2; ++k) {
#pragma omp parallel for reduction(+ : s) firstprivate(k)
    for (int i = 0; i < n; ++i) {
      if (i == 1) continue;
      s += x[i] * x[i] * (k + 1);
    }
  }
  return s;
}
double of_lambda(double x, int n) {
  double s = 0, t;
  auto run = [&] {
#pragma omp parallel for reduction(+ : s) private(t)
    for (int i = 0; i < n; ++i) {
      t = x * i;
      s += t * t;
    }
  };
  run();
  run();
  return s;
}

int main() {
  auto x = buf({0.5, 1.25, -0.75, 2.0, 1.5});
  CHECK(sum_of_squares, x, 5);
  CHECK(sum_of_squares, x, 0);
  CHECK(sum_written_out, x, 5);
  CHECK(product, x, 5);
  CHECK(extremes, x, 5);
  CHECK(sum_by_reference, x, 5);
#ifdef _OPENMP
  CHECK(private_scratch, x, 5);
#endif
  CHECK(private_memory, x, 5);
  CHECK(collapsed, check::scattered<double, 9>(-1, 1), check::scattered<double, 9>(-1, 1), check::scattered<double, 9>(0, 2), 3);
  CHECK(in_place, x, 5);
  CHECK(counter_before, x, 5);
  CHECK(counter_of_simd, x, 5);
  CHECK(array_reduction, x, 5);
  CHECK(guarded, x, 5);
  CHECK(in_order, x, 5);
  CHECK(of_template<double>, x, 5);
  CHECK(of_lambda, 1.5, 4);
  return check::done();
}
