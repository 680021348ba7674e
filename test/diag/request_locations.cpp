// What is wrong inside of the headers comes with the user's place that asked for it.
// RUN: not %mixedad_cxx -fsyntax-only -DTANGENT %s 2>&1 | %filecheck %s --check-prefix=TANGENT
// RUN: not %mixedad_cxx -fsyntax-only -DINTEGER %s 2>&1 | %filecheck %s --check-prefix=INTEGER
// RUN: not %mixedad_cxx -fsyntax-only -DTEMPLATE %s 2>&1 | %filecheck %s --check-prefix=TEMPLATE
// RUN: not %mixedad_cxx -fsyntax-only -DOWNERS %s 2>&1 | %filecheck %s --check-prefix=OWNERS
// RUN: not %mixedad_cxx -fsyntax-only -DARRAY_OWNER %s 2>&1 | %filecheck %s --check-prefix=ARRAY_OWNER
#include <memory>
#include <mixedad/gradient.h>
#include <vector>

double g(double x) { return x; }
struct rounded {
  int operator()(double x) const { return static_cast<int>(x); }
};
struct Shape {
  virtual ~Shape() = default;
  virtual double area(double x) const = 0;
};
struct Square : Shape {
  double area(double x) const override { return x * x; }
};
double all(const std::vector<std::unique_ptr<Shape>> &shapes, double x) { return shapes[0]->area(x); }
double first(const std::unique_ptr<double[]> &x) { return x[0]; }
template <class T> void in_template(T x) { (void)mixedad::jvp<g>(x); }

void use(const std::vector<std::unique_ptr<Shape>> &shapes, const std::unique_ptr<double[]> &x) {
#if defined(TANGENT)
  (void)mixedad::jvp<g>(1.0);
  // TANGENT: error: {{.*}}no argument has a tangent; write dup(x, tangent)
  // TANGENT: request_locations.cpp:[[@LINE-2]]:{{.*}}note: the derivative is asked for here
  // TANGENT: 1 error generated
#elif defined(INTEGER)
  (void)mixedad::gradient(rounded{}, 1.0);
  // INTEGER: error: {{.*}}does not return a floating-point number
  // INTEGER: request_locations.cpp:[[@LINE-2]]:{{.*}}note: the derivative is asked for here
#elif defined(TEMPLATE)
  in_template(1.0);
  // TEMPLATE: error: {{.*}}no argument has a tangent
  // TEMPLATE: request_locations.cpp:24:{{.*}}note: the derivative is asked for here
#elif defined(OWNERS)
  (void)mixedad::gradient<all>(shapes, 2.0);
  // OWNERS-NOT: construct_at
  // OWNERS: request_locations.cpp:[[@LINE-2]]:{{.*}}error: no gradient can be made of an object of type 'std::vector<std::unique_ptr<Shape>>', which cannot be copied
  // OWNERS: note: pass constant(object), or dup(object, shadow)
  // OWNERS: 1 error generated
#else
  (void)mixedad::gradient<first>(x);
  // ARRAY_OWNER: error: {{.*}}no shadow can be made of a unique_ptr to an array or a base class
  // ARRAY_OWNER: request_locations.cpp:[[@LINE-2]]:{{.*}}note: the derivative is asked for here
#endif
}
