// Globals and function statics: constants, control data, and those that carry active values within a call.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
// RUN: not %mixedad_cxx -DGAPS -fno-crash-diagnostics -fsyntax-only %s
#include "check.h"

const double gravity = 9.81;
static double coefficients[3] = {1.0, -0.5, 0.25};
static int order = 2;
namespace settings { constexpr double stiffness = 2.5; double damping = 0.125; }

double constants(double x) { return gravity * x * x + settings::stiffness * x - settings::damping; }
double table(double x) {
  double s = 0;
  for (int i = order; i >= 0; --i) s = s * x + coefficients[i];
  return s;
}
static double scratch;
double through_global(double x) {
  scratch = x * x;
  scratch += x;
  return scratch * 3;
}
static double workspace[4];
void fill_workspace(double x) {
  for (int i = 0; i < 4; ++i) workspace[i] = x * i + x * x;
}
double across_functions(double x) {
  fill_workspace(x);
  return workspace[0] * workspace[1] + workspace[3];
}
double local_static(double x) {
  static double last = 0;
  last = x * x;
  double r = last * x;
  last = r + x;
  return last * r;
}
double constant_static(double x) {
  static const double c[] = {0.5, 1.5, 2.5};
  static int calls = 0;
  ++calls;
  return c[0] + x * (c[1] + x * c[2]);
}
struct Model { static inline double rate = 0.75; static constexpr double limit = 3; };
double static_member(double x) { return x * Model::rate + x * x * Model::limit; }

int main() {
  CHECK(constants, 0.5);
  CHECK(table, 0.5);
  CHECK(through_global, 0.5);
  CHECK(across_functions, 0.5);
  CHECK(constant_static, 0.5);
  CHECK(static_member, 0.5);
#ifdef GAPS // without a derivative yet
  CHECK(local_static, 0.5);
#endif // GAPS
  return check::done();
}
