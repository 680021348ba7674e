//===- lazy.h - elementwise expressions that run as one kernel ------------===//
//
// `Lazy<Fn, Operands...>` is a scalar function and what to map it over: arrays, scalars or further lazies. It holds
// its operands by value (an Array is a handle), so it may be kept in an `auto` variable. Converting it to an Array
// runs one kernel for the whole tree. The plugin reads the same tree from the types and calls in the program.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_LAZY_H
#define MIXEDAD_LAZY_H

#include "mixedad/detail/kernels.h"

#include "mixedad/detail/names_begin.h"

/// On templates that build a Lazy: the row of the rule table, or the function object in mixedad::elementwise, that is
/// applied to the elements of the call's operands.
#if defined(__clang__)
#define MIXEDAD_ELEMENTWISE(name) [[clang::annotate("mixedad::elementwise", name)]]
#else
#define MIXEDAD_ELEMENTWISE(name)
#endif

namespace mixedad {
namespace detail {

/// What a scalar function receives from an operand.
template <class X, class = void> struct element_type { using type = X; };
template <class T> struct element_type<Array<T>> { using type = T; };
template <class Fn, class... Ops> struct element_type<Lazy<Fn, Ops...>> { using type = typename Lazy<Fn, Ops...>::value_type; };
template <class X> using element_t = typename element_type<std::decay_t<X>>::type;

template <class X> inline constexpr bool is_arraylike = is_array<std::decay_t<X>> || is_lazy<std::decay_t<X>>;

/// F of numbers. Where it calls the C library's functions, the plugin writes an overload that calls those of vecmath.h and
/// so keeps the loop around it vectorizable: what derivatives of the same broadcast run, too.
template <auto F, class... E> MIXEDAD_HD MIXEDAD_INLINE auto primal(fn_tag<F>, E... e) { MIXEDAD_INLINE_CALL return F(e...); }
/// A request, see engine.h.
template <class Fn, class Acts, class R, class... E> MIXEDAD_HD MIXEDAD_INLINE R engine_primal(E... e) {
  MIXEDAD_INLINE_CALL return primal(Fn{}, e...);
}

/// The function F as a function object without state.
template <auto F> struct fn_ref {
  template <class... E> MIXEDAD_HD MIXEDAD_INLINE auto operator()(const E &...e) const -> decltype(F(e...)) {
    if constexpr (std::is_arithmetic<decltype(F(e...))>::value && (std::is_arithmetic<E>::value && ...)) {
      MIXEDAD_INLINE_CALL return engine_primal<fn_tag<F>, acts<>, decltype(F(e...))>(e...);
    } else {
      MIXEDAD_INLINE_CALL return F(e...);
    }
  }
};

/// A tree of functions over numbered leaves: what is left of a Lazy when its operands are taken out.
struct Leaf {
  static constexpr std::size_t leaves = 1;
  template <std::size_t First, class P> MIXEDAD_HD MIXEDAD_INLINE auto apply(const P &elements) const { return at<First>(elements); }
};

template <class Fn, class... Sub> struct Composed {
  static constexpr std::size_t leaves = (Sub::leaves + ... + 0);
  Fn fn;
  Pack<Sub...> sub;

  /// Leaves of the first `count` subtrees.
  static constexpr std::size_t before(std::size_t count) {
    constexpr std::size_t each[] = {Sub::leaves..., 0};
    std::size_t n = 0;
    for (std::size_t i = 0; i < count; ++i)
      n += each[i];
    return n;
  }
  template <std::size_t First, class P, std::size_t... I>
  MIXEDAD_HD MIXEDAD_INLINE auto call(const P &elements, std::index_sequence<I...>) const {
    MIXEDAD_INLINE_CALL return fn(at<I>(sub).template apply<First + before(I)>(elements)...);
  }
  template <std::size_t First, class P> MIXEDAD_HD MIXEDAD_INLINE auto apply(const P &elements) const {
    return call<First>(elements, std::index_sequence_for<Sub...>());
  }
  template <class... E> MIXEDAD_HD MIXEDAD_INLINE auto operator()(E... e) const { return apply<0>(make_pack(e...)); }
};

template <class X> Leaf composed(const X &) { return {}; }
template <class Fn, class... Ops> auto composed(const Lazy<Fn, Ops...> &lazy);
template <class X> Pack<const X *> leaves(const X &x) { return make_pack(&x); }
template <class Fn, class... Ops> auto leaves(const Lazy<Fn, Ops...> &lazy);

template <class Fn, class... Ops, std::size_t... I>
auto composed_of(const Lazy<Fn, Ops...> &lazy, std::index_sequence<I...>) {
  return Composed<Fn, decltype(composed(at<I>(lazy.operands)))...>{lazy.fn, make_pack(composed(at<I>(lazy.operands))...)};
}
template <class Fn, class... Ops> auto composed(const Lazy<Fn, Ops...> &lazy) {
  return composed_of(lazy, std::index_sequence_for<Ops...>());
}
template <class Fn, class... Ops, std::size_t... I>
auto leaves_of(const Lazy<Fn, Ops...> &lazy, std::index_sequence<I...>) {
  return join_packs(leaves(at<I>(lazy.operands))...);
}
template <class Fn, class... Ops> auto leaves(const Lazy<Fn, Ops...> &lazy) {
  return leaves_of(lazy, std::index_sequence_for<Ops...>());
}

template <class R, class Fn, class... L, std::size_t... I>
Array<R> run_composed(const Fn &fn, const Pack<L...> &leaves, std::index_sequence<I...>) {
  return broadcast_run<R>(fn, *at<I>(leaves)...);
}
template <class R, class Fn, class... L, std::size_t... I>
void run_composed_into(Array<R> &out, bool dies, const Fn &fn, const Pack<L...> &leaves, std::index_sequence<I...>) {
  const int same = (0 + ... + (operand_traits<std::decay_t<decltype(*at<I>(leaves))>>::node(*at<I>(leaves)) == out.node()));
  broadcast_run_into(out, dies && !out.empty() ? same : 0, fn, *at<I>(leaves)...);
}
template <class R, class Fn, class... Ops> Array<R> evaluate(const Lazy<Fn, Ops...> &lazy) {
  const auto operands = leaves(lazy);
  return run_composed<R>(composed(lazy), operands, std::make_index_sequence<decltype(operands)::size>());
}
/// dies: the lazy is not used afterwards, so that what it reads may be overwritten.
template <class R, class Fn, class... Ops>
void evaluate_into(Array<R> &out, const Lazy<Fn, Ops...> &lazy, bool dies) {
  const auto operands = leaves(lazy);
  run_composed_into(out, dies, composed(lazy), operands, std::make_index_sequence<decltype(operands)::size>());
}

} // namespace detail

namespace detail {
/// What a function makes of elements.
template <bool Fits, class Fn, class... E> struct element_result {
  using type = std::decay_t<decltype(std::declval<const Fn &>()(std::declval<const E &>()...))>;
};
template <class Fn, class... E> struct element_result<false, Fn, E...> {
  static_assert(sizeof(Fn) == 0, "mixedad: the function of a broadcast cannot be called with one element of each argument; "
                                 "their number or their types are not those of its parameters");
  using type = float;
};
} // namespace detail

template <class Fn, class... Ops> struct Lazy {
  using value_type = typename detail::element_result<std::is_invocable_v<const Fn &, const detail::element_t<Ops> &...>, Fn,
                                                     detail::element_t<Ops>...>::type;
  Fn fn;
  detail::Pack<Ops...> operands;

  Array<value_type> eval() const { return detail::evaluate<value_type>(*this); }
};

template <class T> template <class Fn, class... Ops>
Array<T>::Array(const Lazy<Fn, Ops...> &lazy) : Array(detail::evaluate<T>(lazy)) {}

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
