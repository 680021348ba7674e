// [[mixedad::checkpoint]] on loops: the same derivative with less memory.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double plain(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) s = std::sin(s) + 0.5 * s * x;
  return s;
}
double checkpointed(double x, int n) {
  double s = x;
  [[mixedad::checkpoint(4)]] for (int i = 0; i < n; ++i) s = std::sin(s) + 0.5 * s * x;
  return s;
}
double automatic(double x, double y, int n) {
  double v[2] = {x, y};
  [[mixedad::checkpoint]] for (int i = 0; i < n; ++i) {
    double t = v[0];
    v[0] = std::cos(v[1]) * x;
    v[1] = t * v[1] + y;
  }
  return v[0] * v[1];
}

int main() {
  for (int n : {0, 1, 4, 5, 30}) CHECK(checkpointed, 0.5, n);
  CHECK(automatic, 0.5, 0.25, 17);
  check::close("same as without", mixedad::get<0>(mixedad::gradient<checkpointed>(0.5, 100)),
               mixedad::get<0>(mixedad::gradient<plain>(0.5, 100)), 1e-14);
  return check::done();
}
