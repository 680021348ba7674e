// Gradients of array programs on a device: pullbacks of broadcasts with all kinds of reduced cotangents, reductions,
// rows, and a small network.
// REQUIRES: cuda
// RUN: %mixedad_cuda -O1 %s -o %t %mixedad_cuda_libs && %t host && %gpu_run %t
#include "device.h"
using check_device::list;
using check_device::numbers;
using mixedad::Array;
using F = Array<float>;
using D = Array<double>;

[[mixedad::broadcast]] double mix(double x, double y, double z) { return x > y ? x * std::sin(y) + z : x * z - y * y; }
[[mixedad::broadcast(reverse)]] double mix_reverse(double x, double y, double z) { return std::exp(x * y) * z + std::sqrt(2 + z); }
[[mixedad::broadcast(forward)]] double mix_forward(double x, double y, double z) { return std::exp(x * y) * z + std::sqrt(2 + z); }
[[mixedad::broadcast]] float cell(float z, float c, float f, float i, float g) { return z > 0 ? i * std::tanh(g) : f * c + i * std::tanh(g); }

double elementwise(const D &x, const D &y, const D &z) { return mixedad::sum(D(mixedad::broadcast<mix>(x, y, z))); }
double with_scalar(const D &x, double y, const D &z) { return mixedad::sum(D(mixedad::broadcast<mix>(x, y, z))); }
double reverse_kernel(const D &x, const D &y, const D &z) { return mixedad::sum(D(mixedad::broadcast<mix_reverse>(x, y, z))); }
double forward_kernel(const D &x, const D &y, const D &z) { return mixedad::sum(D(mixedad::broadcast<mix_forward>(x, y, z))); }
double statistics(const D &x) {
  D centred = x - mixedad::mean(x, {1}, true);
  D variance = mixedad::mean(D(centred * centred), {1}, true);
  D normal = centred / sqrt(variance + 1e-3);
  return mixedad::sum(D(normal * normal * x)) + mixedad::max(x) * mixedad::sum(mixedad::max(x, {0}));
}
double rows(const D &x) {
  return mixedad::sum(D(mixedad::softmax(x) * x)) + mixedad::sum(mixedad::logsumexp(x)) + mixedad::sum(D(mixedad::log_softmax(x, 0) * x));
}
float step(const F &w, const F &x, const F &c, const F &bias) {
  F s = mixedad::matmul(x, w) + bias;
  F next = mixedad::broadcast<cell>(mixedad::slice(s, 1, 0, 8), c, mixedad::slice(s, 1, 8, 16), mixedad::slice(s, 1, 16, 24), mixedad::slice(s, 1, 24, 32));
  F again = mixedad::broadcast<cell>(c, next, mixedad::slice(s, 1, 0, 8), next, c);
  return mixedad::sum(F(again * again + next));
}

/// The gradient of three arrays.
template <auto G> auto of(const mixedad::Shape &x, const mixedad::Shape &y, const mixedad::Shape &z) {
  return [=](mixedad::Device d) {
    auto g = mixedad::gradient<G>(numbers<double>(x, d, 1), numbers<double>(y, d, 2), numbers<double>(z, d, 3));
    return list(mixedad::get<0>(g), mixedad::get<1>(g), mixedad::get<2>(g));
  };
}

int main(int argc, char **argv) {
  check_device::choose(argc, argv);
  using check_device::same;
  using mixedad::Device;
  same("one shape", 1e-10, of<elementwise>({1000}, {1000}, {1000}));
  same("columns are summed", 1e-9, of<elementwise>({300, 70}, {70}, {300, 1}));
  same("inner dimensions are summed", 1e-9, of<elementwise>({4, 1, 5}, {1, 6, 1}, {4, 6, 5}));
  same("all is summed", 1e-9, of<elementwise>({20000}, {1}, {20000}));
  same("empty rows", 1e-9, of<elementwise>({3, 1}, {1, 2}, {1}));
  same("reverse mode in the kernel", 1e-9, of<reverse_kernel>({64, 33}, {33}, {64, 1}));
  same("forward mode in the kernel", 1e-9, of<forward_kernel>({64, 33}, {33}, {64, 1}));
  same("a number", 1e-9, [](Device d) {
    auto g = mixedad::gradient<with_scalar>(numbers<double>({500, 3}, d, 4), 0.25, numbers<double>({3}, d, 5));
    return list(mixedad::get<0>(g), mixedad::get<1>(g), mixedad::get<2>(g));
  });
  same("sums, means, maxima", 1e-9, [](Device d) { return list(mixedad::get<0>(mixedad::gradient<statistics>(numbers<double>({50, 40}, d, 6)))); });
  same("softmax and its kin", 1e-9, [](Device d) { return list(mixedad::get<0>(mixedad::gradient<rows>(numbers<double>({30, 20}, d, 7)))); });
  same("a step of a network", 1e-3, [](Device d) {
    auto g = mixedad::gradient<step>(numbers<float>({12, 32}, d, 8), numbers<float>({16, 12}, d, 9), numbers<float>({16, 8}, d, 10), numbers<float>({32}, d, 11));
    return list(mixedad::get<0>(g), mixedad::get<1>(g), mixedad::get<2>(g), mixedad::get<3>(g));
  });
  same("a tangent", 1e-9, [](Device d) {
    auto x = numbers<double>({30, 20}, d, 12), along = numbers<double>({30, 20}, d, 13);
    return list(mixedad::jvp<rows>(mixedad::dup(x, along)));
  });
  return check_device::done();
}
