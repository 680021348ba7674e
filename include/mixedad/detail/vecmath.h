//===- vecmath.h - mathematical functions that vectorize ------------------===//
//
// vec_exp(x) and so on, for every element type, with the C library's results to within a few ulp. On the host the
// common ones are those of vec_core.h and vec_more.h; the rest, and everything on a device, is the C library's.
//
#ifndef MIXEDAD_DETAIL_VECMATH_H
#define MIXEDAD_DETAIL_VECMATH_H

#include "mixedad/detail/vec_more.h"

#include "mixedad/detail/names_begin.h"

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
#ifdef MIXEDAD_HAS_BF16
template <> struct computed<__bf16> { using type = float; };
#endif

/// The C library's function for float and double, by argument-dependent lookup for complex numbers and others.
#define MIXEDAD_VECMATH_LIBM(name)                                                                                 \
  MIXEDAD_HD inline float vec_##name(float x) { return MIXEDAD_LIBM(name, f)(x); }                                 \
  MIXEDAD_HD inline double vec_##name(double x) { return MIXEDAD_LIBM(name, )(x); }
/// Only on the host: devices have no long double.
#define MIXEDAD_VECMATH_LONG(name)                                                                                 \
  inline long double vec_##name(long double x) { return __builtin_##name##l(x); }
#define MIXEDAD_VECMATH_GENERIC(name)                                                                              \
  MIXEDAD_VECMATH_LONG(name)                                                                                       \
  template <class T> MIXEDAD_VEC auto vec_##name(const T &x) {                                               \
    if constexpr (std::is_arithmetic<T>::value || is_real<T>) {                                                    \
      using C = typename computed<T>::type;                                                                        \
      using R = std::conditional_t<std::is_integral<T>::value, C, T>;                                              \
      return static_cast<R>(vec_##name(static_cast<C>(x)));                                                        \
    } else {                                                                                                       \
      return name(x);                                                                                              \
    }                                                                                                              \
  }
/// Computed by vec_core.h or vec_more.h on the host.
#if defined(__CUDA_ARCH__)
#define MIXEDAD_VECMATH_OWN(name) MIXEDAD_VECMATH_LIBM(name)
#else
#define MIXEDAD_VECMATH_OWN(name)                                                                                  \
  MIXEDAD_VEC float vec_##name(float x) { return vec::name(x); }                                             \
  MIXEDAD_VEC double vec_##name(double x) { return vec::name(x); }
#endif
#define MIXEDAD_VECMATH_FAST(name) MIXEDAD_VECMATH_OWN(name) MIXEDAD_VECMATH_GENERIC(name)
#define MIXEDAD_VECMATH_PLAIN(name) MIXEDAD_VECMATH_LIBM(name) MIXEDAD_VECMATH_GENERIC(name)
MIXEDAD_VECMATH_FAST(exp)
MIXEDAD_VECMATH_FAST(exp2)
MIXEDAD_VECMATH_FAST(expm1)
MIXEDAD_VECMATH_FAST(log)
MIXEDAD_VECMATH_FAST(log2)
MIXEDAD_VECMATH_FAST(log10)
MIXEDAD_VECMATH_FAST(log1p)
MIXEDAD_VECMATH_FAST(sin)
MIXEDAD_VECMATH_FAST(cos)
MIXEDAD_VECMATH_FAST(tan)
MIXEDAD_VECMATH_PLAIN(asin)
MIXEDAD_VECMATH_PLAIN(acos)
MIXEDAD_VECMATH_PLAIN(atan)
MIXEDAD_VECMATH_FAST(sinh)
MIXEDAD_VECMATH_FAST(cosh)
MIXEDAD_VECMATH_FAST(tanh)
MIXEDAD_VECMATH_PLAIN(asinh)
MIXEDAD_VECMATH_PLAIN(acosh)
MIXEDAD_VECMATH_PLAIN(atanh)
#if defined(__CUDA_ARCH__) || !defined(__has_builtin) || !__has_builtin(__builtin_elementwise_sqrt)
MIXEDAD_VECMATH_LIBM(sqrt)
#else // without errno, which would keep loops from being vectorized
MIXEDAD_VEC float vec_sqrt(float x) { return __builtin_elementwise_sqrt(x); }
MIXEDAD_VEC double vec_sqrt(double x) { return __builtin_elementwise_sqrt(x); }
#endif
MIXEDAD_VECMATH_GENERIC(sqrt)
MIXEDAD_VECMATH_PLAIN(cbrt)
MIXEDAD_VECMATH_PLAIN(floor)
MIXEDAD_VECMATH_PLAIN(ceil)
MIXEDAD_VECMATH_PLAIN(trunc)
MIXEDAD_VECMATH_PLAIN(round)
MIXEDAD_VECMATH_FAST(erf)
MIXEDAD_VECMATH_PLAIN(erfc)
MIXEDAD_VECMATH_PLAIN(tgamma)
MIXEDAD_VECMATH_PLAIN(lgamma)

template <class T> MIXEDAD_VEC auto vec_fabs(const T &x) {
  if constexpr (std::is_unsigned<T>::value)
    return x;
  else if constexpr (std::is_arithmetic<T>::value || is_real<T>)
    return x < T(0) ? T(-x) : T(x + T(0)); // + 0: -0 becomes 0
  else
    return abs(x);
}

MIXEDAD_VEC float vec_sigmoid(float x) { return vec::sigmoid(x); }
MIXEDAD_VEC double vec_sigmoid(double x) { return vec::sigmoid(x); }

#define MIXEDAD_VECMATH_LIBM2(name)                                                                                \
  MIXEDAD_HD inline float vec_##name(float x, float y) { return MIXEDAD_LIBM(name, f)(x, y); }                     \
  MIXEDAD_HD inline double vec_##name(double x, double y) { return MIXEDAD_LIBM(name, )(x, y); }
#if defined(__CUDA_ARCH__)
MIXEDAD_VECMATH_LIBM2(pow)
#else
MIXEDAD_VEC float vec_pow(float x, float y) { return vec::pow(x, y); }
MIXEDAD_VEC double vec_pow(double x, double y) { return vec::pow(x, y); }
#endif
MIXEDAD_VECMATH_LIBM2(atan2)
MIXEDAD_VECMATH_LIBM2(hypot)
MIXEDAD_VECMATH_LIBM2(fmod)

#define MIXEDAD_VECMATH_BINARY(name)                                                                               \
  inline long double vec_##name(long double x, long double y) { return __builtin_##name##l(x, y); }                \
  template <class A, class B> MIXEDAD_VEC auto vec_##name(const A &x, const B &y) {                          \
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

#include "mixedad/detail/names_end.h"

#endif
