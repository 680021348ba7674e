// There is no object of an abstract class that could be its gradient: the call says what to write.
// RUN: not %mixedad_cxx -fsyntax-only %s 2>&1 | %filecheck %s
// RUN: %mixedad_cxx -fsyntax-only -DRIGHT %s
#include <mixedad/gradient.h>

struct Shape {
  virtual ~Shape() = default;
  virtual double area(double x) const = 0;
};
struct Disc : Shape {
  double scale = 3;
  double area(double x) const override { return scale * x * x; }
};
double area(const Shape &s, double x) { return s.area(x); }
void use(const Shape &any, Shape &shadow, const Disc &disc, double x, double dx) {
#ifndef RIGHT
  (void)mixedad::gradient<area>(any, x);
  // CHECK: refuse_abstract_argument.cpp:[[@LINE-1]]:{{.*}}error: {{.*}}this argument refers to an abstract class, of which no gradient can be made; pass the object as its own class, dup(object, shadow), or constant(object)
  (void)mixedad::pullback<area>(any, x);
  // CHECK: refuse_abstract_argument.cpp:[[@LINE-1]]:{{.*}}error: {{.*}}this argument refers to an abstract class
  // CHECK: 2 errors generated
#endif
  (void)mixedad::gradient<area>(disc, x);
  (void)mixedad::gradient<area>(mixedad::constant(any), x);
  (void)mixedad::gradient<area>(mixedad::dup(any, shadow), x);
  (void)mixedad::gradient<area, mixedad::wrt<1>>(any, x);
  (void)mixedad::jvp<area>(any, mixedad::dup(x, dx));
}
