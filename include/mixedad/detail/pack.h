//===- pack.h - a tuple for kernels ---------------------------------------===//
//
// std::tuple costs more than all of this library's headers and cannot be used in device code everywhere.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_PACK_H
#define MIXEDAD_DETAIL_PACK_H

#include "mixedad/detail/support.h"

#include "mixedad/detail/names_begin.h"

/// Calls that are left in a kernel's loop keep it from being vectorized.
#define MIXEDAD_INLINE __attribute__((always_inline)) inline
#if defined(__clang__) && __clang_major__ >= 16
#define MIXEDAD_INLINE_CALL [[clang::always_inline]]
#else
#define MIXEDAD_INLINE_CALL
#endif

namespace mixedad {
namespace detail {

template <std::size_t I, class T> struct Slot {
  T value;
};

template <class Indices, class... T> struct Slots;
template <std::size_t... I, class... T> struct Slots<std::index_sequence<I...>, T...> : Slot<I, T>... {};

template <class... T> struct Pack : Slots<std::index_sequence_for<T...>, T...> {
  static constexpr std::size_t size = sizeof...(T);
};

template <std::size_t I, class T> MIXEDAD_HD constexpr const T &at(const Slot<I, T> &slot) { return slot.value; }
template <std::size_t I, class T> MIXEDAD_HD constexpr T &at(Slot<I, T> &slot) { return slot.value; }
template <std::size_t I, class T> MIXEDAD_HD constexpr T &at(const Slot<I, T &> &slot) { return slot.value; }
template <std::size_t I, class T> MIXEDAD_HD constexpr T &at(Slot<I, T &> &slot) { return slot.value; }

template <class... T> MIXEDAD_HD constexpr Pack<T...> make_pack(T... values) { return Pack<T...>{{{values}...}}; }

template <class... A, class... B, std::size_t... I, std::size_t... J>
Pack<A..., B...> join_two_packs(const Pack<A...> &a, const Pack<B...> &b, std::index_sequence<I...>,
                              std::index_sequence<J...>) {
  return Pack<A..., B...>{{{at<I>(a)}..., {at<J>(b)}...}};
}
inline Pack<> join_packs() { return {}; }
template <class A> A join_packs(const A &a) { return a; }
template <class A, class B, class... More> auto join_packs(const A &a, const B &b, const More &...more) {
  return join_packs(
      join_two_packs(a, b, std::make_index_sequence<A::size>(), std::make_index_sequence<B::size>()), more...);
}

/// The operands of a broadcast, by reference: what generated code passes to broadcast_pull.
template <class... T> struct Operands : Slots<std::index_sequence_for<T...>, const T &...> {};
template <class... T> Operands<T...> operands(const T &...values) { return Operands<T...>{{{values}...}}; }

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
