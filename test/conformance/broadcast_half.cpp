// Sixteen-bit elements: sums of them and of their cotangents are taken in a wider type, in both modes and orders.
// RUN: %mixedad_cxx -O1 %s -o %t %mixedad_libs && %t
#include "check_arrays.h"
using mixedad::Array;
using half = _Float16;
#ifdef MIXEDAD_HAS_BF16
using bf16 = mixedad::bfloat16;
#else
using bf16 = _Float16;
#endif

template <class T> T dot(const Array<T> &x, const Array<T> &bias) {
  Array<T> y = mixedad::broadcast([](T a, T b) { return T(a * b + b); }, x, bias);
  return mixedad::sum(y);
}
/// The function computes in float, the elements are narrow.
template <class T> float wide(const Array<T> &x, const Array<T> &bias) {
  Array<float> y = mixedad::broadcast([](float a, float b) { return std::sin(a) * b; }, x, bias);
  return mixedad::mean(y);
}
template <class T> T scaled(const Array<T> &x, T k) {
  Array<T> y = x * k;
  return mixedad::sum(y * y);
}
template <class T> void sums(const char *name) {
  // 4096 cotangents of 1: added up in T, half would stop at 2048 and bfloat16 at 256.
  const Array<T> x = Array<T>::ones({4096}), bias = Array<T>::full({1}, T(1));
  auto [dx, dbias] = mixedad::gradient<dot<T>>(x, bias);
  bool good = dbias(0) == T(8192) && dx(4095) == T(1);
  auto tangent = mixedad::jvp<dot<T>>(mixedad::dup(x, x), mixedad::dup(bias, bias));
  good = good && tangent == T(12288);
  auto [ds, dk] = mixedad::gradient<scaled<T>>(x, T(0.5));
  good = good && dk == T(4096) && ds(0) == T(0.5);
  auto [dw, db] = mixedad::gradient<wide<T>>(x, bias);
  good = good && std::fabs(float(db(0)) - std::sin(1.0f)) < 4e-3f;
  check::is_true(name, good);
}

int main() {
  using check::array;
  sums<half>("half");
  sums<bf16>("bfloat16");
  CHECK_SINGLE(wide<half>, array<half>({2, 3}), array<half>({3}));
  CHECK_SINGLE(dot<half>, array<half>({2, 3}), array<half>({3}));
  return check::done();
}
