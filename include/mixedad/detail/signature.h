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
template <class T> inline constexpr bool is_list = false;
template <class... T> inline constexpr bool is_list<list<T...>> = true;

template <class T> using bare = std::remove_cv_t<std::remove_reference_t<T>>;

/// In place of parameters, of what is no function: MIXEDAD_CALL says so, and the call is not looked at further. (A static
/// assertion here would keep the call from matching, which is a second error.)
struct no_template_argument {}; ///< neither a function nor a member function
struct no_body {};              ///< a pointer's value
struct no_call {};              ///< nothing that can be called with the arguments
template <class Why> struct no_function {
  using result = double;
  using params = Why;
};

template <class Type> struct function_type : no_function<no_template_argument> {};

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

/// A call operator that is overloaded or a template.
template <class Fn, class... A>
inline constexpr bool is_callable = std::is_class_v<Fn> && std::is_invocable_v<const Fn &, A...>;

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
struct call_signature<Fn, list<A...>, std::enable_if_t<!has_one_call_operator<Fn> && is_callable<Fn, A...>>> {
  using tag = type_tag<Fn>;
  using result = decltype(std::declval<const Fn &>()(std::declval<A>()...));
  using params = list<const Fn &, std::decay_t<A>...>;
};

template <class Fn, class... A>
struct call_signature<Fn, list<A...>, std::enable_if_t<!has_one_call_operator<Fn> && !is_callable<Fn, A...>>>
    : std::conditional_t<std::is_pointer_v<Fn> || std::is_function_v<Fn>, no_function<no_body>, no_function<no_call>> {
  using tag = type_tag<Fn>;
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
