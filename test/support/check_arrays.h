//===- check_arrays.h - CHECK for functions of arrays ---------------------===//
//
// An Array is a value like any other: its elements are its reals.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TEST_SUPPORT_CHECK_ARRAYS_H
#define MIXEDAD_TEST_SUPPORT_CHECK_ARRAYS_H

#include <mixedad/mixedad.h>

#include "leaves.h"

namespace mixedad {
/// As the harness wants it: see leaves.h.
template <class T, class V> void reals(Array<T> &a, V &&v) {
  if constexpr (check::has_leaves<T>) {
    T *elements = a.mutable_data();
    for (index_t i = 0; i < a.size(); ++i) v(elements[i]);
  }
}
} // namespace mixedad

#include "check.h"

namespace check {
/// Scattered values in (low, high); of objects, the numbers in them.
template <class T> mixedad::Array<T> array(const mixedad::Shape &shape, double low = -1, double high = 1, double phase = 0.37) {
  mixedad::Array<T> a = mixedad::Array<T>::zeros(shape);
  int i = 0;
  visit(a, [&](auto &number) {
    double u = phase + i++ * 0.6180339887498949;
    number = std::remove_reference_t<decltype(number)>(low + (high - low) * (u - std::floor(u)));
  });
  return a;
}
} // namespace check

#endif
