// Globals and function statics: constants, control data, and those that carry active values within a call.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
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
double exchanged(double x) {
  static double kept;
  double old = kept;
  kept = x;
  return old;
}
double between_calls(double x) {
  exchanged(x * x);
  return exchanged(0) * x;
}
struct Samples { double v[3]; };
double static_objects(double x) {
  static Samples s;
  for (int i = 0; i < 3; ++i) s.v[i] = x * i + 1;
  return s.v[1] * s.v[2];
}
template <class T> T static_of_template(T x) {
  static T product;
  product = x;
  product *= x;
  return product;
}
double static_of_lambda(double x) {
  auto f = [&] {
    static double s;
    s = x * x;
    return s * x;
  };
  return f();
}
double static_pointer(double x) {
  static double room[2];
  static double *p = room;
  p[0] = x;
  room[1] = p[0] * p[0];
  return p[1] * x;
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
  CHECK(local_static, 0.5);
  CHECK(between_calls, 0.5);
  CHECK(static_objects, 0.5);
  CHECK(static_of_template<double>, 0.5);
  CHECK(static_of_lambda, 0.5);
  CHECK(static_pointer, 0.5);
  return check::done();
}
