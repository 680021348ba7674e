//===- device.h - programs that compare a CUDA device with the host -------===//
//
//   program          runs on the first CUDA device; without one it says so and ends with status 77, which is not success
//   program host     compares the host with itself: checks the program where there is no device
//
// A test is a callable that takes the device and returns its results as one list of reals; `same` calls it for the
// device and for the host. What the host gives is itself checked elsewhere against finite differences.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TEST_SUPPORT_DEVICE_H
#define MIXEDAD_TEST_SUPPORT_DEVICE_H

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mixedad/mixedad.h>
#include <vector>

namespace check_device {

using mixedad::Array;
using mixedad::Shape;
using Reals = std::vector<double>;

inline int failures = 0, checks = 0;
inline mixedad::Device chosen;

inline void choose(int argc, char **argv) {
  if (argc > 1 && std::strcmp(argv[1], "host") == 0)
    return;
  if (mixedad::cuda_device_count() == 0) {
    std::printf("SKIPPED %s\n", mixedad::describe_device());
    std::exit(77);
  }
  chosen = mixedad::cuda(0);
  std::printf("%s\n", mixedad::describe_device());
}

/// Values between -1 and 1, the same on every machine.
template <class T> Array<T> numbers(const Shape &shape, mixedad::Device device, unsigned seed) {
  std::vector<T> values;
  for (mixedad::index_t i = 0; i < shape.size(); ++i) {
    seed = seed * 1664525u + 1013904223u;
    values.push_back(static_cast<T>(double(seed >> 8) / (1u << 23) - 1));
  }
  return Array<T>::from(values, shape, device);
}

template <class T> void add(Reals &to, const Array<T> &from) {
  for (T x : from.to_vector())
    to.push_back(double(x));
}
inline void add(Reals &to, double from) { to.push_back(from); }

/// All of them: add(to, from) for each argument.
template <class... A> Reals list(const A &...from) {
  Reals out;
  (check_device::add(out, from), ...);
  return out;
}

template <class F> void same(const char *name, double tolerance, F &&results) {
  ++checks;
  try {
    const Reals there = results(chosen), here = results(mixedad::host);
    bool good = !here.empty() && there.size() == here.size();
    std::size_t at = 0;
    double largest = 0;
    for (std::size_t i = 0; good && i < here.size(); ++i) {
      largest = std::fmax(largest, std::fabs(here[i]));
      if (!(std::fabs(there[i] - here[i]) <= tolerance * (1 + std::fabs(here[i]))))
        good = false, at = i;
    }
    if (good && largest > 0)
      return void(std::printf("PASS %s (%zu values)\n", name, here.size()));
    std::printf("FAIL %s: %zu and %zu values, number %zu is %.9g on the device, %.9g on the host\n", name, there.size(),
                here.size(), at, at < there.size() ? there[at] : 0.0, at < here.size() ? here[at] : 0.0);
  } catch (const std::exception &e) {
    std::printf("FAIL %s: %s\n", name, e.what());
  }
  ++failures;
}

inline int done() {
  std::printf("%d checks, %d failures\n", checks, failures);
  return failures == 0 && checks != 0 ? 0 : 1;
}

} // namespace check_device

#endif
