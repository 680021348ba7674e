//===- support.h - what generated derivatives use from the headers --------===//
//
// The vocabulary that the public API, the plugin's generated text and the containers' headers share. Light on
// purpose: every translation unit with a derivative pays for it.
//
// Every type is its own tangent type. What a type must provide for that is in one place, the class template
// `tangent_space`: arithmetic types and arrays here, standard containers in mixedad/std/*.h as partial
// specializations, the user's records as full specializations that the plugin writes, field by field. The three
// functions `zero_like`, `set_zero` and `accumulate` are the only way it is called.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_SUPPORT_H
#define MIXEDAD_DETAIL_SUPPORT_H

#include "mixedad/detail/host_device.h"

#include <cstddef>
#include <type_traits>
#include <utility>

#include "mixedad/detail/names_begin.h"

namespace mixedad {

/// The entry of an argument that has no gradient.
struct none {};

/// Restricts a derivative to these arguments, counted from 0.
template <std::size_t... Index> struct wrt {};

/// For the user: how objects of a class T that the plugin cannot look into, because it owns memory or has a union, are
/// vectors. Specialize it after the class with
///   static T zero_like(const T &x);                 // same shape as x, every real in it 0
///   static void set_zero(T &x);                     // every real in x becomes 0
///   static void accumulate(T &into, const T &from); // adds real by real; integers and pointers stay
template <class T> struct tangent_space;

namespace detail {

/// Names the function, or member function, F in overloads of generated entry points.
template <auto F> struct fn_tag {};

/// Names the call operator of the closure or function object type T.
template <class T> struct type_tag {};

/// T, where a name is to follow: `type_t<double[3]> &x`.
template <class T> using type_t = T;

/// Which parameters are active, the object of a method first.
template <int... Active> struct acts {};

/// What a pushforward returns.
template <class R> struct dual_result {
  R value;
  R tangent;
};
template <> struct dual_result<void> {};

/// Containers that hash.
template <class C, class = void> inline constexpr bool has_buckets = false;
template <class C> inline constexpr bool has_buckets<C, std::void_t<decltype(std::declval<const C &>().bucket_count())>> = true;

/// The floating-point types that derivatives are taken in.
template <class T> inline constexpr bool is_real = std::is_floating_point_v<T>;
#ifdef __FLT16_MAX__
template <> inline constexpr bool is_real<_Float16> = true;
#endif
#if defined(__clang__) && (defined(__SSE2__) || defined(__ARM_FEATURE_BF16))
template <> inline constexpr bool is_real<__bf16> = true;
#endif
#ifdef __STDCPP_BFLOAT16_T__
template <> inline constexpr bool is_real<decltype(0.0bf16)> = true;
#endif

/// How a type is the space of its own tangents. A specialization has
///   zero_like, set_zero and accumulate
/// as above, and usually inherits the first from `zero_by_copy`.
template <class T, class = void> struct tangent_space;

/// The user's.
template <class T>
struct tangent_space<T, std::void_t<decltype(sizeof(::mixedad::tangent_space<T>))>> : ::mixedad::tangent_space<T> {};

template <class T> MIXEDAD_HD inline T zero_like(const T &x) { return tangent_space<T>::zero_like(x); }
template <class T> MIXEDAD_HD inline void set_zero(T &x) { tangent_space<T>::set_zero(x); }
template <class T> MIXEDAD_HD inline void accumulate(T &into, const T &from) {
  tangent_space<T>::accumulate(into, from);
}

/// Whether a copy of a T shares objects with the original: tangent_space<T>::detach(T &) gives it objects of its own.
template <class T, class = void> inline constexpr bool has_detach = false;
template <class T>
inline constexpr bool has_detach<T, std::void_t<decltype(tangent_space<T>::detach(std::declval<T &>()))>> = true;

template <class T> struct zero_by_copy {
  MIXEDAD_HD static T zero_like(const T &x) {
    T zero(x);
    detail::set_zero(zero);
    if constexpr (has_detach<T>)
      tangent_space<T>::detach(zero);
    return zero;
  }
};

/// Types without a real in them: copied, never changed. Pointers are here too: where a shadow pointer points is
/// decided by whoever makes the shadow, never by arithmetic.
template <class T> struct inert_space {
  MIXEDAD_HD static T zero_like(const T &x) { return x; }
  MIXEDAD_HD static void set_zero(const T &) {}
  MIXEDAD_HD static void accumulate(const T &, const T &) {}
};

template <class T> struct tangent_space<T, std::enable_if_t<is_real<T>>> {
  MIXEDAD_HD static T zero_like(T) { return T(0); }
  MIXEDAD_HD static void set_zero(T &x) { x = T(0); }
  MIXEDAD_HD static void accumulate(T &into, T from) { into += from; }
};

template <class T>
struct tangent_space<T, std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T> || std::is_pointer_v<T> ||
                                         std::is_member_pointer_v<T> || std::is_null_pointer_v<T>>>
    : inert_space<T> {};

template <> struct tangent_space<none> : inert_space<none> {};

template <class T, std::size_t N> struct tangent_space<T[N]> {
  MIXEDAD_HD static void set_zero(T (&x)[N]) {
    for (std::size_t i = 0; i < N; ++i)
      detail::set_zero(x[i]);
  }
  MIXEDAD_HD static void accumulate(T (&into)[N], const T (&from)[N]) {
    for (std::size_t i = 0; i < N; ++i)
      detail::accumulate(into[i], from[i]);
  }
};

/// An object of all zero bytes, for trivially copyable classes without a usable default constructor.
template <class T> MIXEDAD_HD inline T zeroed() {
  static_assert(std::is_trivially_copyable_v<T>);
  if constexpr (std::is_trivially_default_constructible_v<T>) {
    return T{}; // generated code is differentiated again, and this can be read
  } else {
    alignas(T) unsigned char bytes[sizeof(T)] = {};
    return static_cast<T &&>(*reinterpret_cast<T *>(bytes));
  }
}

/// into += term, as one of many terms whose order does not matter: a loop of them may be vectorized.
template <class T> MIXEDAD_HD inline __attribute__((always_inline)) void sum_up(T &into, std::remove_const_t<T> term) {
#if defined(__clang__)
#pragma clang fp reassociate(on)
#endif
  into += term;
}

/// `to = from`, also for arrays and for objects that can only be moved, or have const members.
template <class T> MIXEDAD_HD inline void copy_object(T &to, const T &from) {
  if constexpr (std::is_copy_assignable_v<T>) {
    to = from;
  } else {
    static_assert(std::is_trivially_copyable_v<T>, "mixedad: an object that cannot be copied is copied");
    __builtin_memcpy(static_cast<void *>(&to), &from, sizeof(T));
  }
}
template <class T, std::size_t N> MIXEDAD_HD inline void copy_object(T (&to)[N], const T (&from)[N]) {
  for (std::size_t i = 0; i < N; ++i)
    detail::copy_object(to[i], from[i]);
}

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
