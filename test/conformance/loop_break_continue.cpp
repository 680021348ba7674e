// break and continue, in nests, in branches, with values that are still used afterwards.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double break_on_data(double x) {
  double s = 0, t = 1;
  for (int i = 1; i < 100; ++i) {
    t *= x / i;
    if (t < 1e-4) break;
    s += t;
  }
  return s + t;
}
double skip_odd(double x) {
  double s = 0;
  for (int i = 0; i < 7; ++i) {
    if (i % 2) continue;
    s += x * s + i * x;
  }
  return s;
}
double inner_break(double x) {
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 5; ++j) {
      if (j > i) break;
      s += x * x * j;
      if (s > 6) continue;
      s *= x;
    }
    s += x;
  }
  return s;
}
double break_after_update(double x) {
  while (true) {
    x = x * x;
    if (x < 0.1) break;
    x *= 0.9;
    if (x < 0.2) break;
  }
  return x;
}
double continue_in_do(double x) {
  int i = 0;
  double s = x;
  do {
    ++i;
    if (i == 2) continue;
    s *= x + i;
  } while (i < 4);
  return s;
}
double continue_in_while(double x) {
  int i = 0;
  double s = x;
  while (i++ < 5) {
    if (i == 3) continue;
    if (i == 5) break;
    s += s * x;
  }
  return s;
}

int main() {
  CHECK(break_on_data, 1.5);
  CHECK(skip_odd, 0.75);
  CHECK(inner_break, 1.25);
  CHECK(break_after_update, 0.9);
  CHECK(continue_in_do, 0.5);
  CHECK(continue_in_while, 0.5);
  return check::done();
}
