//===- std/list.h - std::list and std::forward_list as their own tangents --===//
#ifndef MIXEDAD_STD_LIST_H
#define MIXEDAD_STD_LIST_H

#include "mixedad/detail/sequences.h"

#include <forward_list>
#include <list>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

template <class T, class A> struct tangent_space<std::list<T, A>> : range_space<std::list<T, A>> {};

/// It does not know its size.
template <class T, class A> struct tangent_space<std::forward_list<T, A>> : zero_by_copy<std::forward_list<T, A>> {
  using C = std::forward_list<T, A>;
  static void set_zero(C &x) {
    for (auto &e : x)
      detail::set_zero(e);
  }
  static void accumulate(C &into, const C &from) {
    auto e = into.begin();
    for (const T &f : from) {
      if (e == into.end())
        throw shadow_shape_error("std::forward_list");
      detail::accumulate(*e++, f);
    }
  }
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
