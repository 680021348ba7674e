//===- std/vector.h - std::vector as its own tangent -----------------------===//
#ifndef MIXEDAD_STD_VECTOR_H
#define MIXEDAD_STD_VECTOR_H

#include "mixedad/detail/sequences.h"

#include <vector>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

template <class T, class A> struct tangent_space<std::vector<T, A>> : range_space<std::vector<T, A>> {};
template <class A> struct tangent_space<std::vector<bool, A>> : inert_space<std::vector<bool, A>> {};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
