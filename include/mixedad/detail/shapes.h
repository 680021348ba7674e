//===- shapes.h - shadows of containers that grow and shrink --------------===//
//
// What the primal does to a container's shape, the forward sweep does to the shadow, and the reverse sweep undoes it
// there. Two rules make shadow pointers to elements as good as the primal's: a shadow reallocates exactly when the
// primal does (same library, same capacity), and what an operation destroys or leaves behind is kept on the tape whole,
// so that undoing brings it back at its old address. An element that is gone has the adjoint zero, and so has a new one
// before anything was written to it.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_SHAPES_H
#define MIXEDAD_DETAIL_SHAPES_H

#include "mixedad/detail/nodes.h"
#include "mixedad/detail/sequences.h"
#include "mixedad/detail/sweeps.h"

#include <iterator>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {
namespace shape {

template <class C, class = void> inline constexpr bool has_splice = false;
template <class C>
inline constexpr bool
    has_splice<C, std::void_t<decltype(std::declval<C &>().splice(std::declval<C &>().end(), std::declval<C &>()))>> = true;

/// Objects that cannot be assigned are trivially copyable, and are only ever added and removed at the end.
template <class C> inline constexpr bool is_assigned = std::is_move_assignable_v<typename C::value_type>;
template <class T> inline void put(T &to, T &from) {
  if constexpr (std::is_move_assignable_v<T>)
    to = std::move(from);
  else
    detail::copy_object(to, from);
}
template <class C> inline void erase_range(C &c, std::size_t i, std::size_t j) {
  if constexpr (in_nodes<C>)
    shape::erase_elements(c, i, j);
  else if constexpr (is_assigned<C>)
    c.erase(shape::at(c, i), shape::at(c, j));
  else
    for (; i < j; ++i)
      c.pop_back();
}

/// The element that fills a new place: zero, of the shape of what will be written there.
template <class C> inline void emplace(C &c, std::size_t i) {
  if constexpr (in_nodes<C>)
    detail::set_zero(shape::emplace_element(c, i));
  else
    detail::set_zero(*c.emplace(shape::at(c, i)));
}
template <class C, class E> inline void emplace(C &c, std::size_t i, const E &like) {
  if constexpr (in_nodes<C>)
    shape::emplace_element(c, i, detail::shadow_like(like));
  else if constexpr (is_assigned<C>)
    c.emplace(shape::at(c, i), detail::shadow_like(like));
  else
    c.emplace_back(detail::shadow_like(like));
}

/// Other storage, with room for n elements. The old one stays, with its addresses, until this is undone.
template <class C> inline void reallocate(Tape &tape, C &c, std::size_t n) {
  C grown;
  if constexpr (has_capacity<C>)
    grown.reserve(n);
  for (auto &e : c) {
    grown.push_back(std::move(e));
    if constexpr (is_flat<typename C::value_type>)
      detail::set_zero(e);
  }
  tape.emplace<C>(std::move(c));
  c = std::move(grown);
}
template <class C> inline void undo_reallocate(Tape &tape, C &c) {
  C old = std::move(tape.top<C>());
  tape.drop<C>();
  auto e = c.begin();
  for (auto &o : old) {
    if constexpr (is_flat<typename C::value_type>)
      detail::accumulate(o, *e++);
    else
      shape::put(o, *e++);
  }
  c = std::move(old);
}
template <class C> inline constexpr bool moves_elements = has_capacity<C> || in_nodes<C>;
/// Room for n elements more at i, as the library makes it. Whether the elements have moved.
template <class C> inline bool make_room(Tape &tape, C &c, [[maybe_unused]] std::size_t i, std::size_t n) {
  static_assert(moves_elements<C> || has_splice<C>, "mixedad: reverse mode knows no such container; write a rule for it");
  const std::size_t more = c.size() + n;
  bool moves = false;
  if constexpr (has_capacity<C>)
    moves = more > c.capacity();
  else if constexpr (in_nodes<C>)
    moves = i != 0 && i != c.size();
  if constexpr (moves_elements<C>)
    if (moves)
      shape::reallocate(tape, c, c.size() + (n > c.size() ? n : c.size()));
  return moves;
}

/// N elements more at i. Like: nothing, or an element of the same shape.
template <class C, class... Like> inline void insert(Tape &tape, C &c, std::size_t i, std::size_t n, const Like &...like) {
  const bool moves = shape::make_room(tape, c, i, n);
  for (std::size_t k = 0; k < n; ++k) // at the beginning of a deque each there, so that the others stay
    shape::emplace(c, i == 0 && in_nodes<C> ? 0 : i + k, like...);
  tape.push<std::size_t>(i);
  tape.push<std::size_t>(n);
  tape.push<bool>(moves);
}
/// From: objects that the one new element was copied from.
template <class C, class... From> inline void undo_insert(Tape &tape, C &c, From &...from) {
  const bool moved = tape.pop<bool>();
  const std::size_t n = tape.pop<std::size_t>(), i = tape.pop<std::size_t>();
  (detail::accumulate(from, *shape::at(c, i)), ...);
  shape::erase_range(c, i, i + n);
  if constexpr (moves_elements<C>)
    if (moved)
      shape::undo_reallocate(tape, c);
}

/// An element that cannot be copied: the shadow moves in, and back.
template <class C, class E> inline void insert_moved(Tape &tape, C &c, std::size_t i, E &from) {
  const bool moves = shape::make_room(tape, c, i, 1);
  if constexpr (in_nodes<C>)
    shape::emplace_element(c, i, std::move(from));
  else
    c.insert(shape::at(c, i), std::move(from));
  tape.push<std::size_t>(i);
  tape.push<bool>(moves);
}
template <class C, class E> inline void undo_insert_moved(Tape &tape, C &c, E &from) {
  const bool moved = tape.pop<bool>();
  const std::size_t i = tape.pop<std::size_t>();
  from = std::move(*shape::at(c, i));
  shape::erase_range(c, i, i + 1);
  if constexpr (moves_elements<C>)
    if (moved)
      shape::undo_reallocate(tape, c);
}

/// In a forward sweep a shadow holds seeds or nothing. Only reals and ranges of them are looked at.
template <class T, class = void> inline constexpr bool is_range = false;
template <class T> inline constexpr bool is_range<T, std::void_t<decltype(std::declval<const T &>().begin())>> = true;
template <class T> inline bool is_seeded([[maybe_unused]] const T &x);
template <class K, class T> inline bool is_seeded(const std::pair<K, T> &x) { return shape::is_seeded(x.second); }
template <class T> inline bool is_seeded([[maybe_unused]] const T &x) {
  bool seeded = false;
  if constexpr (is_real<T>)
    seeded = x != 0;
  else if constexpr (is_range<T>)
    for (const auto &e : x)
      seeded = seeded || shape::is_seeded(e);
  return seeded;
}
template <class It> inline void refuse_seeds(It first, It last) {
  for (; first != last; ++first)
    if (shape::is_seeded(*first))
      throw lost_seed_error();
}
template <class T> inline void refuse_seeds(const T &x) {
  if (shape::is_seeded(x))
    throw lost_seed_error();
}

template <class C> inline void keep_range(Tape &tape, C &c, std::size_t i, std::size_t j) {
  if constexpr (!is_flat<typename C::value_type>)
    tape.emplace<C>(std::make_move_iterator(shape::at(c, i)), std::make_move_iterator(shape::at(c, j)));
  shape::erase_range(c, i, j);
}
template <class C> inline void bring_range(Tape &tape, C &c, std::size_t i, [[maybe_unused]] std::size_t j) {
  if constexpr (is_flat<typename C::value_type>) {
    c.insert(shape::at(c, i), j - i, typename C::value_type(0));
  } else {
    C &kept = tape.top<C>();
    detail::set_zero(kept);
    c.insert(shape::at(c, i), std::make_move_iterator(kept.begin()), std::make_move_iterator(kept.end()));
    tape.drop<C>();
  }
}

/// The elements from i to j go.
template <class C> inline void erase(Tape &tape, C &c, std::size_t i, std::size_t j) {
  const auto first = shape::at(c, i), last = shape::at(c, j);
  shape::refuse_seeds(first, last);
  if constexpr (has_splice<C>) {
    C &kept = tape.emplace<C>();
    kept.splice(kept.end(), c, first, last);
  } else if constexpr (in_nodes<C>) {
    if (i == 0 || j == c.size()) {
      shape::pop_end(tape, c, i, j);
    } else {
      shape::reallocate(tape, c, c.size());
      shape::keep_range(tape, c, i, j);
    }
  } else {
    shape::keep_range(tape, c, i, j);
  }
  tape.push<std::size_t>(i);
  tape.push<std::size_t>(j);
}
template <class C> inline void undo_erase(Tape &tape, C &c) {
  const std::size_t j = tape.pop<std::size_t>(), i = tape.pop<std::size_t>();
  if constexpr (has_splice<C>) {
    C &kept = tape.top<C>();
    detail::set_zero(kept);
    c.splice(shape::at(c, i), kept);
    tape.drop<C>();
  } else if constexpr (in_nodes<C>) {
    if (i == 0 || i == c.size()) {
      shape::undo_pop_end(tape, c, i, j);
    } else {
      shape::bring_range(tape, c, i, j);
      shape::undo_reallocate(tape, c);
    }
  } else {
    shape::bring_range(tape, c, i, j);
  }
}

template <class C, class... Like> inline void resize(Tape &tape, C &c, std::size_t n, const Like &...like) {
  const std::size_t old = c.size();
  if (n > old)
    shape::insert(tape, c, old, n - old, like...);
  else
    shape::erase(tape, c, n, old);
  tape.push<bool>(n > old);
}
template <class C> inline void undo_resize(Tape &tape, C &c) {
  if (tape.pop<bool>())
    shape::undo_insert(tape, c);
  else
    shape::undo_erase(tape, c);
}

/// Storage for n elements, if `moves`: the old one is kept as in any reallocation.
template <class C> inline void fit(Tape &tape, C &c, std::size_t n, bool moves) {
  if (moves)
    shape::reallocate(tape, c, n);
  tape.push<std::size_t>(c.size());
  tape.push<std::size_t>(0);
  tape.push<bool>(moves);
}
template <class C> inline void reserve(Tape &tape, C &c, std::size_t n) { shape::fit(tape, c, n, n > c.capacity()); }
template <class C> inline void shrink(Tape &tape, C &c) { shape::fit(tape, c, c.size(), c.capacity() > c.size()); }

/// The element of a key, which the primal makes when it is not there.
template <class M, class K, class... Empty> inline bool zero_key(M &m, const K &key, Empty &&...empty) {
  const auto made = m.try_emplace(key, std::forward<Empty>(empty)...);
  if (made.second)
    detail::set_zero(made.first->second);
  return made.second;
}
/// The key is kept: what the program gave may have changed or be gone when this is undone.
template <class M, class K, class... Empty> inline void insert_key(Tape &tape, M &m, const K &key, Empty &&...empty) {
  const bool made = shape::zero_key(m, key, std::forward<Empty>(empty)...);
  if (made)
    tape.emplace<typename M::key_type>(key);
  tape.push<bool>(made);
}
template <class M> inline void undo_insert_key(Tape &tape, M &m) {
  if (!tape.pop<bool>())
    return;
  m.erase(tape.top<typename M::key_type>());
  tape.drop<typename M::key_type>();
}
template <class M, class K> inline void erase_key(Tape &tape, M &m, const K &key) {
  M &kept = tape.emplace<M>();
  kept.insert(m.extract(key));
}
template <class M> inline void undo_erase_key(Tape &tape, M &m) {
  M &kept = tape.top<M>();
  detail::set_zero(kept);
  m.merge(kept);
  tape.drop<M>();
}

/// Everything goes: a map, an optional, an owner.
template <class T> inline void clear(Tape &tape, T &x) {
  shape::refuse_seeds(x);
  tape.emplace<T>(std::move(x));
  x = T();
}
/// What clear() leaves of a table keeps its buckets.
template <class M> inline void clear_table(Tape &tape, M &m) {
  const auto buckets = m.bucket_count();
  shape::clear(tape, m);
  if (buckets > m.bucket_count())
    m.rehash(buckets);
}
template <class T> inline void undo_clear(Tape &tape, T &x) {
  x = std::move(tape.top<T>());
  tape.drop<T>();
  detail::set_zero(x);
}

/// An optional gets a new value, made from nothing or from an empty object.
template <class O, class... Empty> inline void emplace_value(Tape &tape, O &x, Empty &&...empty) {
  shape::clear(tape, x);
  x.emplace(std::forward<Empty>(empty)...);
  detail::set_zero(*x);
}

/// A variant gets a value of one of its types.
template <std::size_t I, class V, class... Empty> inline void emplace_alternative(Tape &tape, V &x, Empty &&...empty) {
  tape.emplace<V>(std::move(x));
  detail::set_zero(x.template emplace<I>(std::forward<Empty>(empty)...));
}
template <class V> inline void undo_emplace_alternative(Tape &tape, V &x) {
  x = std::move(tape.top<V>());
  tape.drop<V>();
  detail::set_zero(x);
}

/// An owner takes what another one owns; what it owned before lives until this is undone.
template <class P, class Q> inline void take(Tape &tape, P &to, Q &from) {
  tape.emplace<P>(std::move(to));
  to = std::move(from);
}
template <class P, class Q> inline void undo_take(Tape &tape, P &to, Q &from) {
  if constexpr (std::is_same_v<P, Q>)
    from = std::move(to);
  else
    from = Q(static_cast<typename Q::pointer>(to.release()));
  to = std::move(tape.top<P>());
  tape.drop<P>();
}

template <class P, class = void> inline constexpr bool has_release = false;
template <class P> inline constexpr bool has_release<P, std::void_t<decltype(std::declval<P &>().release())>> = true;

/// The owner of an object that a new expression made: the reverse sweep deletes it where it was made, not before.
template <class P, class T> inline void reset_to(Tape &tape, P &owner, T *object) {
  tape.emplace<P>(std::move(owner));
  if constexpr (has_release<P>)
    owner = P(object);
  else
    owner = P(object, [](T *) {});
}
/// The same for an object that may come from elsewhere: a tape that is given up leaves it to its owner.
template <class P, class T> inline void reset_to_some(Tape &tape, P &owner, T *object) {
  if constexpr (has_release<P>)
    detail::adopt_shadow(tape, object);
  shape::reset_to(tape, owner, object);
}
template <class P> inline void undo_reset_to(Tape &tape, P &owner) {
  if constexpr (has_release<P>)
    owner.release();
  owner = std::move(tape.top<P>());
  tape.drop<P>();
}
template <class P> inline void drop_owned(Tape &tape, P &owner) {
  tape.emplace<P>(std::move(owner));
  owner = P();
}
template <class P> inline void undo_drop_owned(Tape &tape, P &owner) {
  owner = std::move(tape.top<P>());
  tape.drop<P>();
}

} // namespace shape
} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
