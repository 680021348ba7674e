// What is measured: the HM-LSTM cell update as a broadcast over arrays, and random inputs for it.
#ifndef BENCH_HMLSTM_CELL_H
#define BENCH_HMLSTM_CELL_H

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

struct Inputs {
  std::vector<float> z, z_below, c, f, i, g, seed;
};

inline Inputs random_inputs(std::size_t n) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  std::bernoulli_distribution coin(0.3);
  Inputs in;
  for (auto *array : {&in.z, &in.z_below})
    std::generate_n(std::back_inserter(*array), n, [&] { return coin(random) ? 1.0f : 0.0f; });
  for (auto *array : {&in.c, &in.f, &in.i, &in.g, &in.seed})
    std::generate_n(std::back_inserter(*array), n, [&] { return normal(random); });
  return in;
}

/// The same inputs as arrays on a device.
struct Arrays {
  Array<float> z, z_below, c, f, i, g, seed;
  Arrays(const Inputs &in, int size, mixedad::Device device) {
    const auto put = [&](Array<float> &array, const std::vector<float> &values) {
      array = Array<float>::from(values.data(), {size, size}).to(device);
    };
    put(z, in.z), put(z_below, in.z_below), put(c, in.c), put(f, in.f), put(i, in.i), put(g, in.g), put(seed, in.seed);
  }
};

inline double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

/// Largest difference, so that nothing fast and wrong is timed.
inline double distance(const Array<float> &ours, const std::vector<float> &theirs) {
  const std::vector<float> values = ours.to_vector();
  double worst = values.size() == theirs.size() ? 0 : HUGE_VAL;
  for (std::size_t k = 0; k < values.size() && k < theirs.size(); ++k)
    worst = std::max(worst, double(std::abs(values[k] - theirs[k])));
  return worst;
}

#endif
