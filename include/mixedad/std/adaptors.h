//===- std/adaptors.h - std::stack, std::queue and std::priority_queue -----===//
#ifndef MIXEDAD_STD_ADAPTORS_H
#define MIXEDAD_STD_ADAPTORS_H

#include "mixedad/detail/sequences.h"

#include <queue>
#include <stack>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

/// The container inside, which the standard makes a protected member named c.
template <class A> struct adapted : A {
  static auto &of(A &x) { return x.*&adapted::c; }
  static auto &of(const A &x) { return x.*&adapted::c; }
};

template <class A> struct adaptor_space : zero_by_copy<A> {
  static void set_zero(A &x) { detail::set_zero(adapted<A>::of(x)); }
  static void accumulate(A &into, const A &from) { detail::accumulate(adapted<A>::of(into), adapted<A>::of(from)); }
  static bool same_shape(const A &a, const A &b) { return detail::same_shape(adapted<A>::of(a), adapted<A>::of(b)); }
  static void reshape(A &to, const A &from) { detail::reshape_to(adapted<A>::of(to), adapted<A>::of(from)); }
};

template <class T, class C> struct tangent_space<std::stack<T, C>> : adaptor_space<std::stack<T, C>> {};
template <class T, class C> struct tangent_space<std::queue<T, C>> : adaptor_space<std::queue<T, C>> {};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
