//===- std/deque.h - std::deque as its own tangent -------------------------===//
#ifndef MIXEDAD_STD_DEQUE_H
#define MIXEDAD_STD_DEQUE_H

#include "mixedad/detail/sequences.h"

#include <deque>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

template <class T, class A> struct tangent_space<std::deque<T, A>> : range_space<std::deque<T, A>> {};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
