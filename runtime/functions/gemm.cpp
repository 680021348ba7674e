//===- gemm.cpp - products of matrices on the host ------------------------===//
#include "gemm.h"
#include "mixedad/detail/functions.h"
#include "mixedad/detail/parallel.h"

#include <algorithm>
#include <cstring>

namespace mixedad {
namespace detail {
namespace {

constexpr int most_rows = 8, most_vectors = 3;

template <class T>
using Tile = void (*)(const Strided<T> &a, const T *b, index_t b_row, index_t k, T *c, index_t c_row, bool add);

/// What an instruction set has: tiles of 1, 2, 4 and 8 rows and of 1 to 3 vectors.
template <class T> struct Tiles {
  index_t width; ///< elements in a vector
  Tile<T> at[4][most_vectors];
  void (*dots)(const T *a, const T *b, index_t b_column, index_t k, T *c, index_t c_column, index_t columns, bool add);
};

#if defined(__x86_64__)
namespace avx512 {
#define MIXEDAD_TARGET __attribute__((target("avx512f")))
#define MIXEDAD_VECTOR_BYTES 64
#include "gemm_tile.inc"
} // namespace avx512
namespace avx2 {
#define MIXEDAD_TARGET __attribute__((target("avx2,fma")))
#define MIXEDAD_VECTOR_BYTES 32
#include "gemm_tile.inc"
} // namespace avx2
#endif
namespace common {
#define MIXEDAD_TARGET
#define MIXEDAD_VECTOR_BYTES 16
#include "gemm_tile.inc"
} // namespace common

template <class T> const Tiles<T> &tiles_here() {
#if defined(__x86_64__)
  if (widest_gemm_vector() >= 64 && __builtin_cpu_supports("avx512f"))
    return avx512::tiles<T>();
  if (widest_gemm_vector() >= 32 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return avx2::tiles<T>();
#endif
  return common::tiles<T>();
}

/// Products are cut so that what is read again and again stays in the caches: of b a panel of a few vectors, of a a
/// block of rows, both over `most_terms` of the sum.
constexpr index_t most_terms = 256, rows_each = 128;
template <class T> constexpr index_t panel_elements = most_vectors * 64 / sizeof(T); ///< of the widest vectors

template <class T> class Product {
public:
  Product(const Strided<T> &a, const Strided<T> &b, T *c, index_t m, index_t n, index_t k, bool add)
      : tiles_(tiles_here<T>()), a_(a), b_(b), c_(c), m_(m), n_(n), k_(k), c_row_(n), c_column_(1), add_(add) {
    // Vectors lie along the rows of b. Where these are not in one piece and few rows of a would use what is packed, or
    // are shorter than a vector, c' = b' a' is better.
    if (n < tiles_.width ? n < m : b.column != 1 && m < n && m <= rows_each / 2) {
      a_ = {b.data, b.column, b.row};
      b_ = {a.data, a.column, a.row};
      std::swap(m_, n_);
      std::swap(c_row_, c_column_);
    }
  }

  void run() {
    const index_t bands = (m_ + rows_each - 1) / rows_each;
    const index_t wanted = std::min<index_t>(m_ * n_ * k_ / worth_a_thread, 64);
    const index_t strips = std::max<index_t>(1, std::min(wanted / bands, n_ / panel_elements<T>));
    const index_t strip = (n_ / strips + panel_elements<T> - 1) / panel_elements<T> * panel_elements<T>;
    const index_t strip_count = (n_ + strip - 1) / strip;
    auto block = [&](index_t at) {
      const index_t i = at / strip_count * rows_each, j = at % strip_count * strip;
      run_block(i, std::min(i + rows_each, m_), j, std::min(j + strip, n_));
    };
    if (wanted > 1)
      for_blocks(bands * strip_count, block);
    else
      for (index_t at = 0; at < bands * strip_count; ++at)
        block(at);
  }

private:
  /// Rows [i0, i1) and columns [j0, j1) of c.
  void run_block(index_t i0, index_t i1, index_t j0, index_t j1) const {
    for (index_t p = 0; p < k_; p += most_terms) {
      const index_t terms = std::min(most_terms, k_ - p);
      if (in_columns()) {
        for (index_t i = i0; i < i1; ++i)
          tiles_.dots(a_.data + i * a_.row + p, b_.data + j0 * b_.column + p, b_.column, terms,
                      c_ + i * c_row_ + j0 * c_column_, c_column_, j1 - j0, add_ || p > 0);
        continue;
      }
      for (index_t j = j0; j < j1;)
        j += run_panel(i0, i1, j, j1, p, terms);
    }
  }

  /// So few rows that packing b would take longer than reading it once for each.
  bool in_columns() const { return m_ <= 2 && (b_.column != 1 || n_ == 1) && b_.row == 1 && a_.column == 1; }

  /// A panel of columns from j on; returns how many. The last columns that do not fill a vector are a panel of their own.
  index_t run_panel(index_t i0, index_t i1, index_t j, index_t j1, index_t p, index_t terms) const {
    const index_t width = tiles_.width;
    // Of four vectors two are taken, so that none is left alone: a tile of one waits for its own sums.
    const index_t left = (j1 - j) / width;
    index_t columns = std::min((left == most_vectors + 1 ? most_vectors - 1 : most_vectors) * width, j1 - j);
    const bool in_place = b_.column == 1 && columns >= width;
    if (in_place)
      columns -= columns % width;
    const index_t vectors = (columns + width - 1) / width;
    alignas(64) T packed[most_terms * panel_elements<T>];
    const T *b = b_.data + p * b_.row + j * b_.column;
    index_t b_row = b_.row;
    if (!in_place) {
      pack(b, packed, columns, vectors * width, terms);
      b = packed;
      b_row = vectors * width;
    }
    const bool add = add_ || p > 0, direct = c_column_ == 1 && columns == vectors * width;
    for (index_t i = i0; i < i1;) {
      const int log = i1 - i >= 8 ? 3 : i1 - i >= 4 ? 2 : i1 - i >= 2 ? 1 : 0;
      const Tile<T> tile = tiles_.at[log][vectors - 1];
      const Strided<T> a = {a_.data + i * a_.row + p * a_.column, a_.row, a_.column};
      T *c = c_ + i * c_row_ + j * c_column_;
      if (direct) {
        tile(a, b, b_row, terms, c, c_row_, add);
      } else {
        alignas(64) T sums[most_rows * panel_elements<T>];
        tile(a, b, b_row, terms, sums, panel_elements<T>, false);
        store(sums, c, index_t(1) << log, columns, add);
      }
      i += index_t(1) << log;
    }
    return columns;
  }

  /// Rows of `padded` elements, of which the first are b's.
  void pack(const T *b, T *to, index_t columns, index_t padded, index_t terms) const {
    if (b_.column == 1) {
      for (index_t p = 0; p < terms; ++p) {
        std::copy_n(b + p * b_.row, columns, to + p * padded);
        std::fill(to + p * padded + columns, to + (p + 1) * padded, T(0));
      }
      return;
    }
    index_t j = 0;
    for (; j + 4 <= columns; j += 4)
      pack_four(b + j * b_.column, to + j, padded, terms);
    for (; j < padded; ++j)
      for (index_t p = 0; p < terms; ++p)
        to[p * padded + j] = j < columns ? b[p * b_.row + j * b_.column] : T(0);
  }
  /// Four columns that are in one piece each, in squares.
  void pack_four(const T *b, T *to, index_t padded, index_t terms) const {
    typedef T Four __attribute__((vector_size(4 * sizeof(T))));
    index_t p = 0;
    for (; p + 4 <= terms; p += 4) {
      Four in[4], half[4];
      for (int j = 0; j < 4; ++j)
        std::memcpy(&in[j], b + p + j * b_.column, sizeof(Four));
      for (int j = 0; j < 2; ++j) {
        half[j] = __builtin_shufflevector(in[j], in[j + 2], 0, 4, 1, 5);
        half[j + 2] = __builtin_shufflevector(in[j], in[j + 2], 2, 6, 3, 7);
      }
      for (int q = 0; q < 4; ++q) {
        const Four low = half[q / 2 * 2], high = half[q / 2 * 2 + 1];
        const Four out = q % 2 ? __builtin_shufflevector(low, high, 2, 6, 3, 7) : __builtin_shufflevector(low, high, 0, 4, 1, 5);
        std::memcpy(to + (p + q) * padded, &out, sizeof(Four));
      }
    }
    for (; p < terms; ++p)
      for (int j = 0; j < 4; ++j)
        to[p * padded + j] = b[p + j * b_.column];
  }

  void store(const T *sums, T *c, index_t rows, index_t columns, bool add) const {
    for (index_t j = 0; j < columns; ++j)
      for (index_t i = 0; i < rows; ++i) {
        T &to = c[i * c_row_ + j * c_column_];
        to = add ? to + sums[i * panel_elements<T> + j] : sums[i * panel_elements<T> + j];
      }
  }

  const Tiles<T> &tiles_;
  Strided<T> a_, b_;
  T *const c_;
  index_t m_, n_, k_, c_row_, c_column_;
  const bool add_;
};

} // namespace

int &widest_gemm_vector() {
  static int bytes = 64;
  return bytes;
}

template <class T> void gemm(const Strided<T> &a, const Strided<T> &b, T *c, index_t m, index_t n, index_t k, bool add) {
  if (k == 0 && !add)
    std::fill_n(c, m * n, T(0));
  if (m * n * k > 0)
    Product<T>(a, b, c, m, n, k, add).run();
}
template void gemm(const Strided<float> &, const Strided<float> &, float *, index_t, index_t, index_t, bool);
template void gemm(const Strided<double> &, const Strided<double> &, double *, index_t, index_t, index_t, bool);

} // namespace detail
} // namespace mixedad
