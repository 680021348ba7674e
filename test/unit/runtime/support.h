// Random arrays and what broadcasting means, by index arithmetic of its own.
#ifndef MIXEDAD_TEST_RUNTIME_SUPPORT_H
#define MIXEDAD_TEST_RUNTIME_SUPPORT_H

#include <gtest/gtest.h>
#include <mixedad/mixedad.h>

#include <cmath>
#include <random>
#include <vector>

namespace mixedad_test {

using mixedad::Array;
using mixedad::index_t;
using mixedad::Shape;

template <class T> Array<T> random_array(const Shape &shape, unsigned seed, double low = -1, double high = 1) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(low, high);
  std::vector<T> values(static_cast<std::size_t>(shape.size()));
  for (T &v : values)
    v = static_cast<T>(uniform(generator));
  return Array<T>::from(values, shape);
}

/// For every element of `to`, the element of `from` that it is broadcast from.
inline std::vector<index_t> sources(const Shape &from, const Shape &to) {
  std::vector<index_t> result(static_cast<std::size_t>(to.size()));
  for (index_t i = 0; i < index_t(result.size()); ++i) {
    index_t rest = i, where = 0, step = 1;
    for (int d = to.rank() - 1; d >= 0; --d) {
      const index_t index = rest % to[d];
      rest /= to[d];
      const int own = d - (to.rank() - from.rank());
      if (own < 0)
        continue;
      if (from[own] != 1)
        where += index * step;
      step *= from[own];
    }
    result[i] = where;
  }
  return result;
}

/// The elements of `a` broadcast to `shape`.
template <class T> std::vector<T> expanded(const Array<T> &a, const Shape &shape) {
  const std::vector<T> own = a.to_vector();
  std::vector<T> result;
  for (index_t from : sources(a.shape(), shape))
    result.push_back(own[from]);
  return result;
}

} // namespace mixedad_test
#endif
