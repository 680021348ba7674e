// What is measured: the product of tanh over n arguments, each negated unless it exceeds 0.5, as a broadcast over n
// arrays. A factor may be zero, so no derivative can be had by dividing the product.
#ifndef BENCH_ARITY_PRODUCT_H
#define BENCH_ARITY_PRODUCT_H

#include <mixedad/mixedad.h>

#include <cmath>
#include <cstddef>
#include <utility>

using mixedad::Array;

template <std::size_t, class T> using repeat = T;

[[mixedad::broadcast]] inline float factor(float x) { return std::tanh(x > 0.5f ? x : -x); }

template <class Indices> struct Product;
template <std::size_t... I> struct Product<std::index_sequence<I...>> {
  static constexpr std::size_t arity = sizeof...(I);
  [[mixedad::broadcast]] static float of(repeat<I, float>... x) { return (... * factor(x)); }
  static Array<float> layer(const repeat<I, Array<float>> &...x) { return mixedad::broadcast<of>(x...); }
  static auto pullback(const Array<float> *x) { return mixedad::pullback<layer>(x[I]...); }
};

/// How many arguments: one program each, since a kernel is a text of its own.
#ifndef BENCH_ARITY
#define BENCH_ARITY 18
#endif
using product = Product<std::make_index_sequence<BENCH_ARITY>>;

#endif
