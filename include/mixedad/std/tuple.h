//===- std/tuple.h - std::tuple as its own tangent -------------------------===//
#ifndef MIXEDAD_STD_TUPLE_H
#define MIXEDAD_STD_TUPLE_H

#include "mixedad/std/utility.h"

#include <tuple>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

template <class... E> struct tangent_space<std::tuple<E...>> : zero_by_copy<std::tuple<E...>> {
  using T = std::tuple<E...>;
  MIXEDAD_HD static void set_zero(T &x) { zero(x, std::index_sequence_for<E...>()); }
  MIXEDAD_HD static void accumulate(T &into, const T &from) { add(into, from, std::index_sequence_for<E...>()); }
  MIXEDAD_HD static bool same_shape(const T &a, const T &b) { return same(a, b, std::index_sequence_for<E...>()); }
  MIXEDAD_HD static void reshape(T &to, const T &from) { give(to, from, std::index_sequence_for<E...>()); }

private:
  template <std::size_t... I> MIXEDAD_HD static void zero(T &x, std::index_sequence<I...>) {
    (zero_one<E>(std::get<I>(x)), ...);
  }
  template <std::size_t... I> MIXEDAD_HD static void add(T &into, const T &from, std::index_sequence<I...>) {
    (add_one<E>(std::get<I>(into), std::get<I>(from)), ...);
  }
  template <std::size_t... I> MIXEDAD_HD static bool same(const T &a, const T &b, std::index_sequence<I...>) {
    return (true && ... && detail::same_shape(std::get<I>(a), std::get<I>(b)));
  }
  template <std::size_t... I> MIXEDAD_HD static void give(T &to, const T &from, std::index_sequence<I...>) {
    (give_one<E>(std::get<I>(to), std::get<I>(from)), ...);
  }
  template <class M, class V> MIXEDAD_HD static void zero_one(V &x) {
    if constexpr (is_owned<M>)
      detail::set_zero(x);
  }
  template <class M, class V> MIXEDAD_HD static void add_one(V &into, const V &from) {
    if constexpr (is_owned<M>)
      detail::accumulate(into, from);
  }
  template <class M, class V> MIXEDAD_HD static void give_one(V &to, const V &from) {
    if constexpr (is_owned<M>)
      detail::reshape_to(to, from);
  }
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
