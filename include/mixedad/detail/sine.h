//===- sine.h - sine and cosine in plain arithmetic -----------------------===//
//
// The polynomials of kernels (vec_more.h) and of partials in scalar code (math.h).
//
// Partials of sin and cos need the other function at the same place, which the C library computes from scratch, with
// branches that arguments in no order mispredict. quick_sin and quick_cos have none and share, where both are called,
// the reduction and the polynomials; they agree with the C library's to 2.5 ulp (below 2^20; beyond they are the C library's).
// Nothing that a program's control depends on is computed by them.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_SINE_H
#define MIXEDAD_DETAIL_SINE_H

#include "mixedad/detail/host_device.h"

#include "mixedad/detail/names_begin.h"

MIXEDAD_PRECISE_BEGIN

namespace mixedad {
namespace detail {
namespace vec {

/// c0 + x (c1 + x (c2 + ...)).
template <class T> MIXEDAD_VEC constexpr T poly(T, T c) { return c; }
template <class T, class... C> MIXEDAD_VEC constexpr T poly(T x, T c, C... more) { return c + x * poly(x, T(more)...); }

/// sin r and cos r for |r| <= pi/4.
MIXEDAD_VEC double sin_of(double r) {
  const double z = r * r;
  return r + r * z * poly(z, -0x1.5555555555555p-3, 0x1.111111111111p-7, -0x1.a01a01a019926p-13,
                          0x1.71de3a545e704p-19, -0x1.ae64540f0c1bcp-26, 0x1.61217c18c5ad8p-33,
                          -0x1.ab161790d481ep-41);
}
MIXEDAD_VEC double cos_of(double r) {
  const double z = r * r, h = 0.5 * z, w = 1.0 - h;
  return w + (((1.0 - w) - h) + z * z * poly(z, 0x1.5555555555555p-5, -0x1.6c16c16c16c16p-10, 0x1.a01a01a019d02p-16,
                                             -0x1.27e4fb7711e1fp-22, 0x1.1eed8de9efaa4p-29, -0x1.9394b76d752bfp-37,
                                             0x1.ab76cfa136b4ap-45));
}

} // namespace vec

namespace math {

/// sin(x + quarters pi/2), |x| < 2^20. x = n pi/2 + r with pi/2 in pieces of 33 bits, so that all products but the last
/// are exact (Cody and Waite 1980).
MIXEDAD_VEC double quick_sine(double x, int quarters) {
  const double rounder = 6755399441055744.0; // 1.5 * 2^52
  const double shifted = x * 0x1.45f306dc9c883p-1 + rounder, n = shifted - rounder;
  const double r = ((x - n * 0x1.921fb544p+0) - n * 0x1.0b4611a6p-34) - n * 0x1.3198a2e037073p-69;
  const long long at = __builtin_bit_cast(long long, shifted) + quarters;
  const double s = vec::sin_of(r), c = vec::cos_of(r), result = (at & 1) ? c : s;
  return (at & 2) ? -result : result;
}

} // namespace math
} // namespace detail
} // namespace mixedad

MIXEDAD_PRECISE_END

#include "mixedad/detail/names_end.h"

#endif
