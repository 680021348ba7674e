//===- leaves.h - the real numbers inside an object -----------------------===//
//
// visit(object, fn) calls fn on every real number in the object, in a fixed order. Standard containers are found by
// what they offer, not by name, so that this header includes none of them. A test's own class says what it holds:
// `template <class V> void reals(S &s, V &&v) { v(s.x); v(s.y); }`, found by argument-dependent lookup; `v` accepts
// members of any type.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TEST_SUPPORT_LEAVES_H
#define MIXEDAD_TEST_SUPPORT_LEAVES_H

#include <cstddef>
#include <type_traits>
#include <utility>

namespace check {

template <class T> constexpr bool is_half =
#ifdef __clang__
    std::is_same_v<T, _Float16> || std::is_same_v<T, __bf16>;
#else
    false;
#endif
template <class T> constexpr bool is_real = std::is_floating_point_v<T> || is_half<T>;
template <class T> constexpr bool is_member_function = std::is_member_function_pointer_v<T>;

/// Arguments of these types have no entry in the gradient.
template <class T> constexpr bool has_leaves = !std::is_integral_v<T> && !std::is_enum_v<T> && !std::is_pointer_v<T> &&
                                               !std::is_member_pointer_v<T>;
template <class R> constexpr bool has_leaves_or_void = !std::is_void_v<R> && has_leaves<std::decay_t<R>>;

template <class T, class V> concept has_reals = requires(T &t, V &v) { reals(t, v); };
template <class T> concept range_like = requires(T &t) { t.begin(); t.end(); };
template <class T> concept pair_like = requires(T &t) { t.first; t.second; };
template <class T> concept pointer_like = requires(T &t) { *t; bool(t); };
template <class T> concept complex_like = requires(T &t) { t.real(); t.imag(); typename T::value_type; };
template <class T> concept indexable = requires(T &t) { t.size(); t[0]; t.sum(); };
template <class T> concept tuple_like = requires { sizeof(std::tuple_size<T>); };

template <class T, class V> void visit(T &x, V &&v);

template <class T, class V, std::size_t... I> void visit_tuple(T &x, V &v, std::index_sequence<I...>) {
  using std::get;
  (visit(get<I>(x), v), ...);
}
template <class T, class V> void visit(T &x, V &&v) {
  auto inner = [&v](auto &member) { visit(member, v); };
  if constexpr (!has_leaves<T> || std::is_const_v<T>) (void)0;
  else if constexpr (is_real<T>) v(x);
  else if constexpr (std::is_array_v<T>) { for (auto &e : x) visit(e, v); }
  else if constexpr (has_reals<T, decltype(inner)>) reals(x, inner);
  else if constexpr (complex_like<T>) {
    auto *part = reinterpret_cast<typename T::value_type *>(&x); // guaranteed by [complex.numbers]
    v(part[0]);
    v(part[1]);
  }
  else if constexpr (range_like<T>) { for (auto &e : x) visit(e, v); }
  else if constexpr (indexable<T>) { for (std::size_t i = 0; i < x.size(); ++i) visit(x[i], v); }
  else if constexpr (pair_like<T>) { visit(x.first, v); visit(x.second, v); }
  else if constexpr (pointer_like<T>) { if (x) visit(*x, v); }
  else if constexpr (tuple_like<T>) visit_tuple(x, v, std::make_index_sequence<std::tuple_size<T>::value>());
  else static_assert(sizeof(T) == 0, "write reals(T &, V &&) beside the class");
}

} // namespace check

#endif
