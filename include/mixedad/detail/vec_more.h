//===- vec_more.h - sin, cos, tan, pow, erf, free of branches -------------===//
//
// As vec_core.h. Arguments of sin, cos and tan are reduced exactly up to 2^51 (2e15); beyond, where a double has no fraction
// left, the result is NaN rather than a number without meaning.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_VEC_MORE_H
#define MIXEDAD_DETAIL_VEC_MORE_H

#include "mixedad/detail/vec_core.h"

#include "mixedad/detail/names_begin.h"

MIXEDAD_PRECISE_BEGIN

namespace mixedad {
namespace detail {
namespace vec {

/// x = n pi/2 + r, |r| <= pi/4. pi/2 is cut into pieces of 24 bits and n into two halves, so that every product but
/// the last is exact.
MIXEDAD_VEC Reduced<double> reduce_quarter(double x) {
  constexpr double c1 = 0x1.921fb4p+0, c2 = 0x1.4442dp-24, c3 = 0x1.846988p-48, c4 = 0x1.8cc51701b839ap-72;
  constexpr double halver = 0x1.8p78; // rounds to multiples of 2^26
  using F = format<double>;
  const double shifted = x * 0x1.45f306dc9c883p-1 + F::rounder;
  const double n = shifted - F::rounder;
  const double high = (n + halver) - halver, low = n - high;
  double r = (x - high * c1) - low * c1;
  r = (r - high * c2) - low * c2;
  r = (r - high * c3) - low * c3;
  r -= n * c4;
  const double in_range = magnitude(x) < 0x1p51 ? r : F::nan;
  return {in_range, bits(shifted)};
}

/// sin_of and cos_of to a float's accuracy.
MIXEDAD_VEC double short_sin_of(double r) {
  const double z = r * r;
  return r + r * z * poly(z, -0x1.5555555555555p-3, 0x1.1111111110ba5p-7, -0x1.a01a019e8069ap-13, 0x1.71de3792528abp-19);
}
MIXEDAD_VEC double short_cos_of(double r) {
  const double z = r * r;
  return 1.0 - 0.5 * z + z * z * poly(z, 0x1.5555555555555p-5, -0x1.6c16c16c16960p-10, 0x1.a01a019f4d0fp-16,
                                      -0x1.27e4fa15bdc69p-22);
}

/// sin(x + quarters pi/2).
MIXEDAD_VEC double shifted_sin(double x, int quarters) {
  const Reduced<double> y = reduce_quarter(x);
  const std::int64_t n = minus<double>(y.n, -quarters);
  const double s = sin_of(y.r), c = cos_of(y.r);
  const double result = (n & 1) ? c : s;
  return (n & 2) ? -result : result;
}
MIXEDAD_VEC float shifted_sin(float x, int quarters) {
  const Reduced<double> y = reduce_quarter(static_cast<double>(x));
  const std::int64_t n = minus<double>(y.n, -quarters);
  const double s = short_sin_of(y.r), c = short_cos_of(y.r);
  const double result = (n & 1) ? c : s;
  return static_cast<float>((n & 2) ? -result : result);
}
template <class T> MIXEDAD_VEC T sin(T x) { return x == T(0) ? x : shifted_sin(x, 0); }
template <class T> MIXEDAD_VEC T cos(T x) { return shifted_sin(x, 1); }
template <class T> MIXEDAD_VEC T tan(T x) {
  const Reduced<double> y = reduce_quarter(static_cast<double>(x));
  const double s = sin_of(y.r), c = cos_of(y.r);
  const bool odd = y.n & 1;
  const double result = (odd ? -c : s) / (odd ? s : c);
  return x == T(0) ? x : static_cast<T>(result);
}

/// log |x| as a sum of two doubles: pow multiplies it by up to 1000.
struct TwoDoubles {
  double high, low;
};
/// a * b - high(a * b), exactly, without a fused multiply-add.
MIXEDAD_VEC double product_error(double a, double b, double product) {
#if defined(__clang__)
#pragma clang fp contract(off)
#endif
  constexpr double splitter = 134217729.0;
  const double ca = splitter * a, cb = splitter * b;
  const double a1 = ca - (ca - a), b1 = cb - (cb - b), a2 = a - a1, b2 = b - b1;
  return ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2;
}
MIXEDAD_VEC TwoDoubles precise_log(double x) {
#if defined(__clang__)
#pragma clang fp contract(off)
#endif
  const Split<double> m = split(x);
  const double f = m.f, d = 2.0 + f, d_low = f - (d - 2.0);
  const double s = f / d, product = s * d;
  const double s_low = (((f - product) - product_error(s, d, product)) - s * d_low) / d;
  // log(1 + f) = 2 s + 2/3 s^3 + s^5 R: the first two terms to twice the precision.
  const double z = s * s, z_low = product_error(s, s, z) + 2.0 * s * s_low;
  const double w = s * z, w_low = product_error(s, z, w) + (s * z_low + s_low * z);
  constexpr double c = 0x1.5555555555555p-1, c_low = 0x1.5555555555555p-55;
  const double t = w * c, t_low = product_error(w, c, t) + (w * c_low + w_low * c);
  const double tail = w * z * poly(z, 0x1.9999999999a39p-2, 0x1.2492492476a1ap-2, 0x1.c71c7201a55d7p-3,
                                   0x1.745cf8e4bba1bp-3, 0x1.3b1c3c1c81c8fp-3, 0x1.0fbde0f4ad17bp-3,
                                   0x1.0c0aff044a970p-3);
  const double a = m.e * format<double>::ln2_hi, b = 2.0 * s;
  const double ab = a + b, high = ab + t;
  const double low = ((ab - high) + t) + (((a - ab) + b) + ((m.e * format<double>::ln2_lo + 2.0 * s_low) + (t_low + tail)));
  const double sum = high + low;
  return {sum, (high - sum) + low};
}

/// exp(y log x) for x > 0; log_low may be 0.
MIXEDAD_VEC double exp_of_product(double y, TwoDoubles log) {
#if defined(__clang__)
#pragma clang fp contract(off)
#endif
  const double p = y * log.high;
  const double error = product_error(y, log.high, p) + y * log.low;
  const double low = magnitude(p) < 800.0 ? error : 0.0; // beyond, the parts overflow and do not matter
  Reduced<double> r = reduce_ln2(bounded(p, -800.0, 800.0));
  r.r += low;
  return scaled_exp(r);
}

MIXEDAD_VEC bool is_whole(double positive) {
  constexpr double large = 0x1p52;
  return (positive >= large) | ((positive + large) - large == positive);
}

/// pow from |x|^y: signs and the values at which that is not the answer. Bitwise logic: && and || are branches.
MIXEDAD_VEC double pow_of(double x, double y, double power) {
  using F = format<double>;
  const double a = magnitude(x), b = magnitude(y);
  const bool at_end = (a == 0.0) | (a == F::infinity), to_zero = (a == 0.0) == (y > 0.0);
  const double at_ends = at_end ? (to_zero ? 0.0 : F::infinity) : power;
  const bool negative = bits(x) < 0, whole = is_whole(b), odd = whole & !is_whole(0.5 * b) & (b < 0x1p53);
  const double signed_power = (negative & odd) ? -at_ends : at_ends;
  const double real = (negative & !whole & !at_end) ? F::nan : signed_power;
  const double not_numbers = ((x != x) | (y != y)) ? F::nan : real;
  const bool one = (x == 1.0) | (y == 0.0) | ((a == 1.0) & (b == F::infinity));
  return one ? 1.0 : not_numbers;
}
MIXEDAD_VEC double pow(double x, double y) {
  return pow_of(x, y, exp_of_product(y, precise_log(magnitude(x))));
}
MIXEDAD_VEC float pow(float x, float y) {
  const double a = static_cast<double>(x), b = static_cast<double>(y);
  const double power = scaled_exp(reduce_ln2(bounded(b * log_of(split(magnitude(a))), -800.0, 800.0)));
  return static_cast<float>(pow_of(a, b, power));
}

/// Up to 1: x P(x^2). Beyond: 1 - exp(-x^2) Q(t) / (x + 2) with t = (x - 2) / (x + 2).
MIXEDAD_VEC double erf(double x) {
  const double a = magnitude(x), b = a > 6.0 ? 6.0 : a;
  const double z = a * a;
  const double small =
      x * poly(z, 0x1.20dd750429b6dp+0, -0x1.812746b0379c1p-2, 0x1.ce2f21a040f5fp-4, -0x1.b82ce3120359dp-6,
               0x1.565bccfa402aep-8, -0x1.c02db065c2a3cp-11, 0x1.f9a2be406f1d1p-14, -0x1.f4ca829d907e5p-17,
               0x1.b981ce26d04d6p-20, -0x1.5c12da33a80d5p-23, 0x1.d76957415dc4ap-27, -0x1.ac90946262eb6p-31);
  const double t = (b - 2.0) / (b + 2.0);
  const double q =
      poly(t, 0x1.058671b52c776p+0, -0x1.5fd386754effcp-1, 0x1.1e2deea6b1138p-2, -0x1.2a88e6107a4e1p-5,
           -0x1.606e41550b03ap-6, 0x1.a89eaff06a6a3p-8, 0x1.9517bb4627b28p-9, -0x1.b6fbeffaec5e5p-11,
           -0x1.5ba42d32bd707p-11, 0x1.2047dfbabdbaep-15, 0x1.2ef9d5c7822bfp-13, 0x1.1efd95aaedcedp-15,
           -0x1.6cb669a5fd024p-16, -0x1.1483138977fb2p-16, -0x1.637a631f8ffd9p-21, 0x1.2c056c18beb91p-18,
           0x1.cf7e8f28446cep-22);
  const double large = with_sign(1.0 - vec::exp(-b * b) * q / (b + 2.0), x);
  const double result = a < 1.0 ? small : large;
  return a == a ? result : x;
}
MIXEDAD_VEC float erf(float x) {
  const float a = magnitude(x), b = a > 4.0f ? 4.0f : a;
  const float small = x * poly(a * a, 1.12837911f, -0.37612626f, 0.112835944f, -0.0268542077f, 0.00518907793f,
                               -0.00080167735f, 7.875546e-05f);
  const float t = (b - 2.0f) / (b + 2.0f);
  const float q = poly(t, 1.02158272f, -0.687160671f, 0.279471844f, -0.0364426784f, -0.0214998629f, 0.00648789154f,
                       0.00294131949f, -0.000881184649f);
  const float large = with_sign(1.0f - vec::exp(-b * b) * q / (b + 2.0f), x);
  const float result = a < 1.0f ? small : large;
  return a == a ? result : x;
}

} // namespace vec
} // namespace detail
} // namespace mixedad

MIXEDAD_PRECISE_END

#include "mixedad/detail/names_end.h"

#endif
