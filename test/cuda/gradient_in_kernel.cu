// A derivative inside a kernel: no tape, no memory, no calls. Host code in the same file keeps working.
// REQUIRES: cuda
// RUN: %mixedad_cuda -O2 --cuda-device-only -S %s -o - | %filecheck %s
// RUN: %mixedad_cuda -O2 -fsyntax-only %s
#include <mixedad/gradient.h>

[[mixedad::broadcast]] float f(float x, float y) { return x > 0 ? x * x * y : y; }
double host_loop(double x) {
  double s = x;
  for (int i = 0; i < 3; ++i) s = s * x;
  return s;
}

// CHECK-LABEL: .visible .entry {{.*}}adjoint
// CHECK-NOT: call
// CHECK-NOT: .local
// CHECK: st.global.b32
// CHECK: ret;
__global__ void adjoint(float *out, const float *in) {
  auto [dx, dy] = mixedad::gradient<f>(in[threadIdx.x], 2.0f);
  out[threadIdx.x] = dx + dy;
}
// CHECK-LABEL: .visible .entry {{.*}}tangent
// CHECK-NOT: call
// CHECK: ret;
__global__ void tangent(float *out, const float *in) {
  out[threadIdx.x] = mixedad::jvp<f>(mixedad::dup(in[threadIdx.x], 1.0f), 2.0f);
}
double on_the_host() { return std::get<0>(mixedad::gradient<host_loop>(2.0)); }
