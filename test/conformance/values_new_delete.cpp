// new and delete, of scalars, arrays and objects, also in loops.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double scalar(double x) {
  double *p = new double(x * x);
  *p += x;
  double r = *p * x;
  delete p;
  return r;
}
double array(double x, int n) {
  double *v = new double[n];
  for (int i = 0; i < n; ++i) v[i] = x * i;
  for (int i = 1; i < n; ++i) v[i] *= v[i - 1] + x;
  double r = v[n - 1];
  delete[] v;
  return r;
}
double value_initialized(double x) {
  double *v = new double[3]();
  v[1] = x;
  double r = (v[0] + v[1]) * (v[1] - v[2]);
  delete[] v;
  return r;
}
struct Pair { double a, b; };
double object(double x) {
  Pair *p = new Pair{x, x * x};
  p->a *= p->b;
  double r = p->a + p->b;
  delete p;
  return r;
}
struct Node { double value; Node *next; };
double list(double x, int n) {
  Node *head = nullptr;
  for (int i = 0; i < n; ++i) head = new Node{x * (i + 1), head};
  double s = 0;
  for (Node *p = head; p; p = p->next) s = s * x + p->value;
  while (head) {
    Node *next = head->next;
    delete head;
    head = next;
  }
  return s;
}
double in_loop(double x) {
  double s = x;
  for (int i = 1; i < 4; ++i) {
    double *t = new double[i];
    for (int j = 0; j < i; ++j) t[j] = s * x;
    s += t[i - 1];
    delete[] t;
  }
  return s;
}

int main() {
  CHECK(scalar, 0.5);
  CHECK(array, 0.5, 4);
  CHECK(value_initialized, 0.5);
  CHECK(object, 0.5);
  CHECK(list, 0.5, 4);
  CHECK(in_loop, 0.5);
  return check::done();
}
