// The backward kernel of the HM-LSTM cell update, made by MixedAD, against the best that one would write by hand and
// against memory: one core, one process, medians over pairs measured alternately.
//
//   hmlstm [size...]       square arrays, by default 1024
//
// "copy" reads seven arrays and writes four, as the backward kernel does: no kernel can be faster than that.
#include "cell.h"

#include <mixedad/detail/vecmath.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

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

template <class Run> double seconds(Run &&run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool bench(int size) {
  const std::size_t n = std::size_t(size) * size;
  const Inputs in = random_inputs(n);
  Outputs out{std::vector<float>(n), std::vector<float>(n), std::vector<float>(n), std::vector<float>(n)};
  const Arrays a(in, size, mixedad::host);
  auto [value, pull] = mixedad::pullback<layer>(a.z, a.z_below, a.c, a.f, a.i, a.g);

  by_hand(in, out);
  auto [none_z, none_zb, dc, df, di, dg] = pull(a.seed);
  const double error =
      std::max({distance(dc, out.c), distance(df, out.f), distance(di, out.i), distance(dg, out.g)});
  if (!(error < 1e-5))
    return std::printf("%d: MixedAD and the loop by hand differ by %g\n", size, error), false;

  std::vector<double> ours, hand, memory, to_hand, to_memory;
  const double wanted = 1.5, began_guess = seconds([&] { by_hand(in, out); });
  const int pairs = std::clamp(int(wanted / (3 * began_guess)), 9, 301);
  for (int k = 0; k < pairs; ++k) {
    memory.push_back(seconds([&] { copy(in, out); }));
    ours.push_back(seconds([&] { auto gradients = pull(a.seed); }));
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
