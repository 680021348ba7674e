// Functions of whole arrays say which elements they take.
// RUN: not %mixedad_cxx -fsyntax-only %s 2>&1 | FileCheck %s
#include <complex>
#include <mixedad/mixedad.h>
struct polar { double r, phi; };
void use(const mixedad::Array<std::complex<double>> &z, const mixedad::Array<polar> &p) {
  mixedad::max(z);
  mixedad::mean(p);
}
// CHECK: mixedad: this function takes arrays of numbers, not of complex numbers
// CHECK: mixedad: a mean of numbers or complex numbers; of other objects, divide the members of their sum
