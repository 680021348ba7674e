//===- elementwise.h - the scalar functions behind array operators --------===//
//
// Function objects, one per operator and function in ops.h, named after their rows of the rule table where there is
// one. Those without a row (sigmoid, relu, where, ...) are differentiated through their bodies, which are written so
// that the derivative is right and finite wherever the function is.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_ELEMENTWISE_H
#define MIXEDAD_ELEMENTWISE_H

#include "mixedad/detail/vecmath.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace elementwise {

#define MIXEDAD_BINARY_FUNCTION(name, expression)                                                                  \
  struct name {                                                                                                    \
    template <class A, class B> MIXEDAD_VEC auto operator()(const A &a, const B &b) const { return expression; }    \
  };
MIXEDAD_BINARY_FUNCTION(add, a + b)
MIXEDAD_BINARY_FUNCTION(sub, a - b)
MIXEDAD_BINARY_FUNCTION(mul, a *b)
MIXEDAD_BINARY_FUNCTION(div, a / b)
MIXEDAD_BINARY_FUNCTION(less, a < b)
MIXEDAD_BINARY_FUNCTION(less_equal, a <= b)
MIXEDAD_BINARY_FUNCTION(greater, a > b)
MIXEDAD_BINARY_FUNCTION(greater_equal, a >= b)
MIXEDAD_BINARY_FUNCTION(equal, a == b)
MIXEDAD_BINARY_FUNCTION(not_equal, a != b)
MIXEDAD_BINARY_FUNCTION(logical_and, bool(a) && bool(b))
MIXEDAD_BINARY_FUNCTION(logical_or, bool(a) || bool(b))
// Ties go to the first argument, as does the derivative.
MIXEDAD_BINARY_FUNCTION(max, a < b ? b : a)
MIXEDAD_BINARY_FUNCTION(min, b < a ? b : a)
MIXEDAD_BINARY_FUNCTION(pow, detail::vec_pow(a, b))
MIXEDAD_BINARY_FUNCTION(atan2, detail::vec_atan2(a, b))
MIXEDAD_BINARY_FUNCTION(hypot, detail::vec_hypot(a, b))
MIXEDAD_BINARY_FUNCTION(fmod, detail::vec_fmod(a, b))
#undef MIXEDAD_BINARY_FUNCTION

#define MIXEDAD_UNARY_FUNCTION(name, expression)                                                                   \
  struct name {                                                                                                    \
    template <class A> MIXEDAD_VEC auto operator()(const A &a) const { return expression; }                         \
  };
MIXEDAD_UNARY_FUNCTION(neg, -a)
MIXEDAD_UNARY_FUNCTION(logical_not, !bool(a))
MIXEDAD_UNARY_FUNCTION(square, a *a)
#define MIXEDAD_MATH_FUNCTION(name) MIXEDAD_UNARY_FUNCTION(name, detail::vec_##name(a))
MIXEDAD_MATH_FUNCTION(exp)
MIXEDAD_MATH_FUNCTION(exp2)
MIXEDAD_MATH_FUNCTION(expm1)
MIXEDAD_MATH_FUNCTION(log)
MIXEDAD_MATH_FUNCTION(log2)
MIXEDAD_MATH_FUNCTION(log10)
MIXEDAD_MATH_FUNCTION(log1p)
MIXEDAD_MATH_FUNCTION(sin)
MIXEDAD_MATH_FUNCTION(cos)
MIXEDAD_MATH_FUNCTION(tan)
MIXEDAD_MATH_FUNCTION(asin)
MIXEDAD_MATH_FUNCTION(acos)
MIXEDAD_MATH_FUNCTION(atan)
MIXEDAD_MATH_FUNCTION(sinh)
MIXEDAD_MATH_FUNCTION(cosh)
MIXEDAD_MATH_FUNCTION(tanh)
MIXEDAD_MATH_FUNCTION(asinh)
MIXEDAD_MATH_FUNCTION(acosh)
MIXEDAD_MATH_FUNCTION(atanh)
MIXEDAD_MATH_FUNCTION(sqrt)
MIXEDAD_MATH_FUNCTION(cbrt)
MIXEDAD_MATH_FUNCTION(fabs)
MIXEDAD_MATH_FUNCTION(floor)
MIXEDAD_MATH_FUNCTION(ceil)
MIXEDAD_MATH_FUNCTION(trunc)
MIXEDAD_MATH_FUNCTION(round)
MIXEDAD_MATH_FUNCTION(erf)
MIXEDAD_MATH_FUNCTION(erfc)
MIXEDAD_MATH_FUNCTION(tgamma)
MIXEDAD_MATH_FUNCTION(lgamma)
#undef MIXEDAD_MATH_FUNCTION

// Of complex numbers: found beside the type.
MIXEDAD_UNARY_FUNCTION(real, a.real())
MIXEDAD_UNARY_FUNCTION(imag, a.imag())
#define MIXEDAD_COMPLEX_FUNCTION(name)                                                                              \
  namespace found {                                                                                                \
  template <class A> MIXEDAD_VEC auto name##_of(const A &a) { return name(a); }                                     \
  }                                                                                                                \
  MIXEDAD_UNARY_FUNCTION(name, found::name##_of(a))
MIXEDAD_COMPLEX_FUNCTION(conj)
MIXEDAD_COMPLEX_FUNCTION(arg)
MIXEDAD_COMPLEX_FUNCTION(norm)
#undef MIXEDAD_COMPLEX_FUNCTION
#undef MIXEDAD_UNARY_FUNCTION

/// 1 / (1 + exp(-x)). Only exp of a negative number is taken, so nothing overflows; at 0 the side of exp(-x) is
/// taken, whose derivative is 1/4 there.
struct sigmoid {
  template <class T> MIXEDAD_VEC auto operator()(const T &x) const {
    const bool negative = x < T(0);
    const T e = detail::vec_exp(negative ? x : -x);
    const T upper = T(1) / (T(1) + e);
    return T(negative ? e * upper : upper);
  }
};

/// max(x, 0); the derivative at 0 is 0.
struct relu {
  template <class T> MIXEDAD_VEC auto operator()(const T &x) const { return T(x > T(0) ? x : T(0)); }
};

/// log(1 + exp(x)) without overflow.
struct softplus {
  template <class T> MIXEDAD_VEC auto operator()(const T &x) const {
    return T((x > T(0) ? x : T(0)) + detail::vec_log1p(detail::vec_exp(x > T(0) ? -x : x)));
  }
};

/// a where the condition holds, b elsewhere; the other one gets no derivative, whatever its value.
struct where {
  template <class C, class A, class B> MIXEDAD_VEC auto operator()(const C &condition, const A &a, const B &b) const {
    using R = decltype(true ? a : b);
    return condition ? static_cast<std::decay_t<R>>(a) : static_cast<std::decay_t<R>>(b);
  }
};

/// x held between low and high; outside, the derivative goes to the bound.
struct clamp {
  template <class T> MIXEDAD_VEC auto operator()(const T &x, const T &low, const T &high) const {
    return T(x < low ? low : high < x ? high : x);
  }
};

} // namespace elementwise
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
