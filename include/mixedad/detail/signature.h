//===- signature.h - a function's parameters and result, from its type ----===//
//
// Return types of the public API come from here alone, so that its bodies are instantiated only at the end of the
// translation unit, after their derivatives exist. A member function is a function whose first parameter is the
// object. `signature<F>` and `call_signature<Fn, A...>` both give
//   tag      fn_tag<F> or type_tag<Fn>
//   result   as declared
//   params   list<P...>, each as declared
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_SIGNATURE_H
#define MIXEDAD_DETAIL_SIGNATURE_H

#include "mixedad/detail/support.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

template <class... T> struct list {};

template <class T> using bare = std::remove_cv_t<std::remove_reference_t<T>>;

template <class Type> struct function_type {
  static_assert(sizeof(Type) == 0, "mixedad: the template argument is neither a function nor a member function; a "
                                   "closure or function object is the first argument of the call, gradient(f, x)");
};

template <class R, class... P> struct function_type<R (*)(P...)> {
  using result = R;
  using params = list<P...>;
};
template <class R, class... P> struct function_type<R (*)(P...) noexcept> : function_type<R (*)(P...)> {};

#define MIXEDAD_METHOD(qualifiers, object)                                                                         \
  template <class R, class C, class... P> struct function_type<R (C::*)(P...) qualifiers> {                        \
    using result = R;                                                                                              \
    using params = list<object, P...>;                                                                             \
    using plain = list<P...>;                                                                                      \
  };
MIXEDAD_METHOD(, C &)
MIXEDAD_METHOD(&, C &)
MIXEDAD_METHOD(&&, C &&)
MIXEDAD_METHOD(const, const C &)
MIXEDAD_METHOD(const &, const C &)
MIXEDAD_METHOD(const &&, const C &&)
MIXEDAD_METHOD(noexcept, C &)
MIXEDAD_METHOD(& noexcept, C &)
MIXEDAD_METHOD(&& noexcept, C &&)
MIXEDAD_METHOD(const noexcept, const C &)
MIXEDAD_METHOD(const & noexcept, const C &)
MIXEDAD_METHOD(const && noexcept, const C &&)
#undef MIXEDAD_METHOD

/// Of the function F.
template <auto F> struct signature : function_type<decltype(F)> {
  using tag = fn_tag<F>;
};

template <class T, class = void> inline constexpr bool has_one_call_operator = false;
template <class T>
inline constexpr bool has_one_call_operator<T, std::void_t<decltype(&T::operator())>> = true;

/// Of calling a function object with arguments of the types A: as declared, or, when the call operator is
/// overloaded or a template, as called.
template <class Fn, class Arguments, class = void> struct call_signature;

template <class Fn, class... A> struct call_signature<Fn, list<A...>, std::enable_if_t<has_one_call_operator<Fn>>> {
  using tag = type_tag<Fn>;
  using method = function_type<decltype(&Fn::operator())>;
  using result = typename method::result;
  using params = typename method::params;
};

template <class Fn, class... A>
struct call_signature<Fn, list<A...>, std::enable_if_t<!has_one_call_operator<Fn> && std::is_class_v<Fn>>> {
  using tag = type_tag<Fn>;
  using result = decltype(std::declval<const Fn &>()(std::declval<A>()...));
  using params = list<const Fn &, std::decay_t<A>...>;
};

/// Function pointers that are values have no body to differentiate.
template <class Fn, class... A>
struct call_signature<Fn, list<A...>, std::enable_if_t<!std::is_class_v<Fn>>> {
  static_assert(std::is_class_v<Fn>, "mixedad: only the value of this function pointer is known; name the function "
                                     "as a template argument, gradient<f>(...), or pass a lambda that calls it");
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
