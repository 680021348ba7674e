// The pullback of a product of many factors, made by MixedAD, against memory and against arithmetic, on one core:
//
//   copy       reads the same arrays and writes as many, and does nothing else
//   arithmetic the same derivative by hand, prefix and suffix products in a vectorized loop, with all data in the L1
//              cache
//
// No kernel can be faster than both. Prints "arity,pullback,copy,arithmetic,ratio": nanoseconds an element, medians,
// and the median of the pullback over the larger of the two.
#include "../timing.h"
#include "product.h"

#include <mixedad/detail/parallel.h>
#include <mixedad/detail/vecmath.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

constexpr std::size_t arity = product::arity;
constexpr std::size_t chunk = 64;
struct Streams {
  const float *x[arity], *seed;
  float *d[arity];
};

/// A chunk of elements of all arrays after the other, as the kernel goes.
__attribute__((noinline)) void copy(const Streams &s, std::size_t n) {
  for (std::size_t at = 0; at < n; at += chunk)
    for (std::size_t k = 0; k < arity; ++k) {
      const float *x = s.x[k] + at, *seed = s.seed + at;
      float *d = s.d[k] + at;
#pragma clang loop vectorize(assume_safety)
      for (std::size_t i = 0; i < chunk; ++i)
        d[i] = x[i] + seed[i];
    }
}

/// All of one element in registers, as far as they go.
template <std::size_t... I>
__attribute__((noinline, flatten)) void by_hand(const Streams &s, std::size_t n, std::index_sequence<I...>) {
#pragma clang loop vectorize(assume_safety)
  for (std::size_t i = 0; i < n; ++i) {
    float t[arity], prefix[arity + 1] = {1.0f}, suffix = s.seed[i];
    ((t[I] = mixedad::detail::vec_tanh(s.x[I][i] > 0.5f ? s.x[I][i] : -s.x[I][i]), prefix[I + 1] = prefix[I] * t[I]),
     ...);
    const auto back = [&](std::size_t k) __attribute__((always_inline)) {
      const float partial = suffix * prefix[k] * (1.0f - t[k]) * (1.0f + t[k]);
      s.d[k][i] = s.x[k][i] > 0.5f ? partial : -partial;
      suffix *= t[k];
    };
    (back(arity - 1 - I), ...);
  }
}

/// Argument by argument over a chunk, with what is kept in the L1 cache.
__attribute__((noinline, flatten)) void by_hand_in_chunks(const Streams &s, std::size_t n) {
  static float t[arity][chunk], prefix[arity + 1][chunk], suffix[chunk];
  for (std::size_t at = 0; at < n; at += chunk) {
    for (std::size_t i = 0; i < chunk; ++i)
      prefix[0][i] = 1.0f, suffix[i] = s.seed[at + i];
    for (std::size_t k = 0; k < arity; ++k)
#pragma clang loop vectorize(assume_safety)
      for (std::size_t i = 0; i < chunk; ++i) {
        const float x = s.x[k][at + i];
        t[k][i] = mixedad::detail::vec_tanh(x > 0.5f ? x : -x);
        prefix[k + 1][i] = prefix[k][i] * t[k][i];
      }
    for (std::size_t k = arity; k-- > 0;)
#pragma clang loop vectorize(assume_safety)
      for (std::size_t i = 0; i < chunk; ++i) {
        const float partial = suffix[i] * prefix[k][i] * (1.0f - t[k][i]) * (1.0f + t[k][i]);
        s.d[k][at + i] = s.x[k][at + i] > 0.5f ? partial : -partial;
        suffix[i] *= t[k][i];
      }
  }
}

template <class Run> double nanoseconds(Run &&run, std::size_t elements) {
  return 1e9 * seconds(run) / double(elements);
}

using indices = std::make_index_sequence<arity>;

/// Over and over the same chunk, in cache: the faster of the two ways, the best of many runs.
double arithmetic(const Streams &s) {
  constexpr int repeats = 200;
  double best = 1e30;
  for (int k = 0; k < 50; ++k)
    for (bool chunks : {false, true})
      best = std::min(best, nanoseconds(
                                [&] {
                                  for (int r = 0; r < repeats; ++r)
                                    chunks ? by_hand_in_chunks(s, chunk) : by_hand(s, chunk, indices());
                                },
                                repeats * chunk));
  return best;
}

template <class Gradients, std::size_t... I>
double distance(const Gradients &gradients, const Streams &s, std::size_t n, std::index_sequence<I...>) {
  double most = 0;
  const auto compare = [&](const float *got, const float *expected) {
    for (std::size_t i = 0; i < n; ++i)
      most = std::max(most, double(std::fabs(got[i] - expected[i])));
  };
  (compare(mixedad::get<I>(gradients).data(), s.d[I]), ...);
  return most;
}

} // namespace

int main(int argc, char **argv) {
  const std::size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) / chunk * chunk : std::size_t(1) << 18;
  mixedad::set_thread_count(1);
  std::mt19937 random(1);
  std::normal_distribution<float> normal(0.0f, 1.5f);
  Array<float> x[arity], d[arity], seed;
  const auto fill = [&](Array<float> &a) {
    a = Array<float>::zeros({static_cast<mixedad::index_t>(n)});
    std::generate_n(a.mutable_data(), n, [&] { return normal(random); });
  };
  Streams s;
  for (std::size_t k = 0; k < arity; ++k) {
    fill(x[k]), fill(d[k]);
    s.x[k] = x[k].data(), s.d[k] = d[k].mutable_data();
  }
  fill(seed);
  s.seed = seed.data();

  auto [value, pull] = product::pullback(x);
  by_hand(s, n, indices());
  const double error = distance(pull(seed), s, n, indices());
  if (!(error < 1e-5))
    return std::fprintf(stderr, "arity %zu: MixedAD and the loop by hand differ by %g\n", arity, error), 1;

  const double limit = arithmetic(s);
  std::vector<double> pulls, copies, ratios;
  const int rounds = std::clamp(int(3e8 / (n * (limit + 1))), 15, 201);
  for (int k = 0; k < rounds; ++k) {
    copies.push_back(nanoseconds([&] { copy(s, n); }, n));
    pulls.push_back(nanoseconds([&] { auto gradients = pull(seed); }, n));
    ratios.push_back(pulls.back() / std::max(limit, copies.back()));
  }
  std::printf("%zu,%.3f,%.3f,%.3f,%.3f\n", arity, median(pulls), median(copies), limit, median(ratios));
}
