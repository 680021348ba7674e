// The backward kernel of the HM-LSTM cell update, made by MixedAD, against the best that one would write by hand and
// against memory: one core, one process, medians over pairs measured alternately.
//
//   hmlstm [size...]       square arrays, by default 1024
//
// "copy" reads seven arrays and writes four, as the backward kernel does: no kernel can be faster than that.
#include <mixedad/detail/vecmath.h>
#include <mixedad/mixedad.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

using mixedad::Array;

inline float sigm(float x) { return 1.0f / (1.0f + std::exp(-x)); }

[[mixedad::broadcast]] float update_c([[mixedad::inactive]] float z, [[mixedad::inactive]] float z_below, float c,
                                      float f, float i, float g) {
  if (z == 1.0f)
    return sigm(i) * std::tanh(g);
  if (z_below == 0.0f)
    return c;
  return sigm(f) * c + sigm(i) * std::tanh(g);
}

Array<float> layer([[mixedad::inactive]] const Array<float> &z, [[mixedad::inactive]] const Array<float> &z_below,
                   const Array<float> &c, const Array<float> &f, const Array<float> &i, const Array<float> &g) {
  return mixedad::broadcast<update_c>(z, z_below, c, f, i, g);
}

struct Inputs {
  std::vector<float> z, z_below, c, f, i, g, seed;
};

struct Outputs {
  std::vector<float> c, f, i, g;
};

/// By hand: partials in closed form, branches as selects, the same vector functions that generated kernels use.
__attribute__((noinline)) void by_hand(const Inputs &in, Outputs &out) {
  const std::size_t n = in.c.size();
  const float *__restrict z = in.z.data(), *__restrict zb = in.z_below.data(), *__restrict c = in.c.data(),
              *__restrict f = in.f.data(), *__restrict i = in.i.data(), *__restrict g = in.g.data(),
              *__restrict seed = in.seed.data();
  float *__restrict dc = out.c.data(), *__restrict df = out.f.data(), *__restrict di = out.i.data(),
        *__restrict dg = out.g.data();
#pragma clang loop vectorize(assume_safety)
  for (std::size_t k = 0; k < n; ++k) {
    const bool flush = z[k] == 1.0f, copy = !flush && zb[k] == 0.0f, update = !flush && !copy;
    const float sf = 1.0f / (1.0f + mixedad::detail::vec_exp(-f[k]));
    const float si = 1.0f / (1.0f + mixedad::detail::vec_exp(-i[k]));
    const float tg = mixedad::detail::vec_tanh(g[k]);
    const float s = seed[k];
    dc[k] = copy ? s : update ? s * sf : 0.0f;
    df[k] = update ? s * c[k] * sf * (1.0f - sf) : 0.0f;
    di[k] = copy ? 0.0f : s * tg * si * (1.0f - si);
    dg[k] = copy ? 0.0f : s * si * (1.0f - tg) * (1.0f + tg);
  }
}

/// The same reads and writes and next to no arithmetic.
__attribute__((noinline)) void copy(const Inputs &in, Outputs &out) {
  const std::size_t n = in.c.size();
  const float *__restrict z = in.z.data(), *__restrict zb = in.z_below.data(), *__restrict c = in.c.data(),
              *__restrict f = in.f.data(), *__restrict i = in.i.data(), *__restrict g = in.g.data(),
              *__restrict seed = in.seed.data();
  float *__restrict dc = out.c.data(), *__restrict df = out.f.data(), *__restrict di = out.i.data(),
        *__restrict dg = out.g.data();
#pragma clang loop vectorize(assume_safety)
  for (std::size_t k = 0; k < n; ++k) {
    dc[k] = c[k] + z[k];
    df[k] = f[k] + zb[k];
    di[k] = i[k] + seed[k];
    dg[k] = g[k];
  }
}

Inputs random_inputs(std::size_t n) {
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

template <class Run> double seconds(Run &&run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

/// Largest difference, so that nothing fast and wrong is timed.
double distance(const Array<float> &ours, const std::vector<float> &theirs) {
  const std::vector<float> values = ours.to_vector();
  double worst = values.size() == theirs.size() ? 0 : HUGE_VAL;
  for (std::size_t k = 0; k < values.size() && k < theirs.size(); ++k)
    worst = std::max(worst, double(std::abs(values[k] - theirs[k])));
  return worst;
}

bool bench(int size) {
  const std::size_t n = std::size_t(size) * size;
  const Inputs in = random_inputs(n);
  Outputs out{std::vector<float>(n), std::vector<float>(n), std::vector<float>(n), std::vector<float>(n)};
  const auto array = [&](const std::vector<float> &values) {
    return Array<float>::from(values.data(), {size, size});
  };
  const Array<float> z = array(in.z), zb = array(in.z_below), c = array(in.c), f = array(in.f), i = array(in.i),
                     g = array(in.g), seed = array(in.seed);
  auto [value, pull] = mixedad::pullback<layer>(z, zb, c, f, i, g);

  by_hand(in, out);
  auto [none_z, none_zb, dc, df, di, dg] = pull(seed);
  const double error =
      std::max({distance(dc, out.c), distance(df, out.f), distance(di, out.i), distance(dg, out.g)});
  if (!(error < 1e-5))
    return std::printf("%d: MixedAD and the loop by hand differ by %g\n", size, error), false;

  std::vector<double> ours, hand, memory, to_hand, to_memory;
  const double wanted = 1.5, began_guess = seconds([&] { by_hand(in, out); });
  const int pairs = std::clamp(int(wanted / (3 * began_guess)), 9, 301);
  for (int k = 0; k < pairs; ++k) {
    memory.push_back(seconds([&] { copy(in, out); }));
    ours.push_back(seconds([&] { auto gradients = pull(seed); }));
    hand.push_back(seconds([&] { by_hand(in, out); }));
    to_hand.push_back(ours.back() / hand.back());
    to_memory.push_back(ours.back() / memory.back());
  }
  std::printf("%6d   %8.3f ms   %8.3f ms   %8.3f ms   %5.2f of by hand   %5.2f of copy\n", size, 1e3 * median(ours),
              1e3 * median(hand), 1e3 * median(memory), median(to_hand), median(to_memory));
  return true;
}

int main(int argc, char **argv) {
  setenv("MIXEDAD_NUM_THREADS", "1", 1); // before the pool starts
  std::printf("%6s   %11s   %11s   %11s\n", "size", "MixedAD", "by hand", "copy");
  bool right = true;
  for (int k = 1; k < std::max(argc, 2); ++k)
    right = bench(k < argc ? std::atoi(argv[k]) : 1024) && right;
  return right ? 0 : 1;
}
