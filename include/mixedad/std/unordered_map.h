//===- std/unordered_map.h - std::unordered_map as its own tangent ---------===//
#ifndef MIXEDAD_STD_UNORDERED_MAP_H
#define MIXEDAD_STD_UNORDERED_MAP_H

#include "mixedad/detail/sequences.h"

#include <unordered_map>

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

template <class K, class V, class H, class C, class A>
struct tangent_space<std::unordered_map<K, V, H, C, A>> : map_space<std::unordered_map<K, V, H, C, A>> {};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
