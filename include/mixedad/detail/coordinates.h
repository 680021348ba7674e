//===- coordinates.h - objects as lists of reals --------------------------===//
//
// Dense derivatives (jacobian.h) address the reals inside arguments and results by number. A type of one's own takes
// part by a specialization of `mixedad::coordinates`.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_COORDINATES_H
#define MIXEDAD_DETAIL_COORDINATES_H

#include "mixedad/detail/support.h"
#include <cstdint>

#include "mixedad/detail/names_begin.h"

namespace mixedad {

template <class T> class Array; // to use it, #include <mixedad/mixedad.h>

/// For the user: the reals in an object of class T, by number. Specialize it with
///   using real = ...;
///   static std::size_t size(const T &x);
///   static real get(const T &x, std::size_t i);
///   static void set(T &x, std::size_t i, real value);
template <class T> struct coordinates;

namespace detail {

template <class T, class = void> struct coordinates {
  static_assert(sizeof(T) == 0, "mixedad: dense derivatives cannot number the reals in this type; specialize "
                                "mixedad::coordinates for it, or use vjp, jvp or hvp");
};

template <class T, class = void> inline constexpr bool has_own_coordinates = false;
template <class T>
inline constexpr bool has_own_coordinates<T, std::void_t<decltype(sizeof(::mixedad::coordinates<T>))>> = true;

template <class T>
struct coordinates<T, std::enable_if_t<has_own_coordinates<T>>> : ::mixedad::coordinates<T> {};

template <class T> struct coordinates<T, std::enable_if_t<is_real<T>>> {
  using real = T;
  static constexpr std::size_t size(const T &) { return 1; }
  static T get(const T &x, std::size_t) { return x; }
  static void set(T &x, std::size_t, T value) { x = value; }
};

template <class T, std::size_t N> struct coordinates<T[N]> {
  using real = typename coordinates<T>::real;
  static std::size_t size(const T (&x)[N]) { return N * coordinates<T>::size(x[0]); }
  static real get(const T (&x)[N], std::size_t i) {
    const std::size_t inner = coordinates<T>::size(x[0]);
    return coordinates<T>::get(x[i / inner], i % inner);
  }
  static void set(T (&x)[N], std::size_t i, real value) {
    const std::size_t inner = coordinates<T>::size(x[0]);
    coordinates<T>::set(x[i / inner], i % inner, value);
  }
};

/// Elements in row-major order.
template <class T> struct coordinates<Array<T>> {
  using real = typename coordinates<T>::real;
  static std::size_t size(const Array<T> &x) { return static_cast<std::size_t>(x.size()) * coordinates<T>::size(T()); }
  static real get(const Array<T> &x, std::size_t i) {
    T element;
    const place at(x, i / coordinates<T>::size(T()));
    read_element(x.node(), at.indices, at.rank, &element);
    return coordinates<T>::get(element, i % coordinates<T>::size(T()));
  }
  static void set(Array<T> &x, std::size_t i, real value) {
    T element;
    const place at(x, i / coordinates<T>::size(T()));
    read_element(x.node(), at.indices, at.rank, &element);
    coordinates<T>::set(element, i % coordinates<T>::size(T()), value);
    x.node() = detached(x.node(), true);
    write_element(x.node(), at.indices, at.rank, &element);
  }

private:
  struct place {
    int rank;
    std::int64_t indices[9] = {};
    place(const Array<T> &x, std::size_t i) : rank(x.rank()) {
      for (int d = rank; d-- > 0; i /= static_cast<std::size_t>(x.size(d)))
        indices[d] = static_cast<std::int64_t>(i % static_cast<std::size_t>(x.size(d)));
    }
  };
};

/// Anything with size() and elements by number: vector, array, span, valarray, and the like. Elements that are
/// themselves lists may differ in length.
template <class T>
struct coordinates<T, std::void_t<decltype(std::declval<const T &>().size()), decltype(std::declval<T &>()[0]),
                                  std::enable_if_t<std::is_class_v<T> && !has_own_coordinates<T>>>> {
  using element = std::remove_cv_t<std::remove_reference_t<decltype(std::declval<T &>()[0])>>;
  using real = typename coordinates<element>::real;
  static std::size_t size(const T &x) {
    std::size_t n = 0;
    for (std::size_t k = 0; k < x.size(); ++k)
      n += coordinates<element>::size(x[k]);
    return n;
  }
  static real get(const T &x, std::size_t i) {
    std::size_t k = 0;
    for (; i >= coordinates<element>::size(x[k]); ++k)
      i -= coordinates<element>::size(x[k]);
    return coordinates<element>::get(x[k], i);
  }
  static void set(T &x, std::size_t i, real value) {
    std::size_t k = 0;
    for (; i >= coordinates<element>::size(x[k]); ++k)
      i -= coordinates<element>::size(x[k]);
    coordinates<element>::set(x[k], i, value);
  }
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
