// CUDA's math functions for the host, generic in the real type, so that the rows of the rule table that exist on the
// device only are checked without one. Accurate in long double, as the finite differences need.
#pragma once

#include <cmath>

template <class T> T rsqrt(T x) { return 1 / std::sqrt(x); }
template <class T> T rcbrt(T x) { return 1 / std::cbrt(x); }
template <class T> T sinpi(T x) { return T(std::sin(3.141592653589793238462643383279502884L * x)); }
template <class T> T cospi(T x) { return T(std::cos(3.141592653589793238462643383279502884L * x)); }
template <class T> T erfcx(T x) {
  long double l = x;
  if (l < 50)
    return T(std::exp(l * l) * std::erfc(l));
  long double y = 1 / (2 * l * l); // asymptotic series
  return T(0.564189583547756286948L / l * (1 - y * (1 - 3 * y * (1 - 5 * y * (1 - 7 * y)))));
}
template <class T> T normcdf(T x) { return T(std::erfc(-(long double)x * 0.707106781186547524401L) / 2); }

namespace shims {
// Newton's method for erfc(y) = x, started by bisection; the derivative's magnitude only affects its speed.
inline long double erfc_inverse(long double x) {
  long double low = -8, high = 8;
  for (int i = 0; i < 30; ++i) {
    long double middle = (low + high) / 2;
    (std::erfc(middle) > x ? low : high) = middle;
  }
  long double y = (low + high) / 2;
  for (int i = 0; i < 6; ++i)
    y += (std::erfc(y) - x) / (1.128379167095512573896L * std::exp(-y * y));
  return y;
}
} // namespace shims
template <class T> T erfcinv(T x) { return T(shims::erfc_inverse(x)); }
template <class T> T erfinv(T x) { return T(shims::erfc_inverse(1 - (long double)x)); }
template <class T> T normcdfinv(T x) { return T(-1.41421356237309504880L * shims::erfc_inverse(2 * (long double)x)); }
template <class T> T cyl_bessel_i0(T x) { return T(std::cyl_bessel_i(0.0L, (long double)x)); }
template <class T> T cyl_bessel_i1(T x) { return T(std::cyl_bessel_i(1.0L, (long double)x)); }
template <class T> T max(T x, T y) { return std::fmax(x, y); }
template <class T> T min(T x, T y) { return std::fmin(x, y); }
template <class T> T __saturatef(T x) { return x < 0 ? T(0) : x > 1 ? T(1) : x; }

namespace mixedad::detail::math {
template <class T> T rhypot(T x, T y) { return 1 / std::hypot(x, y); }
template <class T> T norm3d(T x, T y, T z) { return std::hypot(x, y, z); }
template <class T> T norm4d(T x, T y, T z, T w) { return std::hypot(std::hypot(x, y), std::hypot(z, w)); }
template <class T> T rnorm3d(T x, T y, T z) { return 1 / norm3d(x, y, z); }
template <class T> T rnorm4d(T x, T y, T z, T w) { return 1 / norm4d(x, y, z, w); }
} // namespace mixedad::detail::math

// The C library declares some of these names for itself, for float.
#define __sinf shim_sinf
#define __cosf shim_cosf
#define __tanf shim_tanf
#define __expf shim_expf
#define __exp10f shim_exp10f
#define __logf shim_logf
#define __log2f shim_log2f
#define __log10f shim_log10f
#define __powf shim_powf
template <class T> T __sinf(T x) { return std::sin(x); }
template <class T> T __cosf(T x) { return std::cos(x); }
template <class T> T __tanf(T x) { return std::tan(x); }
template <class T> T __expf(T x) { return std::exp(x); }
template <class T> T __exp10f(T x) { return T(std::pow(10.0L, (long double)x)); }
template <class T> T __logf(T x) { return std::log(x); }
template <class T> T __log2f(T x) { return std::log2(x); }
template <class T> T __log10f(T x) { return std::log10(x); }
template <class T> T __powf(T x, T y) { return std::pow(x, y); }
template <class T> T __fdividef(T x, T y) { return x / y; }
template <class T> T __frsqrt_rn(T x) { return rsqrt(x); }

#define MIXEDAD_SHIM_1(name, value)                                                                                    \
  template <class T> T name##_rn(T a) { return value; }                                                                \
  template <class T> T name##_rz(T a) { return value; }                                                                \
  template <class T> T name##_ru(T a) { return value; }                                                                \
  template <class T> T name##_rd(T a) { return value; }
#define MIXEDAD_SHIM_2(name, value)                                                                                    \
  template <class T> T name##_rn(T a, T b) { return value; }                                                           \
  template <class T> T name##_rz(T a, T b) { return value; }                                                           \
  template <class T> T name##_ru(T a, T b) { return value; }                                                           \
  template <class T> T name##_rd(T a, T b) { return value; }
#define MIXEDAD_SHIM_3(name, value)                                                                                    \
  template <class T> T name##_rn(T a, T b, T c) { return value; }                                                      \
  template <class T> T name##_rz(T a, T b, T c) { return value; }                                                      \
  template <class T> T name##_ru(T a, T b, T c) { return value; }                                                      \
  template <class T> T name##_rd(T a, T b, T c) { return value; }
MIXEDAD_SHIM_2(__fadd, a + b)
MIXEDAD_SHIM_2(__fsub, a - b)
MIXEDAD_SHIM_2(__fmul, a *b)
MIXEDAD_SHIM_2(__fdiv, a / b)
MIXEDAD_SHIM_2(__dadd, a + b)
MIXEDAD_SHIM_2(__dsub, a - b)
MIXEDAD_SHIM_2(__dmul, a *b)
MIXEDAD_SHIM_2(__ddiv, a / b)
MIXEDAD_SHIM_1(__frcp, 1 / a)
MIXEDAD_SHIM_1(__drcp, 1 / a)
MIXEDAD_SHIM_1(__fsqrt, std::sqrt(a))
MIXEDAD_SHIM_1(__dsqrt, std::sqrt(a))
MIXEDAD_SHIM_1(__double2float, a)
MIXEDAD_SHIM_3(__fmaf, std::fma(a, b, c))
MIXEDAD_SHIM_3(__fmaf_ieee, std::fma(a, b, c))
MIXEDAD_SHIM_3(__fma, std::fma(a, b, c))
#undef MIXEDAD_SHIM_1
#undef MIXEDAD_SHIM_2
#undef MIXEDAD_SHIM_3
