// Objects that are moved and swapped, because they own something that has no copies.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <memory>
#include <vector>

double swapped(double x, double y) {
  auto a = std::make_unique<double>(x), b = std::make_unique<double>(y);
  auto c = std::make_shared<double>(x), d = std::make_shared<double>(y), e = c;
  for (int i = 0; i < 3; ++i) {
    std::swap(a, b);
    *a *= x + i;
    std::swap(c, d);
    *c *= *a + i;
  }
  return *a + 2 * *b + *c * *d + *e;
}
struct Moved {
  std::unique_ptr<double> p;
  double k;
};
Moved make(double x) {
  Moved m{std::make_unique<double>(x), x * x};
  *m.p += 1;
  return m;
}
double moved(double x, double y) {
  Moved a{std::make_unique<double>(x), y}, b = make(x * y);
  Moved c = std::move(a);
  std::swap(b, c);
  a = std::move(b);
  *a.p *= c.k;
  return *a.p + 2 * a.k * *c.p;
}
double kept(double x, double y) {
  std::vector<Moved> v;
  v.push_back(make(x));
  v.push_back(make(y));
  v[0] = std::move(v[1]);
  return *v[0].p * v[0].k;
}

int main() {
  CHECK(swapped, 0.5, 0.75);
  CHECK(moved, 0.5, 0.75);
  CHECK(kept, 0.5, 0.75);
  return check::done();
}
