// A raw pointer does not say how much memory its gradient takes: the call says what to write.
// RUN: not %mixedad_cxx -fsyntax-only %s 2>&1 | %filecheck %s
// RUN: %mixedad_cxx -fsyntax-only -DRIGHT %s
#include <mixedad/gradient.h>

double first(const double *p) { return *p; }
double both(const int *p, double x) { return *p * x; }
void use(double *p, double *dp, int *k) {
#ifndef RIGHT
  (void)mixedad::gradient<first>(p);
  // CHECK: refuse_raw_pointer.cpp:[[@LINE-1]]:{{.*}}error: {{.*}}this argument is a raw pointer, which does not say how much memory its gradient takes; write dup(pointer, shadow_pointer)
  // CHECK: 1 error generated
#endif
  (void)mixedad::gradient<first>(mixedad::dup(p, dp));
  (void)mixedad::gradient<both>(k, 1.0);
}
