//===- gradient.h - derivatives of functions ------------------------------===//
//
//   gradient<f>(x, y)              one entry per argument; value_and_gradient<f>(x, y) gives the value too
//   vjp<f>(seed, x, y)             gradients for a cotangent of the result
//   pullback<f>(x, y)              {value, pull}: pull(seed) later, as often as one likes
//   jvp<f>(dup(x, dx), y)          the result's tangent; value_and_jvp<f>
//
// f is any function whose body is visible or that was annotated [[mixedad::differentiable]] where it is defined; a
// member function takes its object as the first argument. A second template argument, `wrt<0, 2>`, restricts to
// those arguments. Each function also takes a closure or function object as its first argument, gradient(f, x): its
// state is an argument like the others, so entry 0 is the gradient of f's state (an object of f's type, `none` when
// f has no state) and entry i that of the i-th argument after it. constant(f) leaves the state out.
//
// Values come back as entries. Memory does not: a raw pointer takes dup(x, dx), where gradients accumulate into dx,
// or constant(x). What a function writes through a pointer is seeded by the shadow, which is cleared where the
// primal overwrote the value.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_GRADIENT_H
#define MIXEDAD_GRADIENT_H

#include "mixedad/detail/engine.h"
#include "mixedad/detail/pull.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad::detail {
template <class T> Array<T> shaped_like(const Array<T> &x, const Array<T> &a);
}

MIXEDAD_HD_BEGIN
namespace mixedad {
namespace detail {

template <class Plan, class... A> MIXEDAD_LAYER typename Plan::grads gradient_by(A &&...args) {
  using R = bare<typename Plan::R>;
  static_assert(!std::is_void_v<R>, "mixedad: the function returns nothing; use vjp<f>(args...), with dup(y, seed) for "
                                    "what it writes");
  static_assert(std::is_void_v<R> || is_real<R>, "mixedad: the function does not return a floating-point number; use "
                                                 "vjp<f>(seed, args...), or jacobian<f>(args...)");
  auto g = Plan::start(args...);
  if constexpr (Plan::any_active)
    Plan::sweep(g, args..., R(1));
  return g;
}

template <class Plan, class... A>
MIXEDAD_LAYER value_and_gradients<bare<typename Plan::R>, typename Plan::grads> value_and_gradient_by(A &&...args) {
  using R = bare<typename Plan::R>;
  static_assert(!std::is_void_v<R>, "mixedad: the function returns nothing; use vjp<f>(args...), with dup(y, seed) for "
                                    "what it writes");
  static_assert(std::is_void_v<R> || is_real<R>, "mixedad: the function does not return a floating-point number; use "
                                                 "vjp<f>(seed, args...), or jacobian<f>(args...)");
  static_assert(Plan::any_active, "mixedad: no argument is differentiated");
  auto g = Plan::start(args...);
  R value = Plan::sweep(g, args..., R(1));
  return {static_cast<R &&>(value), static_cast<typename Plan::grads &&>(g)};
}

template <class Plan, class Seed, class... A>
MIXEDAD_LAYER typename Plan::grads vjp_by(const Seed &seed, A &&...args) {
  static_assert(Plan::any_active, "mixedad: no argument is differentiated");
  auto g = Plan::start(args...);
  Seed cotangent(seed); // the reverse sweep clears it
  static_cast<void>(Plan::sweep(g, args..., cotangent));
  return g;
}

template <class Plan, class... A> typename Plan::grads vjp_unseeded_by(A &&...args) {
  static_assert(Plan::any_active, "mixedad: no argument is differentiated");
  static_assert(Plan::any_dup, "mixedad: the function returns no number, and nothing that it writes has a seed; write "
                               "dup(y, seed) for what it writes");
  auto g = Plan::start(args...);
  static_cast<void>(Plan::sweep(g, args...));
  return g;
}

template <class Plan, class... A> dual_result<typename Plan::R> push_by(A &&...args) {
  static_assert(Plan::any_dup, "mixedad: no argument has a tangent; write dup(x, tangent)");
  if constexpr (is_vector_value<typename Plan::R>) { // a tangent that is known to be zero may be empty
    auto result = Plan::push(args...);
    result.tangent = detail::shaped_like(result.tangent, result.value);
    return result;
  } else {
    return Plan::push(args...);
  }
}

/// Overload resolution of calls with and without a seed must not ask for a plan that does not fit: these types come
/// before the return types, which are plans.
template <auto F, class W = wrt_all>
using seed_named = std::enable_if_t<is_wrt<W> && has_seed<typename signature<F>::result>, bare<typename signature<F>::result>>;
template <auto F, class W = wrt_all>
using no_seed_named = std::enable_if_t<is_wrt<W> && !has_seed<typename signature<F>::result>>;
template <class Sig, class... A>
using seed_of = std::enable_if_t<count_fits<typename Sig::params, A...> && has_seed<typename Sig::result>,
                                 bare<typename Sig::result>>;
template <class Sig, class... A>
using no_seed_of = std::enable_if_t<same_count<typename Sig::params, A...> && !has_seed<typename Sig::result>>;
template <class Fn, class... A> using no_seed_object = no_seed_of<call_signature<bare<wrapped_t<Fn>>, list<A...>>, Fn, A...>;
template <class Fn, class... A> using seed_object = seed_of<call_signature<bare<wrapped_t<Fn>>, list<A...>>, Fn, A...>;

} // namespace detail

//--- Reverse mode --------------------------------------------------------------------------------------------------

template <auto F, class W = detail::wrt_all, class... A>
MIXEDAD_REVERSE_CALL(detail::plan_named<F, W, A...>)
typename detail::plan_named<F, W, A...>::grads gradient(A &&...args) {
  return detail::gradient_by<detail::plan_named<F, W, A...>>(args...);
}
template <class W = detail::wrt_all, class Fn, class... A>
MIXEDAD_REVERSE_CALL(detail::plan_object<W, Fn, A...>)
typename detail::plan_object<W, Fn, A...>::grads gradient(Fn &&f, A &&...args) {
  return detail::gradient_by<detail::plan_object<W, Fn, A...>>(f, args...);
}

template <auto F, class W = detail::wrt_all, class... A>
MIXEDAD_REVERSE_CALL(detail::plan_named<F, W, A...>)
value_and_gradients<detail::bare<typename detail::plan_named<F, W, A...>::R>,
                    typename detail::plan_named<F, W, A...>::grads>
value_and_gradient(A &&...args) {
  return detail::value_and_gradient_by<detail::plan_named<F, W, A...>>(args...);
}
template <class W = detail::wrt_all, class Fn, class... A>
MIXEDAD_REVERSE_CALL(detail::plan_object<W, Fn, A...>)
value_and_gradients<detail::bare<typename detail::plan_object<W, Fn, A...>::R>,
                    typename detail::plan_object<W, Fn, A...>::grads>
value_and_gradient(Fn &&f, A &&...args) {
  return detail::value_and_gradient_by<detail::plan_object<W, Fn, A...>>(f, args...);
}

/// Gradients for a cotangent of the result; functions without a real result have no seed.
template <auto F, class W = detail::wrt_all, class... A>
MIXEDAD_REVERSE_CALL(detail::plan_named<F, W, A...>)
auto vjp(const detail::seed_named<F, W> &seed, A &&...args) -> typename detail::plan_named<F, W, A...>::grads {
  return detail::vjp_by<detail::plan_named<F, W, A...>>(seed, args...);
}
template <auto F, class W = detail::wrt_all, class... A, class = detail::no_seed_named<F, W>>
MIXEDAD_REVERSE_CALL(detail::plan_named<F, W, A...>)
typename detail::plan_named<F, W, A...>::grads vjp(A &&...args) {
  return detail::vjp_unseeded_by<detail::plan_named<F, W, A...>>(args...);
}
/// Of a function object: vjp(f, seed, args...), vjp(f, args...) without a real result.
template <class W = detail::wrt_all, class Fn, class... A>
MIXEDAD_REVERSE_CALL(detail::plan_object<W, Fn, A...>)
auto vjp(Fn &&f, const detail::seed_object<Fn, A...> &seed, A &&...args) ->
    typename detail::plan_object<W, Fn, A...>::grads {
  return detail::vjp_by<detail::plan_object<W, Fn, A...>>(seed, f, args...);
}
template <class W = detail::wrt_all, class Fn, class... A, class = detail::no_seed_object<Fn, A...>>
MIXEDAD_REVERSE_CALL(detail::plan_object<W, Fn, A...>)
typename detail::plan_object<W, Fn, A...>::grads vjp(Fn &&f, A &&...args) {
  return detail::vjp_unseeded_by<detail::plan_object<W, Fn, A...>>(f, args...);
}

/// {value, pull}: pull(seed) gives the gradients for a cotangent of the result. It owns what it needs, except memory
/// that was passed by dup or by non-const reference.
template <auto F, class W = detail::wrt_all, class... A>
MIXEDAD_REVERSE_CALL(detail::plan_named<F, W, A...>)
detail::value_and_pull_of<detail::plan_named<F, W, A...>, A...> pullback(A &&...args) {
  return detail::pullback_by<detail::plan_named<F, W, A...>, A...>(static_cast<A &&>(args)...);
}
template <class W = detail::wrt_all, class Fn, class... A>
MIXEDAD_REVERSE_CALL(detail::plan_object<W, Fn, A...>)
detail::value_and_pull_of<detail::plan_object<W, Fn, A...>, Fn, A...> pullback(Fn &&f, A &&...args) {
  return detail::pullback_by<detail::plan_object<W, Fn, A...>, Fn, A...>(static_cast<Fn &&>(f),
                                                                         static_cast<A &&>(args)...);
}

//--- Forward mode --------------------------------------------------------------------------------------------------

template <auto F, class... A>
MIXEDAD_CALL(detail::plan_named<F, detail::wrt_all, A...>)
typename detail::plan_named<F, detail::wrt_all, A...>::R jvp(A &&...args) {
  using Plan = detail::plan_named<F, detail::wrt_all, A...>;
  if constexpr (std::is_void_v<typename Plan::R>)
    detail::push_by<Plan>(args...);
  else
    return detail::push_by<Plan>(args...).tangent;
}
template <class Fn, class... A>
MIXEDAD_CALL(detail::plan_object<detail::wrt_all, Fn, A...>)
typename detail::plan_object<detail::wrt_all, Fn, A...>::R jvp(Fn &&f, A &&...args) {
  using Plan = detail::plan_object<detail::wrt_all, Fn, A...>;
  if constexpr (std::is_void_v<typename Plan::R>)
    detail::push_by<Plan>(f, args...);
  else
    return detail::push_by<Plan>(f, args...).tangent;
}

/// {value, tangent}.
template <auto F, class... A>
MIXEDAD_CALL(detail::plan_named<F, detail::wrt_all, A...>)
detail::dual_result<typename detail::plan_named<F, detail::wrt_all, A...>::R> value_and_jvp(A &&...args) {
  return detail::push_by<detail::plan_named<F, detail::wrt_all, A...>>(args...);
}
template <class Fn, class... A>
MIXEDAD_CALL(detail::plan_object<detail::wrt_all, Fn, A...>)
detail::dual_result<typename detail::plan_object<detail::wrt_all, Fn, A...>::R> value_and_jvp(Fn &&f, A &&...args) {
  return detail::push_by<detail::plan_object<detail::wrt_all, Fn, A...>>(f, args...);
}

} // namespace mixedad
MIXEDAD_HD_END

#include "mixedad/detail/names_end.h"

#endif
