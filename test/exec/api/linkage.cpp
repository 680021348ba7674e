// A derivative that another unit defines: `differentiable` on the declaration.
// RUN: %mixedad_cxx -O1 -c %S/Inputs/library.cpp -o %t.library.o
// RUN: %mixedad_cxx -O1 %s %t.library.o -o %t && %t
#include "Inputs/library.h"
#include "check.h"

double through(double x) { return energy(x, 2 * x) * x; } // 6 x^4

int main() {
  using check::close;
  auto [dx, dy] = mixedad::gradient<energy>(2.0, 3.0);
  close("gradient x", dx, 36);
  close("gradient y", dy, 12);
  close("jvp", mixedad::jvp<energy>(mixedad::dup(2.0, 1.0), mixedad::dup(3.0, 1.0)), 48);
  close("called from here", std::get<0>(mixedad::gradient<through>(2.0)), 6 * 4 * 8);
  double in[2] = {1, 2}, out[2], d_in[2] = {0, 0}, d_out[2] = {1, 10};
  mixedad::vjp<scale>(mixedad::dup(out, d_out), mixedad::dup(in, d_in), 2);
  close("memory 0", d_in[0], 3);
  close("memory 1", d_in[1], 30);
  return check::done();
}
