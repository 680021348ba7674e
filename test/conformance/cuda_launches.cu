// Kernels that the program launches: the derivative of a launch is a launch. Here the threads run on the host.
// RUN: %cuda_on_host -O1 %s -o %t && %t
#include "cuda_on_host.h"
#include "check.h"
using check::buf;
using check::scattered;

__host__ __device__ inline double square(double x) { return x * x; }

KERNEL(wave, (double *y, const double *x, double a, int n), {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * std::sin(x[i]) + x[i];
})
void out_of_place(double *y, const double *x, double a, int n) { wave<<<(n + 3) / 4, 4>>>(y, x, a, n); }

KERNEL(squares, (double *x, int n), {
  const unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i >= n) return;
  x[i] = square(x[i]) * x[i];
})
void in_place(double *x, int n) {
  dim3 block(2), grid((n + block.x - 1) / block.x);
  squares<<<grid, block, 0, nullptr>>>(x, n);
  squares<<<grid, block>>>(x, n);
}
double in_host_loop(double *x, int n) {
  for (int k = 0; k < 2; ++k) squares<<<n, 1>>>(x, n);
  return x[0] * x[1];
}

KERNEL(axpy, (double *y, const double *x, double a), {
  int i = threadIdx.x;
  y[i] += a * x[i];
})
void accumulates(double *y, const double *x, double a, int n) { axpy<<<1, n>>>(y, x, a); }

KERNEL(stencil, (double *__restrict__ y, const double *__restrict__ x, int n), {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) y[i] = x[i - 1] * x[i + 1] - 2 * x[i] * x[i];
  else if (i < n) y[i] = x[i];
})
void neighbours(double *y, const double *x, int n) { stencil<<<2, 3>>>(y, x, n); }

KERNEL(product, (double *__restrict__ c, const double *__restrict__ a, const double *__restrict__ b, int n), {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) {
    double s = 0;
    for (int k = 0; k < n; ++k) s += a[row * n + k] * b[k * n + col];
    c[row * n + col] = s;
  }
})
void matrices(double *c, const double *a, const double *b, int n) {
  product<<<dim3(2, 2), dim3(2, 2)>>>(c, a, b, n);
}

KERNEL(normal, (double *__restrict__ out, double *__restrict__ stats, const double *__restrict__ x, const double *__restrict__ w, int n, int c), {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  x += row * c;
  double m = 0;
  for (int i = 0; i < c; i++) m += x[i];
  m = m / c;
  double v = 0;
  for (int i = 0; i < c; i++) {
    double d = x[i] - m;
    v += d * d;
  }
  double r = 1.0 / std::sqrt(v / c + 1e-3);
  for (int i = 0; i < c; i++) out[row * c + i] = r * (x[i] - m) * w[i];
  stats[row] = m;
})
void layer_norm(double *out, double *stats, const double *x, const double *w, int n, int c) {
  normal<<<n, 1>>>(out, stats, x, w, n, c);
}

KERNEL(strided, (double *__restrict__ y, const double *__restrict__ x, const int *index, int n), {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    double t = x[index[i]];
    if (t > 0) y[i] = t * t;
    else y[i] = std::exp(t);
  }
})
void gathers(double *y, const double *x, int n) {
  static const int index[] = {2, 0, 0, 1, 2};
  strided<<<1, 2>>>(y, x, index, n);
}

template <class T> __global__ void scale(T *x, T k) { x[threadIdx.x] *= k; }
template <class T> void scale_on_host(T *x, T k) { x[threadIdx.x] *= k; }
static const bool scale_is_known = host_kernels::know(&scale<double>, &scale_on_host<double>);
void of_template(double *x, double k, int n) { scale<double><<<1, n>>>(x, k * k); }

int main() {
  auto x = buf({0.5, 1.25, -0.75, 2.0, 1.5});
  auto y = buf({0.1, 0.2, 0.3, 0.4, 0.5});
  CHECK(out_of_place, y, x, 1.5, 5);
  CHECK(in_place, x, 5);
  CHECK(in_host_loop, x, 5);
  CHECK(accumulates, y, x, 1.5, 5);
  CHECK(neighbours, y, x, 5);
  CHECK(matrices, scattered<double, 9>(-1, 1), scattered<double, 9>(-1, 1), scattered<double, 9>(0, 2), 3);
  CHECK(layer_norm, scattered<double, 12>(-1, 1), buf({0.0, 0.0, 0.0}), scattered<double, 12>(-2, 2), buf({0.5, 1.0, 1.5, 0.7}), 3, 4);
  CHECK(gathers, y, x, 5);
  CHECK(of_template, x, 1.25, 5);
  check::is_true("nothing is left on the device", device_blocks.empty());
  return check::done();
}
