// What a header declares that is not included: the error says which one.
// RUN: not %mixedad_cxx -fsyntax-only -DSECOND %s 2>&1 | %filecheck %s --check-prefix=SECOND
// RUN: not %mixedad_cxx -fsyntax-only -DARRAYS %s 2>&1 | %filecheck %s --check-prefix=ARRAYS
// RUN: not %mixedad_cxx -fsyntax-only -DNONE %s 2>&1 | %filecheck %s --check-prefix=NONE
// RUN: %mixedad_cxx -fsyntax-only -DSECOND -DARRAYS -DALL %s
#if defined(ALL)
#include <mixedad/mixedad.h>
#elif !defined(NONE)
#include <mixedad/gradient.h>
#endif

double f(double x, double y) { return x * y; }
#ifdef NONE
double use() { return mixedad::jvp<f>(1.0, 2.0); }
// NONE: headers_missing.cpp:[[@LINE-1]]:{{.*}}error: namespace 'mixedad' needs #include <mixedad/gradient.h>
#endif
#ifdef SECOND
// SECOND: error: 'mixedad::jacobian' needs #include <mixedad/jacobian.h>
auto first() { return mixedad::jacobian<f>(1.0, 2.0); }
// SECOND: error: 'mixedad::hvp' needs #include <mixedad/jacobian.h>
// SECOND-NOT: error: 'mixedad::hvp' needs
auto second() { return mixedad::hvp<f>(1.0, 2.0, 1.0, 0.0); }
// SECOND: error: 'mixedad::matrix' needs #include <mixedad/jacobian.h>
mixedad::matrix<double> third() { return {}; }
#endif
#ifdef ARRAYS
double identity(double x) { return x; }
void use(const mixedad::Array<float> &x) {
  // ARRAYS: error: 'mixedad::broadcast' needs #include <mixedad/mixedad.h>
  (void)mixedad::broadcast<identity>(x);
  // ARRAYS: error: 'mixedad::sum' needs #include <mixedad/mixedad.h>
  using mixedad::sum;
  // ARRAYS: error: implicit instantiation of undefined template 'mixedad::Array<float>'
  // ARRAYS: #include <mixedad/mixedad.h>
  mixedad::Array<float> y;
}
#endif
