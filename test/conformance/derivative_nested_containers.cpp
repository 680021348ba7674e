// Gradients of gradients of functions with containers.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <vector>

double grown(double x, double y) {
  std::vector<double> w = {x, y};
  w.push_back(x * y);
  if (w.size() < 9) w.resize(7, y);
  return w[2] * x * w[6];
}
double slope_grown(double x, double y) {
  auto [dx, dy] = mixedad::gradient<grown>(x, y);
  return 0.7 * dx + dy;
}
double ranged(double x, double y) {
  std::vector<double> w = {x, y, x * y};
  for (double &e : w) e = e * e * y;
  return w[2] * x;
}
double slope_ranged(double x, double y) {
  auto [dx, dy] = mixedad::gradient<ranged>(x, y);
  return 0.7 * dx + dy;
}
double local(double x, double y) {
  std::vector<double> w = {x, y, x * y};
  return w[0] * w[1];
}
double in_loop(double x, double y) {
  double s = 0;
  for (int i = 0; i < 2; ++i) s += local(x, y) * s + local(y, x);
  return s;
}
double slope_in_loop(double x, double y) {
  auto [dx, dy] = mixedad::gradient<in_loop>(x, y);
  return 0.7 * dx + dy;
}
int main() {
  CHECK_FORWARD(slope_grown, 0.37, 0.81); // reverse mode of it is refused
  CHECK(slope_ranged, 0.37, 0.81);
  CHECK(slope_in_loop, 0.37, 0.81);
  return check::done();
}
