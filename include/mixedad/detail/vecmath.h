//===- vecmath.h - mathematical functions that vectorize ------------------===//
#ifndef MIXEDAD_DETAIL_VECMATH_H
#define MIXEDAD_DETAIL_VECMATH_H

#include "mixedad/detail/support.h"

namespace mixedad {
namespace detail {

#if defined(__CUDACC__) || (defined(__clang__) && defined(__CUDA__))
#define MIXEDAD_LIBM(name, suffix) ::name##suffix
#else
#define MIXEDAD_LIBM(name, suffix) __builtin_##name##suffix
#endif

/// In which type a function of this type is computed: itself, float for half, double for integers.
template <class T> struct computed { using type = std::conditional_t<std::is_integral<T>::value, double, T>; };
#ifdef __FLT16_MAX__
template <> struct computed<_Float16> { using type = float; };
#endif

/// The C library's function for float and double, by argument-dependent lookup for complex numbers and others.
#define MIXEDAD_VECMATH_LIBM(name)                                                                                 \
  MIXEDAD_HD inline float vec_##name(float x) { return MIXEDAD_LIBM(name, f)(x); }                                 \
  MIXEDAD_HD inline double vec_##name(double x) { return MIXEDAD_LIBM(name, )(x); }
#define MIXEDAD_VECMATH_GENERIC(name)                                                                              \
  template <class T> MIXEDAD_HD inline auto vec_##name(const T &x) {                                               \
    if constexpr (std::is_arithmetic<T>::value || is_real<T>) {                                                    \
      using C = typename computed<T>::type;                                                                        \
      using R = std::conditional_t<std::is_integral<T>::value, C, T>;                                              \
      return static_cast<R>(vec_##name(static_cast<C>(x)));                                                        \
    } else {                                                                                                       \
      return name(x);                                                                                              \
    }                                                                                                              \
  }
#define MIXEDAD_VECMATH_PLAIN(name) MIXEDAD_VECMATH_LIBM(name) MIXEDAD_VECMATH_GENERIC(name)
MIXEDAD_VECMATH_PLAIN(exp)
MIXEDAD_VECMATH_PLAIN(exp2)
MIXEDAD_VECMATH_PLAIN(expm1)
MIXEDAD_VECMATH_PLAIN(log)
MIXEDAD_VECMATH_PLAIN(log2)
MIXEDAD_VECMATH_PLAIN(log10)
MIXEDAD_VECMATH_PLAIN(log1p)
MIXEDAD_VECMATH_PLAIN(sin)
MIXEDAD_VECMATH_PLAIN(cos)
MIXEDAD_VECMATH_PLAIN(tan)
MIXEDAD_VECMATH_PLAIN(asin)
MIXEDAD_VECMATH_PLAIN(acos)
MIXEDAD_VECMATH_PLAIN(atan)
MIXEDAD_VECMATH_PLAIN(sinh)
MIXEDAD_VECMATH_PLAIN(cosh)
MIXEDAD_VECMATH_PLAIN(tanh)
MIXEDAD_VECMATH_PLAIN(asinh)
MIXEDAD_VECMATH_PLAIN(acosh)
MIXEDAD_VECMATH_PLAIN(atanh)
MIXEDAD_VECMATH_PLAIN(sqrt)
MIXEDAD_VECMATH_PLAIN(cbrt)
MIXEDAD_VECMATH_PLAIN(floor)
MIXEDAD_VECMATH_PLAIN(ceil)
MIXEDAD_VECMATH_PLAIN(trunc)
MIXEDAD_VECMATH_PLAIN(round)
MIXEDAD_VECMATH_PLAIN(erf)
MIXEDAD_VECMATH_PLAIN(erfc)
MIXEDAD_VECMATH_PLAIN(tgamma)
MIXEDAD_VECMATH_PLAIN(lgamma)

template <class T> MIXEDAD_HD inline auto vec_fabs(const T &x) {
  if constexpr (std::is_unsigned<T>::value)
    return x;
  else if constexpr (std::is_arithmetic<T>::value || is_real<T>)
    return x < T(0) ? T(-x) : T(x + T(0)); // + 0: -0 becomes 0
  else
    return abs(x);
}

#define MIXEDAD_VECMATH_BINARY(name)                                                                               \
  MIXEDAD_HD inline float vec_##name(float x, float y) { return MIXEDAD_LIBM(name, f)(x, y); }                     \
  MIXEDAD_HD inline double vec_##name(double x, double y) { return MIXEDAD_LIBM(name, )(x, y); }                   \
  template <class A, class B> MIXEDAD_HD inline auto vec_##name(const A &x, const B &y) {                          \
    if constexpr ((std::is_arithmetic<A>::value || is_real<A>) && (std::is_arithmetic<B>::value || is_real<B>)) {  \
      using C = decltype(typename computed<A>::type() + typename computed<B>::type());                             \
      return vec_##name(static_cast<C>(x), static_cast<C>(y));                                                     \
    } else {                                                                                                       \
      return name(x, y);                                                                                           \
    }                                                                                                              \
  }
MIXEDAD_VECMATH_BINARY(pow)
MIXEDAD_VECMATH_BINARY(atan2)
MIXEDAD_VECMATH_BINARY(hypot)
MIXEDAD_VECMATH_BINARY(fmod)

} // namespace detail
} // namespace mixedad
#endif
