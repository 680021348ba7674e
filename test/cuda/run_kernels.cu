// Derivatives inside the user's own kernels, against the same derivatives on the host.
// REQUIRES: cuda
// RUN: %mixedad_cuda -O1 %s -o %t %mixedad_cuda_libs && %t host && %gpu_run %t
#include "device.h"
using check_device::numbers;
using mixedad::Array;

[[mixedad::broadcast]] double f(double x, double y) {
  double r = x;
  if (y > 0) r = std::sin(x * y) + std::exp(y);
  return r > 0 ? r * y : r * x;
}
struct body { double mass, charge; };
[[mixedad::broadcast]] double energy(body b, double v) { return 0.5 * b.mass * v * v + b.charge / (2 + v); }

/// Four numbers an element: the gradient of f, and that of energy by mass, with a tangent of f.
__host__ __device__ void element(double x, double y, double *out) {
  auto [dx, dy] = mixedad::gradient<f>(x, y);
  out[0] = dx;
  out[1] = dy;
  auto [db, dv] = mixedad::gradient<energy>(body{x, y}, x * y);
  out[2] = db.mass + 2 * db.charge + 3 * dv;
  out[3] = mixedad::jvp<f>(mixedad::dup(x, 1.0), mixedad::dup(y, -2.0));
}
__global__ void all(const double *x, const double *y, double *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) element(x[i], y[i], out + 4 * i);
}

int main(int argc, char **argv) {
  check_device::choose(argc, argv);
  check_device::same("gradients and tangents", 1e-10, [](mixedad::Device d) {
    const int n = 3000;
    Array<double> x = numbers<double>({n}, d, 1), y = numbers<double>({n}, d, 2), out = Array<double>::zeros({n, 4}, d);
    if (d.is_host()) {
      for (int i = 0; i < n; ++i) element(x.data()[i], y.data()[i], out.mutable_data() + 4 * i);
    } else {
      all<<<(n + 127) / 128, 128>>>(x.data(), y.data(), out.mutable_data(), n);
      mixedad::synchronize();
    }
    return check_device::list(out);
  });
  return check_device::done();
}
