// vjp, jvp, value_and_jvp: seeds, tangents, results that are records, arrays of outputs.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <array>
#include <vector>

double f(double x, double y) { return x * x * y; }
struct Polar { double r, angle; };
Polar polar(double x, double y) { return {std::sqrt(x * x + y * y), std::atan2(y, x)}; }
std::array<double, 2> pair(double x) { return {x * x, 3 * x}; }
std::vector<double> powers(double x, int n) {
  std::vector<double> p(n, 1.0);
  for (int i = 1; i < n; ++i) p[i] = p[i - 1] * x;
  return p;
}
void layer(float *out, const float *in, int n) {
  for (int i = 0; i < n; ++i) out[i] = in[i] * in[i];
}

int main() {
  using check::close;
  auto [dx, dy] = mixedad::vjp<f>(0.5, 3.0, 2.0);
  close("vjp x", dx, 6);
  close("vjp y", dy, 4.5);
  close("jvp of both", mixedad::jvp<f>(mixedad::dup(3.0, 1.0), mixedad::dup(2.0, 10.0)), 102);
  close("jvp of one", mixedad::jvp<f>(3.0, mixedad::dup(2.0, 10.0)), 90);
  auto [value, tangent] = mixedad::value_and_jvp<f>(mixedad::dup(3.0, 1.0), 2.0);
  close("value", value, 18);
  close("tangent", tangent, 12);
  auto [px, py] = mixedad::vjp<polar>(Polar{1, 0}, 3.0, 4.0);
  close("record seed x", px, 0.6);
  close("record seed y", py, 0.8);
  close("record tangent", mixedad::jvp<polar>(mixedad::dup(3.0, 1.0), 4.0).angle, -4.0 / 25);
  close("array seed", std::get<0>(mixedad::vjp<pair>(std::array<double, 2>{1, 10}, 2.0)), 34);
  close("vector seed", std::get<0>(mixedad::vjp<powers>(std::vector<double>{0, 1, 1, 1}, 2.0, 4)), 17);
  close("vector tangent", mixedad::jvp<powers>(mixedad::dup(2.0, 1.0), 4)[3], 12);
  float in[3] = {1, 2, 3}, out[3] = {}, din[3] = {100, 100, 100}, dout[3] = {1, 10, 0};
  mixedad::vjp<layer>(mixedad::dup(out, dout), mixedad::dup(in, din), 3);
  close("input accumulates", din[1], 140);
  close("overwritten output's shadow is cleared", dout[1], 0);
  close("output holds the result", out[2], 9);
  float tin[3] = {1, 0, 1}, tout[3] = {};
  mixedad::jvp<layer>(mixedad::dup(out, tout), mixedad::dup(in, tin), 3);
  close("tangent through pointers", tout[2], 6);
  close("no tangent", tout[1], 0);
  return check::done();
}
