// Objects whose gradient would need memory that nobody gave.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>

struct view {
  double *data; // expected-note {{pass dup(object, shadow), where the shadow's pointers point to memory for the gradient, or constant(object)}}
  int n;
  double sum() const {
    double s = 0;
    for (int i = 0; i < n; ++i) s += data[i];
    return s;
  }
};
double of_view(const view &v, double x) { return v.sum() * x; }

void views(view v) {
  (void)mixedad::gradient<of_view>(v, 2.0); // expected-error {{the gradient of an object of type 'view' needs memory for what its member 'data' points to}}
  view d = v;
  (void)mixedad::gradient<of_view>(mixedad::dup(v, d), 2.0);
  (void)mixedad::gradient<of_view>(mixedad::constant(v), 2.0);
}
