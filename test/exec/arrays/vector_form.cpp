// A broadcast outside of derivatives runs the function that derivatives run, with vector functions for the C library's;
// unless it does more than arithmetic.
// RUN: %mixedad_cxx -fplugin-arg-mixedad-dump=- -fsyntax-only %s | %filecheck %s
// RUN: %mixedad_cxx -O1 %s -o %t %mixedad_libs && %t
#include "check_arrays.h"
using mixedad::Array;
using A = Array<float>;

// CHECK-NOT: {{looping|counted|recursive|unseen|no_library|scaled_by}}_primal
// CHECK: gate_primal_{{.*}}const {
// CHECK: ::mixedad::detail::vec_tanh(x)
// CHECK: primal(fn_tag<{{.*}}&::gate<float>)>
// CHECK: chosen_primal_{{.*}}const {
// CHECK: ::mixedad::detail::vec_tanh(x)
// CHECK: primal(fn_tag<{{.*}}&::chosen)>
// CHECK-NOT: {{looping|counted|recursive|unseen|no_library|scaled_by}}_primal
// CHECK: // reverse sweep
template <class T> T sigm(T x) { return T(1) / (T(1) + std::exp(-x)); }
template <class T> [[mixedad::broadcast]] T gate(T x, T z) {
  const T half = T(0.5);
  if (z == T(1))
    return std::tanh(x);
  T y = sigm(x);
  y += half * std::max(x, z);
  return y;
}
enum Kind { flat, steep = 3 };
constexpr float offset = 0.25f;
[[mixedad::broadcast]] float chosen(float x, int n) { return n == steep ? std::tanh(x) + offset : x * n; }

int calls = 0;
float factor = 2;
[[mixedad::broadcast]] float counted(float x) {
  ++calls;
  return std::exp(x);
}
[[mixedad::broadcast]] float scaled_by(float x) { return std::exp(x) * factor; }
[[mixedad::broadcast]] float looping(float x) {
  for (int k = 0; k < 3; ++k)
    x = std::sin(x);
  return x;
}
[[mixedad::broadcast]] float recursive(float x) { return x > 10 ? std::sin(x) : recursive(x + 5) + std::exp(-x); }
[[mixedad::broadcast]] float no_library(float x) { return x * x; }
float unseen_part(float x);
[[mixedad::broadcast]] float unseen(float x) { return std::exp(unseen_part(x)); }

A gates(const A &x, const A &z) { return mixedad::broadcast<gate<float>>(x * 1.5f, z) + x; }
float total(const A &x, const A &z) { return mixedad::sum(gates(x, z)); }

int main() {
  const int n = 1000;
  const A x = check::array<float>({n}, -2, 2, 0.1), z = check::array<float>({1, n}, 0, 1, 0.3);
  std::vector<float> expected, chose;
  const Array<int> kinds = mixedad::broadcast([](float v) { return v > 0 ? 3 : 2; }, x);
  for (int i = 0; i < n; ++i) {
    expected.push_back(gate(x(i) * 1.5f, z(0, i)) + x(i));
    chose.push_back(chosen(x(i), kinds(i)));
  }
  const std::vector<float> got = gates(x, z).to_vector(), got_chosen = A(mixedad::broadcast<chosen>(x, kinds)).to_vector();
  bool close = true;
  for (int i = 0; i < n; ++i)
    close &= std::fabs(got[i] - expected[i]) < 2e-6 && std::fabs(got_chosen[i] - chose[i]) < 2e-6;
  check::is_true("the program's own function, to rounding", close);
  auto [value, grad] = mixedad::value_and_gradient<total, mixedad::wrt<0>>(x, z);
  static_cast<void>(grad);
  check::is_true("what a derivative computes, to the last bit", value == total(x, z));
  // A double is converted as the call would, wherever the overload stands.
  const Array<double> wide = check::array<double>({n}, -2, 2, 0.1);
  check::is_true("converted", std::fabs(float(A(mixedad::broadcast<chosen>(wide, 3))(7)) - chosen(float(wide(7)), 3)) < 2e-6);
  A(mixedad::broadcast<counted>(x));
  check::is_true("effects stay", calls == n);
  factor = 3;
  check::is_true("variables of the program's", std::fabs(A(mixedad::broadcast<scaled_by>(x))(5) - 3 * std::exp(x(5))) < 1e-5);
  check::is_true("loops", A(mixedad::broadcast<looping>(x))(5) == looping(x(5)));
  check::is_true("recursion", A(mixedad::broadcast<recursive>(x))(5) == recursive(x(5)));
  check::is_true("without a library", A(mixedad::broadcast<no_library>(x))(5) == x(5) * x(5));
  check::is_true("another unit's", A(mixedad::broadcast<unseen>(x))(5) == std::exp(unseen_part(x(5))));
  return check::done();
}
float unseen_part(float x) __attribute__((weak));
float unseen_part(float x) { calls += 1; return x; }
