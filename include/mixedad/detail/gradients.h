//===- gradients.h - the tuple that derivatives come back in --------------===//
//
// One entry per argument, in order; `none` where there is no gradient. Structured bindings, `mixedad::get<i>` and
// `std::get<i>` read it. Not std::tuple: that header costs more than all of the public API.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_GRADIENTS_H
#define MIXEDAD_DETAIL_GRADIENTS_H

#include "mixedad/detail/support.h"

#include "mixedad/detail/names_begin.h"

MIXEDAD_HD_BEGIN
namespace mixedad {
namespace detail {

template <std::size_t I, class T> struct entry {
  T value;
};

/// Of an argument that is an array; arrays do not copy by themselves.
template <std::size_t I, class T, std::size_t N> struct entry<I, T[N]> {
  T value[N];
  entry() = default;
  explicit entry(const T (&like)[N]) {
    for (std::size_t i = 0; i < N; ++i)
      value[i] = like[i];
    detail::set_zero(value);
  }
};

template <class Indices, class... T> struct entries;
template <std::size_t... I, class... T>
struct entries<std::index_sequence<I...>, T...> : entry<I, T>... {};

} // namespace detail

template <class... T> struct gradients : detail::entries<std::make_index_sequence<sizeof...(T)>, T...> {};

namespace detail {
template <std::size_t I, class T> T &entry_at(entry<I, T> &e) { return e.value; }
template <std::size_t I, class T> const T &entry_at(const entry<I, T> &e) { return e.value; }
template <std::size_t I, class T> struct tangent_space<entry<I, T>> : zero_by_copy<entry<I, T>> {
  static void set_zero(entry<I, T> &x) { detail::set_zero(x.value); }
  static void accumulate(entry<I, T> &into, const entry<I, T> &from) { detail::accumulate(into.value, from.value); }
};
template <std::size_t... I, class... T>
struct tangent_space<entries<std::index_sequence<I...>, T...>>
    : zero_by_copy<entries<std::index_sequence<I...>, T...>> {
  using type = entries<std::index_sequence<I...>, T...>;
  static void set_zero(type &x) { (detail::set_zero(static_cast<entry<I, T> &>(x)), ...); }
  static void accumulate(type &into, const type &from) {
    (detail::accumulate(static_cast<entry<I, T> &>(into), static_cast<const entry<I, T> &>(from)), ...);
  }
};
template <class... T> struct tangent_space<gradients<T...>> : zero_by_copy<gradients<T...>> {
  using base = entries<std::make_index_sequence<sizeof...(T)>, T...>;
  static void set_zero(gradients<T...> &x) { detail::set_zero(static_cast<base &>(x)); }
  static void accumulate(gradients<T...> &into, const gradients<T...> &from) {
    detail::accumulate(static_cast<base &>(into), static_cast<const base &>(from));
  }
};

template <std::size_t I, class G> struct element;
template <std::size_t I, class... T> struct element<I, gradients<T...>> {
  template <class U> static entry<I, U> find(const entry<I, U> *);
  using type = decltype(find(static_cast<gradients<T...> *>(nullptr)).value);
};
} // namespace detail

template <std::size_t I, class... T> auto get(gradients<T...> &g) -> typename detail::element<I, gradients<T...>>::type & {
  return detail::entry_at<I>(g);
}
template <std::size_t I, class... T>
auto get(const gradients<T...> &g) -> const typename detail::element<I, gradients<T...>>::type & {
  return detail::entry_at<I>(g);
}
template <std::size_t I, class... T> auto get(gradients<T...> &&g) -> typename detail::element<I, gradients<T...>>::type && {
  return static_cast<typename detail::element<I, gradients<T...>>::type &&>(detail::entry_at<I>(g));
}

/// A value and the gradients at it.
template <class R, class G> struct value_and_gradients {
  R value;
  G gradients;
};

} // namespace mixedad

namespace std {
template <class... T> struct tuple_size<mixedad::gradients<T...>> : integral_constant<size_t, sizeof...(T)> {};
template <size_t I, class... T> struct tuple_element<I, mixedad::gradients<T...>> {
  using type = typename mixedad::detail::element<I, mixedad::gradients<T...>>::type;
};
template <size_t I, class... T> auto get(mixedad::gradients<T...> &g) -> decltype(mixedad::get<I>(g)) {
  return mixedad::get<I>(g);
}
template <size_t I, class... T> auto get(const mixedad::gradients<T...> &g) -> decltype(mixedad::get<I>(g)) {
  return mixedad::get<I>(g);
}
} // namespace std
MIXEDAD_HD_END

#include "mixedad/detail/names_end.h"

#endif
