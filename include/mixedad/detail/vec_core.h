//===- vec_core.h - exp, log and their relatives, free of branches --------===//
//
// Plain arithmetic with selects, so that a loop over any of these vectorizes on every target, SSE2 included: rounding
// adds a large constant, powers of two are made in the exponent's bits. Polynomials are fitted at Chebyshev nodes in
// high precision; the degree puts their error well below half an ulp. Infinities, NaN, zeros and denormals come out as
// in the C library. The file is compiled without fast-math: reassociation would undo the rounding.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_VEC_CORE_H
#define MIXEDAD_DETAIL_VEC_CORE_H

#include "mixedad/detail/sine.h"
#include "mixedad/detail/support.h"
#include "mixedad/half.h"

#include <cstdint>

#include "mixedad/detail/names_begin.h"

/// Where it is one instruction, also in a vectorized loop, and not a call.
#if defined(__AVX512F__) && defined(__has_builtin) && !defined(__CUDACC__) && !defined(__CUDA__)
#if __has_builtin(__builtin_elementwise_ldexp)
#define MIXEDAD_VEC_LDEXP 1
#endif
#endif
#ifndef MIXEDAD_VEC_LDEXP
#define MIXEDAD_VEC_LDEXP 0
#endif

MIXEDAD_PRECISE_BEGIN

namespace mixedad {
namespace detail {
namespace vec {

/// The layout of a floating-point type.
template <class T> struct format;
template <> struct format<float> {
  using bits = std::int32_t;
  using unsigned_bits = std::uint32_t;
  static constexpr int mantissa = 23, bias = 127;
  static constexpr float rounder = 12582912.0f; ///< 1.5 * 2^23: adding it rounds to a whole number
  static constexpr float infinity = __builtin_inff(), nan = __builtin_nanf("");
  static constexpr float smallest = 1.17549435e-38f; ///< normal
  static constexpr bits sqrt_half = 0x3f3504f3;
  static constexpr float ln2_hi = 0x1.62e4p-1f, ln2_lo = 0x1.7f7d1cp-20f;
  static constexpr float too_large = 89.0f, too_small = -104.0f; ///< exp is inf, 0
};
template <> struct format<double> {
  using bits = std::int64_t;
  using unsigned_bits = std::uint64_t;
  static constexpr int mantissa = 52, bias = 1023;
  static constexpr double rounder = 6755399441055744.0; ///< 1.5 * 2^52
  static constexpr double infinity = __builtin_inf(), nan = __builtin_nan("");
  static constexpr double smallest = 2.2250738585072014e-308;
  static constexpr bits sqrt_half = 0x3fe6a09e667f3bcd;
  static constexpr double ln2_hi = 0x1.62e42feep-1, ln2_lo = 0x1.a39ef35793c76p-33;
  static constexpr double too_large = 710.0, too_small = -746.0;
};

template <class T> MIXEDAD_VEC typename format<T>::bits bits(T x) {
  return __builtin_bit_cast(typename format<T>::bits, x);
}
template <class T> MIXEDAD_VEC T from_bits(typename format<T>::bits b) { return __builtin_bit_cast(T, b); }
/// a - b and a << k without overflow: NaN passes through here too.
template <class T> MIXEDAD_VEC typename format<T>::bits minus(typename format<T>::bits a, typename format<T>::bits b) {
  using U = typename format<T>::unsigned_bits;
  return static_cast<typename format<T>::bits>(static_cast<U>(a) - static_cast<U>(b));
}
template <class T> MIXEDAD_VEC typename format<T>::bits to_exponent(typename format<T>::bits n) {
  return static_cast<typename format<T>::bits>(static_cast<typename format<T>::unsigned_bits>(n) << format<T>::mantissa);
}
/// 2^n for n within the exponent's range.
template <class T> MIXEDAD_VEC T power_of_two(typename format<T>::bits n) {
  return from_bits<T>(to_exponent<T>(minus<T>(n, -format<T>::bias)));
}
template <class T> MIXEDAD_VEC T magnitude(T x) {
  return from_bits<T>(bits(x) & ~to_exponent<T>(typename format<T>::bits(1) << (sizeof(T) * 8 - 1 - format<T>::mantissa)));
}
/// The magnitude of x with the sign of y.
template <class T> MIXEDAD_VEC T with_sign(T x, T y) {
  const auto sign = to_exponent<T>(typename format<T>::bits(1) << (sizeof(T) * 8 - 1 - format<T>::mantissa));
  return from_bits<T>((bits(x) & ~sign) | (bits(y) & sign));
}

/// x = n ln 2 + r with |r| <= ln 2 / 2.
template <class T> struct Reduced {
  T r;
  typename format<T>::bits n;
};
template <class T> MIXEDAD_VEC Reduced<T> reduce_ln2(T x) {
  using F = format<T>;
  const T shifted = x * T(1.4426950408889634) + F::rounder;
  const T n = shifted - F::rounder;
  return {(x - n * F::ln2_hi) - n * F::ln2_lo, minus<T>(bits(shifted), bits(F::rounder))};
}

/// (exp(r) - 1 - r) / r^2, for the accuracy that expm1 needs.
MIXEDAD_VEC float expm1_tail(float r) {
  return poly(r, 0.5f, 0.166666672f, 0.0416664556f, 0.00833331048f, 0.00139345415f, 0.000198919806f);
}
/// The same for exp, where 1 is added.
MIXEDAD_VEC float exp_tail(float r) {
  return poly(r, 0.49999994f, 0.166665211f, 0.041668389f, 0.00836871751f, 0.00138145906f);
}
MIXEDAD_VEC double exp_tail(double r) {
  return poly(r, 0.5, 0x1.5555555555556p-3, 0x1.5555555553b6cp-5, 0x1.1111111110918p-7, 0x1.6c16c1794e1dcp-10,
              0x1.a01a01a83ba17p-13, 0x1.a019b621f9d08p-16, 0x1.71de0be2b5e96p-19, 0x1.2894f52583578p-22,
              0x1.af3ce42b12b24p-26);
}

/// x 2^n, rounded once: 2^n itself may be out of range where the result is not, hence two steps.
template <class T> MIXEDAD_VEC T scaled(T x, typename format<T>::bits n) {
#if MIXEDAD_VEC_LDEXP
  return __builtin_elementwise_ldexp(x, static_cast<int>(n)); // one instruction
#else
  const auto half = n >> 1;
  return x * power_of_two<T>(half) * power_of_two<T>(minus<T>(n, half));
#endif
}

MIXEDAD_VEC double expm1_tail(double r) { return vec::exp_tail(r); }

/// exp(r) 2^n.
template <class T> MIXEDAD_VEC T scaled_exp(Reduced<T> x) {
  return scaled(T(1) + (x.r + x.r * x.r * exp_tail(x.r)), x.n);
}

/// NaN passes every bound.
template <class T> MIXEDAD_VEC T bounded(T x, T low, T high) {
  const T upper = x > high ? high : x;
  return upper < low ? low : upper;
}

template <class T> MIXEDAD_VEC T exp(T x) {
  return scaled_exp(reduce_ln2(bounded(x, format<T>::too_small, format<T>::too_large)));
}

/// exp(x) - 1 without cancellation: 2^n (exp(r) - 1) + (2^n - 1), halved so that 2^n is in range; x is bounded.
template <class T> MIXEDAD_VEC T bounded_expm1(T x) {
  const Reduced<T> y = reduce_ln2(x);
  const T p = y.r + y.r * y.r * expm1_tail(y.r);
  const T half_scale = power_of_two<T>(minus<T>(y.n, 1));
  return T(2) * (half_scale * p + (half_scale - T(0.5)));
}
template <class T> MIXEDAD_VEC T expm1(T x) {
  const T low = sizeof(T) == 4 ? T(-18) : T(-40); // -1 from there on
  const T result = bounded_expm1(bounded(x, low, format<T>::too_large));
  return magnitude(x) < T(1e-30) ? x : result; // halving would round a denormal; keeps -0
}

/// tanh(x) = m / (m + 2) with m = exp(2|x|) - 1: one division, accurate also near 0.
template <class T> MIXEDAD_VEC T tanh(T x) {
  const T limit = sizeof(T) == 4 ? T(9.5) : T(20); // 1 from there on
  const T a = magnitude(x);
  const T m = bounded_expm1(T(2) * (a > limit ? limit : a));
  return with_sign(m / (m + T(2)), x);
}

/// 1 / (1 + exp(-x)), through exp of a negative number only.
template <class T> MIXEDAD_VEC T sigmoid(T x) {
  const T e = vec::exp(-magnitude(x));
  const T upper = T(1) / (T(1) + e);
  return x < T(0) ? e * upper : upper;
}

/// x = 2^e (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)); x positive and finite.
template <class T> struct Split {
  T f, e;
};
template <class T> MIXEDAD_VEC Split<T> split(T x) {
  using F = format<T>;
  const bool denormal = x < F::smallest;
  const T scale = power_of_two<T>(F::mantissa + 1);
  const T normal = denormal ? x * scale : x;
  const auto offset = minus<T>(bits(normal), F::sqrt_half);
  const auto e = offset >> F::mantissa;
  const T m = from_bits<T>(minus<T>(bits(normal), to_exponent<T>(e)));
  // The exponent as a floating-point number, by its bits: conversions of 64-bit integers do not vectorize everywhere.
  const T exponent = from_bits<T>(bits(F::rounder) + e) - F::rounder;
  return {m - T(1), exponent - (denormal ? T(F::mantissa + 1) : T(0))};
}

/// log(1 + f), and the same plus e ln 2.
MIXEDAD_VEC float log_of(Split<float> x) {
  const float f = x.f;
  const float q = poly(f, 0.333333313f, -0.24999997f, 0.200007156f, -0.166678026f, 0.142490581f, -0.124256872f,
                       0.116854198f, -0.114797339f, 0.0697161183f);
  const float low = x.e * format<float>::ln2_lo + (f * f * f * q - 0.5f * f * f);
  return x.e * format<float>::ln2_hi + (f + low);
}
/// (2 atanh(s) / s - 2) / s^2 at z = s^2.
MIXEDAD_VEC double atanh_tail(double z) {
  return poly(z, 0x1.5555555555555p-1, 0x1.9999999999a39p-2, 0x1.2492492476a1ap-2, 0x1.c71c7201a55d7p-3,
              0x1.745cf8e4bba1bp-3, 0x1.3b1c3c1c81c8fp-3, 0x1.0fbde0f4ad17bp-3, 0x1.0c0aff044a970p-3);
}
MIXEDAD_VEC double log_of(Split<double> x) {
  // With s = f / (2 + f): log(1 + f) = 2 s + s^3 R = f - s (f - s^2 R), and f is exact.
  const double f = x.f, s = f / (2.0 + f), z = s * s;
  const double low = x.e * format<double>::ln2_lo - s * (f - z * atanh_tail(z));
  return x.e * format<double>::ln2_hi + (f + low);
}

template <class T> MIXEDAD_VEC T log(T x) {
  using F = format<T>;
  const T result = vec::log_of(split(x));
  const T at_ends = x == T(0) ? -F::infinity : x == F::infinity ? x : result;
  return x >= T(0) ? at_ends : F::nan;
}

/// log(1 + x) with what 1 + x loses put back.
template <class T> MIXEDAD_VEC T log1p(T x) {
  const T u = T(1) + x;
  const T lost = (x < T(1) ? x - (u - T(1)) : T(1) - (u - x)) / u;
  const bool ordinary = u > T(0) && u < format<T>::infinity;
  const T result = vec::log(u) + (ordinary ? lost : T(0));
  return magnitude(x) < T(1e-30) ? x : result;
}

template <class T> MIXEDAD_VEC T exp2(T x) {
  using F = format<T>;
  const T b = sizeof(T) == 4 ? bounded(x, T(-152), T(130)) : bounded(x, T(-1080), T(1030));
  const T shifted = b + F::rounder;
  const T n = shifted - F::rounder;
  return scaled_exp(Reduced<T>{(b - n) * T(0.6931471805599453094), minus<T>(bits(shifted), bits(F::rounder))});
}
template <class T> MIXEDAD_VEC T log2(T x) {
  const Split<T> s = split(x);
  // The exponent is exact; only the fraction's logarithm is rescaled.
  const T result = s.e + vec::log_of(Split<T>{s.f, T(0)}) * T(1.4426950408889634074);
  using F = format<T>;
  const T at_ends = x == T(0) ? -F::infinity : x == F::infinity ? x : result;
  return x >= T(0) ? at_ends : F::nan;
}
template <class T> MIXEDAD_VEC T log10(T x) { return vec::log(x) * T(0.43429448190325182765); }

template <class T> MIXEDAD_VEC T cosh(T x) {
  const T h = vec::exp(T(0.5) * magnitude(x)); // halves: the result is in range longer than exp(x)
  return (T(0.5) * h) * h + T(0.5) / (h * h);
}
template <class T> MIXEDAD_VEC T sinh(T x) {
  const T a = magnitude(x), m = vec::expm1(a), h = vec::exp(T(0.5) * a);
  const T near = T(0.5) * (m + m / (m + T(1)));
  return with_sign(a < T(20) ? near : (T(0.5) * h) * h, x);
}

} // namespace vec
} // namespace detail
} // namespace mixedad

MIXEDAD_PRECISE_END

#include "mixedad/detail/names_end.h"

#endif
