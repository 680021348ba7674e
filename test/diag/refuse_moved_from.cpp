// Pointers, references and iterators into containers that have been moved or swapped.
// RUN: %mixedad_verify %s
#include <map>
#include <memory>
#include <mixedad/gradient.h>
#include <utility>
#include <vector>

double pointer(double w) {
  std::vector<double> x{1, 2};
  double *p = x.data();
  auto y = std::move(x);
  p[0] = w * w; // expected-error {{cannot differentiate a use of 'p', which leads into 'x', after that is moved or swapped}} expected-note {{get the pointer, reference or iterator again from the object that has the memory now}}
  return y[0] * y[1];
}
double reference(double w) {
  std::map<int, double> x{{1, 2.0}};
  double &r = x[1];
  std::map<int, double> y;
  y = std::move(x);
  r = w; // expected-error {{a use of 'r', which leads into 'x'}} expected-note {{get the pointer}}
  return y[1];
}
double iterator(double w) {
  std::vector<double> x{1, 2}, y{3, 4};
  auto it = x.begin();
  std::swap(x, y);
  *it = w; // expected-error {{a use of 'it', which leads into 'x'}} expected-note {{get the pointer}}
  return y[0] * y[1];
}
struct Model { std::vector<double> w; };
double in_a_loop(double w) {
  Model m{{w, 2}}, n{{3, w}};
  double *p = &m.w[0], s = 0;
  for (int i = 0; i < 2; ++i) {
    s += *p; // expected-error {{a use of 'p', which leads into 'm'}} expected-note {{get the pointer}}
    m.w.swap(n.w);
  }
  return s;
}

// Right as they are.
double taken_again(double w) {
  std::vector<double> x{1, 2}, y{3, 4};
  double *p = x.data();
  p[0] = w;
  std::swap(x, y);
  p = y.data();
  p[1] = w;
  return y[0] * y[1];
}
double pointers_swapped(double w) {
  std::vector<double> x{w, 2}, y(2);
  double *now = x.data(), *next = y.data();
  for (int i = 0; i < 3; ++i) {
    next[0] = now[0] * w;
    std::swap(now, next);
  }
  return now[0];
}
double containers_swapped(double w) {
  std::vector<double> x{w, 2}, y(2);
  for (int i = 0; i < 3; ++i) {
    for (double &v : y) v = x[0] * w;
    std::swap(x, y);
  }
  return x[0];
}
double owner(double w) {
  auto p = std::make_unique<double>(w);
  double *raw = p.get();
  auto q = std::move(p);
  *raw *= w;
  return *q;
}
double whole_object(double w) {
  std::vector<double> x{w, 2};
  auto &r = x;
  auto y = std::move(x);
  r = {w, w};
  return r[0] * y[0];
}
void use() {
  (void)mixedad::gradient<pointer>(1.0);   // expected-note {{required from the gradient}}
  (void)mixedad::gradient<reference>(1.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<iterator>(1.0);  // expected-note {{required from the gradient}}
  (void)mixedad::gradient<in_a_loop>(1.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<taken_again>(1.0);
  (void)mixedad::gradient<pointers_swapped>(1.0);
  (void)mixedad::gradient<containers_swapped>(1.0);
  (void)mixedad::gradient<owner>(1.0);
  (void)mixedad::gradient<whole_object>(1.0);
}
