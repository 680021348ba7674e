//===- sums.h - adding up cotangents --------------------------------------===//
//
// A cotangent of an operand that was broadcast is a sum over the elements that it went to. Sums are taken in a type
// that is wide enough for millions of terms (double for float) and in an order that the shape alone decides: lanes
// within a tile, tiles within a block in order, blocks by a pairwise tree.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_SUMS_H
#define MIXEDAD_DETAIL_SUMS_H

#include "mixedad/detail/loop.h"
#include "mixedad/detail/parts.h"

#include "mixedad/detail/names_begin.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed" // a loop that does not vectorize is not wrong
#endif

namespace mixedad {
namespace detail {

template <class T, class = void> struct wide { using type = T; };
template <> struct wide<float> { using type = double; };
#ifdef __FLT16_MAX__
template <> struct wide<_Float16> { using type = double; };
#endif
#ifdef MIXEDAD_HAS_BF16
template <> struct wide<__bf16> { using type = double; };
#endif
/// The sum of objects of numbers, each in the wider type.
template <class T> struct WideParts {
  using Part = typename parts_of<T>::type;
  static constexpr int count = parts_of<T>::count;
  typename wide<Part>::type part[count];

  WideParts() = default;
  explicit WideParts(const T &x) {
    const Part *from = reinterpret_cast<const Part *>(&x);
    for (int i = 0; i < count; ++i)
      part[i] = from[i];
  }
  explicit operator T() const {
    T x;
    Part *to = reinterpret_cast<Part *>(&x);
    for (int i = 0; i < count; ++i)
      to[i] = static_cast<Part>(part[i]);
    return x;
  }
};
template <class T>
struct wide<T, std::enable_if_t<(parts_of<T>::count != 0) && !is_number<T> &&
                                !std::is_same<typename wide<typename parts_of<T>::type>::type, typename parts_of<T>::type>::value>> {
  using type = WideParts<T>;
};
/// What elements of type T are summed in.
template <class T> using wide_t = typename wide<T>::type;

/// a += b for numbers, complex numbers and records.
template <class A, class B> MIXEDAD_HD inline void add_to(A &a, const B &b) {
  if constexpr (is_number<A>)
    a = static_cast<A>(a + b);
  else
    detail::accumulate(a, b);
}
template <class T> inline void add_to(WideParts<T> &a, const WideParts<T> &b) {
  for (int i = 0; i < WideParts<T>::count; ++i)
    a.part[i] += b.part[i];
}
template <class T> inline void add_to(T &a, const WideParts<T> &b) { detail::accumulate(a, static_cast<T>(b)); }

template <class T> inline wide_t<T> sum_run(const T *values, index_t n) {
  using W = wide_t<T>;
  constexpr int lanes = 8;
  W lane[lanes];
  for (W &l : lane)
    l = detail::zeroed<W>();
  index_t i = 0;
  if constexpr (std::is_arithmetic<W>::value)
    for (; i + lanes <= n; i += lanes)
      for (int l = 0; l < lanes; ++l)
        lane[l] += static_cast<W>(values[i + l]);
  for (int l = 0; i < n; ++i, l = (l + 1) % lanes)
    add_to(lane[l], static_cast<W>(values[i]));
  for (int step = 1; step < lanes; step *= 2)
    for (int l = 0; l < lanes; l += 2 * step)
      add_to(lane[l], lane[l + step]);
  return lane[0];
}

template <class W, class T> inline void add_run(W *into, const T *values, index_t n) {
  if constexpr (is_number<W>) {
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#endif
    for (index_t i = 0; i < n; ++i)
      add_to(into[i], static_cast<W>(values[i]));
  } else {
    for (index_t i = 0; i < n; ++i)
      add_to(into[i], static_cast<W>(values[i]));
  }
}

/// Adds the tile [at, at + n) to the sums that `stride` leads to.
template <class T>
void reduce_tile(const Loop &loop, const index_t *stride, index_t at, index_t n, const T *tile, wide_t<T> *sums) {
  const int inner = loop.rank - 1;
  const index_t row = loop.size[inner], step = stride[inner];
  while (n > 0) {
    wide_t<T> *into = sums + loop.offset(stride, at);
    const index_t left = row - at % row, run = left < n ? left : n;
    if (step == 0)
      add_to(*into, sum_run(tile, run));
    else if (step == 1)
      add_run(into, tile, run);
    else
      for (index_t i = 0; i < run; ++i)
        add_to(into[i * step], static_cast<wide_t<T>>(tile[i]));
    tile += run;
    at += run;
    n -= run;
  }
}

/// Adds up `parts` rows of n sums into the first, pairwise.
template <class W> void combine(W *sums, index_t parts, index_t n) {
  for (index_t step = 1; step < parts; step *= 2)
    for (index_t p = 0; p + step < parts; p += 2 * step)
      add_run(sums + p * n, sums + (p + step) * n, n);
}

extern template void reduce_tile<float>(const Loop &, const index_t *, index_t, index_t, const float *, double *);
extern template void reduce_tile<double>(const Loop &, const index_t *, index_t, index_t, const double *, double *);
extern template void combine<double>(double *, index_t, index_t);

} // namespace detail
} // namespace mixedad

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#include "mixedad/detail/names_end.h"

#endif
