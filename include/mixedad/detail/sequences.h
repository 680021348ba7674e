//===- sequences.h - containers as vectors of their elements --------------===//
//
// What the headers in mixedad/std share: a container is the space of its elements, in order. Two containers add up
// only when their shapes agree; a container without elements is zero. Views and iterators are like pointers: where a
// shadow of one refers to is decided by whoever makes it.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_SEQUENCES_H
#define MIXEDAD_DETAIL_SEQUENCES_H

#include "mixedad/derivative_errors.h"
#include "mixedad/detail/reshape.h"

#include <stdexcept>
#include <string>

#include "mixedad/detail/names_begin.h"

namespace mixedad {

namespace detail {

/// Whether every shadow of type T has the shape of any other.
template <class T> inline constexpr bool is_flat = is_scalar_object<T> && !std::is_pointer_v<T>;

template <class C, class = void> inline constexpr bool has_capacity = false;
template <class C> inline constexpr bool has_capacity<C, std::void_t<decltype(std::declval<C &>().capacity())>> = true;

/// Containers that are a range of elements and can be resized. Copies keep the capacity, because a shadow must
/// reallocate when the primal does.
template <class C> struct range_space {
  using E = typename C::value_type;
  static C zero_like(const C &x) {
    C zero = shadow_like(x);
    detach(zero);
    return zero;
  }
  static C shadow_like(const C &x) {
    if constexpr (!has_capacity<C>) {
      C copy(x);
      set_zero(copy);
      return copy;
    } else {
      C copy;
      copy.reserve(x.capacity());
      if constexpr (is_real<E>)
        copy.resize(x.size());
      else
        for (const auto &e : x)
          copy.push_back(detail::shadow_like(e));
      return copy;
    }
  }
  static void set_zero(C &x) {
    for (auto &e : x)
      detail::set_zero(e);
  }
  static void accumulate(C &into, const C &from) {
    auto f = from.begin();
    if (f == from.end())
      return;
    if (into.size() != from.size())
      throw shadow_shape_error("container");
    for (auto &e : into)
      detail::accumulate(e, *f++);
  }
  static void detach(C &x) {
    if constexpr (!is_flat<E>)
      for (auto &e : x)
        detail::detach(e);
  }
  static bool same_shape(const C &a, const C &b) {
    if (a.size() != b.size())
      return false;
    if constexpr (!is_flat<E>) {
      auto e = b.begin();
      for (const auto &x : a)
        if (!detail::same_shape(x, *e++))
          return false;
    }
    return true;
  }
  static void reshape(C &to, const C &from) {
    const auto old = to.size();
    if constexpr (!std::is_default_constructible_v<E>) {
      while (to.size() > from.size())
        to.pop_back();
      auto f = from.begin();
      for (auto i = decltype(old)(0); f != from.end(); ++f, ++i)
        if (i >= old)
          to.push_back(detail::zero_like(*f));
    } else if (old != from.size()) {
      to.resize(from.size());
      auto e = to.begin();
      for (auto i = decltype(old)(0); e != to.end(); ++e, ++i)
        if (i >= old)
          detail::set_zero(*e);
    }
    if constexpr (!is_flat<E>) {
      auto f = from.begin();
      for (auto &e : to)
        detail::reshape_to(e, *f++);
    }
  }
};

/// Containers of key and value: the keys are the shape, the mapped values the numbers. The order of those that hash
/// belongs to the shape, because the primal's and the shadow's entries are gone through side by side; so do the buckets,
/// from which the order follows.
template <class C> struct map_space : zero_by_copy<C> {
  static void set_zero(C &x) {
    for (auto &e : x)
      detail::set_zero(e.second);
  }
  static void detach(C &x) {
    if constexpr (!is_flat<typename C::mapped_type>)
      for (auto &e : x)
        detail::detach(e.second);
  }
  /// A shadow may lack keys: they are zero.
  static void accumulate(C &into, const C &from) {
    for (auto &e : from) {
      auto at = into.find(e.first);
      if (at == into.end())
        at = into.emplace(e.first, detail::zero_like(e.second)).first;
      detail::accumulate(at->second, e.second);
    }
  }
  static bool same_shape(const C &a, const C &b) {
    if (a.size() != b.size())
      return false;
    if constexpr (has_buckets<C>) {
      auto at = b.begin();
      for (auto &e : a) {
        if (!b.key_eq()(e.first, at->first) || !detail::same_shape(e.second, at->second))
          return false;
        ++at;
      }
      return a.bucket_count() == b.bucket_count();
    }
    for (auto &e : a) {
      auto at = b.find(e.first);
      if (at == b.end() || !detail::same_shape(e.second, at->second))
        return false;
    }
    return true;
  }
  static void reshape(C &to, const C &from) {
    if constexpr (has_buckets<C>) {
      C next = zero_by_copy<C>::zero_like(from);
      for (auto &e : next)
        if (auto at = to.find(e.first); at != to.end()) {
          const auto &like = from.find(e.first)->second;
          detail::reshape_to(at->second, like);
          e.second = static_cast<typename C::mapped_type &&>(at->second);
        }
      to = static_cast<C &&>(next);
      return;
    }
    for (auto it = to.begin(); it != to.end();)
      it = from.find(it->first) == from.end() ? to.erase(it) : std::next(it);
    for (auto &e : from) {
      auto at = to.find(e.first);
      if (at == to.end())
        to.emplace(e.first, detail::zero_like(e.second));
      else
        detail::reshape_to(at->second, e.second);
    }
  }
};

/// Iterators and views: they point, and hold nothing of their own.
template <class T> struct view_space {
  MIXEDAD_HD static T zero_like(const T &x) { return x; }
  MIXEDAD_HD static void set_zero(const T &) {}
  MIXEDAD_HD static void accumulate(const T &, const T &) {}
  MIXEDAD_HD static bool same_shape(const T &, const T &) { return false; }
  MIXEDAD_HD static void reshape(T &to, const T &from) { to = from; }
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
