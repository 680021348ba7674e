//===- std/variant.h - std::variant as its own tangent ---------------------===//
#ifndef MIXEDAD_STD_VARIANT_H
#define MIXEDAD_STD_VARIANT_H

#include "mixedad/detail/sequences.h"

#include <variant>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

template <> struct tangent_space<std::monostate> : inert_space<std::monostate> {};

template <class... A> struct tangent_space<std::variant<A...>> : zero_by_copy<std::variant<A...>> {
  using V = std::variant<A...>;
  static void set_zero(V &x) {
    std::visit([](auto &e) { detail::set_zero(e); }, x);
  }
  static void accumulate(V &into, const V &from) {
    if (into.index() != from.index())
      throw shadow_shape_error("std::variant");
    pairwise(into, from, [](auto &a, const auto &b) { detail::accumulate(a, b); }, std::index_sequence_for<A...>());
  }
  static bool same_shape(const V &a, const V &b) {
    if (a.index() != b.index())
      return false;
    bool same = false;
    pairwise(a, b, [&](const auto &x, const auto &y) { same = detail::same_shape(x, y); }, std::index_sequence_for<A...>());
    return same;
  }
  static void reshape(V &to, const V &from) {
    if (to.index() != from.index())
      to = detail::zero_like(from);
    else
      pairwise(to, from, [](auto &a, const auto &b) { detail::reshape_to(a, b); }, std::index_sequence_for<A...>());
  }

private:
  template <class X, class Fn, std::size_t... I> static void pairwise(X &a, const V &b, Fn fn, std::index_sequence<I...>) {
    ((a.index() == I ? fn(*std::get_if<I>(&a), *std::get_if<I>(&b)) : void()), ...);
  }
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
