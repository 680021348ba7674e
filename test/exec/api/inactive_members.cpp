// Members that are [[mixedad::inactive]] are zero in gradients; hvp needs no coordinates of a class; vjp needs a seed.
// RUN: %mixedad_cxx -O1 %s -o %t && %t
#include "check.h"
#include <mixedad/jacobian.h>

struct Model {
  double a, b;
  [[mixedad::inactive]] double step;
  [[mixedad::inactive]] double scale[2];
  int n;
};
double f(const Model &m, double x) { return m.a * m.a * m.b * x * m.step * m.scale[1]; }

int main() {
  Model m{1, 2, 3, {4, 5}, 6};
  auto [dm, dx] = mixedad::gradient<f>(m, 2.0);
  check::close("a", dm.a, 120);
  check::close("b", dm.b, 30);
  check::is_true("inactive", dm.step == 0 && dm.scale[0] == 0 && dm.scale[1] == 0);
  auto [hm, hx] = mixedad::hvp<f>(m, 2.0, Model{1, 0, 0, {0, 0}, 0}, 0.0);
  check::close("a a", hm.a, 120);
  check::close("a b", hm.b, 60);
  check::close("a x", hx, 60);
  return check::done();
}
