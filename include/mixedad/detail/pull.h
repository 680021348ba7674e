//===- pull.h - a pullback that is called later ---------------------------===//
//
// What `pullback<f>(args...)` returns beside the value. It owns the tape between the sweeps and whatever the reverse
// sweep may look at: copies of arguments that are passed by value or const reference, and the shadow objects, at one
// address for all pulls. Memory (dup, non-const references) stays the caller's and must outlive it.
//
// A reverse sweep usually eats its tape. The next pull then runs the forward sweep again on the kept arguments,
// which a function that writes the caller's memory does not allow: a second pull of such a function throws.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_PULL_H
#define MIXEDAD_DETAIL_PULL_H

#include "mixedad/detail/engine.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {

template <class T> class Array; // to use it, #include <mixedad/mixedad.h>

namespace detail {

template <class P>
inline constexpr bool is_written = std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>>;
template <class P>
inline constexpr bool writes_memory =
    is_written<P> || (std::is_pointer_v<bare<P>> && !std::is_const_v<std::remove_pointer_t<bare<P>>>);

/// The shadow of such a parameter is memory that exists before the reverse sweep.
template <class T> inline constexpr bool is_vector_value = false;
template <class T> inline constexpr bool is_vector_value<Array<T>> = true;
template <class P>
inline constexpr bool is_memory = is_vector_value<bare<P>>
                                      ? is_written<P>
                                      : std::is_reference_v<P> || std::is_pointer_v<P> || std::is_class_v<P>;
template <class Acts, class... P> struct memory_indices;
template <int... Mask, class... P>
struct memory_indices<acts<Mask...>, P...>
    : set_indices<std::make_index_sequence<sizeof...(P)>, std::index_sequence<>, (Mask && is_memory<P>)...> {};

template <class P> inline constexpr bool refers_open = std::is_reference_v<P> && detail::is_open<bare<P>>();

/// An argument of type A for a parameter that is declared as P, kept by copy, or by reference to the caller's object.
template <class P, class A, class = void> struct kept {
  object_t<P, A> value;
  explicit kept(A &a) : value(whole(a)) {
    if constexpr (refers_open<P>)
      detail::same_class(a, value);
  }
  static decltype(auto) whole(A &a) {
    if constexpr (std::is_same_v<bare<A>, bare<P>> && !std::is_same_v<bare<A>, object_t<P, A>>)
      return static_cast<const object_t<P, A> &>(a);
    else
      return static_cast<A &&>(a);
  }
  using passed = std::conditional_t<std::is_reference_v<P>, P, const bare<P> &>;
  passed primal() { return static_cast<passed>(value); }
  template <std::size_t I, class G> decltype(auto) shadow(G &g) { return detail::entry_at<I>(g); }
};
template <class P, class A>
struct kept<P, A, std::enable_if_t<!is_dup<A> && !is_constant<A> &&
                                   (is_written<P> || std::is_array_v<bare<P>> || !std::is_copy_constructible_v<object_t<P, A>>)>> {
  std::remove_reference_t<P> *object;
  explicit kept(A &a) : object(&a) {}
  std::remove_reference_t<P> &primal() { return *object; }
  template <std::size_t I, class G> decltype(auto) shadow(G &g) { return detail::entry_at<I>(g); }
};
/// An object that is of a derived class, perhaps, is not copied.
template <class P, class X> struct kept<P, constant_argument<X>, std::enable_if_t<refers_open<P>>> {
  std::remove_reference_t<P> *object;
  explicit kept(constant_argument<X> &a) : object(a.object) {}
  std::remove_reference_t<P> &primal() { return *object; }
  template <std::size_t I, class G> decltype(auto) shadow(G &g) { return detail::entry_at<I>(g); }
};
template <class P, class X> struct kept<P, constant_argument<X>, std::enable_if_t<!refers_open<P>>> : kept<P, X> {
  explicit kept(constant_argument<X> &a) : kept<P, X>(*a.object) {}
};
template <class P, class X, class D>
struct kept<P, dup_argument<X, D>, std::enable_if_t<std::is_pointer_v<bare<P>>>> {
  bare<P> value;
  std::remove_cv_t<std::remove_pointer_t<bare<P>>> *d_value;
  explicit kept(dup_argument<X, D> &a) : value(a.primal()), d_value(a.shadow()) {}
  bare<P> &primal() { return value; }
  template <std::size_t I, class G> decltype(auto) shadow(G &) { return (d_value); }
};
template <class P, class X, class D>
struct kept<P, dup_argument<X, D>, std::enable_if_t<!std::is_pointer_v<bare<P>>>> {
  std::remove_reference_t<X> *object;
  std::remove_reference_t<D> *shadow_object;
  explicit kept(dup_argument<X, D> &a) : object(a.object), shadow_object(a.shadow_object) {}
  std::remove_reference_t<X> &primal() { return *object; }
  template <std::size_t I, class G> decltype(auto) shadow(G &) { return (*shadow_object); }
};

template <std::size_t I, class Kept> struct kept_at : Kept {
  using Kept::Kept;
};

template <class Plan, class Params, class Indices, class... A> class puller;

template <class Plan, class... P, std::size_t... I, class... A>
class puller<Plan, list<P...>, std::index_sequence<I...>, A...> : kept_at<I, kept<P, A>>... {
public:
  using R = bare<typename Plan::R>;
  using grads = typename Plan::grads;

  explicit puller(A &...a) : kept_at<I, kept<P, A>>(a)..., g_(Plan::start(a...)) {}
  puller(const puller &) = delete; // what is on the tape points into this object
  puller &operator=(const puller &) = delete;

  typename Plan::R forward() {
    ready_ = true;
    return forward_active(typename memory_indices<typename Plan::reverse_acts, P...>::type{});
  }
  template <class... Seed> grads pull(Seed... seed) {
    if (!ready_) {
      if constexpr ((writes_memory<P> || ...))
        throw pull_error();
      tape_.clear();
      forward();
    }
    (clear(detail::entry_at<I>(g_)), ...);
    ready_ = back_active(active{}, seed...);
    return g_;
  }

private:
  using active = typename active_indices<typename Plan::reverse_acts>::type;
  template <std::size_t J, class Kept> static kept_at<J, Kept> &at(kept_at<J, Kept> &k) { return k; }

  template <std::size_t... K> typename Plan::R forward_active(std::index_sequence<K...>) {
    return detail::engine_forward_sweep<typename Plan::Fn, typename Plan::reverse_acts, typename Plan::R, list<P...>>(
        tape_, at<I>(*this).primal()..., at<K>(*this).template shadow<K>(g_)...);
  }
  template <std::size_t... K, class... Seed> bool back_active(std::index_sequence<K...>, Seed &...seed) {
    return detail::engine_reverse_sweep<typename Plan::Fn, typename Plan::reverse_acts, typename Plan::R, list<P...>>(
        tape_, seed..., at<K>(*this).template shadow<K>(g_)...);
  }
  template <class T> static void clear(T &entry) { detail::set_zero(entry); }
  grads g_;
  Tape tape_;
  bool ready_ = false;
};

/// Shares a puller, so that pullbacks can be stored and passed on. Not for use by several threads at a time.
template <class Puller> class pull_handle {
public:
  template <class... A> explicit pull_handle(std::in_place_t, A &...a) : shared_(new shared(a...)) {}
  pull_handle(const pull_handle &other) noexcept : shared_(other.shared_) { ++shared_->users; }
  pull_handle(pull_handle &&other) noexcept : shared_(other.shared_) { other.shared_ = nullptr; }
  pull_handle &operator=(pull_handle other) noexcept {
    std::swap(shared_, other.shared_);
    return *this;
  }
  ~pull_handle() {
    if (shared_ && --shared_->users == 0)
      delete shared_;
  }
  decltype(auto) forward() const { return shared_->puller.forward(); }

  using seed_type = std::conditional_t<has_seed<typename Puller::R>, typename Puller::R, none>;
  /// The gradients for a cotangent of the result.
  typename Puller::grads operator()(const seed_type &seed) const { return shared_->puller.pull(seed); }
  /// The same for a function without a real result.
  template <class Unseeded = none>
  std::enable_if_t<std::is_same_v<Unseeded, seed_type>, typename Puller::grads> operator()() const {
    return shared_->puller.pull();
  }

private:
  struct shared {
    unsigned users = 1;
    Puller puller;
    template <class... A> explicit shared(A &...a) : puller(a...) {}
  };
  shared *shared_;
};

template <class Plan, class... A>
using pull_of = pull_handle<puller<Plan, typename Plan::Params, std::index_sequence_for<A...>, A...>>;

} // namespace detail

/// A value, and its pullback.
template <class R, class Pull> struct value_and_pull {
  R value;
  Pull pull;
};

namespace detail {

template <class R> using value_or_none = std::conditional_t<std::is_void_v<R>, none, bare<R>>;
template <class Plan, class... A>
using value_and_pull_of = value_and_pull<value_or_none<typename Plan::R>, pull_of<Plan, unwrapped_reference<A>...>>;

template <class Plan, class... A> value_and_pull_of<Plan, A...> pullback_by(A &&...args) {
  static_assert(Plan::any_active, "mixedad: no argument is differentiated");
  pull_of<Plan, unwrapped_reference<A>...> pull(std::in_place, args...);
  if constexpr (std::is_void_v<typename Plan::R>) {
    pull.forward();
    return {none{}, static_cast<decltype(pull) &&>(pull)};
  } else {
    value_or_none<typename Plan::R> value = pull.forward();
    return {static_cast<decltype(value) &&>(value), static_cast<decltype(pull) &&>(pull)};
  }
}

} // namespace detail

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
