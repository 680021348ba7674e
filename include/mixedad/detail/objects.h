//===- objects.h - objects of the primal program in generated code --------===//
//
// Small helpers that generated text names: storage without a constructor, shadows of globals, and the tests that
// find a virtual call's target.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_OBJECTS_H
#define MIXEDAD_DETAIL_OBJECTS_H

#include "mixedad/detail/support.h"

#include <new>
#include <typeinfo>

namespace mixedad {

/// Thrown where a virtual call or a call through a pointer reaches a target that was not compiled with a derivative.
struct unknown_target_error {
  const char *what() const { return "mixedad: a dynamic call reached a target without a derivative"; }
};

namespace detail {

/// An object of all zero bytes, for trivially copyable classes without a usable default constructor.
template <class T> MIXEDAD_HD inline T zeroed() {
  static_assert(std::is_trivially_copyable_v<T>);
  if constexpr (std::is_trivially_default_constructible_v<T>) {
    return T{}; // generated code is differentiated again, and this can be read
  } else {
    alignas(T) unsigned char bytes[sizeof(T)] = {};
    return *reinterpret_cast<T *>(bytes);
  }
}

/// The two parts of a std::complex<T>, as the standard lays them out.
template <class T, class Z> MIXEDAD_HD inline auto &complex_part(Z &z) {
  using Part = std::conditional_t<std::is_const_v<Z>, const T, T>;
  return reinterpret_cast<Part(&)[2]>(z);
}

/// A const member or element while its object is constructed.
template <class T> MIXEDAD_HD inline T &writable(const T &x) { return const_cast<T &>(x); }

/// A base or derived class of an object or pointer, as const as that is: shadows of const objects are not const.
template <class To, class From> MIXEDAD_HD inline auto &cast_to(From &object) {
  return static_cast<std::conditional_t<std::is_const_v<From>, const To, To> &>(object);
}
template <class To, class From> MIXEDAD_HD inline auto *cast_to(From *pointer) {
  return static_cast<std::conditional_t<std::is_const_v<From>, const To, To> *>(pointer);
}

/// The shadow of a global variable: one object a thread, cleared when a derivative that uses it starts.
template <class T> struct shadow_storage {
  T object;
  explicit shadow_storage(const T &primal) : object(detail::zero_like(primal)) {}
};
template <class T, std::size_t N> struct shadow_storage<T[N]> {
  T object[N] = {};
  explicit shadow_storage(const T (&)[N]) {}
};
template <auto Address> inline auto *global_shadow() {
  static thread_local shadow_storage<std::remove_pointer_t<decltype(Address)>> shadow(*Address);
  detail::set_zero(shadow.object);
  return &shadow.object;
}

[[noreturn]] inline void unknown_target() { throw unknown_target_error(); }

#ifdef __cpp_rtti
/// Whether the object's dynamic class is T itself.
template <class T, class Base> inline bool is_exactly(const Base &object) { return typeid(object) == typeid(T); }
#else
template <class T, class Base> inline bool is_exactly(const Base &) {
  static_assert(sizeof(T) == 0, "mixedad: derivatives of virtual calls need -frtti");
  return false;
}
#endif

} // namespace detail
} // namespace mixedad
#endif
