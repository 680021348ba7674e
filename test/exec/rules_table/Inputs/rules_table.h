// What the generated program of the rule table calls: one row at one point, in reverse and in forward mode.
#pragma once

#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>

namespace table {

inline int failures = 0;
inline int checks = 0;
constexpr long double skip = -123456789;

inline int done() {
  std::printf("%d checks, %d failures\n", checks, failures);
  return failures != 0 || checks == 0;
}

template <class T> void compare(const char *row, const char *mode, int operand, T got, T expected) {
  ++checks;
  const T allowed = 4 * std::numeric_limits<T>::epsilon() * std::fabs(expected);
  if (std::isnan(expected) ? std::isnan(got) : got == expected || std::fabs(got - expected) <= allowed)
    return;
  ++failures;
  std::printf("FAIL %s, %s, operand %d: %.17g instead of %.17g\n", row, mode, operand, double(got), double(expected));
}

/// The J-th argument of a jvp in the direction of the I-th.
template <int I, int J, class A> auto direction(const A &x, A &&one) {
  if constexpr (I == J)
    return mixedad::dup(x, static_cast<A &&>(one));
  else
    return mixedad::constant(x);
}

template <auto F, int I, class... A, std::size_t... J> auto tangent(std::index_sequence<J...>, const A &...x) {
  return mixedad::jvp<F>(direction<I, int(J)>(x, A(1))...);
}

template <auto F, class T, int I, class Gradients, class... A>
void operand(const char *row, const Gradients &g, T expected, const A &...x) {
  compare<T>(row, "reverse", I, mixedad::get<I>(g), expected);
  compare<T>(row, "forward", I, tangent<F, I>(std::index_sequence_for<A...>(), x...), expected);
}

template <auto F, class Rule, class T, int... I, class... A> void smooth(const char *row, const A &...x) {
  const T value = F(x...);
  auto [primal, g] = mixedad::value_and_gradient<F>(x...);
  compare<T>(row, "value", 0, primal, value);
  (operand<F, T, I>(row, g, Rule::template partial<I, T>(value, x...), x...), ...);
}

template <auto F, class Rule, class T, int... I, int N, class... A>
void kink(const char *row, const long double (&expected)[N], const A &...x) {
  auto g = mixedad::gradient<F>(x...);
  auto one = [&](auto index) {
    if (expected[index] != skip)
      operand<F, T, index>(row, g, T(expected[index]), x...);
  };
  (one(std::integral_constant<int, I>()), ...);
}

} // namespace table
