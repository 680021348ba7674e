//===- matmul.cpp - products of matrices and of stacks of them ------------===//
//
// Products of very large matrices come from a BLAS that is found when the first one is asked for, so that programs need
// not link one: MIXEDAD_BLAS names a library, else OpenBLAS, MKL, BLIS or the system's. All others, and these without
// any, come from gemm.h.
//
//===----------------------------------------------------------------------===//
#include "gemm.h"
#include "stacks.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>

namespace mixedad {
namespace detail {
namespace {

template <class T>
using Gemm = void (*)(int order, int trans_a, int trans_b, int m, int n, int k, T alpha, const T *a, int lda,
                      const T *b, int ldb, T beta, T *c, int ldc);

void *blas_library() {
  if (const char *named = std::getenv("MIXEDAD_BLAS"))
    return dlopen(named, RTLD_NOW | RTLD_LOCAL);
  for (const char *name : {"libopenblas.so.0", "libopenblas.so", "libmkl_rt.so.2", "libmkl_rt.so", "libblis.so.4",
                           "libcblas.so.3", "libblas.so.3"})
    if (void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
      if (dlsym(library, "cblas_sgemm"))
        return library;
      dlclose(library);
    }
  return nullptr;
}

template <class T> Gemm<T> blas() {
  static void *const library = blas_library();
  return library ? reinterpret_cast<Gemm<T>>(dlsym(library, sizeof(T) == 4 ? "cblas_sgemm" : "cblas_dgemm")) : nullptr;
}

/// c = a b for any type of elements.
template <class T> void plain(const MatrixOf<T> &a, const MatrixOf<T> &b, T *c, index_t m, index_t n, index_t k) {
  constexpr index_t block = 64;
  std::fill_n(c, m * n, T(0));
  for (index_t p0 = 0; p0 < k; p0 += block)
    for (index_t i = 0; i < m; ++i)
      for (index_t p = p0; p < k && p < p0 + block; ++p) {
        const T x = a.at(i, p);
        for (index_t j = 0; j < n; ++j)
          c[i * n + j] += x * b.at(p, j);
      }
}

template <class T> Strided<T> strided(const MatrixOf<T> &a) {
  return {a.data, a.transposed ? 1 : a.leading, a.transposed ? a.leading : 1};
}

/// c = a b; or for real T c += a b.
template <class T>
void multiply(const MatrixOf<T> &a, const MatrixOf<T> &b, T *c, index_t m, index_t n, index_t k, bool add = false) {
  if constexpr (std::is_same<T, float>::value || std::is_same<T, double>::value) {
    constexpr index_t for_blas = index_t(1) << 30, largest = index_t(1) << 31;
    const bool fits = m < largest && n < largest && k < largest && a.leading < largest && b.leading < largest;
    if (Gemm<T> large = m * n * k >= for_blas && fits ? blas<T>() : nullptr) {
      constexpr int row_major = 101, no_transpose = 111, transposed = 112;
      large(row_major, a.transposed ? transposed : no_transpose, b.transposed ? transposed : no_transpose, int(m), int(n),
            int(k), T(1), a.data, int(a.leading), b.data, int(b.leading), T(add ? 1 : 0), c, int(n));
      return;
    }
    gemm(strided(a), strided(b), c, m, n, k, add);
  } else {
    plain(a, b, c, m, n, k);
  }
}

template <class T> void multiply_stacks(const Stacks &s, const Node *a, const Node *b, Node *out, bool add = false) {
  if constexpr (std::is_same<T, float>::value || std::is_same<T, double>::value || std::is_integral<T>::value) {
    const auto stack = [&](index_t i) {
      multiply(MatrixOf<T>(a, s.offset_a(i), s.m, s.k), MatrixOf<T>(b, s.offset_b(i), s.k, s.n),
               reinterpret_cast<T *>(out->data) + i * s.m * s.n, s.m, s.n, s.k, add);
    };
    // Where one product is not worth a thread, some of them together may be.
    const index_t volume = std::max<index_t>(1, s.m * s.n * s.k);
    const index_t each = volume < worth_a_thread ? worth_a_thread / volume : std::max<index_t>(1, s.count);
    for_blocks((s.count + each - 1) / each, [&](index_t block) {
      for (index_t i = block * each; i < std::min(s.count, (block + 1) * each); ++i)
        stack(i);
    });
  } else {
    using C = typename computed<T>::type; // half: multiplied in float
    std::unique_ptr<C[]> x(new C[s.m * s.k]), y(new C[s.k * s.n]), z(new C[s.m * s.n]);
    for (index_t i = 0; i < s.count; ++i) {
      const MatrixOf<T> from_a(a, s.offset_a(i), s.m, s.k), from_b(b, s.offset_b(i), s.k, s.n);
      for (index_t r = 0; r < s.m; ++r)
        for (index_t p = 0; p < s.k; ++p)
          x[r * s.k + p] = static_cast<C>(from_a.at(r, p));
      for (index_t p = 0; p < s.k; ++p)
        for (index_t q = 0; q < s.n; ++q)
          y[p * s.n + q] = static_cast<C>(from_b.at(p, q));
      multiply(MatrixOf<C>(x.get(), s.m, s.k), MatrixOf<C>(y.get(), s.k, s.n), z.get(), s.m, s.n, s.k);
      for (index_t e = 0; e < s.m * s.n; ++e)
        reinterpret_cast<T *>(out->data)[i * s.m * s.n + e] = static_cast<T>(z[e]);
    }
  }
}

} // namespace

Node *matmul(const Node *a, const Node *b, DType type) {
  required(a, "matmul: the left array");
  required(b, "matmul: the right array");
  Held left, right;
  const Stacks s(a, b, left, right);
  if ((a->flags | b->flags) & node_zero)
    return make_zeros(s.shape, a->element, a->device);
  Held out(make_node(s.shape, a->element, a->device));
  count_arrays({left.get(), right.get(), out.get()});
  if (a->device >= 0)
    device_matmul(s, left.get(), right.get(), type, out.get());
  else
    with_type(type, "matmul", [&](auto *t) {
      multiply_stacks<std::remove_pointer_t<decltype(t)>>(s, left.get(), right.get(), out.get());
    });
  return out.take();
}

bool matmul_add(Node *into, const Node *a, const Node *b, DType type) {
  if (into->device >= 0 || (type != DType::f32 && type != DType::f64))
    return false;
  if ((required(a, "matmul: the left array")->flags | required(b, "matmul: the right array")->flags) & node_zero)
    return true;
  Held left, right;
  const Stacks s(a, b, left, right);
  if (s.shape.size() != into->layout.count())
    return false;
  count_arrays({left.get(), right.get(), into, into});
  if (type == DType::f32)
    multiply_stacks<float>(s, left.get(), right.get(), into, true);
  else
    multiply_stacks<double>(s, left.get(), right.get(), into, true);
  return true;
}

} // namespace detail
} // namespace mixedad
