// Local arrays whose length is known at run time (an extension that C has and compilers accept).
// RUN: %mixedad_cxx -w -O0 %s -o %t && %t
// RUN: %mixedad_cxx -w -O2 %s -o %t && %t
#include "check.h"
#include <cmath>
#include <cstring>

double sum(const double *v, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += v[i] * v[i];
  return s;
}
double plain(const double *x, int n) {
  double a[n], s = 0;
  int index[n];
  for (int i = 0; i < n; ++i) {
    index[i] = (i + 1) % n;
    a[i] = x[i] * i;
  }
  for (int i = 0; i < n; ++i) a[index[i]] *= std::sin(a[i] + x[i]);
  return sum(a, n) + *a + s;
}
double in_loop(const double *x, int n) {
  double total = 0;
  for (int k = 1; k <= n; ++k) {
    double w[k];
    for (int i = 0; i < k; ++i) w[i] = x[i] * (total + i);
    if (k == 2) continue;
    total += sum(w, k);
  }
  return total;
}
double rows(const double *x, int n) {
  double m[n][2];
  memset(m, 0, n * sizeof(m[0]));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2; ++j) m[i][j] += x[i] * (j + 1);
  return m[0][1] * m[n - 1][0];
}
int main() {
  CHECK(plain, check::buf({0.3, 0.7, -0.4}), 3);
  CHECK(in_loop, check::buf({0.3, 0.7, -0.4}), 3);
  CHECK(rows, check::buf({0.3, 0.7, -0.4}), 3);
  return check::done();
}
