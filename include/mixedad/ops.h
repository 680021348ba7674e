//===- ops.h - operators and mathematical functions on arrays -------------===//
//
// Everything here is lazy and fuses. A number beside an array takes the array's element type when that is a
// floating-point type (0.5 * a keeps a float array float); otherwise C++'s rules decide.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_OPS_H
#define MIXEDAD_OPS_H

#include "mixedad/broadcast.h"
#include "mixedad/elementwise.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

/// The element type that numbers beside these operands take; void when none is an array of reals or complex numbers.
template <class... A> struct real_element { using type = void; };
template <class A, class... More> struct real_element<A, More...> {
  using rest = typename real_element<More...>::type;
  using own = typename number_beside<std::conditional_t<is_arraylike<A>, element_t<A>, void>>::type;
  using type = std::conditional_t<std::is_void<own>::value, rest, own>;
};

/// What a lazy stores for an operand: arrays and lazies as they are, numbers converted.
template <class A, class Real, bool Number = is_number<A>> struct stored { using type = A; };
template <class A, class Real> struct stored<A, Real, true> {
  using type = std::conditional_t<std::is_void<Real>::value, A, Real>;
};
template <class Real, class A> using stored_t = typename stored<std::decay_t<A>, Real>::type;

/// Anything that can stand beside an array: numbers and complex numbers.
template <class A> inline constexpr bool is_operand =
    is_arraylike<A> || is_number<A> || (std::is_trivially_copyable<A>::value && std::is_class<A>::value);
template <class... A> using enable_elementwise = std::enable_if_t<(is_arraylike<A> || ...) && (is_operand<A> && ...)>;

template <class Fn, class... A>
using elementwise_lazy = Lazy<Fn, stored_t<typename real_element<std::decay_t<A>...>::type, A>...>;

template <class Fn, class... A> elementwise_lazy<Fn, A...> make_elementwise(const A &...operands) {
  using Real = typename real_element<A...>::type;
  return {{}, make_pack<stored_t<Real, A>...>(static_cast<stored_t<Real, A>>(operands)...)};
}

} // namespace detail

#define MIXEDAD_BINARY(function, name)                                                                             \
  template <class A, class B, class = detail::enable_elementwise<A, B>>                                            \
  MIXEDAD_ELEMENTWISE(#name)                                                                                       \
  detail::elementwise_lazy<elementwise::name, A, B> function(const A &a, const B &b) {                             \
    return detail::make_elementwise<elementwise::name>(a, b);                                                      \
  }
MIXEDAD_BINARY(operator+, add)
MIXEDAD_BINARY(operator-, sub)
MIXEDAD_BINARY(operator*, mul)
MIXEDAD_BINARY(operator/, div)
MIXEDAD_BINARY(operator<, less)
MIXEDAD_BINARY(operator<=, less_equal)
MIXEDAD_BINARY(operator>, greater)
MIXEDAD_BINARY(operator>=, greater_equal)
MIXEDAD_BINARY(operator==, equal)
MIXEDAD_BINARY(operator!=, not_equal)
MIXEDAD_BINARY(operator&&, logical_and)
MIXEDAD_BINARY(operator||, logical_or)
MIXEDAD_BINARY(max, max)
MIXEDAD_BINARY(min, min)
MIXEDAD_BINARY(pow, pow)
MIXEDAD_BINARY(atan2, atan2)
MIXEDAD_BINARY(hypot, hypot)
MIXEDAD_BINARY(fmod, fmod)
#undef MIXEDAD_BINARY

#define MIXEDAD_UNARY(function, name)                                                                              \
  template <class A, class = detail::enable_elementwise<A>>                                                        \
  MIXEDAD_ELEMENTWISE(#name)                                                                                       \
  detail::elementwise_lazy<elementwise::name, A> function(const A &a) {                                            \
    return detail::make_elementwise<elementwise::name>(a);                                                         \
  }
MIXEDAD_UNARY(operator-, neg)
MIXEDAD_UNARY(operator!, logical_not)
MIXEDAD_UNARY(exp, exp)
MIXEDAD_UNARY(exp2, exp2)
MIXEDAD_UNARY(expm1, expm1)
MIXEDAD_UNARY(log, log)
MIXEDAD_UNARY(log2, log2)
MIXEDAD_UNARY(log10, log10)
MIXEDAD_UNARY(log1p, log1p)
MIXEDAD_UNARY(sin, sin)
MIXEDAD_UNARY(cos, cos)
MIXEDAD_UNARY(tan, tan)
MIXEDAD_UNARY(asin, asin)
MIXEDAD_UNARY(acos, acos)
MIXEDAD_UNARY(atan, atan)
MIXEDAD_UNARY(sinh, sinh)
MIXEDAD_UNARY(cosh, cosh)
MIXEDAD_UNARY(tanh, tanh)
MIXEDAD_UNARY(asinh, asinh)
MIXEDAD_UNARY(acosh, acosh)
MIXEDAD_UNARY(atanh, atanh)
MIXEDAD_UNARY(sqrt, sqrt)
MIXEDAD_UNARY(cbrt, cbrt)
MIXEDAD_UNARY(abs, fabs)
MIXEDAD_UNARY(floor, floor)
MIXEDAD_UNARY(ceil, ceil)
MIXEDAD_UNARY(trunc, trunc)
MIXEDAD_UNARY(round, round)
MIXEDAD_UNARY(erf, erf)
MIXEDAD_UNARY(erfc, erfc)
MIXEDAD_UNARY(tgamma, tgamma)
MIXEDAD_UNARY(lgamma, lgamma)
MIXEDAD_UNARY(real, real)
MIXEDAD_UNARY(imag, imag)
MIXEDAD_UNARY(conj, conj)
MIXEDAD_UNARY(arg, arg)
MIXEDAD_UNARY(norm, norm)
MIXEDAD_UNARY(square, square)
MIXEDAD_UNARY(sigmoid, sigmoid)
MIXEDAD_UNARY(relu, relu)
MIXEDAD_UNARY(softplus, softplus)
#undef MIXEDAD_UNARY

/// Elementwise: a where the condition holds, b elsewhere.
template <class C, class A, class B, class = detail::enable_elementwise<C, A, B>>
MIXEDAD_ELEMENTWISE("where")
auto where(const C &condition, const A &a, const B &b)
    -> Lazy<elementwise::where, C, detail::stored_t<typename detail::real_element<A, B>::type, A>,
            detail::stored_t<typename detail::real_element<A, B>::type, B>> {
  using Real = typename detail::real_element<A, B>::type;
  using SA = detail::stored_t<Real, A>;
  using SB = detail::stored_t<Real, B>;
  return {{}, detail::make_pack<C, SA, SB>(condition, static_cast<SA>(a), static_cast<SB>(b))};
}

/// Elementwise: x held between two bounds.
template <class X, class L, class H, class = detail::enable_elementwise<X, L, H>>
MIXEDAD_ELEMENTWISE("clamp")
detail::elementwise_lazy<elementwise::clamp, X, L, H> clamp(const X &x, const L &low, const H &high) {
  return detail::make_elementwise<elementwise::clamp>(x, low, high);
}

/// a += b and its kin: a new array when other handles share a's elements.
#define MIXEDAD_ASSIGN(op)                                                                                         \
  template <class T, class B, class = detail::enable_elementwise<Array<T>, B>>                                     \
  Array<T> &operator op##=(Array<T> &a, const B &b) {                                                              \
    return a = Array<T>(a op b);                                                                                   \
  }
MIXEDAD_ASSIGN(+)
MIXEDAD_ASSIGN(-)
MIXEDAD_ASSIGN(*)
MIXEDAD_ASSIGN(/)
#undef MIXEDAD_ASSIGN

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
