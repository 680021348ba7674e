// How many kernels a gradient runs, what they move, and that memory is reused: held as numbers.
// RUN: %mixedad_cxx -O1 %s -o %t %mixedad_libs && %t
#include "check_arrays.h"
using mixedad::Array;
using A = Array<double>;

[[mixedad::broadcast]] double f(double x) { return std::sin(x) * x; }
[[mixedad::broadcast]] double g(double x, double y) { return x * std::exp(y); }

double total(const A &x) { return mixedad::sum(mixedad::broadcast<f>(x)); }
double average(const A &x) { return mixedad::mean(mixedad::broadcast<f>(x)); }
double nested(const A &x, const A &y) { return mixedad::sum(mixedad::broadcast<g>(mixedad::broadcast<f>(x), y * x + 1.0)); }
double named(const A &x, const A &y) {
  A a = mixedad::broadcast<f>(x);
  A b = y * x + 1.0;
  A c = mixedad::broadcast<g>(a, b);
  return mixedad::sum(c);
}
double used_twice(const A &x, const A &y) {
  A a = mixedad::broadcast<f>(x);
  return mixedad::sum(a * y) + mixedad::sum(a);
}
double across_write(const A &v, double *memory, const A &x) { // v is a view of memory
  A a = v * x;
  memory[0] = 100;
  return mixedad::sum(mixedad::exp(a));
}
double recurrent(const A &x, const A &w) {
  A h = x;
  for (int i = 0; i < 3; ++i)
    h = mixedad::tanh(h * w);
  return mixedad::mean(h * h);
}
double perceptron(const A &x, const A &w) {
  A h = mixedad::tanh(mixedad::matmul(x, w));
  return mixedad::mean(h * h);
}

/// Per call, after one that fills the pool. Bytes in elements.
template <class Run> void counts(const char *name, Run run, unsigned kernels, unsigned elements) {
  run();
  mixedad::reset_stats();
  run();
  const mixedad::Stats s = mixedad::stats();
  const bool right = s.kernels == kernels && s.bytes_moved == 8ull * elements && s.system_allocations == 0 && s.copies == 0;
  if (!right)
    std::printf("%s: %llu kernels, %llu elements, %llu from the system\n", name, (unsigned long long)s.kernels,
                (unsigned long long)s.bytes_moved / 8, (unsigned long long)s.system_allocations);
  check::is_true(name, right);
}

int main() {
  const A x = check::array<double>({1000}), y = check::array<double>({1000}, 0, 1);
  const A m = check::array<double>({30, 30}), w = check::array<double>({30, 30}, -1, 1, 0.3);
  // One kernel forward, a reduction, one backward: it reads x and writes d_x. The seed is one number.
  counts("total", [&] { mixedad::gradient<total>(x); }, 3, 2000 + 1001 + 2001);
  counts("average", [&] { mixedad::gradient<average>(x); }, 3, 2000 + 1001 + 2001);
  counts("nested", [&] { mixedad::gradient<nested>(x, y); }, 3, 3000 + 1001 + 4001);
  counts("named", [&] { mixedad::gradient<named>(x, y); }, 3, 3000 + 1001 + 4001);
  counts("recurrent", [&] { mixedad::gradient<recurrent>(x, y); }, 9, 3 * 3000 + 2000 + 1001 + 2001 + 3 * 5000);
  counts("perceptron", [&] { mixedad::gradient<perceptron>(m, w); }, 6, 2 * 900 + 901 + 2 * 900 + 1 + 3 * 2700);
  counts("perceptron of constants", [&] { mixedad::gradient<perceptron>(mixedad::constant(m), w); }, 5,
         2 * 900 + 901 + 2 * 900 + 1 + 2 * 2700);
  CHECK(named, check::array<double>({3}), check::array<double>({3}));
  CHECK(used_twice, check::array<double>({3}), check::array<double>({3}));
  double memory[2] = {3, 4}, *pointer = memory;
  const A view = mixedad::view(memory, {2}), p = check::array<double>({2});
  auto [value, gradient] = mixedad::value_and_gradient<across_write>(mixedad::constant(view), mixedad::constant(pointer), p);
  check::close("across_write", value, std::exp(3 * p(0)) + std::exp(4 * p(1)));
  return check::done();
}
