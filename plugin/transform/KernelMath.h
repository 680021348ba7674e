//===- KernelMath.h - which function computes what the rules spell ::std --===//
//
// A call of the C library keeps the loop of a broadcast from being vectorized. Inside functors that run in such loops
// the common functions are those of mixedad/detail/vecmath.h, which are accurate to a few ulp and free of branches;
// on a device they are the device's own.
//
// In scalar code, the program's own values are the C library's, to the last bit. What only derivatives use may come from
// mixedad/detail/sine.h.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TRANSFORM_KERNELMATH_H
#define MIXEDAD_TRANSFORM_KERNELMATH_H

#include <string>

namespace mixedad::transform {

/// The text with ::std::exp(...) and its like replaced by ::mixedad::detail::vec_exp(...).
std::string withKernelMath(const std::string &Text);

/// The text, of a partial or of a value that only partials use, with ::std::sin(...) replaced by
/// ::mixedad::detail::math::quick_sin(...), and so on.
std::string withQuickMath(const std::string &Text);

} // namespace mixedad::transform
#endif
