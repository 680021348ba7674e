//===- arguments.h - how each argument of a derivative takes part ---------===//
//
// An argument is active with an entry of its own in the result, active with a shadow that the caller passed
// (`dup`), or constant. Which of them follows from types alone: the parameter's, and whether the argument is
// wrapped in dup or constant.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_ARGUMENTS_H
#define MIXEDAD_DETAIL_ARGUMENTS_H

#include "mixedad/detail/dynamic_class.h"
#include "mixedad/detail/gradients.h"
#include "mixedad/detail/signature.h"

#include "mixedad/detail/names_begin.h"

MIXEDAD_HD_BEGIN
namespace mixedad {

template <class T> class Array; // to use it, #include <mixedad/mixedad.h>

namespace detail {

/// A wrapped argument: of type X as it was deduced, and so with its value category. Pointers rather than references,
/// because differentiated functions make these too.
template <class X, class D> struct dup_argument {
  std::remove_reference_t<X> *object;
  std::remove_reference_t<D> *shadow_object;
  X &&primal() const { return static_cast<X &&>(*object); }
  D &&shadow() const { return static_cast<D &&>(*shadow_object); }
};
template <class X> struct constant_argument {
  std::remove_reference_t<X> *object;
  X &&primal() const { return static_cast<X &&>(*object); }
};

template <class A> inline constexpr bool is_dup = false;
template <class X, class D> inline constexpr bool is_dup<dup_argument<X, D>> = true;
template <class A> inline constexpr bool is_constant = false;
template <class X> inline constexpr bool is_constant<constant_argument<X>> = true;

/// A wrapped argument without reference; others as they were deduced.
template <class A>
using unwrapped_reference = std::conditional_t<is_dup<bare<A>> || is_constant<bare<A>>, bare<A>, A>;

/// What is wrapped.
template <class A> struct wrapped { using type = A; };
template <class X, class D> struct wrapped<dup_argument<X, D>> { using type = X; };
template <class X> struct wrapped<constant_argument<X>> { using type = X; };
template <class A> using wrapped_t = typename wrapped<unwrapped_reference<A>>::type;

/// All arguments, the default of the API's second template parameter.
struct wrt_all {};
template <class W, std::size_t I> inline constexpr bool selected = true;
template <std::size_t I, std::size_t... J> inline constexpr bool selected<wrt<J...>, I> = ((I == J) || ...);

template <class W> inline constexpr bool is_wrt = false;
template <> inline constexpr bool is_wrt<wrt_all> = true;
template <std::size_t... J> inline constexpr bool is_wrt<wrt<J...>> = true;

template <class W, std::size_t N> inline constexpr bool wrt_in_range = true;
template <std::size_t... J, std::size_t N> inline constexpr bool wrt_in_range<wrt<J...>, N> = ((J < N) && ...);

/// Values of this type can hold no real, as far as the type tells.
template <class T, class = void>
inline constexpr bool holds_no_real = (std::is_arithmetic_v<T> && !is_real<T>) || std::is_enum_v<T> ||
                                      std::is_null_pointer_v<T> || std::is_member_pointer_v<T> || std::is_empty_v<T>;
template <class T> inline constexpr bool holds_no_real<T *> = std::is_function_v<T> || holds_no_real<std::remove_cv_t<T>>;
template <> inline constexpr bool holds_no_real<void *> = false;
template <> inline constexpr bool holds_no_real<const void *> = false;
template <class T> inline constexpr bool holds_no_real<Array<T>> = holds_no_real<T>;
template <class T> inline constexpr bool holds_no_real<T *const> = holds_no_real<T *>;

template <class T> inline constexpr bool is_data_pointer = std::is_pointer_v<T> && !holds_no_real<T>;

/// Of a base class C<D>: D, if that derives from it. Others are what they are.
template <class T, class D> using derived_or_same = std::conditional_t<std::is_base_of_v<T, D>, D, T>;
template <class T> struct whole_class { using type = T; };
template <template <class, class...> class C, class D, class... More> struct whole_class<C<D, More...>> {
  using type = derived_or_same<C<D, More...>, D>;
};
template <template <class, auto, auto...> class C, class D, auto N, auto... More> struct whole_class<C<D, N, More...>> {
  using type = derived_or_same<C<D, N, More...>, D>;
};

/// The object that an argument of class A is, for a parameter that is declared as P. A reference to a base class refers to
/// a part of it, and functions look at the whole: by a cast down to the D of C<D>, or by virtual calls.
template <class P, class A, bool = std::is_reference_v<P> && std::is_class_v<bare<P>> && std::is_class_v<bare<A>>>
struct object_type { using type = bare<P>; };
template <class P, class A> struct object_type<P, A, true> {
  using whole = typename whole_class<bare<P>>::type;
  using type = std::conditional_t<std::is_same_v<bare<P>, bare<A>>, whole,
                                  std::conditional_t<std::is_base_of_v<bare<P>, bare<A>>, bare<A>, bare<P>>>;
};
template <class P, class A> using object_t = typename object_type<P, A>::type;

/// Argument I, of type A, for a parameter that is declared as P.
template <std::size_t I, class P, class A, class W, class = void> struct argument {
  using type = object_t<P, A>;
  static constexpr bool is_candidate = selected<W, I> && !holds_no_real<type> && !std::is_pointer_v<type>;
  static constexpr bool abstract = is_candidate && std::is_abstract_v<type>;
  static constexpr bool has_entry = is_candidate && !abstract;
  static constexpr bool active = has_entry;
  static constexpr bool raw_pointer = selected<W, I> && is_data_pointer<type>;
  using entry_type = std::conditional_t<has_entry, type, none>;
  static A &&primal(A &a) { return static_cast<A &&>(a); }
  static entry<I, entry_type> start(A &a) {
    if constexpr (std::is_array_v<entry_type>)
      return entry<I, entry_type>(a);
    else if constexpr (has_entry)
      return entry<I, entry_type>{detail::zero_like(static_cast<const type &>(a))};
    else
      return entry<I, entry_type>{};
  }
};

template <std::size_t I, class P, class X, class D, class W> struct argument<I, P, dup_argument<X, D>, W> {
  static constexpr bool has_entry = false, active = true, raw_pointer = false, abstract = false;
  using entry_type = none;
  static X &&primal(dup_argument<X, D> &a) { return a.primal(); }
  static entry<I, none> start(dup_argument<X, D> &) { return {}; }
};

template <std::size_t I, class P, class X, class W> struct argument<I, P, constant_argument<X>, W> {
  static constexpr bool has_entry = false, active = false, raw_pointer = false, abstract = false;
  using entry_type = none;
  static X &&primal(constant_argument<X> &a) { return a.primal(); }
  static entry<I, none> start(constant_argument<X> &) { return {}; }
};

template <class T, class = void> inline constexpr bool has_size = false;
template <class T>
inline constexpr bool has_size<T, std::void_t<decltype(static_cast<std::size_t>(std::declval<const T &>().size()))>> = true;

/// A tangent that is known to be zero may be an empty array.
template <class T> inline constexpr bool may_be_left_out = false;
template <class T> inline constexpr bool may_be_left_out<Array<T>> = true;

/// Throws where a container has another size than its shadow, and where a pointer has none.
template <class T, class S> MIXEDAD_INACTIVE inline void same_size(const T &object, const S &shadow) {
#ifndef __CUDA_ARCH__
  if constexpr (is_data_pointer<T> && (std::is_pointer_v<S> || std::is_null_pointer_v<S>)) {
    if (object != nullptr && shadow == nullptr)
      throw shadow_shape_error("pointer");
  } else if constexpr (has_size<T> && has_size<S> && !may_be_left_out<bare<S>>) {
    if (static_cast<std::size_t>(object.size()) != static_cast<std::size_t>(shadow.size()))
      throw shadow_shape_error("container");
  }
#endif
}
template <class T, class = void> inline constexpr bool is_map_like = false;
template <class T> inline constexpr bool is_map_like<T, std::void_t<typename T::mapped_type>> = true;

/// Throws where a map and its shadow, which are of the same size, have different keys. Derivatives go through the entries
/// of both side by side, so a shadow that hashes gets the object's order.
template <class T, class S> MIXEDAD_INACTIVE inline void same_keys(const T &object, S &shadow) {
#ifndef __CUDA_ARCH__
  if constexpr (is_map_like<T> && std::is_same_v<T, bare<S>>) {
    bool ordered = true;
    auto at = shadow.begin();
    for (const auto &e : object) {
      const auto found = shadow.find(e.first);
      if (found == shadow.end())
        throw shadow_shape_error("map");
      ordered = ordered && found == at++;
    }
    if constexpr (has_buckets<T> && !std::is_const_v<S>) {
      if (ordered && object.bucket_count() == shadow.bucket_count())
        return;
      T same(object);
      for (auto &e : same)
        e.second = static_cast<typename T::mapped_type &&>(shadow.find(e.first)->second);
      shadow = static_cast<T &&>(same);
    } else if (has_buckets<T> && !ordered) {
      throw shadow_shape_error("map");
    }
  }
#endif
}
template <class A> void check_shadow(const A &) {}
template <class X, class D> void check_shadow(const dup_argument<X, D> &a) {
  detail::same_size(*a.object, *a.shadow_object);
  detail::same_keys(*a.object, *a.shadow_object);
}

/// As in any call, but the object that a reference binds to lives until the end of the full expression.
template <class P> P convert(P p) { return static_cast<P &&>(p); }

/// The argument at position I.
template <std::size_t I, class A, class... Rest> decltype(auto) pick(A &first, Rest &...rest) {
  if constexpr (I == 0)
    return (first);
  else
    return detail::pick<I - 1>(rest...);
}

/// Where the cotangent of an argument accumulates.
template <std::size_t I, class T, class G> decltype(auto) shadow_of(T &, G &g) { return detail::entry_at<I>(g); }
template <std::size_t I, class X, class D, class G> D &shadow_of(dup_argument<X, D> &a, G &) { return *a.shadow_object; }

/// Where bit i of Mask is set.
template <class Indices, class Kept, int... Mask> struct set_indices;
template <std::size_t... Kept> struct set_indices<std::index_sequence<>, std::index_sequence<Kept...>> {
  using type = std::index_sequence<Kept...>;
};
template <std::size_t I, std::size_t... Rest, std::size_t... Kept, int Bit, int... Mask>
struct set_indices<std::index_sequence<I, Rest...>, std::index_sequence<Kept...>, Bit, Mask...>
    : set_indices<std::index_sequence<Rest...>,
                  std::conditional_t<Bit != 0, std::index_sequence<Kept..., I>, std::index_sequence<Kept...>>,
                  Mask...> {};
template <class Acts> struct active_indices;
template <int... Mask>
struct active_indices<acts<Mask...>>
    : set_indices<std::make_index_sequence<sizeof...(Mask)>, std::index_sequence<>, Mask...> {};

} // namespace detail

/// An argument x with a shadow: in reverse mode cotangents accumulate into dx, in forward mode dx is its tangent. It refers
/// to both, and lives no longer than they do.
template <class X, class D>
detail::dup_argument<X, D> dup(X &&x MIXEDAD_LIFETIMEBOUND, D &&dx MIXEDAD_LIFETIMEBOUND) {
  return {&x, &dx};
}

/// An argument that is not differentiated. It refers to x.
template <class X> detail::constant_argument<X> constant(X &&x MIXEDAD_LIFETIMEBOUND) { return {&x}; }

} // namespace mixedad
MIXEDAD_HD_END

#include "mixedad/detail/names_end.h"

#endif
