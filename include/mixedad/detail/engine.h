//===- engine.h - where the public API meets generated code ---------------===//
//
// The templates called engine_* are the requests: the plugin holds their specializations back at the end of the
// translation unit, writes the overloads of `reverse`, `pushforward`, ... that their bodies name (found through the
// tag, in this namespace), and only then has the bodies instantiated. Nothing else is known to the plugin by name.
//
// Template arguments: the function's tag, its activity, its result and its parameters (list<P...>); then the types
// of what is passed: an optional seed, all parameters, the shadows of the active ones.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_ENGINE_H
#define MIXEDAD_DETAIL_ENGINE_H

#include "mixedad/detail/arguments.h"
#include "mixedad/tape.h"

#include "mixedad/detail/names_begin.h"

// An attribute is known exactly when the plugin is loaded, also in a separate preprocessing step.
#if defined(__MIXEDAD__)
#define MIXEDAD_HAS_PLUGIN 1
#elif defined(__has_cpp_attribute)
#if __has_cpp_attribute(mixedad::differentiable)
#define MIXEDAD_HAS_PLUGIN 1
#endif
#endif

MIXEDAD_HD_BEGIN
namespace mixedad {
namespace detail {

#ifdef MIXEDAD_HAS_PLUGIN
#define MIXEDAD_GENERATED(R, call) return call
#else
/// Instantiated with one type only, so that the error appears once.
template <class T> struct plugin {
  static_assert(!std::is_void_v<T>, "mixedad: derivatives need the compiler plugin; compile this file with clang++ "
                                    "-fplugin=<path>/MixedAD.so");
};
template <class R> R without_plugin() { __builtin_unreachable(); }
#define MIXEDAD_GENERATED(R, call)                                                                                 \
  static_cast<void>(sizeof(plugin<std::enable_if_t<(sizeof(Fn) > 0)>>));                                           \
  return detail::without_plugin<R>()
#endif

/// The tape of an inner derivative, in code that is differentiated again: its shadow starts empty.
template <> struct tangent_space<Tape> {
  static void set_zero(Tape &) {}
  static void accumulate(Tape &, const Tape &) {}
};

// Found first, so that a user's variable of the same name does not hide the generated overloads.
void reverse();
void pushforward();

void forward_sweep();
void reverse_sweep();

/// A forward sweep whose result holds pointers returns the result's shadow as well.
template <class R, class T> R primal_result(T &&result) { return static_cast<R>(static_cast<T &&>(result)); }
template <class R, class = std::enable_if_t<!std::is_void_v<R>>> R primal_result(dual_result<R> &&result) { return static_cast<R &&>(result.value); }

/// Both sweeps; returns the primal's result.
template <class Fn, class Acts, class R, class Params, class... S> MIXEDAD_LAYER R engine_reverse(S &&...values) {
  Tape tape;
  MIXEDAD_GENERATED(R, reverse(Fn{}, Acts{}, tape, static_cast<S &&>(values)...));
}

/// A function that returns a reference has derivatives that return addresses.
template <class R, class Dual> MIXEDAD_LAYER dual_result<R> referred(Dual &&dual) {
  if constexpr (std::is_reference_v<R>)
    return {static_cast<R>(*dual.value), static_cast<R>(*dual.tangent)};
  else
    return static_cast<Dual &&>(dual);
}

/// The primal with tangents.
template <class Fn, class Acts, class R, class Params, class... S>
MIXEDAD_LAYER dual_result<R> engine_pushforward(S &&...values) {
  MIXEDAD_GENERATED(dual_result<R>, detail::referred<R>(pushforward(Fn{}, Acts{}, static_cast<S &&>(values)...)));
}

/// The forward sweep alone: what the reverse sweep needs stays on the tape.
template <class Fn, class Acts, class R, class Params, class... S> R engine_forward_sweep(Tape &tape, S &&...values) {
#ifdef MIXEDAD_HAS_PLUGIN
  if constexpr (std::is_void_v<R>)
    forward_sweep(Fn{}, Acts{}, tape, static_cast<S &&>(values)...);
  else
    return detail::primal_result<R>(forward_sweep(Fn{}, Acts{}, tape, static_cast<S &&>(values)...));
#else
  MIXEDAD_GENERATED(R, );
#endif
}
/// True when the tape is as it was before, so that the sweep can run again.
template <class Fn, class Acts, class R, class Params, class... S> bool engine_reverse_sweep(Tape &tape, S &&...values) {
#ifdef MIXEDAD_HAS_PLUGIN
  if constexpr (std::is_void_v<decltype(reverse_sweep(Fn{}, Acts{}, tape, static_cast<S &&>(values)...))>) {
    reverse_sweep(Fn{}, Acts{}, tape, static_cast<S &&>(values)...);
    return false;
  } else {
    return reverse_sweep(Fn{}, Acts{}, tape, static_cast<S &&>(values)...);
  }
#else
  MIXEDAD_GENERATED(bool, false);
#endif
}

/// On every function of the API that differentiates: wrong calls are errors at the call itself. (A static assertion in a
/// class that the return type needs would keep the call from matching, which is a second error.)
#ifdef __clang__
#define MIXEDAD_CALL(...)                                                                                             \
  __attribute__((diagnose_if(std::is_same_v<typename __VA_ARGS__::Function, detail::no_template_argument>,            \
                             "mixedad: the template argument is neither a function nor a member function; a closure " \
                             "or function object is the first argument of the call, gradient(f, x)",                  \
                             "error"),                                                                                \
                 diagnose_if(std::is_same_v<typename __VA_ARGS__::Function, detail::no_body>,                         \
                             "mixedad: only the value of this function pointer is known; name the function as a "     \
                             "template argument, gradient<f>(...), or pass a lambda that calls it",                   \
                             "error"),                                                                                \
                 diagnose_if(std::is_same_v<typename __VA_ARGS__::Function, detail::no_call>,                         \
                             "mixedad: the first argument cannot be called with the others; a function is a "         \
                             "template argument, gradient<f>(...) or gradient<&S::f>(object, ...)",                   \
                             "error"),                                                                                \
                 diagnose_if(!__VA_ARGS__::fits,                                                                      \
                             "mixedad: the number of arguments is not the function's number of parameters (the "      \
                             "object of a member function is the first)",                                             \
                             "error"),                                                                                \
                 diagnose_if(!__VA_ARGS__::converts,                                                                  \
                             "mixedad: an argument cannot be passed to its parameter: its type does not convert, or " \
                             "a reference that is not const got no variable",                                         \
                             "error"),                                                                                \
                 diagnose_if(!__VA_ARGS__::wrt_fits,                                                                  \
                             "mixedad: wrt<...> names an argument that the function does not have; the first is 0",   \
                             "error"),                                                                                \
                 diagnose_if(__VA_ARGS__::raw_pointer,                                                                \
                             "mixedad: this argument is a raw pointer, which does not say how much memory its "       \
                             "gradient takes; write dup(pointer, shadow_pointer) to accumulate into memory of yours, "\
                             "or constant(pointer)",                                                                  \
                             "error")))
/// On those that make cotangents of arguments.
#define MIXEDAD_REVERSE_CALL(...)                                                                                     \
  MIXEDAD_CALL(__VA_ARGS__)                                                                                           \
  __attribute__((diagnose_if(__VA_ARGS__::abstract,                                                                   \
                             "mixedad: this argument refers to an abstract class, of which no gradient can be made; " \
                             "pass the object as its own class, dup(object, shadow), or constant(object)",            \
                             "error")))
#else
#define MIXEDAD_CALL(...)
#define MIXEDAD_REVERSE_CALL(...)
#endif

//--- Putting calls together ----------------------------------------------------------------------------------------

template <class Params, class... A> inline constexpr bool same_count = false;
template <class... P, class... A> inline constexpr bool same_count<list<P...>, A...> = sizeof...(P) == sizeof...(A);

/// What is no function has no parameters to count.
template <class Params, class... A> inline constexpr bool count_fits = same_count<Params, A...> || !is_list<Params>;

/// Whether each argument converts to its parameter; where their numbers differ, that is the error.
template <bool SameCount, class Params, class... A> inline constexpr bool all_convert = true;
template <class... P, class... A>
inline constexpr bool all_convert<true, list<P...>, A...> = (std::is_convertible_v<wrapped_t<A>, P> && ...);

template <class Params, class... A>
inline constexpr bool arguments_fit = same_count<Params, A...> && all_convert<same_count<Params, A...>, Params, A...>;

/// Of a call with arguments that do not fit, or of what cannot be called: MIXEDAD_CALL or call_signature refuses it.
template <bool Fits, class Sig, class W, class P, class Indices, class... A> struct plan {
  using R = typename Sig::result;
  using Fn = typename Sig::tag;
  using Params = list<A...>;
  using grads = gradients<std::conditional_t<Fits, A, none>...>;
  using reverse_acts = acts<>;
  using forward_acts = acts<>;
  static constexpr bool any_active = true, any_dup = true, raw_pointer = false, abstract = false, wrt_fits = true;
  using Function = P;
  static constexpr bool fits = count_fits<P, A...>;
  static constexpr bool converts = all_convert<same_count<P, A...>, P, A...>;
  static grads start(A &...);
  template <class... Seed> static R sweep(grads &, A &..., Seed &&...);
  static dual_result<R> push(A &...);
};

template <class Sig, class W, class... P, std::size_t... I, class... A>
struct plan<true, Sig, W, list<P...>, std::index_sequence<I...>, A...> {
  using R = typename Sig::result;
  using Fn = typename Sig::tag;
  using Params = list<P...>;
  using Function = Params;
  using grads = gradients<typename argument<I, P, A, W>::entry_type...>;
  using reverse_acts = acts<argument<I, P, A, W>::active...>;
  using forward_acts = acts<is_dup<A>...>;
  static constexpr bool any_active = (argument<I, P, A, W>::active || ...);
  static constexpr bool any_dup = (is_dup<A> || ...);
  static constexpr bool fits = true, converts = true, raw_pointer = (argument<I, P, A, W>::raw_pointer || ...);
  static constexpr bool abstract = (argument<I, P, A, W>::abstract || ...), wrt_fits = wrt_in_range<W, sizeof...(A)>;

  static grads start(A &...a) {
    (detail::check_shadow(a), ...);
    return grads{{argument<I, P, A, W>::start(a)...}};
  }

  /// The value; cotangents go to g and to the shadows of dup arguments.
  template <class... Seed> MIXEDAD_LAYER static R sweep(grads &g, A &...a, Seed &&...seed) {
    return sweep_active(typename active_indices<reverse_acts>::type{}, g, a..., static_cast<Seed &&>(seed)...);
  }
  template <std::size_t... K, class... Seed>
  MIXEDAD_LAYER static R sweep_active(std::index_sequence<K...>, grads &g, A &...a, Seed &&...seed) {
    return detail::engine_reverse<Fn, reverse_acts, R, Params>(
        static_cast<Seed &&>(seed)..., detail::convert<P>(argument<I, P, A, W>::primal(a))...,
        detail::shadow_of<K>(detail::pick<K>(a...), g)...);
  }

  MIXEDAD_LAYER static dual_result<R> push(A &...a) {
    (detail::check_shadow(a), ...);
    return push_active(typename active_indices<forward_acts>::type{}, a...);
  }
  template <std::size_t... K> MIXEDAD_LAYER static dual_result<R> push_active(std::index_sequence<K...>, A &...a) {
    return detail::engine_pushforward<Fn, forward_acts, R, Params>(
        detail::convert<P>(argument<I, P, A, wrt<>>::primal(a))...,
        detail::pick<K>(a...).shadow()...);
  }
};

template <class Sig, class W, class... A>
using plan_of = plan<arguments_fit<typename Sig::params, A...>, Sig, W, typename Sig::params,
                     std::index_sequence_for<A...>, unwrapped_reference<A>...>;

/// The plan of a named function, and of a function object that is the first argument.
template <auto F, class W, class... A>
using plan_named = plan_of<signature<F>, std::enable_if_t<is_wrt<W>, W>, A...>;
template <class W, class Fn, class... A>
using plan_object =
    plan_of<call_signature<bare<wrapped_t<Fn>>, list<A...>>, std::enable_if_t<is_wrt<W>, W>, Fn, A...>;

/// A result with a cotangent, as far as the type tells: a real or an object.
template <class R> inline constexpr bool has_seed = !std::is_void_v<R> && !std::is_pointer_v<bare<R>> && !holds_no_real<bare<R>>;

} // namespace detail
} // namespace mixedad
MIXEDAD_HD_END

#include "mixedad/detail/names_end.h"

#endif
