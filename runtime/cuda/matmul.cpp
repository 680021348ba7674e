//===- matmul.cpp - products of matrices on a device, by cuBLAS -----------===//
//
// cuBLAS is found when the first product is asked for, so that programs need not link it. It takes column-major
// matrices: a row-major c = a b is the column-major c' = b' a' on the same memory.
//
//===----------------------------------------------------------------------===//
#include "common.h"

#include <dlfcn.h>
#include <map>
#include <mutex>

namespace mixedad {
namespace detail {
namespace device {
namespace {

using Handle = void *;
enum Operation { no_transpose = 0, transposed = 1 };
constexpr int real_32 = 0, real_64 = 1, real_16 = 2, real_b16 = 14; // cudaDataType
constexpr int compute_32 = 68, compute_64 = 70;                     // cublasComputeType_t
constexpr int default_algorithm = -1;

/// The part of cuBLAS that is used.
struct Cublas {
  int (*create)(Handle *);
  int (*set_stream)(Handle, cudaStream_t);
  int (*gemm)(Handle, int op_a, int op_b, int m, int n, int k, const void *alpha, const void *a, int type_a, int lda,
              const void *b, int type_b, int ldb, const void *beta, void *c, int type_c, int ldc, int compute, int algo);
  int (*gemm_strided)(Handle, int op_a, int op_b, int m, int n, int k, const void *alpha, const void *a, int type_a,
                      int lda, long long stride_a, const void *b, int type_b, int ldb, long long stride_b,
                      const void *beta, void *c, int type_c, int ldc, long long stride_c, int batch, int compute,
                      int algo);
};

const Cublas &cublas() {
  static const Cublas loaded = [] {
    void *library = nullptr;
    for (const char *name : {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11", "libcublas.so"})
      if ((library = dlopen(name, RTLD_NOW | RTLD_LOCAL)))
        break;
    if (!library)
      fail<device_error>("mixedad: matmul on a device needs cuBLAS, and libcublas.so was not found: put its folder into "
                         "LD_LIBRARY_PATH");
    Cublas c;
    const auto find = [&](auto &function, const char *name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
      if (!function)
        fail<device_error>("mixedad: cuBLAS has no function %s", name);
    };
    find(c.create, "cublasCreate_v2");
    find(c.set_stream, "cublasSetStream_v2");
    find(c.gemm, "cublasGemmEx");
    find(c.gemm_strided, "cublasGemmStridedBatchedEx");
    return c;
  }();
  return loaded;
}

void checked(int status, const char *what, int line) {
  if (status != 0)
    fail<device_error>("mixedad: %s failed with cuBLAS status %d (%s:%d)", what, status, __FILE__, line);
}

/// One for every thread and device: handles must not be shared between threads.
Handle handle(int device) {
  thread_local std::map<int, Handle> handles;
  Handle &h = handles[device];
  if (!h)
    checked(cublas().create(&h), "cublasCreate", __LINE__);
  checked(cublas().set_stream(h, stream()), "cublasSetStream", __LINE__);
  return h;
}

/// The stacks are evenly spaced in both operands: one batched call.
bool evenly_spaced(const Stacks &s) {
  for (index_t i = 2; i < s.count; ++i)
    if (s.offset_a(i) != i * s.offset_a(1) || s.offset_b(i) != i * s.offset_b(1))
      return false;
  return true;
}

template <class T> void multiply(const Stacks &s, const Node *a, const Node *b, Node *out, int type, int compute) {
  constexpr index_t largest = index_t(1) << 31;
  const MatrixOf<T> x(a, 0, s.m, s.k), y(b, 0, s.k, s.n);
  if (s.m >= largest || s.n >= largest || s.k >= largest || x.leading >= largest || y.leading >= largest)
    fail<shape_error>("mixedad: matmul on a device of matrices with an extent of 2^31 or more");
  const double one_64 = 1, zero_64 = 0;
  const float one_32 = 1, zero_32 = 0;
  const void *one = compute == compute_64 ? static_cast<const void *>(&one_64) : &one_32;
  const void *zero = compute == compute_64 ? static_cast<const void *>(&zero_64) : &zero_32;
  const int op_a = x.transposed ? transposed : no_transpose, op_b = y.transposed ? transposed : no_transpose;
  T *c = reinterpret_cast<T *>(out->data);
  const Handle h = handle(a->device);
  if (s.count > 1 && evenly_spaced(s)) {
    checked(cublas().gemm_strided(h, op_b, op_a, int(s.n), int(s.m), int(s.k), one, y.data, type, int(y.leading),
                                  s.offset_b(1), x.data, type, int(x.leading), s.offset_a(1), zero, c, type, int(s.n),
                                  s.m * s.n, int(s.count), compute, default_algorithm),
            "cublasGemmStridedBatchedEx", __LINE__);
    return;
  }
  for (index_t i = 0; i < s.count; ++i)
    checked(cublas().gemm(h, op_b, op_a, int(s.n), int(s.m), int(s.k), one, y.data + s.offset_b(i), type,
                          int(y.leading), x.data + s.offset_a(i), type, int(x.leading), zero, c + i * s.m * s.n, type,
                          int(s.n), compute, default_algorithm),
            "cublasGemmEx", __LINE__);
}

} // namespace

void matmul(const Stacks &s, const Node *a, const Node *b, DType type, Node *out) {
  if (s.m == 0 || s.n == 0 || s.count == 0)
    return;
  On on(a->device);
  if (s.k == 0) {
    MIXEDAD_CUDA(cudaMemsetAsync(out->data, 0, std::size_t(out->layout.count()) * out->element, stream()));
    return;
  }
  switch (type) {
  case DType::f32:
    return multiply<float>(s, a, b, out, real_32, compute_32);
  case DType::f64:
    return multiply<double>(s, a, b, out, real_64, compute_64);
  case DType::f16:
    return multiply<std::uint16_t>(s, a, b, out, real_16, compute_32);
  case DType::bf16:
    return multiply<std::uint16_t>(s, a, b, out, real_b16, compute_32);
  default:
    fail<argument_error>("mixedad: matmul on a device takes arrays of floating-point elements");
  }
}

} // namespace device
} // namespace detail
} // namespace mixedad
