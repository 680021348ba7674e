//===- parts.h - elements that are objects --------------------------------===//
//
// An element may be a complex number, a std::array or a small class. Its tangents and cotangents are objects of the
// same class, number by number; what adds them is `accumulate`. Objects that are nothing but numbers of one type are
// also looked at as such: sums of them are taken in a wider type, and on a device by the kernels for numbers.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_PARTS_H
#define MIXEDAD_DETAIL_PARTS_H

#include "mixedad/detail/support.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

template <class T> inline constexpr bool is_number = std::is_arithmetic<T>::value || is_real<T>;

/// std::complex, or a class like it.
template <class T, class = void> inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<T, std::void_t<typename T::value_type, decltype(std::declval<const T &>().real()),
                                                decltype(std::declval<const T &>().imag())>> =
    is_real<typename T::value_type> && sizeof(T) == 2 * sizeof(typename T::value_type);

/// std::array and nothing else that is like a tuple: it has a value_type, and consists of them.
template <class T, class = void> inline constexpr bool is_tuple_of_one = false;
template <class T>
inline constexpr bool is_tuple_of_one<T, std::void_t<typename T::value_type, decltype(std::tuple_size<T>::value)>> =
    sizeof(T) == std::tuple_size<T>::value * sizeof(typename T::value_type);

/// The numbers that T consists of: `count` of type `type`. 0: T is a class of which that is not known.
template <class T, class = void> struct parts_of {
  using type = void;
  static constexpr int count = 0;
};
template <class T> struct parts_of<T, std::enable_if_t<is_number<T>>> {
  using type = T;
  static constexpr int count = 1;
};
template <class T> struct parts_of<T, std::enable_if_t<is_complex<T> || is_tuple_of_one<T>>> {
  using inner = parts_of<typename T::value_type>;
  using type = typename inner::type;
  static constexpr int count = inner::count * int(sizeof(T) / sizeof(typename T::value_type));
};

/// The number type that stands beside elements of type T in an expression: 0.5 * z keeps a complex<float> z so.
template <class T, class = void> struct number_beside { using type = void; };
template <class T> struct number_beside<T, std::enable_if_t<is_real<T>>> { using type = T; };
template <class T> struct number_beside<T, std::enable_if_t<is_complex<T>>> { using type = typename T::value_type; };

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
