// Control flow where a naive transformation goes wrong: flags from inlined returns, effects in conditions, loops in branches.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

static double first_above(const double *v, int n, double least) {
  for (int i = 0; i < n; ++i) {
    if (v[i] < 0) continue;
    if (v[i] > least) return v[i] * v[i];
    least *= 0.9;
  }
  return least;
}
double returns_in_loops(double x, double y) {
  double v[4] = {x, -1, y, x * y}, s = 0;
  for (int k = 0; k < 4; ++k) {
    if (k == 2) continue;
    double f = first_above(v, 4, s + 0.2);
    s += f * (k + 1);
    if (s > 9) break;
    v[k] += 0.5 * f;
  }
  return s;
}
double effects_in_conditions(double x) {
  double a = x;
  int n = 0;
  while ((a *= 1.3) < 3 && (n++ < 10 || (a += x) > 100)) a += 0.1 * x;
  if ((a -= x) > 1 || (a *= x) > 0.2) a = a * a;
  return a + n * x;
}
double loop_in_branch_in_loop(double x) {
  double s = x;
  for (int i = 0; i < 5; ++i) {
    if (s < 1) {
      for (int j = 0; j < i; ++j) {
        s += x * j;
        if (s > 2) break;
      }
    } else {
      int j = 0;
      do {
        s *= 0.8;
        if (++j > 2) goto next;
      } while (s > 0.5);
      s += x;
    }
  next:;
  }
  return s;
}
double switch_in_loop(double x) {
  double s = x;
  for (int i = 0; i < 9; ++i) {
    switch ((i * 7) % 5) {
    case 0: s *= 1.1; [[fallthrough]];
    case 1:
      if (s > 2) { s -= x; break; }
      s += x;
      continue;
    case 2: {
      double t = s * s;
      if (t > 4) return t * x;
      s = t * 0.5 + x;
    }
    default: s += 0.1 * x * i;
    }
    s += 0.01;
  }
  return s;
}
double zero_trips(double x, int n) {
  double a[3] = {x, x * x, 1};
  for (int i = 0; i < n; ++i) a[i] *= a[0];
  for (int i = n; i < 0; ++i) a[0] = 0;
  while (n > 100) a[1] = 0;
  return a[0] + a[1] * a[2];
}
double nested_ternaries(double x, double y) {
  double r = x > y ? (x > 2 * y ? x * y : (y > 0 ? x / y : y)) : (x < 0 ? (y *= 2, y * x) : (x += y));
  return r * x + y;
}
double infinite_with_returns(double x) {
  int i = 0;
  for (;;) {
    x = x * 0.9 + 0.01;
    while (true) {
      if (++i % 3 == 0) break;
      if (x < 0.3) return x * i;
      x -= 0.01 * x;
    }
  }
}

int main() {
  CHECK(returns_in_loops, 0.5, 1.5);
  CHECK(returns_in_loops, 0.4, 0.35);
  CHECK(effects_in_conditions, 0.4);
  CHECK(effects_in_conditions, 1.4);
  CHECK(loop_in_branch_in_loop, 0.3);
  CHECK(loop_in_branch_in_loop, 1.3);
  CHECK(switch_in_loop, 0.3);
  CHECK(switch_in_loop, 1.1);
  for (int n : {0, 2, 3}) CHECK(zero_trips, 0.7, n);
  CHECK(nested_ternaries, 1.0, 0.7);
  CHECK(nested_ternaries, 3.0, 0.7);
  CHECK(nested_ternaries, -1.0, 0.7);
  CHECK(nested_ternaries, 0.3, 0.7);
  CHECK(infinite_with_returns, 0.8);
  return check::done();
}
