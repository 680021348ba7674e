// A program's own functions are themselves, whatever the table has under their name.
// RUN: %mixedad_cxx -O1 %s -o %t && %t
// RUN: not %mixedad_cxx -DELSEWHERE -fsyntax-only %s 2>&1 | %filecheck %s
#include "check.h"
#include <cmath>

double beta(double x, double y) { return x * y * y; }
double rsqrt(double x) { return x * 3; }
double lerp(double a, double b, double t) { return a * b * t; }
float normcdf(float x) { return x * x; }
double max(double a, double b) { return a * b; }
namespace mine {
double sin(double x) { return x * x; }
double erf(double x) { return 5 * x; }
} // namespace mine

double own(double x) { return beta(x, x) + rsqrt(x) + lerp(x, 2, 3) + mine::sin(x) + mine::erf(x) + ::max(x, x); }
float own_single(float x) { return normcdf(x); }

#ifdef ELSEWHERE
double rcbrt(double x); // of another unit, not CUDA's
double elsewhere(double x) { return rcbrt(x); }
// CHECK: cannot differentiate a call of 'rcbrt'
double d = mixedad::get<0>(mixedad::gradient<elsewhere>(1.0));
#endif

int main() {
  CHECK(own, 1.3);
  CHECK_SINGLE(own_single, 1.3f);
  return check::done();
}
