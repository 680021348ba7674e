// Objects that share an object of a base class: a copy would be the primal's own, so there is no gradient to return.
// RUN: %mixedad_verify %s
#include <memory>
#include <mixedad/gradient.h>
#include <vector>

struct Base {
  virtual ~Base() = default;
  virtual double value(double x) const = 0;
};
struct Scaled : Base {
  double k = 2;
  double value(double x) const override { return k * x; }
};
struct Holder {
  std::shared_ptr<Base> p;
  double w;
};
double one(const std::shared_ptr<Base> &p, double x) { return p->value(x); }
double all(const std::vector<std::shared_ptr<Base>> &v, double x) { return v[0]->value(x); }
double held(const Holder &h, double x) { return h.w * h.p->value(x); }
void use(std::shared_ptr<Base> p, std::vector<std::shared_ptr<Base>> v, Holder h) {
  (void)mixedad::gradient<one>(p, 2.0); // expected-error {{no gradient can be made of an object of type 'std::shared_ptr<Base>', which shares objects of a base class: their own classes are not known}} expected-note {{pass constant(object), or dup(object, shadow) with a shadow of your own}}
  (void)mixedad::gradient<all>(v, 2.0); // expected-error {{which shares objects of a base class}} expected-note {{pass constant}}
  (void)mixedad::gradient<held>(h, 2.0); // expected-error {{which shares objects of a base class}} expected-note {{pass constant}}
  (void)mixedad::gradient<all>(mixedad::constant(v), 2.0);
  (void)mixedad::gradient<held>(mixedad::constant(h), 2.0);
}
