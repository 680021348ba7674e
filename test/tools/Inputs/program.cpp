// d sum(x w) / d w: the columns' sums of x.
#include <cstdio>
#include <mixedad/mixedad.h>
using mixedad::Array;

float loss(const Array<float> &w, const Array<float> &x) { return mixedad::sum(mixedad::matmul(x, w)); }

int main() {
  auto w = Array<float>::from({1, -2}, {2, 1}), x = Array<float>::from({1, 2, 3, 4, 5, 1}, {3, 2});
  Array<float> dw = mixedad::get<0>(mixedad::gradient<loss>(w, x));
  std::printf("%g %g\n", dw(0, 0), dw(1, 0));
}
