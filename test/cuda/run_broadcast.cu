// Broadcasts on a device: fused expressions, shapes, scalars, types, control flow inside the function.
// REQUIRES: cuda
// RUN: %mixedad_cuda -O1 %s -o %t %mixedad_cuda_libs && %t host && %gpu_run %t
#include "device.h"
using check_device::list;
using check_device::numbers;
using mixedad::Array;

[[mixedad::broadcast]] float swish(float x, float beta) { return x / (1 + std::exp(-beta * x)); }
[[mixedad::broadcast]] double iterated(double x, int n) {
  double r = x;
  for (int i = 0; i < n; ++i) r = r > 0.5 ? std::sin(r) + x : r * x + 0.25;
  return r;
}
[[mixedad::broadcast]] double elementary(double x) {
  return std::exp(x) + std::log(2 + x) + std::tanh(x) + std::pow(1.5 + x, 0.3) + std::erf(x) + std::cbrt(x) + std::atan2(x, 2.0);
}

int main(int argc, char **argv) {
  check_device::choose(argc, argv);
  using check_device::same;
  using mixedad::Device;
  same("one shape", 1e-6, [](Device d) { return list(Array<float>(mixedad::broadcast<swish>(numbers<float>({1000, 33}, d, 1), 1.5f))); });
  same("rows and columns", 1e-6, [](Device d) {
    return list(Array<float>(mixedad::broadcast<swish>(numbers<float>({300, 1}, d, 2), numbers<float>({1, 70}, d, 3))));
  });
  same("an inner dimension", 1e-6, [](Device d) {
    return list(Array<float>(mixedad::broadcast<swish>(numbers<float>({4, 1, 5}, d, 4), numbers<float>({1, 6, 1}, d, 5))));
  });
  same("a fused expression", 1e-5, [](Device d) {
    Array<float> a = numbers<float>({257, 65}, d, 6), b = numbers<float>({65}, d, 7);
    Array<float> c = mixedad::broadcast<swish>(a * b + 2.0f, b) - a / (b * b + 1.0f);
    return list(c);
  });
  same("loops and branches, integers", 1e-12, [](Device d) {
    Array<double> x = numbers<double>({5000}, d, 8);
    return list(Array<double>(mixedad::broadcast<iterated>(x, 7)));
  });
  same("elementary functions", 1e-12, [](Device d) { return list(Array<double>(mixedad::broadcast<elementary>(numbers<double>({4096}, d, 9)))); });
  same("a lambda", 1e-6, [](Device d) {
    const float scale = 0.5f;
    Array<float> x = numbers<float>({10, 10}, d, 10);
    return list(Array<float>(mixedad::broadcast([scale] __host__ __device__(float v) { return v > 0 ? scale * v : v * v; }, x)));
  });
  same("views", 1e-6, [](Device d) {
    Array<float> x = numbers<float>({40, 30}, d, 11);
    return list(Array<float>(mixedad::transpose(x) * 2.0f + 1.0f), Array<float>(mixedad::slice(x, 1, 3, 9) + 1.0f));
  });
  return check_device::done();
}
