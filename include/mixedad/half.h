//===- half.h - sixteen-bit floating-point elements -----------------------===//
//
// half and bfloat16 are the compiler's own types, where it has them. Functions of them are computed in float and
// sums in double; a broadcast function may take float and be mapped over arrays of them.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_HALF_H
#define MIXEDAD_HALF_H

#include "mixedad/detail/support.h"

#include "mixedad/detail/names_begin.h"

#if defined(__clang__) && __clang_major__ >= 18 && (defined(__x86_64__) || defined(__aarch64__))
#define MIXEDAD_HAS_BF16 1
#endif

namespace mixedad {

#ifdef __FLT16_MAX__
using half = _Float16;
#endif
#ifdef MIXEDAD_HAS_BF16
using bfloat16 = __bf16;
#endif

#if defined(MIXEDAD_HAS_BF16) && !defined(__STDCPP_BFLOAT16_T__)
namespace detail {
}
#endif

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
