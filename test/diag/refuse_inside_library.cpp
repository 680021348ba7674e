// What the library does inside is not the user's: the error is at the call, and names what was called.
// RUN: %mixedad_verify %s
#include <any>
#include <functional>
#include <mixedad/gradient.h>
#include <sstream>

double two(double x, double y) { return x * y; }
double bound(double x) {
  auto g = std::bind(two, x, std::placeholders::_1);
  return g(2.0); // expected-error-re {{cannot differentiate 'std::_Bind<{{.*}}>::operator()', in which the library uses a tuple of references}} expected-note {{write it out in your own code, or in a function with a derivative of its own: [[mixedad::derivative_of]]}}
}
template <class T> T inside(const std::any &v) { return std::any_cast<T>(v); } // expected-error {{cannot differentiate 'std::any_cast', in which the library uses this lvalue (CXXTypeidExpr)}} expected-note {{write it out in your own code}}
double erased(double x) { return inside<double>(std::any(x)); }
double printed(double x) {
  std::stringstream s;
  s << x;
  double y;
  s >> y;
  return y;
}
void use() {
  (void)mixedad::gradient<bound>(1.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<erased>(1.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<printed>(1.0); // expected-error {{whose body is not visible}} expected-note {{define it}} expected-note {{required from the gradient}}
}
