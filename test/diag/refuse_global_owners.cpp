// Variables outside of functions that own what their type does not tell.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>
#include <map>
#include <memory>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual double area(double x) const { return x; }
};
std::unique_ptr<double[]> buffer;
std::vector<std::unique_ptr<Shape>> shapes;
struct Store { std::map<int, std::shared_ptr<Shape>> named; } store;
std::unique_ptr<double> one;

double in_array(double x) {
  buffer[0] = x * x; // expected-error {{cannot differentiate the variable 'buffer' outside of functions, which owns an array or an object of an unknown class}} expected-note {{make it a std::vector, or pass what it owns as an argument}}
  return buffer[0];
}
double of_base(double x) {
  return shapes[0]->area(x); // expected-error {{cannot differentiate the variable 'shapes' outside of functions, which owns}} expected-note {{make it a std::vector}}
}
double in_member(double x) {
  return store.named.at(1)->area(x); // expected-error {{cannot differentiate the variable 'store' outside of functions, which owns}} expected-note {{make it a std::vector}}
}
double known(double x) {
  *one = x;
  return *one * x;
}
double use(double x) {
  return mixedad::get<0>(mixedad::gradient<in_array>(x))     // expected-note {{required from the gradient of 'in_array' here}}
         + mixedad::get<0>(mixedad::gradient<of_base>(x))    // expected-note {{required from the gradient of 'of_base' here}}
         + mixedad::get<0>(mixedad::gradient<in_member>(x))  // expected-note {{required from the gradient of 'in_member' here}}
         + mixedad::get<0>(mixedad::gradient<known>(x));
}
