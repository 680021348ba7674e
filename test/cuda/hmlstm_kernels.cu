// The example's cell and its gradient as kernels: the same source, no local memory and no spills on any architecture.
// REQUIRES: cuda
// RUN: %mixedad_cuda --cuda-gpu-arch=sm_75 --cuda-gpu-arch=sm_90 -O2 -I%S/../../docs/examples/hmlstm -Xcuda-ptxas -v -c %s -o %t.o > %t.log 2>&1
// RUN: grep "cuda_pull.*_pull_111111" %t.log | grep sm_75
// RUN: grep "cuda_pull.*_pull_111111" %t.log | grep sm_80
// RUN: grep "cuda_pull.*_pull_111111" %t.log | grep sm_90
// RUN: not grep -E "[1-9][0-9]* bytes (stack frame|spill)" %t.log
#include "cell.h"
using mixedad::Array;

float loss(const Array<float> &z, const Array<float> &zb, const Array<float> &c, const Array<float> &f,
           const Array<float> &i, const Array<float> &g) {
  Array<float> next = mixedad::broadcast<hmlstm::hmlstm_update_c<float>>(z, zb, c, f, i, g);
  return mixedad::sum(next * next);
}
Array<float> gradient_of_c(const Array<float> &z, const Array<float> &zb, const Array<float> &c, const Array<float> &f,
                           const Array<float> &i, const Array<float> &g) {
  return mixedad::get<2>(mixedad::gradient<loss>(z, zb, c, f, i, g));
}
