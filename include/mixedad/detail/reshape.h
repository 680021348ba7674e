//===- reshape.h - the shape of objects -----------------------------------===//
//
// What an object is besides its reals: how many elements its containers have, and where its pointers point. A shadow
// follows the shape of what it shadows. Numbers have one shape; pointers are part of it, as a shadow pointer is a
// value of the forward sweep.
//
// A tangent_space takes part with two more functions; without them a shadow is made anew at each assignment.
//   static bool same_shape(const T &a, const T &b);
//   static void reshape(T &to, const T &from);   // same_shape(to, from) afterwards; reals that are new are 0
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_RESHAPE_H
#define MIXEDAD_DETAIL_RESHAPE_H

#include "mixedad/detail/support.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

template <class T>
inline constexpr bool is_scalar_object = is_real<T> || std::is_integral_v<T> || std::is_enum_v<T> || std::is_pointer_v<T> ||
                                         std::is_member_pointer_v<T> || std::is_null_pointer_v<T>;

template <class T, class = void> inline constexpr bool has_shape = false;
template <class T>
inline constexpr bool has_shape<T, std::void_t<decltype(tangent_space<T>::same_shape(std::declval<const T &>(),
                                                                                     std::declval<const T &>()))>> = true;

template <class T> MIXEDAD_HD inline bool same_shape(const T &a, const T &b) {
  if constexpr (std::is_array_v<T>) {
    for (std::size_t i = 0; i < std::extent_v<T>; ++i)
      if (!detail::same_shape(a[i], b[i]))
        return false;
    return true;
  } else if constexpr (std::is_pointer_v<T> || std::is_member_pointer_v<T>) {
    return a == b;
  } else if constexpr (is_scalar_object<T>) {
    return true;
  } else if constexpr (has_shape<T>) {
    return tangent_space<T>::same_shape(a, b);
  } else {
    return false;
  }
}

template <class T> MIXEDAD_HD inline T shadow_like(const T &shadow);

template <class T> MIXEDAD_HD inline void reshape_to(T &to, const T &from) {
  if constexpr (std::is_array_v<T>) {
    for (std::size_t i = 0; i < std::extent_v<T>; ++i)
      detail::reshape_to(to[i], from[i]);
  } else if constexpr (std::is_pointer_v<T> || std::is_member_pointer_v<T>) {
    to = from;
  } else if constexpr (is_scalar_object<T>) {
    // a number has no shape
  } else if constexpr (has_shape<T>) {
    tangent_space<T>::reshape(to, from);
  } else {
    to = detail::shadow_like(from);
  }
}

/// The shadow of a copy, from the shadow of the original: what both share in the primal, the shadows share too.
template <class T, class = void> inline constexpr bool has_shadow_like = false;
template <class T>
inline constexpr bool has_shadow_like<T, std::void_t<decltype(tangent_space<T>::shadow_like(std::declval<const T &>()))>> = true;

template <class T> MIXEDAD_HD inline T shadow_like(const T &shadow) {
  if constexpr (has_shadow_like<T>) {
    return tangent_space<T>::shadow_like(shadow);
  } else if constexpr (std::is_trivially_copyable_v<T>) { // where it points is right already
    T copy(shadow);
    detail::set_zero(copy);
    return copy;
  } else if constexpr (!has_detach<T>) {
    return detail::zero_like(shadow);
  } else {
    T copy(shadow);
    detail::set_zero(copy);
    return copy;
  }
}

/// Gives a copied shadow objects of its own where it shares them with the original.
template <class T> inline void detach(T &x) {
  if constexpr (std::is_array_v<T>) {
    for (auto &e : x)
      detail::detach(e);
  } else if constexpr (!is_scalar_object<T>) {
    if constexpr (has_detach<T>)
      tangent_space<T>::detach(x);
  }
}

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
