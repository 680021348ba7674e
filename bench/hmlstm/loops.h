// What the generated kernel is measured against, all on the threads of MixedAD's pool: the limit, a loop by hand, and
// the form that is not fused.
#ifndef BENCH_HMLSTM_LOOPS_H
#define BENCH_HMLSTM_LOOPS_H

#include "cell.h"

#include <mixedad/detail/parallel.h>
#include <mixedad/detail/vecmath.h>

struct Outputs {
  Array<float> c, f, i, g;
};

/// The memory of one backward pass.
struct Problem {
  int size;
  const float *z, *z_below, *c, *f, *i, *g, *seed;
  float *dc, *df, *di, *dg;
  float *sf, *si, *tg; ///< temporaries of the form that is not fused

  /// Calls row(k, first element of row k) on all threads.
  template <class Row> void rows(Row row) const {
    struct Work {
      Row row;
      int size, each;
    } work{row, size, (size + 127) / 128};
    mixedad::detail::parallel_blocks((size + work.each - 1) / work.each,
                                     [](void *context, mixedad::index_t block) {
                                       const Work &w = *static_cast<const Work *>(context);
                                       for (int k = int(block) * w.each; k < std::min(int(block + 1) * w.each, w.size); ++k)
                                         w.row(std::size_t(k) * w.size);
                                     },
                                     &work);
  }
};

/// The same reads and writes and next to no arithmetic: the limit of what memory allows.
__attribute__((noinline)) inline void copy(const Problem &p) {
  p.rows([&p](std::size_t at) {
    const float *z = p.z, *zb = p.z_below, *c = p.c + at, *f = p.f + at, *i = p.i + at, *g = p.g + at, *s = p.seed + at;
    float *dc = p.dc + at, *df = p.df + at, *di = p.di + at, *dg = p.dg + at;
#pragma clang loop vectorize(assume_safety)
    for (int k = 0; k < p.size; ++k) {
      dc[k] = c[k] + z[k];
      df[k] = f[k] + zb[k];
      di[k] = i[k] + s[k];
      dg[k] = g[k];
    }
  });
}

/// By hand: partials in closed form, branches as selects, the same vector functions that generated kernels use.
__attribute__((noinline)) inline void by_hand(const Problem &p) {
  using mixedad::detail::vec_exp;
  p.rows([&p](std::size_t at) {
    const float *z = p.z, *zb = p.z_below, *c = p.c + at, *f = p.f + at, *i = p.i + at, *g = p.g + at, *s = p.seed + at;
    float *dc = p.dc + at, *df = p.df + at, *di = p.di + at, *dg = p.dg + at;
#pragma clang loop vectorize(assume_safety)
    for (int k = 0; k < p.size; ++k) {
      const bool flush = z[k] == 1.0f, copies = !flush && zb[k] == 0.0f, update = !flush && !copies;
      const float sf = 1.0f / (1.0f + vec_exp(-f[k])), si = 1.0f / (1.0f + vec_exp(-i[k]));
      const float tg = mixedad::detail::vec_tanh(g[k]);
      dc[k] = copies ? s[k] : update ? s[k] * sf : 0.0f;
      df[k] = update ? s[k] * c[k] * sf * (1.0f - sf) : 0.0f;
      di[k] = copies ? 0.0f : s[k] * tg * si * (1.0f - si);
      dg[k] = copies ? 0.0f : s[k] * si * (1.0f - tg) * (1.0f + tg);
    }
  });
}

template <class Body> void kernel(const Problem &p, Body body) {
  p.rows([p, body](std::size_t at) __attribute__((flatten)) {
#pragma clang loop vectorize(assume_safety)
    for (int k = 0; k < p.size; ++k)
      body(at + k, p.z[k] == 1.0f, p.z[k] != 1.0f && p.z_below[k] == 0.0f);
  });
}

/// One kernel an operation, through memory, as in a graph of array operations.
__attribute__((noinline)) inline void unfused(const Problem &p) {
  using mixedad::detail::vec_exp;
  kernel(p, [p](std::size_t k, bool, bool) { p.sf[k] = 1.0f / (1.0f + vec_exp(-p.f[k])); });
  kernel(p, [p](std::size_t k, bool, bool) { p.si[k] = 1.0f / (1.0f + vec_exp(-p.i[k])); });
  kernel(p, [p](std::size_t k, bool, bool) { p.tg[k] = mixedad::detail::vec_tanh(p.g[k]); });
  kernel(p, [p](std::size_t k, bool flush, bool copies) {
    p.dc[k] = copies ? p.seed[k] : flush ? 0.0f : p.seed[k] * p.sf[k];
  });
  kernel(p, [p](std::size_t k, bool flush, bool copies) {
    p.df[k] = flush || copies ? 0.0f : p.seed[k] * p.c[k] * p.sf[k] * (1.0f - p.sf[k]);
  });
  kernel(p, [p](std::size_t k, bool, bool copies) {
    p.di[k] = copies ? 0.0f : p.seed[k] * p.tg[k] * p.si[k] * (1.0f - p.si[k]);
  });
  kernel(p, [p](std::size_t k, bool, bool copies) {
    p.dg[k] = copies ? 0.0f : p.seed[k] * p.si[k] * (1.0f - p.tg[k]) * (1.0f + p.tg[k]);
  });
}

#endif
