// Derivatives of launches on the device's side: one generated kernel a launch, plain adds where an index is a thread's
// own and the launch is a line, atomic ones elsewhere, nothing spilled into local memory.
// REQUIRES: cuda
// RUN: %mixedad_cuda -O2 --cuda-device-only -S %s -o - | %filecheck %s
// RUN: %mixedad_cuda -O2 -fsyntax-only %s
#include <mixedad/gradient.h>

__global__ void scale(float *y, const float *x, float k, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = k * x[i];
}
__global__ void shift(float *__restrict__ y, const float *__restrict__ x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n) y[i] = x[i - 1] * x[i];
}
void own(float *y, const float *x, float k, int n) { scale<<<(n + 255) / 256, 256>>>(y, x, k, n); }
void shared(float *y, const float *x, int n) { shift<<<(n + 255) / 256, 256>>>(y, x, n); }

// CHECK-DAG: .visible .entry {{.*}}run_thread{{.*}}scale_rev
// CHECK-DAG: .visible .entry {{.*}}run_thread{{.*}}shift_rev
// CHECK-DAG: {{atom|red}}{{.*}}add.f32
// CHECK-NOT: .local
void use(float *y, float *dy, const float *x, float *dx, int n) {
  (void)mixedad::vjp<own>(mixedad::dup(y, dy), mixedad::dup(x, dx), 2.0f, n);
  mixedad::vjp<shared>(mixedad::dup(y, dy), mixedad::dup(x, dx), n);
  mixedad::jvp<shared>(mixedad::dup(y, dy), mixedad::dup(x, dx), n);
}
