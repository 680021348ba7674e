// A lambda that is converted to a function, and differentiated as one.
// RUN: %mixedad_cxx -O1 %s -o %t && %t
#include "check.h"
using function = double (*)(double);
double twice(double x, double y) { return x * y; }

int main() {
  CHECK((+[](double x) { return x * x; }), 3.0);
  CHECK((static_cast<function>([](auto x) { return x * std::sin(x); })), 3.0);
  CHECK((+[](double x, double y) {
    double s = twice(x, y);
    for (int i = 0; i < 3; ++i) s += s * x;
    return s;
  }), 0.7, 0.9);
  return check::done();
}
