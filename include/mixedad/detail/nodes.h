//===- nodes.h - shadows of std::deque that grow and shrink ---------------===//
//
// A deque's elements stay where they are while others come and go at its ends, so that references to them stay valid.
// The library frees a node when its last element goes; what refers into the node on the tape would be lost, so a node
// that is emptied is kept on the tape instead, and takes its place again when the operation is undone. What moves the
// elements (insertion and removal in the middle) goes to other storage, see reallocate() in shapes.h.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_NODES_H
#define MIXEDAD_DETAIL_NODES_H

#include "mixedad/detail/sequences.h"
#include "mixedad/detail/sweeps.h"

#include <deque>
#include <iterator>
#include <memory>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {
namespace shape {

template <class C> inline auto at(C &c, std::size_t i) {
  auto it = c.begin();
  std::advance(it, static_cast<typename C::difference_type>(i));
  return it;
}

/// Whether C is a deque, as libstdc++ makes it.
template <class C> inline constexpr bool in_nodes = false;
#ifdef __GLIBCXX__
template <class T, class A> inline constexpr bool in_nodes<std::deque<T, A>> = true;
#endif

template <class C> struct nodes : std::_Deque_base<typename C::value_type, typename C::allocator_type> {
  using Base = std::_Deque_base<typename C::value_type, typename C::allocator_type>;
  using T = typename C::value_type;
  using Alloc = typename C::allocator_type;

  /// Memory of a node, without elements.
  struct Empty {
    T *memory;
    Alloc alloc;
    Empty(T *memory, const Alloc &alloc) : memory(memory), alloc(alloc) {}
    Empty(const Empty &) = delete;
    Empty &operator=(const Empty &) = delete;
    ~Empty() {
      if (memory)
        nodes::free(memory, alloc);
    }
  };
  static void free(T *memory, Alloc &alloc) {
    std::allocator_traits<Alloc>::deallocate(alloc, memory, static_cast<std::size_t>(C::iterator::_S_buffer_size()));
  }
  static auto &first(C &c) { return ends(c)._M_start; }
  static auto &past(C &c) { return ends(c)._M_finish; }

  static void pop_back(Tape &tape, C &c) {
    auto &end = past(c);
    const bool empties = end._M_cur == end._M_first;
    keep(tape, c.back());
    if (empties) {
      tape.emplace<Empty>(end._M_first, c.get_allocator());
      end._M_set_node(end._M_node - 1);
      end._M_cur = end._M_last - 1;
      end._M_cur->~T();
    } else {
      c.pop_back();
    }
    tape.push<bool>(empties);
  }
  static void undo_pop_back(Tape &tape, C &c) {
    T *memory = tape.pop<bool>() ? take(tape) : nullptr;
    c.push_back(kept(tape));
    if (memory) {
      auto &end = past(c);
      restore(c, end, memory);
      end._M_cur = end._M_first;
    }
    detail::set_zero(c.back());
  }

  static void pop_front(Tape &tape, C &c) {
    auto &begin = first(c);
    const bool empties = begin._M_cur == begin._M_last - 1;
    keep(tape, c.front());
    if (empties) {
      tape.emplace<Empty>(begin._M_first, c.get_allocator());
      begin._M_cur->~T();
      begin._M_set_node(begin._M_node + 1);
      begin._M_cur = begin._M_first;
    } else {
      c.pop_front();
    }
    tape.push<bool>(empties);
  }
  static void undo_pop_front(Tape &tape, C &c) {
    T *memory = tape.pop<bool>() ? take(tape) : nullptr;
    c.push_front(kept(tape));
    if (memory) {
      auto &begin = first(c);
      T *moved = ::new (static_cast<void *>(memory + (begin._M_last - begin._M_first - 1))) T(std::move(*begin._M_cur));
      begin._M_cur->~T();
      restore(c, begin, memory);
      begin._M_cur = moved;
    }
    detail::set_zero(c.front());
  }

private:
  /// The base is protected: only this cast comes there.
  static auto &ends(C &c) { return ((Base &)c).*(&nodes::_M_impl); }
  static void keep(Tape &tape, T &gone) {
    if constexpr (!is_flat<T>)
      tape.emplace<kept_object<T>>(kept_object<T>{std::move(gone)});
  }
  /// The element that was kept, to become one of the shadow again.
  static T kept(Tape &tape) {
    if constexpr (is_flat<T>) {
      return T(0);
    } else {
      T element = std::move(tape.top<kept_object<T>>().object);
      tape.drop<kept_object<T>>();
      return element;
    }
  }
  static T *take(Tape &tape) {
    T *memory = std::exchange(tape.top<Empty>().memory, nullptr);
    tape.drop<Empty>();
    return memory;
  }
  /// The node at an end of c gets its old memory back.
  template <class End>
  static void restore(C &c, End &end, T *memory) {
    Alloc alloc = c.get_allocator();
    nodes::free(end._M_first, alloc);
    *end._M_node = memory;
    end._M_set_node(end._M_node);
  }
};

/// One element more: at an end where there is one, which undoing must do at the same end.
template <class C, class... A> inline auto &emplace_element(C &c, std::size_t i, A &&...from) {
  if (i == c.size())
    return c.emplace_back(std::forward<A>(from)...);
  if (i == 0)
    return c.emplace_front(std::forward<A>(from)...);
  return *c.emplace(shape::at(c, i), std::forward<A>(from)...);
}
template <class C> inline void erase_elements(C &c, std::size_t i, std::size_t j) {
  if (j == c.size())
    for (; i < j; ++i)
      c.pop_back();
  else if (i == 0)
    for (; i < j; ++i)
      c.pop_front();
  else if constexpr (std::is_move_assignable_v<typename C::value_type>)
    c.erase(shape::at(c, i), shape::at(c, j));
}

/// The elements from i to j, which are at an end.
template <class C> inline void pop_end(Tape &tape, C &c, std::size_t i, std::size_t j) {
  const bool front = i == 0;
  for (std::size_t k = i; k < j; ++k)
    front ? nodes<C>::pop_front(tape, c) : nodes<C>::pop_back(tape, c);
}
template <class C> inline void undo_pop_end(Tape &tape, C &c, std::size_t i, std::size_t j) {
  const bool front = i == 0;
  for (std::size_t k = i; k < j; ++k)
    front ? nodes<C>::undo_pop_front(tape, c) : nodes<C>::undo_pop_back(tape, c);
}

} // namespace shape
} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
