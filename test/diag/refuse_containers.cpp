// Operations of library classes without a rule, and keys that carry derivatives.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

double active_key(double x) {
  std::map<double, double> m;
  m[x] = x; // expected-error {{cannot differentiate: an active value is the key of a map, and its derivative would be lost}} expected-note {{look up by a key that does not depend on the inputs}}
  return m.begin()->first * x;
}
double from_map(double x) {
  std::map<int, double> m{{1, x}};
  std::vector<std::pair<int, double>> v(m.begin(), m.end()); // expected-error {{cannot differentiate constructing a container from these iterators}} expected-note {{construct it with a size and copy in a loop}}
  return v[0].second;
}
double repeated_list(double x) {
  std::list<double> l(3, x); // expected-error {{cannot differentiate a list of a repeated value}} expected-note {{push the elements}}
  return l.front();
}
double set_of_reals(double x) {
  std::set<double> s{x, 2 * x}; // expected-error {{cannot differentiate this way to construct a 'std::set'}} expected-note {{make it empty, then give it its elements}}
  return *s.begin();
}
double erased(double x) {
  std::map<int, double> m{{1, x}};
  auto next = m.erase(m.begin()); // expected-error {{cannot differentiate the iterator that 'erase' returns}} expected-note {{advance the iterator before the element is erased}}
  return next == m.end() ? x : 0;
}
double released(double x) {
  auto p = std::make_unique<double>(x);
  double *q = p.release(); // expected-error {{cannot differentiate 'std::unique_ptr::release'}} expected-note {{move the unique_ptr}}
  return *q;
}
struct Bound {
  double &r;
  explicit Bound(double &r) : r(r) {}
};
double optional_reference(double x) {
  std::optional<Bound> b;
  b.emplace(x); // expected-error {{cannot differentiate an object of class 'Bound' in a 'std::optional'}} expected-note {{give the class a default constructor}}
  b->r *= 2;
  return x;
}
void use() {
  (void)mixedad::gradient<optional_reference>(1.0); // expected-note {{required from the gradient of 'optional_reference' here}}
  (void)mixedad::gradient<active_key>(1.0); // expected-note {{required from the gradient of 'active_key' here}}
  (void)mixedad::gradient<from_map>(1.0); // expected-note {{required from the gradient of 'from_map' here}}
  (void)mixedad::gradient<repeated_list>(1.0); // expected-note {{required from the gradient of 'repeated_list' here}}
  (void)mixedad::gradient<set_of_reals>(1.0); // expected-note {{required from the gradient of 'set_of_reals' here}}
  (void)mixedad::gradient<erased>(1.0); // expected-note {{required from the gradient of 'erased' here}}
  (void)mixedad::gradient<released>(1.0); // expected-note {{required from the gradient of 'released' here}}
}
