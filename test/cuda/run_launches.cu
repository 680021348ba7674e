// Kernels that the program launches, on a device, against differences of the program on the same device.
// REQUIRES: cuda
// RUN: %mixedad_cuda -O2 %s -o %t %mixedad_cuda_libs && %t host && %gpu_run %t
#include "device.h"
#include <mixedad/gradient.h>

__global__ void layer(double *__restrict__ out, const double *__restrict__ in, const double *__restrict__ w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double s = 0;
  for (int j = 0; j < n; ++j) s += w[i * n + j] * in[j];
  out[i] = tanh(s);
}
__global__ void smooth(double *__restrict__ out, const double *__restrict__ in, double k, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) out[i] = in[i] * in[i] + k * (in[i - 1] + in[i + 1]);
  else if (i < n) out[i] = in[i];
}
__global__ void squares(double *x, double k, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= k * x[i];
}
__global__ void add_up(double *sum, const double *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, x[i]);
}
__global__ void normal(double *__restrict__ out, const double *__restrict__ x, int n, int c) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  x += row * c;
  double m = 0, v = 0;
  for (int i = 0; i < c; ++i) m += x[i];
  m /= c;
  for (int i = 0; i < c; ++i) v += (x[i] - m) * (x[i] - m);
  double r = 1 / sqrt(v / c + 1e-3);
  for (int i = 0; i < c; ++i) out[row * c + i] = (x[i] - m) * r;
}

/// Of memory on the device.
double program(const double *x, const double *w, double k, int n) {
  double *a, *b, *c, *sum, value = 0;
  cudaMalloc(&a, n * sizeof(double));
  cudaMalloc(&b, n * sizeof(double));
  cudaMalloc(&c, n * sizeof(double));
  cudaMalloc(&sum, sizeof(double));
  cudaMemset(sum, 0, sizeof(double));
  const int blocks = (n + 31) / 32;
  layer<<<blocks, 32>>>(a, x, w, n);
  smooth<<<blocks, 32>>>(b, a, k, n);
  normal<<<1, 4>>>(c, b, 4, n / 4);
  squares<<<blocks, 32>>>(c, k, n);
  add_up<<<blocks, 32>>>(sum, c, n);
  add_up<<<blocks, 32>>>(sum, b, n);
  cudaMemcpy(&value, sum, sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  cudaFree(sum);
  return value;
}

struct OnDevice { // a copy of a list on the device
  double *data = nullptr;
  int n;
  explicit OnDevice(const std::vector<double> &v) : n(int(v.size())) {
    cudaMalloc(&data, n * sizeof(double));
    cudaMemcpy(data, v.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  }
  OnDevice(const OnDevice &) = delete;
  ~OnDevice() { cudaFree(data); }
  std::vector<double> list() const {
    std::vector<double> v(n);
    cudaMemcpy(v.data(), data, n * sizeof(double), cudaMemcpyDeviceToHost);
    return v;
  }
};

int main(int argc, char **argv) {
  check_device::choose(argc, argv);
  if (argc > 1) return 0; // the host has no kernels
  const int n = 80;
  const double k = 0.75, h = 1e-5;
  std::vector<double> x(n), w(n * n);
  for (int i = 0; i < n; ++i) x[i] = std::sin(i + 1.0);
  for (int i = 0; i < n * n; ++i) w[i] = std::cos(1.0 * i) / 9;
  auto value = [&](const std::vector<double> &x, const std::vector<double> &w, double k) {
    OnDevice on_x(x), on_w(w);
    return program(on_x.data, on_w.data, k, n);
  };
  OnDevice on_x(x), on_w(w), dx(std::vector<double>(n, 0)), dw(std::vector<double>(n * n, 0));
  auto g = mixedad::gradient<program>(mixedad::dup(on_x.data, dx.data), mixedad::dup(on_w.data, dw.data), k, n);
  int failures = 0;
  auto close = [&](const char *what, int i, double got, double expected) {
    if (std::fabs(got - expected) > 1e-6 * (1 + std::fabs(expected)))
      std::printf("FAIL %s[%d]: got %.12g expected %.12g\n", what, i, got, expected), ++failures;
  };
  const std::vector<double> got_x = dx.list(), got_w = dw.list();
  for (int i = 0; i < n; i += 7) {
    auto up = x, down = x;
    up[i] += h, down[i] -= h;
    close("x", i, got_x[i], (value(up, w, k) - value(down, w, k)) / (2 * h));
  }
  for (int i = 0; i < n * n; i += 397) {
    auto up = w, down = w;
    up[i] += h, down[i] -= h;
    close("w", i, got_w[i], (value(x, up, k) - value(x, down, k)) / (2 * h));
  }
  close("k", 0, mixedad::get<2>(g), (value(x, w, k + h) - value(x, w, k - h)) / (2 * h));
  OnDevice tx(std::vector<double>(n, 1.0)), tw(std::vector<double>(n * n, 0));
  const double tangent = mixedad::jvp<program>(mixedad::dup(on_x.data, tx.data), mixedad::dup(on_w.data, tw.data), mixedad::constant(k), n);
  double sum = 0;
  for (double d : got_x) sum += d;
  close("tangent", 0, tangent, sum);
  std::printf(failures ? "" : "PASS launches\n");
  return failures != 0;
}
