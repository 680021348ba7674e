//===- dynamic_class.h - what class an object really has ------------------===//
//
// A reference or pointer to a polymorphic class may refer to an object of a derived one, whose shadow must be of that
// class too: the derivatives of virtual functions use all of it.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_DYNAMIC_CLASS_H
#define MIXEDAD_DETAIL_DYNAMIC_CLASS_H

#include "mixedad/derivative_errors.h"
#include "mixedad/detail/signature.h"

#include <typeinfo>

#include "mixedad/detail/names_begin.h"

namespace mixedad {

namespace detail {

/// References to T may refer to objects of other classes.
template <class T> constexpr bool is_open() {
  if constexpr (std::is_class_v<T>)
    return std::is_polymorphic_v<T> && !std::is_final_v<T>;
  else
    return false;
}

/// Throws unless both objects have one class. Of pointers: what they point at.
template <class T, class S> MIXEDAD_INACTIVE inline void same_class(const T &object, const S &shadow) {
#ifdef __cpp_rtti
  if constexpr (std::is_pointer_v<T> && std::is_pointer_v<S>) {
    if (object && shadow)
      detail::same_class(*object, *shadow);
  } else if constexpr (detail::is_open<T>() || detail::is_open<S>()) {
    if (typeid(object) != typeid(shadow))
      throw object_class_error();
  }
#endif
}

/// Throws unless the object's class is T itself, whose virtual function is called without dispatch.
template <class T> MIXEDAD_INACTIVE inline void exact_class(const T &object) {
#ifdef __cpp_rtti
  if (typeid(object) != typeid(T))
    throw object_class_error();
#endif
}

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
