// Objects whose default construction reads or changes variables outside of functions.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <memory>

double outside;
struct Initializer { double a = outside * outside; };
struct Constructor {
  double a;
  Constructor() { a = outside * outside; }
};
struct Holder {
  Constructor inner;
  double z = 1;
};
struct Derived : Initializer { double b = 2; };
struct Counts {
  double a;
  Counts() : a(outside) { outside *= 2; }
};
struct HoldsCounting { Counts first, second; };

double member_initializer(double x) {
  outside = x;
  Initializer s;
  return s.a;
}
double of_a_member(double x) {
  outside = x;
  Holder h;
  return h.inner.a * h.z;
}
double of_a_base(double x) {
  outside = x;
  Derived d{};
  return d.a * d.b;
}
double aggregate(double x) {
  outside = x;
  Holder h{{}, x};
  return h.inner.a * h.z;
}
double on_the_heap(double x) {
  outside = x;
  Initializer *s = new Initializer;
  double r = s->a * x;
  delete s;
  return r;
}
double array(double x) {
  outside = x;
  Initializer s[2];
  return s[0].a * s[1].a;
}
double changes_it(double x) {
  outside = x;
  HoldsCounting h;
  return h.first.a * h.second.a * outside;
}

int main() {
  CHECK(member_initializer, 1.3);
  CHECK(of_a_member, 1.3);
  CHECK(of_a_base, 1.3);
  CHECK(aggregate, 1.3);
  CHECK(on_the_heap, 1.3);
  CHECK(array, 1.3);
  CHECK(changes_it, 1.3);
  return check::done();
}
