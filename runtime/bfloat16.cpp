//===- bfloat16.cpp - conversions that older compiler runtimes lack -------===//
//
// Clang calls these to round to bfloat16 where the processor has no instruction for it; libgcc has them from
// version 13 on. Weak, so that a runtime that has them is preferred.
//
//===----------------------------------------------------------------------===//
#include "mixedad/half.h"

#ifdef MIXEDAD_HAS_BF16
#include <cstdint>

namespace {

/// To nearest, ties to even; a NaN stays one.
std::uint16_t rounded(float x) {
  std::uint32_t bits = __builtin_bit_cast(std::uint32_t, x);
  if (x != x)
    return static_cast<std::uint16_t>((bits >> 16) | 0x40);
  bits += 0x7fff + ((bits >> 16) & 1);
  return static_cast<std::uint16_t>(bits >> 16);
}

} // namespace

#pragma clang diagnostic ignored "-Wmissing-prototypes"
extern "C" {
__attribute__((weak)) __bf16 __truncsfbf2(float x) { return __builtin_bit_cast(__bf16, rounded(x)); }

/// By way of float, rounded to odd first, so that it is not rounded twice.
__attribute__((weak)) __bf16 __truncdfbf2(double x) {
  float f = static_cast<float>(x);
  std::uint32_t bits = __builtin_bit_cast(std::uint32_t, f);
  const bool inexact = static_cast<double>(f) != x && x == x && f - f == 0;
  if (inexact && !(bits & 1)) {
    const bool too_large = (f < 0 ? -static_cast<double>(f) : static_cast<double>(f)) > (x < 0 ? -x : x);
    bits += too_large ? -1 : 1;
    f = __builtin_bit_cast(float, bits);
  }
  return __builtin_bit_cast(__bf16, rounded(f));
}
}
#endif
