// Memory on a device that the program allocates, copies, clears and frees around its launches; on the host here.
// RUN: %cuda_on_host -O1 %s -o %t && %t
#include "cuda_on_host.h"
#include "check.h"
using check::buf;
using check::scattered;

KERNEL(total, (double *sum, const double *x, int n), {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, x[i] * x[i]);
})
KERNEL(layer, (double *__restrict__ h, const double *__restrict__ x, const double *__restrict__ w, int n), {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double s = 0;
  for (int j = 0; j < n; ++j) s += w[i * n + j] * x[j];
  h[i] = std::tanh(s);
})

double network(const double *x, const double *w, int n) { // two layers, a loss that comes back to the host
  double *a, *b, *sum, loss = 0;
  cudaMalloc(&a, n * sizeof(double));
  cudaMalloc((void **)&b, n * sizeof(double));
  if (cudaMalloc(&sum, sizeof(double)) != cudaSuccess) return 0;
  cudaMemset(sum, 0, sizeof(double));
  layer<<<(n + 1) / 2, 2>>>(a, x, w, n);
  layer<<<(n + 1) / 2, 2>>>(b, a, w, n);
  total<<<1, n>>>(sum, b, n);
  cudaDeviceSynchronize();
  cudaMemcpy(&loss, sum, sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(sum);
  return loss * loss;
}
void there_and_back(double *out, const double *in, int n) {
  double *a = nullptr, *b = nullptr;
  cudaMalloc(&a, n * sizeof(double));
  cudaMalloc(&b, n * sizeof(double));
  cudaMemcpyAsync(a, in, n * sizeof(double), cudaMemcpyHostToDevice, nullptr);
  cudaMemcpy(b, a, n * sizeof(double), cudaMemcpyDeviceToDevice);
  total<<<1, n>>>(b, a, n);
  cudaMemcpyAsync(out, b, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaMemcpy(b, a, sizeof(double), cudaMemcpyDeviceToDevice); // what is overwritten now has no part in out
  cudaFree(b);
  cudaFree(a);
}
void cleared(double *x, int n) {
  total<<<1, n - 1>>>(x + n - 1, x, n - 1);
  cudaMemset(x, 0, sizeof(double));
}
double steps(double *x, const double *w, int n) { // allocated and freed in every step
  double loss = 0;
  for (int k = 0; k < 3; ++k) {
    double *t, part;
    cudaMalloc(&t, n * sizeof(double));
    cudaMemcpy(t, x, n * sizeof(double), cudaMemcpyDeviceToDevice);
    total<<<1, n>>>(t, w, n);
    cudaMemcpy(x, t, n * sizeof(double), cudaMemcpyDeviceToDevice);
    cudaMemcpy(&part, t, sizeof(double), cudaMemcpyDeviceToHost);
    cudaFree(t);
    loss += part * part;
  }
  return loss;
}

int main() {
  CHECK(network, buf({0.5, -0.25, 0.75}), scattered<double, 9>(-1, 1), 3);
  CHECK(there_and_back, buf({0.0, 0.0, 0.0}), buf({0.5, -0.25, 0.75}), 3);
  CHECK(cleared, buf({0.5, -0.25, 0.75}), 3);
  CHECK(steps, buf({0.5, -0.25, 0.75}), buf({1.0, 2.0, 3.0}), 3);
  check::is_true("nothing is left on the device", device_blocks.empty());
  return check::done();
}
