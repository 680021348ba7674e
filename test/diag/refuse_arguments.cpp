// Calls that do not fit the function: their number, results that are not numbers, nothing to differentiate.
// RUN: not %mixedad_cxx -fsyntax-only -DCOUNT %s 2>&1 | %filecheck %s --check-prefix=COUNT
// RUN: not %mixedad_cxx -fsyntax-only -DCOUNT_PULLBACK %s 2>&1 | %filecheck %s --check-prefix=COUNT
// RUN: not %mixedad_cxx -fsyntax-only -DCOUNT_TANGENT %s 2>&1 | %filecheck %s --check-prefix=COUNT
// RUN: not %mixedad_cxx -fsyntax-only -DCOUNT_VALUE %s 2>&1 | %filecheck %s --check-prefix=COUNT
// RUN: not %mixedad_cxx -fsyntax-only -DRECORD %s 2>&1 | %filecheck %s --check-prefix=RECORD
// RUN: not %mixedad_cxx -fsyntax-only -DTANGENT %s 2>&1 | %filecheck %s --check-prefix=TANGENT
// RUN: not %mixedad_cxx -fsyntax-only -DWRT %s 2>&1 | %filecheck %s --check-prefix=WRT
// RUN: not %mixedad_cxx -fsyntax-only -DNOTHING %s 2>&1 | %filecheck %s --check-prefix=NOTHING
// RUN: not %mixedad_cxx -fsyntax-only -DPOINTER %s 2>&1 | %filecheck %s --check-prefix=POINTER
#include <mixedad/gradient.h>

double f(double x, double y) { return x * y; }
struct Pair { double a, b; };
Pair pair(double x) { return {x, x}; }
void square(double x, double &y) { y = x * x; }
void use(double (*any)(double, double)) {
#if defined(COUNT)
  (void)mixedad::gradient<f>(1.0);
  // COUNT: error: {{.*}}the number of arguments is not the function's number of parameters
  // COUNT: 1 error generated
#elif defined(COUNT_PULLBACK)
  (void)mixedad::pullback<f>(1.0, 2.0, 3.0);
#elif defined(COUNT_TANGENT)
  (void)mixedad::value_and_jvp<f>(mixedad::dup(1.0, 2.0));
#elif defined(COUNT_VALUE)
  auto [value, grads] = mixedad::value_and_gradient<f>(1.0);
  auto [x] = grads;
#elif defined(RECORD)
  (void)mixedad::gradient<pair>(1.0);
  // RECORD: error: {{.*}}does not return a floating-point number; use vjp<f>(seed, args...)
#elif defined(WRT)
  (void)mixedad::gradient<f, mixedad::wrt<2>>(1.0, 2.0);
  // WRT: error: {{.*}}wrt<...> names an argument that the function does not have; the first is 0
  // WRT: 1 error generated
#elif defined(NOTHING)
  double y = 0;
  (void)mixedad::gradient<square>(1.0, y);
  // NOTHING: error: {{.*}}the function returns nothing; use vjp<f>(args...), with dup(y, seed) for what it writes
#elif defined(TANGENT)
  (void)mixedad::jvp<f>(1.0, 2.0);
  // TANGENT: error: {{.*}}no argument has a tangent; write dup(x, tangent)
#else
  (void)mixedad::gradient(any, 1.0, 2.0);
  // POINTER: error: {{.*}}only the value of this function pointer is known; name the function as a template argument
#endif
}
