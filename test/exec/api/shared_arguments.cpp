// An argument that is a variable at namespace scope, which the function also uses by its name, would have two shadows.
// RUN: %mixedad_cxx -O1 -Wall -Wextra -Wpedantic -Werror %s -o %t && %t
#include "check.h"
#include <vector>

double weight = 2;
std::vector<double> weights{1, 2};
struct Net {
  double w[3];
  double b;
} net{{1, 2, 3}, 4};

double variable(double &w, double x) {
  w *= x;
  return weight * w;
}
double read_only(const double &w, double x) { return weight * w * x; }
double container(std::vector<double> &w, double x) {
  weights[0] *= x;
  return w[0] * weights[1] * x;
}
double element(double *w, double x) {
  weights[1] *= x;
  return *w * x;
}
double part(double *w, double x) {
  net.w[1] += x;
  return *w * net.b;
}
double whole(Net &n, double x) {
  net.w[1] += x;
  return n.w[1] * x;
}

template <class F> bool refused(F f) {
  try {
    f();
  } catch (const mixedad::shared_argument_error &error) {
    return *error.what() != 0;
  }
  return false;
}

int main() {
  using check::is_true, mixedad::dup;
  double d = 0, other = 3;
  std::vector<double> apart{5, 7};
  is_true("variable", refused([&] { (void)mixedad::gradient<variable>(weight, 1.3); }));
  is_true("variable, forward", refused([&] { (void)mixedad::jvp<variable>(dup(weight, other), dup(1.3, 1.0)); }));
  is_true("read only", refused([&] { (void)mixedad::gradient<read_only>(weight, 1.3); }));
  is_true("container", refused([&] { (void)mixedad::gradient<container>(weights, 1.3); }));
  is_true("element", refused([&] { (void)mixedad::gradient<element>(dup(&weights[0], &d), 1.3); }));
  is_true("part", refused([&] { (void)mixedad::gradient<part>(dup(&net.w[1], &d), 1.3); }));
  is_true("whole", refused([&] { (void)mixedad::gradient<whole>(net, 1.3); }));
  weight = 2;
  check::close("another variable", mixedad::get<1>(mixedad::gradient<variable>(other, 1.5)), 6.0);
  weights = {1, 2};
  check::close("another container", mixedad::get<1>(mixedad::gradient<container>(apart, 1.5)), 10.0);
  return check::done();
}
