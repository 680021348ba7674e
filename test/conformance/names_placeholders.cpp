// Names that look like the transforms' own marks: they are the program's, members, globals, functions and types.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double need_scale = 3, need_0_ = 2, need_99999999999999999999 = 1.5;
struct need_1_ { double need_more, b0need1; };
inline double need_function(double x) { return x * need_99999999999999999999; }

double members(double x) {
  need_1_ s{x, 2};
  double r = x;
  for (int i = 0; i < 3; ++i) r = std::sin(r) * s.need_more;
  return r * s.b0need1;
}
double globals(double x) {
  double r = x;
  for (int i = 0; i < 3; ++i) r = std::sin(r * need_0_) * need_scale;
  return need_function(r);
}
double locals(double need_0_, double d_need_1_) {
  double need_2_ = need_0_;
  for (int need = 0; need < 4; ++need) need_2_ = std::cos(need_2_ * d_need_1_) + need_0_;
  return need_2_;
}

int main() {
  CHECK(members, 1.1);
  CHECK(globals, 0.3);
  CHECK(locals, 0.4, 0.7);
  return check::done();
}
