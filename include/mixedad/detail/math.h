// Scalar functions and constants that the table of derivatives refers to and <cmath> does not have.
//
// Everything is a template or overloaded on the real type, so that one text of a partial serves float, double and long
// double and float arithmetic stays float. What exists on a CUDA device may be called there.
#ifndef MIXEDAD_DETAIL_MATH_H
#define MIXEDAD_DETAIL_MATH_H

#include "mixedad/detail/sine.h"

#include <cmath>
#include <limits>

#include "mixedad/detail/names_begin.h"

namespace mixedad::detail::math {

template <class T> inline constexpr T pi = T(3.141592653589793238462643383279502884L);
template <class T> inline constexpr T half_pi = T(1.570796326794896619231321691639751442L);
template <class T> inline constexpr T ln2 = T(0.693147180559945309417232121458176568L);
template <class T> inline constexpr T ln10 = T(2.302585092994045684017991454684364208L);
template <class T> inline constexpr T two_over_sqrt_pi = T(1.128379167095512573896158903121545172L);
template <class T> inline constexpr T inv_sqrt_two_pi = T(0.398942280401432677939946059934381868L);

/// What stands where a function has no closed form of a partial: reaching it is an error, never a zero.
template <class T> inline MIXEDAD_HD T refused_partial() {
  static_assert(sizeof(T) == 0, "this function has no derivative in this argument (the order of a Bessel function); "
                                "make the argument inactive, or write the derivative with [[mixedad::derivative_of]]");
  return T();
}

/// a / (a^2 + b^2), the partials of atan2, without overflow or underflow of the squares; 0 at the origin.
template <class T> inline MIXEDAD_HD T norm_ratio(T a, T b) {
  if (a == 0 && b == 0)
    return T(0);
  if (::std::fabs(a) > ::std::fabs(b)) {
    const T t = b / a;
    return T(1) / (a + b * t);
  }
  const T t = a / b;
  return t / (b + a * t);
}

/// tan(pi x), with the argument reduced before the multiplication; infinite at half integers.
template <class T> inline MIXEDAD_HD T tan_pi(T x) {
  const T r = x - ::std::rint(x);
  if (::std::fabs(r) == T(0.5))
    return std::numeric_limits<T>::infinity();
  return ::std::tan(pi<T> * r);
}

/// The derivative of log gamma. Upward recurrence into the range of the asymptotic series, reflection below zero;
/// NaN at the negative integers, and the limit from the argument's own side at +-0.
template <class T> inline MIXEDAD_HD T digamma(T x) {
  if (x == 0)
    return -T(1) / x;
  T result = 0;
  if (x < 0) {
    if (x == ::std::floor(x))
      return std::numeric_limits<T>::quiet_NaN();
    result = -pi<T> / tan_pi(x);
    x = T(1) - x;
  }
  constexpr int digits = std::numeric_limits<T>::digits;
  constexpr int start = digits <= 24 ? 5 : digits <= 53 ? 10 : 18;
  while (x < T(start)) {
    result -= T(1) / x;
    x += T(1);
  }
  // sum of -B_2k / (2k x^2k), k = 10 .. 1
  const T y = T(1) / (x * x);
  T series = T(174611) / T(6600);
  series = T(-43867) / T(14364) + y * series;
  series = T(3617) / T(8160) + y * series;
  series = T(-1) / T(12) + y * series;
  series = T(691) / T(32760) + y * series;
  series = T(-1) / T(132) + y * series;
  series = T(1) / T(240) + y * series;
  series = T(-1) / T(252) + y * series;
  series = T(1) / T(120) + y * series;
  series = T(-1) / T(12) + y * series;
  return result + ::std::log(x) - T(0.5) / x + y * series;
}

/// The derivative of erfcx(x) = exp(x^2) erfc(x), whose value is r: 2 x r - 2/sqrt(pi), which cancels as x grows.
/// From 1 on it is -2 r q with q = i1erfc / erfc, a continued fraction of the recurrence of repeated integrals.
template <class T> inline MIXEDAD_HD T erfcx_derivative(T x, T r) {
  if (!(x > T(1)))
    return T(2) * x * r - two_over_sqrt_pi<T>;
  if (::std::isinf(x))
    return T(-0.0);
  T q = 0;
  for (int n = x > T(4) ? 40 : 240; n > 0; --n)
    q = T(1) / (T(2) * x + T(2 * n + 2) * q);
  return T(-2) * r * q;
}

/// sin and cos where a derivative asks for them, see sine.h.
// Not T: of an integer they are a double.
template <class T> inline MIXEDAD_HD auto quick_sin(T x) { return ::std::sin(x); }
template <class T> inline MIXEDAD_HD auto quick_cos(T x) { return ::std::cos(x); }
inline MIXEDAD_HD double quick_sin(double x) {
#ifndef __CUDA_ARCH__
  if (__builtin_expect(::std::fabs(x) < 0x1p20, 1))
    return x == 0 ? x : quick_sine(x, 0);
#endif
  return ::std::sin(x);
}
inline MIXEDAD_HD double quick_cos(double x) {
#ifndef __CUDA_ARCH__
  if (__builtin_expect(::std::fabs(x) < 0x1p20, 1))
    return quick_sine(x, 1);
#endif
  return ::std::cos(x);
}

/// The pieces of modf, frexp, remquo and lgamma_r, each as a function of the values.
template <class T> inline MIXEDAD_HD T modf_fraction(T x) {
  T integer;
  return ::std::modf(x, &integer);
}
template <class T> inline MIXEDAD_HD T frexp_fraction(T x) {
  int exponent;
  return ::std::frexp(x, &exponent);
}
template <class T> inline MIXEDAD_HD int frexp_exponent(T x) {
  int exponent;
  ::std::frexp(x, &exponent);
  return exponent;
}
template <class T> inline MIXEDAD_HD int remquo_quotient(T x, T y) {
  int quotient;
  ::std::remquo(x, y, &quotient);
  return quotient;
}
template <class T> inline MIXEDAD_HD int lgamma_sign(T x) {
  if (x > 0 || (x == 0 && !::std::signbit(x)) || x != x)
    return 1;
  if (x == ::std::floor(x))
    return x == 0 ? -1 : 1;
  return ::std::fmod(::std::floor(x), T(2)) == 0 ? 1 : -1;
}

// What the C library spells with a suffix, overloaded. CUDA declares the float and double ones for the device too.
#if defined(__GLIBC__) || defined(__CUDACC__)
#define MIXEDAD_OVERLOADS(name)                                                                                        \
  inline MIXEDAD_HD float name(float x) { return ::name##f(x); }                                                       \
  inline MIXEDAD_HD double name(double x) { return ::name(x); }                                                        \
  inline long double name(long double x) { return ::name##l(x); }
#define MIXEDAD_OVERLOADS_N(name)                                                                                      \
  inline MIXEDAD_HD float name(int n, float x) { return ::name##f(n, x); }                                             \
  inline MIXEDAD_HD double name(int n, double x) { return ::name(n, x); }                                              \
  inline long double name(int n, long double x) { return ::name##l(n, x); }
#ifdef __USE_GNU
MIXEDAD_OVERLOADS(exp10)
#endif
MIXEDAD_OVERLOADS(j0)
MIXEDAD_OVERLOADS(j1)
MIXEDAD_OVERLOADS(y0)
MIXEDAD_OVERLOADS(y1)
MIXEDAD_OVERLOADS_N(jn)
MIXEDAD_OVERLOADS_N(yn)
#undef MIXEDAD_OVERLOADS
#undef MIXEDAD_OVERLOADS_N
#endif

#ifdef __CUDACC__
inline MIXEDAD_HD float rhypot(float x, float y) { return ::rhypotf(x, y); }
inline MIXEDAD_HD double rhypot(double x, double y) { return ::rhypot(x, y); }
inline MIXEDAD_HD float norm3d(float x, float y, float z) { return ::norm3df(x, y, z); }
inline MIXEDAD_HD double norm3d(double x, double y, double z) { return ::norm3d(x, y, z); }
inline MIXEDAD_HD float norm4d(float x, float y, float z, float w) { return ::norm4df(x, y, z, w); }
inline MIXEDAD_HD double norm4d(double x, double y, double z, double w) { return ::norm4d(x, y, z, w); }
inline MIXEDAD_HD float rnorm3d(float x, float y, float z) { return ::rnorm3df(x, y, z); }
inline MIXEDAD_HD double rnorm3d(double x, double y, double z) { return ::rnorm3d(x, y, z); }
inline MIXEDAD_HD float rnorm4d(float x, float y, float z, float w) { return ::rnorm4df(x, y, z, w); }
inline MIXEDAD_HD double rnorm4d(double x, double y, double z, double w) { return ::rnorm4d(x, y, z, w); }
#endif

} // namespace mixedad::detail::math

#include "mixedad/detail/names_end.h"

#include "math_special.h"

#endif
