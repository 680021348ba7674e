// What is measured: the HM-LSTM cell update as a broadcast over arrays, and random inputs for it.
#ifndef BENCH_HMLSTM_CELL_H
#define BENCH_HMLSTM_CELL_H

#include "../timing.h"

#include <mixedad/mixedad.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>
#include <vector>

using mixedad::Array;

[[mixedad::broadcast]] inline float sigm(float x) { return 1.0f / (1.0f + std::exp(-x)); }

[[mixedad::broadcast]] inline float update_c([[mixedad::inactive]] float z, [[mixedad::inactive]] float z_below,
                                             float c, float f, float i, float g) {
  if (z == 1.0f)
    return sigm(i) * std::tanh(g);
  if (z_below == 0.0f)
    return c;
  return sigm(f) * c + sigm(i) * std::tanh(g);
}

inline Array<float> layer([[mixedad::inactive]] const Array<float> &z,
                          [[mixedad::inactive]] const Array<float> &z_below, const Array<float> &c,
                          const Array<float> &f, const Array<float> &i, const Array<float> &g) {
  return mixedad::broadcast<update_c>(z, z_below, c, f, i, g);
}

/// c, f, i, g and the cotangent are D x D; the boundaries z and z_below are vectors of length D, along the rows.
struct Inputs {
  std::vector<float> z, z_below, c, f, i, g, seed;
};

/// Boundaries are ones and zeros at random, or all zeros when `uniform`: then every element takes the branch COPY.
inline Inputs random_inputs(int size, bool uniform = false) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  std::bernoulli_distribution coin(0.3);
  Inputs in;
  for (auto *array : {&in.z, &in.z_below})
    std::generate_n(std::back_inserter(*array), size, [&] { return !uniform && coin(random) ? 1.0f : 0.0f; });
  for (auto *array : {&in.c, &in.f, &in.i, &in.g, &in.seed})
    std::generate_n(std::back_inserter(*array), std::size_t(size) * size, [&] { return normal(random); });
  return in;
}

/// The same inputs as arrays on a device.
struct Arrays {
  Array<float> z, z_below, c, f, i, g, seed;
  Arrays(const Inputs &in, int size, mixedad::Device device) {
    const auto put = [&](Array<float> &array, const std::vector<float> &values, mixedad::Shape shape) {
      array = Array<float>::from(values.data(), shape).to(device);
    };
    put(z, in.z, {size}), put(z_below, in.z_below, {size});
    for (auto [array, values] : {std::pair(&c, &in.c), {&f, &in.f}, {&i, &in.i}, {&g, &in.g}, {&seed, &in.seed}})
      put(*array, *values, {size, size});
  }
};

/// Largest difference, so that nothing fast and wrong is timed.
inline double distance(const Array<float> &ours, const std::vector<float> &theirs) {
  const std::vector<float> values = ours.to_vector();
  double worst = values.size() == theirs.size() ? 0 : HUGE_VAL;
  for (std::size_t k = 0; k < values.size() && k < theirs.size(); ++k)
    worst = std::max(worst, double(std::abs(values[k] - theirs[k])));
  return worst;
}

#endif
