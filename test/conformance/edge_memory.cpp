// Memory where a naive transformation goes wrong: values that are needed after they were overwritten, by whom ever.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double overwritten_operand(double x) {
  double a[2] = {x, 2};
  double s = a[0] * a[1];
  a[0] = std::sin(a[0]);
  a[1] = s * a[0];
  a[0] *= a[1];
  return a[0] * a[0] + a[1];
}
static void bump(double *p) { *p = *p * *p + 1; }
double overwritten_by_callee(double x) {
  double a = x, before = a * 3;
  double t = a * before;
  bump(&a);
  t *= a;
  bump(&t);
  bump(&a);
  return a * before + t;
}
double read_modify_in_loop(double *v, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    double old = v[i];
    v[i] = s * old;
    s = s * 0.5 + v[(i + 1) % n] * old;
    v[(i + 2) % n] += s * v[i];
  }
  return s;
}
double moving_pointer(double x) {
  double a = x, b = 2 * x, c = 1;
  double *p[3] = {&a, &b, &c};
  for (int i = 0; i < 7; ++i) {
    double *q = p[i % 3];
    *q = *q * 0.5 + *p[(i + 1) % 3] * *p[(i + 2) % 3];
    p[i % 3] = p[(i + 1) % 3];
    p[(i + 1) % 3] = q;
  }
  return a + 2 * b + 3 * c;
}
struct Node { double value; int next; };
double linked_by_index(double x) {
  Node pool[4] = {{x, 2}, {2 * x, -1}, {x * x, 1}, {9, 0}};
  double s = 0;
  for (int at = 0; at >= 0; at = pool[at].next) {
    s = s * x + pool[at].value;
    pool[at].value = s;
  }
  return s * pool[2].value + pool[3].value;
}
double copies_of_records(double x) {
  Node a{x, 1}, b = a, c;
  a.value *= 2;
  c = a;
  b = c;
  c.value = c.value * b.value;
  a = c;
  return a.value + b.value * c.value;
}
double swaps_in_loop(double x) {
  double u[3] = {x, 1, 2}, v[3] = {0, 0, 0};
  double *now = u, *next = v;
  for (int t = 0; t < 5; ++t) {
    for (int i = 0; i < 3; ++i) next[i] = 0.5 * now[i] + now[(i + 1) % 3] * now[i] * 0.1;
    double *s = now;
    now = next;
    next = s;
  }
  return now[0] * now[1] + next[2];
}
void same_memory_twice(double *a, double *b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] *= b[n - 1 - i];
    b[i] += a[i] * a[0];
  }
}
double passes_same(double x, double y) {
  double v[3] = {x, y, x * y};
  same_memory_twice(v, v, 3);
  same_memory_twice(v, v + 1, 2);
  return v[0] + v[1] * v[2];
}
double shadowed_by_scope(double x) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    double buffer[2];
    if (i == 0) buffer[0] = x;
    else buffer[0] = s;
    buffer[1] = buffer[0] * x;
    double *p = i == 1 ? buffer : buffer + 1;
    s += *p * buffer[0];
  }
  return s;
}

int main() {
  CHECK(overwritten_operand, 0.7);
  CHECK(overwritten_by_callee, 0.7);
  CHECK(read_modify_in_loop, check::buf({0.5, -0.75, 1.25}), 3);
  CHECK(moving_pointer, 0.7);
  CHECK(linked_by_index, 0.7);
  CHECK(copies_of_records, 0.7);
  CHECK(swaps_in_loop, 0.7);
  CHECK(same_memory_twice, check::buf({0.5, -0.75, 1.25}), check::buf({1.5, 0.25, 0.75}), 3);
  CHECK(passes_same, 0.7, 0.9);
  CHECK(shadowed_by_scope, 0.7);
  return check::done();
}
