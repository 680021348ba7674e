//===- pull_types.h - how a pullback kernel meets its cotangents ----------===//
#ifndef MIXEDAD_DETAIL_PULL_TYPES_H
#define MIXEDAD_DETAIL_PULL_TYPES_H

#include "mixedad/detail/cpu_kernels.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

/// The position of operand I among the active ones.
template <class Acts, std::size_t I> struct active_at;
template <int... Active, std::size_t I> struct active_at<acts<Active...>, I> {
  static constexpr int mask[sizeof...(Active)] = {Active...};
  static constexpr bool value = mask[I] != 0;
  static constexpr std::size_t position() {
    std::size_t before = 0;
    for (std::size_t i = 0; i < I; ++i)
      before += mask[i] != 0;
    return before;
  }
};

/// The operand that shadow K belongs to.
template <class Acts, std::size_t K> struct operand_at;
template <int... Active, std::size_t K> struct operand_at<acts<Active...>, K> {
  static constexpr int mask[sizeof...(Active)] = {Active...};
  static constexpr std::size_t find() {
    std::size_t seen = 0, i = 0;
    for (;; ++i)
      if (mask[i] != 0 && seen++ == K)
        return i;
  }
  static constexpr std::size_t value = find();
};
/// Its type, among operands of these types.
template <class Acts, std::size_t K, class... Ops>
using operand_type = std::decay_t<decltype(at<operand_at<Acts, K>::value>(std::declval<const Operands<Ops...> &>()))>;
template <class Acts> inline constexpr std::size_t active_count = 0;
template <int... Active> inline constexpr std::size_t active_count<acts<Active...>> = ((Active != 0 ? 1 : 0) + ... + 0);

/// Takes a cotangent of a parameter whose type is not the element's (half elements of a float function, a float
/// array where a function takes double).
template <class T> struct Cotangent {
  T own{};
  float single = 0;
  double twice = 0;
  MIXEDAD_HD operator float &() { return single; }
  MIXEDAD_HD operator double &() { return twice; }
  MIXEDAD_HD T total() const { return static_cast<T>(static_cast<double>(own) + (static_cast<double>(single) + twice)); }
};

/// A constant cotangent, as from a sum: never stored as an array.
template <class S> struct seed_traits {
  using element = S;
  static constexpr bool is_array = false;
  static bool is_zero(const S &) { return false; }
};
template <class T> struct seed_traits<Array<T>> {
  using element = T;
  static constexpr bool is_array = true;
  static bool is_zero(const Array<T> &seed) { return seed.is_zero(); }
};

template <class Pull, class Seed, class Elements, class Cotangents> inline constexpr bool takes_elements = false;
template <class Pull, class Seed, class... E, class... D>
inline constexpr bool takes_elements<Pull, Seed, Pack<E...>, Pack<D...>> =
    std::is_invocable_v<const Pull &, Seed, E..., D &...>;

/// Calls pull on one element; d receives the cotangents.
template <class Pull, class Seed, class... E, class... D, std::size_t... I, std::size_t... K>
MIXEDAD_HD MIXEDAD_INLINE void pull_element(const Pull &pull, const Seed &seed, const Pack<E...> &e, Pack<D...> &d,
                                    std::index_sequence<I...>, std::index_sequence<K...>) {
  if constexpr (takes_elements<Pull, Seed, Pack<E...>, Pack<D...>>) {
    MIXEDAD_INLINE_CALL pull(seed, at<I>(e)..., at<K>(d)...);
  } else {
    Pack<Cotangent<D>...> slots{};
    MIXEDAD_INLINE_CALL pull(seed, at<I>(e)..., at<K>(slots)...);
    (add_to(at<K>(d), at<K>(slots).total()), ...);
  }
}

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
