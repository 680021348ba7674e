//===- std/span.h - std::span and std::reference_wrapper point -------------===//
#ifndef MIXEDAD_STD_SPAN_H
#define MIXEDAD_STD_SPAN_H

#include "mixedad/detail/sequences.h"

#include <functional>
#if __has_include(<span>) && __cplusplus >= 202002L
#include <span>
#endif

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

#ifdef __cpp_lib_span
template <class T, std::size_t N> struct tangent_space<std::span<T, N>> : view_space<std::span<T, N>> {};
#endif
template <class T> struct tangent_space<std::reference_wrapper<T>> : view_space<std::reference_wrapper<T>> {};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
