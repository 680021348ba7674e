//===- std/map.h - std::map and std::multimap as their own tangents --------===//
#ifndef MIXEDAD_STD_MAP_H
#define MIXEDAD_STD_MAP_H

#include "mixedad/detail/sequences.h"

#include <map>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

template <class K, class V, class C, class A>
struct tangent_space<std::map<K, V, C, A>> : map_space<std::map<K, V, C, A>> {};

/// Equal keys have no names of their own: shadows are compared entry by entry.
template <class K, class V, class C, class A>
struct tangent_space<std::multimap<K, V, C, A>> : zero_by_copy<std::multimap<K, V, C, A>> {
  using M = std::multimap<K, V, C, A>;
  static void set_zero(M &x) {
    for (auto &e : x)
      detail::set_zero(e.second);
  }
  static void accumulate(M &into, const M &from) {
    if (from.empty())
      return;
    if (into.size() != from.size())
      throw shadow_shape_error("std::multimap");
    auto f = from.begin();
    for (auto &e : into)
      detail::accumulate(e.second, (f++)->second);
  }
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
