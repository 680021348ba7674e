//===- std/complex.h - std::complex as its own tangent ---------------------===//
#ifndef MIXEDAD_STD_COMPLEX_H
#define MIXEDAD_STD_COMPLEX_H

#include "mixedad/detail/support.h"

#include <complex>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

/// Two reals: a cotangent is (d/d real, d/d imaginary), without conjugation.
template <class T> struct tangent_space<std::complex<T>> {
  using C = std::complex<T>;
  MIXEDAD_HD static C zero_like(const C &) { return C(); }
  MIXEDAD_HD static void set_zero(C &x) { x = C(); }
  MIXEDAD_HD static void accumulate(C &into, const C &from) { into += from; }
  MIXEDAD_HD static bool same_shape(const C &, const C &) { return true; }
  MIXEDAD_HD static void reshape(C &, const C &) {}
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
